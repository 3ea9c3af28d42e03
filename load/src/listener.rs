//! Somebody who hears on a stream what changes at their tables, and comes back whenever it ends.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::anyhow;

use crate::crowd::{Crowd, PATIENCE, Party};
use crate::site::{Guest, Result, Trouble};

/// How long somebody whose stream ended waits before they come back.
const BEFORE_RETURN: Duration = Duration::from_millis(100);

/// Listens until the party leaves its last table, and has then heard of every move there.
pub async fn listen(crowd: Arc<Crowd>, party: Arc<Party>, guest: Guest) -> Result<()> {
    let mut heard = HashMap::new();
    let mut lost = None;
    loop {
        let before = crowd.there().await?;
        let error = match follow(&crowd, &party, &guest, &mut heard, &mut lost).await {
            Err(Trouble::Away(error)) => error,
            followed => return followed,
        };
        if !crowd.excuses(before) {
            return Err(Trouble::Wrong(error.context("a stream of changes")));
        }
        crowd.bear(*lost.get_or_insert_with(Instant::now), error)?;
        tokio::time::sleep(BEFORE_RETURN).await;
    }
}

/// Follows one stream.
async fn follow(
    crowd: &Crowd,
    party: &Party,
    guest: &Guest,
    heard: &mut HashMap<String, usize>,
    lost: &mut Option<Instant>,
) -> Result<()> {
    let mut feed = crowd.site.feed(guest).await?;
    if let Some(lost) = lost.take() {
        crowd.tally.returns.add(lost.elapsed());
    }
    let mut left = party.left();
    let mut patience = None;
    loop {
        if let Some(last) = &*left.borrow_and_update() {
            let Some((table, moves)) = last else { return Ok(()) };
            let known = heard.get(table).copied().unwrap_or_default();
            if known >= *moves {
                return Ok(());
            }
            if patience.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                return Err(anyhow!("table {table}: a stream of changes told of {known} moves, not of {moves}").into());
            }
        }
        tokio::select! {
            change = feed.next() => {
                let change = change?;
                heard.insert(change.table, change.moves);
            }
            _ = left.changed() => {}
            () = tokio::time::sleep(PATIENCE), if patience.is_some() => {}
        }
    }
}
