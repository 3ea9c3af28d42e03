//! Appends of many callers in one transaction, by a handful of statements for all of them. What conflicts is found
//! before anything is written: until the end of the transaction nobody else writes to the same tables.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use crate::store::backend::{Backend, Link, Query};
use crate::store::row::{insert, insert_or_update, rows};
use crate::store::writer::{Answer, Work};
use crate::store::{Append, RatingUpdate, StoreError, StoredEvent, Summary, TableState, fold_name};

/// Tables that are remembered at most.
const MOST_KNOWN: usize = 10_000;

/// Tables that one statement writes whole at most: databases bound the number of its values.
const WHOLE_AT_ONCE: usize = 100;

rows! {
    /// A table as it is in the database.
    pub(super) struct TableRow {
        pub(super) summary: Summary,
        /// The number of its events.
        pub(super) next_version: u64,
        /// When it was changed last, if it is over.
        over_at: Option<i64>,
    }

    /// A rating that there was, and the table that brought it about.
    struct RatingRow {
        table_id: String,
        update: RatingUpdate,
    }
}

impl TableRow {
    pub(super) fn new(summary: Summary, next_version: u64) -> Self {
        let over_at = (summary.state == TableState::Over).then_some(summary.changed_at);
        Self {
            summary,
            next_version,
            over_at,
        }
    }
}

/// The tables that were written last, as they are in the database: where nobody else writes, they need not be read again.
#[derive(Default)]
pub(super) struct KnownTables(HashMap<String, TableRow>);

/// What is to be written of a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    /// What a move changes.
    Move,
    /// Everything.
    Whole,
}

/// How often ratings were changed, by account and ladder; none if there is no such account.
type Revisions<'a> = HashMap<(String, &'a str), Option<u64>>;

impl KnownTables {
    /// Appends what goes on where its table ends, and answers each piece of work; those that are no appends are answered
    /// as if done.
    ///
    /// After an error, or if the transaction is not committed, nothing that is known is true any more.
    pub(super) async fn append<DB: Backend>(
        &mut self,
        link: &mut Link<DB>,
        work: &[Work<DB>],
    ) -> Result<Vec<Answer>, StoreError> {
        let appends: Vec<_> = work.iter().flat_map(Work::appends).collect();
        self.read(link, &appends).await?;
        let mut revisions = read_revisions(link, &appends).await?;

        let mut changes = BTreeMap::new();
        let mut events = Vec::new();
        let mut superseded = Vec::new();
        let mut ratings = Vec::new();
        let mut answers = Vec::with_capacity(work.len());
        for work in work {
            let checked = self.check(work.appends(), &revisions);
            if checked.is_ok() {
                for append in work.appends() {
                    let table = append.summary.table.as_str();
                    let change = changes.entry(table).or_insert(Change::Move);
                    *change = (*change).max(self.follow(append));
                    events.extend(append.events.iter().map(|event| (table, event)));
                    superseded.extend(append.superseded.iter().map(|version| (table, version)));
                    for update in &append.ratings {
                        revisions.insert(rating_key(update), Some(update.rating.revision));
                        ratings.push((table, update));
                    }
                }
            }
            answers.push(checked.map(|()| Vec::new()));
        }

        let changed = |change| {
            let tables = changes.iter().filter(move |(_, made)| **made == change);
            tables.filter_map(|(table, _)| self.0.get(*table)).collect::<Vec<_>>()
        };
        insert_tables(link, &changed(Change::Whole)).await?;
        move_tables(link, &changed(Change::Move)).await?;
        insert_events(link, &events).await?;
        write_rows(link, DB::EMPTY_PLANS, &superseded).await?;
        for (table, update) in ratings {
            insert_rating(link, table, update).await?;
        }
        Ok(answers)
    }

    /// Reads those tables that are to be appended to and are not known yet.
    async fn read<DB: Backend>(&mut self, link: &mut Link<DB>, appends: &[&Append]) -> Result<(), StoreError> {
        if DB::IS_SHARED || self.0.len() > MOST_KNOWN {
            self.0.clear();
        }
        let ids = appends.iter().map(|append| append.summary.table.as_str());
        let unknown: Vec<_> = ids.filter(|id| !self.0.contains_key(*id)).collect();
        if !unknown.is_empty() {
            let query = Query::new(DB::SELECT_TABLES).bind(json(&unknown)?);
            let found = link.fetch::<TableRow>(query).await?.into_iter();
            self.0.extend(found.map(|row| (row.summary.table.clone(), row)));
        }
        Ok(())
    }

    /// Whether all of these go on where their tables end, one after the other.
    fn check(&self, appends: &[Append], revisions: &Revisions<'_>) -> Result<(), StoreError> {
        let mut next = HashMap::new();
        let mut changed = HashMap::new();
        for append in appends {
            let table = append.summary.table.as_str();
            let known = || self.0.get(table).map_or(0, |known| known.next_version);
            let found = next.get(table).copied().unwrap_or_else(known);
            let expected = append.events.first().map_or(found, |event| event.version);
            if expected != found {
                return Err(StoreError::Conflict {
                    table: table.to_owned(),
                    expected,
                    found,
                });
            }
            next.insert(table, found + append.events.len() as u64);
            for update in &append.ratings {
                let key = rating_key(update);
                let found = changed.get(&key).or_else(|| revisions.get(&key)).copied().flatten();
                let found = found.ok_or_else(|| StoreError::NoSuchAccount(update.account.clone()))?;
                if update.rating.revision != found + 1 {
                    return Err(StoreError::RatingConflict {
                        account: update.account.clone(),
                        ladder: update.ladder.clone(),
                        expected: update.rating.revision.saturating_sub(1),
                        found,
                    });
                }
                changed.insert(key, Some(update.rating.revision));
            }
        }
        Ok(())
    }

    /// Notes what a table is after an append, and says what must be written of it.
    fn follow(&mut self, append: &Append) -> Change {
        let (summary, count) = (&append.summary, append.events.len() as u64);
        let Some(known) = self.0.get_mut(&summary.table) else {
            let new = TableRow::new(summary.clone(), count);
            self.0.insert(summary.table.clone(), new);
            return Change::Whole;
        };
        known.next_version += count;
        known.summary.changed_at = summary.changed_at;
        known.summary.moves = summary.moves;
        known.summary.to_move = summary.to_move;
        known.summary.awake = summary.awake;
        known.summary.due_at = summary.due_at;
        if known.summary == *summary && summary.state != TableState::Over {
            return Change::Move;
        }
        *known = TableRow::new(summary.clone(), known.next_version);
        Change::Whole
    }
}

fn rating_key(update: &RatingUpdate) -> (String, &str) {
    (fold_name(&update.account), &update.ladder)
}

/// How often the ratings were changed that are to be changed.
async fn read_revisions<'a, DB: Backend>(
    link: &mut Link<DB>,
    appends: &[&'a Append],
) -> Result<Revisions<'a>, StoreError> {
    let mut revisions = Revisions::new();
    let updates = appends.iter().flat_map(|append| &append.ratings);
    // In one order for all servers.
    for key in updates.map(rating_key).collect::<BTreeSet<_>>() {
        let query = Query::new(DB::SELECT_REVISION).bind(key.0.as_str()).bind(key.1);
        let found: Option<i64> = link.fetch_value(query).await?;
        revisions.insert(key, found.map(i64::cast_unsigned));
    }
    Ok(revisions)
}

/// Writes whole tables, be they new or there already.
pub(super) async fn insert_tables<DB: Backend>(link: &mut Link<DB>, tables: &[&TableRow]) -> Result<(), StoreError> {
    for tables in tables.chunks(WHOLE_AT_ONCE) {
        let query = insert_or_update("tables", "id", tables.iter().copied());
        link.execute(query.into()).await?;
    }
    Ok(())
}

/// Writes what moves change of tables.
async fn move_tables<DB: Backend>(link: &mut Link<DB>, tables: &[&TableRow]) -> Result<(), StoreError> {
    let row = |known: &TableRow| {
        let Summary {
            changed_at,
            moves,
            awake,
            due_at,
            ..
        } = known.summary;
        let to_move = known.summary.to_move.map(|player| player.to_string());
        (
            known.summary.table.clone(),
            changed_at,
            moves,
            to_move,
            awake,
            due_at,
            known.next_version,
        )
    };
    let rows: Vec<_> = tables.iter().map(|known| row(known)).collect();
    write_rows(link, DB::UPDATE_TABLES, &rows).await
}

/// Writes events, each with its table.
pub(super) async fn insert_events<DB: Backend>(
    link: &mut Link<DB>,
    events: &[(&str, &StoredEvent)],
) -> Result<(), StoreError> {
    let rows = events
        .iter()
        .map(|(table, StoredEvent { version, at, body })| (table, version, at, body));
    write_rows(link, DB::INSERT_EVENTS, &rows.collect::<Vec<_>>()).await
}

/// Runs a statement that writes a list of rows, unless there are none.
async fn write_rows<DB: Backend>(
    link: &mut Link<DB>,
    sql: &'static str,
    rows: &[impl Serialize],
) -> Result<(), StoreError> {
    if !rows.is_empty() {
        link.execute(Query::new(sql).bind(json(rows)?)).await?;
    }
    Ok(())
}

/// Writes a rating as the one that holds now and as one that there was.
pub(super) async fn insert_rating<DB: Backend>(
    link: &mut Link<DB>,
    table: &str,
    update: &RatingUpdate,
) -> Result<(), StoreError> {
    let row = RatingRow {
        table_id: table.to_owned(),
        update: RatingUpdate {
            account: fold_name(&update.account),
            ..update.clone()
        },
    };
    let now = insert_or_update("ratings", "account, ladder", [&row.update]);
    link.execute(now.into()).await?;
    link.execute(insert("rating_changes", [&row]).into()).await.map(drop)
}

fn json(rows: &[impl Serialize]) -> Result<String, StoreError> {
    serde_json::to_string(rows).map_err(|error| StoreError::Invalid(error.to_string()))
}
