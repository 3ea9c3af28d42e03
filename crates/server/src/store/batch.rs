//! Appends of many callers in one transaction, by a handful of statements for all of them. What conflicts is found
//! before anything is written: nobody else writes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde::Serialize;

use crate::store::connection::{ColumnType, Row, Statement, Value, integer};
use crate::store::writer::{Answer, Transaction, Work};
use crate::store::{
    Append, PersonSummary, RatingUpdate, StoreError, StoredEvent, Summary, TableState, fold_name, table,
};

/// The columns of a table's summary, in the order in which they are read and written.
pub(super) const SUMMARY: [(&str, ColumnType); 17] = [
    ("id", ColumnType::Text),
    ("game", ColumnType::Text),
    ("variant", ColumnType::Text),
    ("state", ColumnType::Text),
    ("listed", ColumnType::Boolean),
    ("rated", ColumnType::Boolean),
    ("first_id", ColumnType::Text),
    ("first_name", ColumnType::Text),
    ("second_id", ColumnType::Text),
    ("second_name", ColumnType::Text),
    ("opened_at", ColumnType::Integer),
    ("changed_at", ColumnType::Integer),
    ("moves", ColumnType::Integer),
    ("to_move", ColumnType::Text),
    ("outcome", ColumnType::Text),
    ("ending", ColumnType::Text),
    ("awake", ColumnType::Boolean),
];

/// The columns that follow from the others.
const BOOKKEEPING: [(&str, ColumnType); 2] = [("next_version", ColumnType::Integer), ("over_at", ColumnType::Integer)];

/// The columns that a move changes; most of them have no index, so that a move costs little.
const CHANGED_BY_A_MOVE: [&str; 5] = ["changed_at", "moves", "to_move", "awake", "next_version"];

const EVENT: [(&str, ColumnType); 4] = [
    ("table_id", ColumnType::Text),
    ("version", ColumnType::Integer),
    ("at", ColumnType::Integer),
    ("body", ColumnType::Text),
];

#[derive(Serialize)]
struct TableRow<'a> {
    id: &'a str,
    game: &'a str,
    variant: Option<&'a str>,
    state: TableState,
    listed: bool,
    rated: bool,
    first_id: Option<&'a str>,
    first_name: Option<&'a str>,
    second_id: Option<&'a str>,
    second_name: Option<&'a str>,
    opened_at: i64,
    changed_at: i64,
    moves: u32,
    to_move: Option<String>,
    outcome: Option<String>,
    ending: Option<&'a str>,
    awake: bool,
    next_version: u64,
    over_at: Option<i64>,
}

impl<'a> TableRow<'a> {
    fn new(summary: &'a Summary, next_version: u64) -> Self {
        let (first, second) = (summary.first.as_ref(), summary.second.as_ref());
        Self {
            id: &summary.table,
            game: &summary.game,
            variant: summary.variant.as_deref(),
            state: summary.state,
            listed: summary.listed,
            rated: summary.rated,
            first_id: first.map(|person| person.id.as_str()),
            first_name: first.map(|person| person.name.as_str()),
            second_id: second.map(|person| person.id.as_str()),
            second_name: second.map(|person| person.name.as_str()),
            opened_at: summary.opened_at,
            changed_at: summary.changed_at,
            moves: summary.moves,
            to_move: summary.to_move.map(|player| player.to_string()),
            outcome: summary.outcome.map(|outcome| outcome.to_string()),
            ending: summary.ending.as_deref(),
            awake: summary.awake,
            next_version,
            over_at: (summary.state == TableState::Over).then_some(summary.changed_at),
        }
    }
}

#[derive(Serialize)]
struct EventRow<'a> {
    table_id: &'a str,
    version: u64,
    at: i64,
    body: &'a str,
}

impl<'a> EventRow<'a> {
    fn new(table_id: &'a str, StoredEvent { version, at, body }: &'a StoredEvent) -> Self {
        Self {
            table_id,
            version: *version,
            at: *at,
            body,
        }
    }
}

/// A table as it is in the database, and as it will be.
struct Known<'a> {
    /// None if it is not there yet.
    stored: Option<Summary>,
    next_version: u64,
    /// The table after the last append.
    summary: Option<&'a Summary>,
}

/// How often ratings were changed, by account and ladder; none if there is no such account.
type Revisions<'a> = HashMap<(String, &'a str), Option<u64>>;

/// Appends what goes on where its table ends, and answers each piece of work; those that are no appends are answered as
/// if done.
pub(super) async fn append(mut transaction: Transaction<'_>, work: &[Work]) -> Result<Vec<Answer>, StoreError> {
    let appends: Vec<_> = work.iter().flat_map(Work::appends).collect();
    let mut tables = known_tables(&mut transaction, &appends).await?;
    let mut revisions = Revisions::new();
    for update in appends.iter().flat_map(|append| &append.ratings) {
        if let Entry::Vacant(entry) = revisions.entry(rating_key(update)) {
            entry.insert(revision(&mut transaction, update).await?);
        }
    }

    let mut events = Vec::new();
    let mut ratings = Vec::new();
    let mut answers = Vec::with_capacity(work.len());
    for work in work {
        let checked = check(work.appends(), &tables, &revisions);
        if checked.is_ok() {
            for append in work.appends() {
                let table = append.summary.table.as_str();
                if let Some(known) = tables.get_mut(table) {
                    known.next_version += append.events.len() as u64;
                    known.summary = Some(&append.summary);
                }
                events.extend(append.events.iter().map(|event| EventRow::new(table, event)));
                for update in &append.ratings {
                    revisions.insert(rating_key(update), Some(update.rating.revision));
                    ratings.push((table, update));
                }
            }
        }
        answers.push(checked.map(|()| Vec::new()));
    }

    let changed = tables
        .values()
        .filter_map(|known| Some((known.stored.as_ref(), known.summary?, known.next_version)));
    let (moved, whole): (Vec<_>, Vec<_>) =
        changed.partition(|(stored, summary, _)| stored.is_some_and(|stored| differs_by_a_move(stored, summary)));
    let rows = |tables: Vec<(_, _, _)>| {
        tables
            .into_iter()
            .map(|(_, summary, next)| TableRow::new(summary, next))
    };
    write_tables(&mut transaction, &rows(whole).collect::<Vec<_>>(), &[]).await?;
    write_tables(&mut transaction, &rows(moved).collect::<Vec<_>>(), &CHANGED_BY_A_MOVE).await?;
    write_events(&mut transaction, &events).await?;
    for (table, update) in ratings {
        write_rating(&mut transaction, table, update).await?;
    }
    Ok(answers)
}

/// Writes whole tables, without a look at what there is.
pub(super) async fn insert(
    transaction: &mut Transaction<'_>,
    tables: &[(Summary, Vec<StoredEvent>)],
) -> Result<(), StoreError> {
    let rows: Vec<_> = tables
        .iter()
        .map(|(summary, events)| TableRow::new(summary, events.len() as u64))
        .collect();
    write_tables(transaction, &rows, &[]).await?;
    let events = tables
        .iter()
        .flat_map(|(summary, events)| events.iter().map(|event| EventRow::new(&summary.table, event)));
    write_events(transaction, &events.collect::<Vec<_>>()).await
}

/// Whether all of these go on where their tables end, one after the other.
fn check(appends: &[Append], tables: &HashMap<&str, Known<'_>>, revisions: &Revisions<'_>) -> Result<(), StoreError> {
    let mut next = HashMap::new();
    let mut changed = HashMap::new();
    for append in appends {
        let table = append.summary.table.as_str();
        let known = || tables.get(table).map_or(0, |known| known.next_version);
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
            let found = found.ok_or_else(|| StoreError::NoSuchAccount {
                name: update.account.clone(),
            })?;
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

fn rating_key(update: &RatingUpdate) -> (String, &str) {
    (fold_name(&update.account), &update.ladder)
}

/// Whether a move could have made one of the other: nothing differs that is not written after a move.
fn differs_by_a_move(stored: &Summary, summary: &Summary) -> bool {
    let moved = Summary {
        changed_at: summary.changed_at,
        moves: summary.moves,
        to_move: summary.to_move,
        awake: summary.awake,
        ..stored.clone()
    };
    moved == *summary && summary.state != TableState::Over
}

/// The tables that are to be appended to.
async fn known_tables<'a>(
    transaction: &mut Transaction<'_>,
    appends: &[&'a Append],
) -> Result<HashMap<&'a str, Known<'a>>, StoreError> {
    let ids: Vec<_> = appends.iter().map(|append| append.summary.table.as_str()).collect();
    let new = |id| {
        (
            id,
            Known {
                stored: None,
                next_version: 0,
                summary: None,
            },
        )
    };
    let mut tables: HashMap<_, _> = ids.iter().copied().map(new).collect();
    if ids.is_empty() {
        return Ok(tables);
    }
    let columns = names(&SUMMARY).join(", ");
    let sql = format!(
        "SELECT next_version, {columns} FROM tables WHERE id IN ({})",
        transaction.dialect.texts()
    );
    for mut row in transaction.connection.fetch(Statement::new(sql, [json(&ids)?])).await? {
        let next_version = row.unsigned()?;
        let stored = summary(&mut row)?;
        if let Some(known) = tables.get_mut(stored.table.as_str()) {
            *known = Known {
                stored: Some(stored),
                next_version,
                summary: None,
            };
        }
    }
    Ok(tables)
}

/// How often a rating was changed; none if there is no such account.
async fn revision(transaction: &mut Transaction<'_>, update: &RatingUpdate) -> Result<Option<u64>, StoreError> {
    let sql = "SELECT COALESCE(revision, 0) FROM accounts \
               LEFT JOIN ratings ON account = folded_name AND ladder = $2 WHERE folded_name = $1";
    let values = [fold_name(&update.account).into(), update.ladder.as_str().into()];
    let rows = transaction.connection.fetch(Statement::new(sql, values)).await?;
    rows.into_iter().next().map(|mut row| row.unsigned()).transpose()
}

/// Writes new tables, and of those that are there already the columns named, or all.
async fn write_tables(
    transaction: &mut Transaction<'_>,
    rows: &[TableRow<'_>],
    changed: &[&str],
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let columns = [&SUMMARY[..], &BOOKKEEPING].concat();
    let names = names(&columns);
    let changed = if changed.is_empty() { &names[1..] } else { changed };
    let changed: Vec<_> = changed.iter().map(|name| format!("{name} = excluded.{name}")).collect();
    let sql = format!(
        "INSERT INTO tables ({}) {} ON CONFLICT (id) DO UPDATE SET {}",
        names.join(", "),
        transaction.dialect.objects(&columns),
        changed.join(", "),
    );
    transaction
        .connection
        .execute(Statement::new(sql, [json(&rows)?]))
        .await
        .map(drop)
}

async fn write_events(transaction: &mut Transaction<'_>, rows: &[EventRow<'_>]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "INSERT INTO events ({}) {}",
        names(&EVENT).join(", "),
        transaction.dialect.objects(&EVENT)
    );
    transaction
        .connection
        .execute(Statement::new(sql, [json(&rows)?]))
        .await
        .map(drop)
}

/// Writes a rating as the one that holds now and as one that there was.
pub(super) async fn write_rating(
    transaction: &mut Transaction<'_>,
    table: &str,
    RatingUpdate {
        account,
        ladder,
        rating,
    }: &RatingUpdate,
) -> Result<(), StoreError> {
    let values = || -> Result<Vec<Value>, StoreError> {
        Ok(vec![
            fold_name(account).into(),
            ladder.as_str().into(),
            integer(rating.revision)?.into(),
            rating.rating.into(),
            rating.deviation.into(),
            rating.volatility.into(),
            integer(rating.games)?.into(),
            rating.at.into(),
        ])
    };
    let sql = "INSERT INTO ratings (account, ladder, revision, rating, deviation, volatility, games, at) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
               ON CONFLICT (account, ladder) DO UPDATE SET revision = excluded.revision, rating = excluded.rating, \
               deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, \
               at = excluded.at";
    transaction.connection.execute(Statement::new(sql, values()?)).await?;
    let sql = "INSERT INTO rating_changes \
               (account, ladder, revision, rating, deviation, volatility, games, at, table_id) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let values = values()?.into_iter().chain([table.into()]);
    transaction
        .connection
        .execute(Statement::new(sql, values))
        .await
        .map(drop)
}

/// Reads the columns of [`SUMMARY`].
pub(super) fn summary(row: &mut Row) -> Result<Summary, StoreError> {
    Ok(Summary {
        table: row.text()?,
        game: row.text()?,
        variant: row.optional_text()?,
        state: known(row, TableState::parse)?,
        listed: row.boolean()?,
        rated: row.boolean()?,
        first: person(row)?,
        second: person(row)?,
        opened_at: row.integer()?,
        changed_at: row.integer()?,
        moves: u32::try_from(row.unsigned()?).map_err(|_| row.damaged("too many moves"))?,
        to_move: optional(row, table::player)?,
        outcome: optional(row, table::outcome)?,
        ending: row.optional_text()?,
        awake: row.boolean()?,
    })
}

fn person(row: &mut Row) -> Result<Option<PersonSummary>, StoreError> {
    let (id, name) = (row.optional_text()?, row.optional_text()?);
    Ok(id.zip(name).map(|(id, name)| PersonSummary { id, name }))
}

/// Reads one of a few words.
pub(super) fn known<T>(row: &mut Row, parse: fn(&str) -> Option<T>) -> Result<T, StoreError> {
    let text = row.text()?;
    parse(&text).ok_or_else(|| row.damaged(&format!("{text:?} is none of the words there are")))
}

fn optional<T>(row: &mut Row, parse: fn(&str) -> Option<T>) -> Result<Option<T>, StoreError> {
    let Some(text) = row.optional_text()? else {
        return Ok(None);
    };
    let parsed = parse(&text).ok_or_else(|| row.damaged(&format!("{text:?} is none of the words there are")))?;
    Ok(Some(parsed))
}

/// The names of columns.
pub(super) fn names<'a>(columns: &[(&'a str, ColumnType)]) -> Vec<&'a str> {
    columns.iter().map(|(name, _)| *name).collect()
}

fn json(rows: &impl Serialize) -> Result<Value, StoreError> {
    let text = serde_json::to_string(rows).map_err(|error| StoreError::Invalid(error.to_string()))?;
    Ok(text.into())
}
