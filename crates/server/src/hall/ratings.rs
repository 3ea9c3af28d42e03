//! Ratings: Glicko-2, for each game and variant, between accounts.

use halte_game::{Outcome, Player};
use halte_table::{Event, Fact, Occupant, Table};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::hall::now;
use crate::store::{Rating, RatingUpdate, Store, StoreError};
use crate::visitor::ACCOUNT;

/// The ratings that change because of what has happened at a table.
pub(super) async fn after(table: &Table, events: &[Event], store: &dyn Store) -> Result<Vec<RatingUpdate>, StoreError> {
    let ended = events.iter().any(|event| matches!(event.fact, Fact::Ended { .. }));
    let (true, true, Some(outcome)) = (ended, table.terms().rated, table.result()) else {
        return Ok(Vec::new());
    };
    let account = |player| {
        let person = table.occupant(player).and_then(Occupant::person)?;
        person.id.0.strip_prefix(ACCOUNT).map(str::to_owned)
    };
    let (Some(first), Some(second)) = (account(Player::First), account(Player::Second)) else {
        return Ok(Vec::new());
    };
    let ladder = table.options().to_string();
    let before = [
        store.rating(&first, &ladder).await?,
        store.rating(&second, &ladder).await?,
    ];
    let result = match outcome {
        Outcome::Win(Player::First) => Outcomes::WIN,
        Outcome::Win(Player::Second) => Outcomes::LOSS,
        Outcome::Draw => Outcomes::DRAW,
    };
    let [one, other] = before.map(|rating| rating.map_or_else(Glicko2Rating::new, glicko));
    let (one, other) = glicko2(&one, &other, &result, &Glicko2Config::new());
    let update = |account, before: Option<Rating>, after: Glicko2Rating| RatingUpdate {
        account,
        ladder: ladder.clone(),
        rating: Rating {
            revision: before.map_or(0, |rating| rating.revision) + 1,
            rating: after.rating,
            deviation: after.deviation,
            volatility: after.volatility,
            games: before.map_or(0, |rating| rating.games) + 1,
            at: i64::try_from(now().0).unwrap_or(i64::MAX),
        },
    };
    let [first_before, second_before] = before;
    Ok(vec![
        update(first, first_before, one),
        update(second, second_before, other),
    ])
}

fn glicko(rating: Rating) -> Glicko2Rating {
    Glicko2Rating {
        rating: rating.rating,
        deviation: rating.deviation,
        volatility: rating.volatility,
    }
}
