//! The store over either database: both run the same statements.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::join_all;
use sqlx::QueryBuilder;
use sqlx::query_builder::Separated;

use crate::store::backend::{Backend, Base, Query, Record, Value};
use crate::store::check::{check_account, check_append, check_credential, check_note, checked, checked_json};
use crate::store::row::{insert, rows};
use crate::store::writer::{Work, Writer};
use crate::store::{
    Account, AnalysisNote, Append, Credential, CredentialKind, Cursor, Entries, Note, Onto, Placing, Proof, Rating,
    RatingChange, Results, Store, StoreError, StoredAnalysis, StoredEvent, Summary, TableFilter, TableState, fold_name,
};

rows! {
    /// An account, with the form of its name by which it is found.
    struct AccountRow {
        folded_name: String,
        account: Account,
    }
}

pub(super) struct SqlStore<DB: Backend> {
    base: Arc<Base<DB>>,
    writer: Writer<DB>,
}

impl<DB: Backend> SqlStore<DB> {
    /// Connects, brings the schema up to date, and keeps other servers away.
    pub(super) async fn open(base: Base<DB>, patience: Duration) -> Result<Self, StoreError> {
        let base = Arc::new(base);
        let writer = Writer::start(Arc::clone(&base), patience).await?;
        Ok(Self { base, writer })
    }

    /// Reads, and once more on another connection if the one before was lost meanwhile.
    pub(super) async fn fetch<T: Record>(&self, query: Query<DB>) -> Result<Vec<T>, StoreError> {
        match self.base.reader().await?.fetch(query.clone()).await {
            Err(StoreError::Unavailable(..)) => self.base.reader().await?.fetch(query).await,
            found => found,
        }
    }

    pub(super) async fn fetch_first<T: Record>(&self, query: Query<DB>) -> Result<Option<T>, StoreError> {
        Ok(self.fetch(query).await?.into_iter().next())
    }

    /// The one value that a query finds.
    pub(super) async fn fetch_value<T>(&self, query: Query<DB>) -> Result<Option<T>, StoreError>
    where
        (T,): Record,
    {
        let found: Option<(T,)> = self.fetch_first(query).await?;
        Ok(found.map(|(value,)| value))
    }

    /// Runs one query that writes, and says how many rows it changed.
    pub(super) async fn write(&self, query: Query<DB>) -> Result<u64, StoreError> {
        let changed = self.write_all(vec![query]).await?;
        Ok(changed.first().copied().unwrap_or_default())
    }

    /// Runs queries that write in one transaction, and says how many rows each changed. The first one decides: if it
    /// changes nothing, nothing else is done.
    pub(super) async fn write_all(&self, queries: Vec<Query<DB>>) -> Result<Vec<u64>, StoreError> {
        self.writer.write(Work::Queries(queries)).await
    }
}

#[async_trait]
impl<DB: Backend> Store for SqlStore<DB> {
    async fn append(&self, appends: Vec<Append>) -> Result<(), StoreError> {
        appends.iter().try_for_each(check_append)?;
        self.writer.write(Work::Append(appends)).await.map(drop)
    }

    async fn some_events(&self, table: &str, first_version: u64, limit: u32) -> Result<Vec<StoredEvent>, StoreError> {
        // No table has so many events that the number does not fit.
        let first_version = i64::try_from(first_version).unwrap_or(i64::MAX);
        let query = Query::new("SELECT * FROM events WHERE table_id = $1 AND version >= $2 ORDER BY version LIMIT $3");
        self.fetch(query.bind(table).bind(first_version).bind(i64::from(limit)))
            .await
    }

    async fn versions(&self, tables: &[String]) -> Result<Vec<(String, u64)>, StoreError> {
        let ids = serde_json::to_string(tables).map_err(|error| StoreError::Invalid(error.to_string()))?;
        let found: Vec<(String, i64)> = self.fetch(Query::new(DB::SELECT_VERSIONS).bind(ids)).await?;
        Ok(found
            .into_iter()
            .map(|(id, version)| (id, version.cast_unsigned()))
            .collect())
    }

    async fn take_due(&self, now: i64, until: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        let query = Query::new("SELECT id, due_at FROM tables WHERE awake AND due_at <= $1 ORDER BY due_at LIMIT $2");
        let mut due: Vec<(String, i64)> = self.fetch(query.bind(now).bind(i64::from(limit))).await?;
        // In the order in which every server locks tables.
        due.sort();
        // Whoever changes it first has it. No lock is held meanwhile, and all of them share one commit.
        let take = due.iter().map(|(id, due_at)| {
            let query = Query::new("UPDATE tables SET due_at = $3 WHERE id = $1 AND due_at = $2");
            self.write(query.bind(id.as_str()).bind(*due_at).bind(until))
        });
        // Those that were taken are, whatever becomes of the others: they are tried again.
        let (mut taken, mut failed) = (Vec::new(), None);
        for ((id, _), rows) in due.iter().zip(join_all(take).await) {
            match rows {
                Ok(1) => taken.push(id.clone()),
                Ok(_) => {}
                Err(error) => failed = Some(error),
            }
        }
        failed.filter(|_| taken.is_empty()).map_or(Ok(taken), Err)
    }

    async fn unused(&self, state: TableState, before: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        let query = Query::new(
            "SELECT id FROM tables WHERE over_at IS NULL AND state = $1 AND changed_at < $2 ORDER BY changed_at LIMIT $3",
        );
        let found: Vec<(String,)> = self
            .fetch(query.bind(state.to_string()).bind(before).bind(i64::from(limit)))
            .await?;
        Ok(found.into_iter().map(|(id,)| id).collect())
    }

    async fn time(&self) -> Result<Option<i64>, StoreError> {
        match DB::TIME {
            Some(sql) => self.fetch_value(Query::new(sql)).await,
            None => Ok(None),
        }
    }

    async fn beat(&self) -> Result<(), StoreError> {
        // Every commit says when it was, even one of nothing.
        self.append(Vec::new()).await
    }

    async fn outages(&self, after: i64) -> Result<Vec<(i64, i64)>, StoreError> {
        let query = Query::new("SELECT began, ended FROM outages WHERE ended > $1 ORDER BY ended");
        self.fetch(query.bind(after)).await
    }

    async fn silent_since(&self, earlier: i64, moment: i64) -> Result<Option<i64>, StoreError> {
        let query = Query::new("SELECT at FROM commits WHERE at > $1 AND at < $2 ORDER BY at LIMIT 1");
        self.fetch_value(query.bind(earlier).bind(moment)).await
    }

    async fn forget_outages(&self, before: i64) -> Result<(), StoreError> {
        self.write(Query::new("DELETE FROM outages WHERE ended < $1").bind(before))
            .await?;
        // Server 0 is one that is alone, whenever that was.
        let servers = Query::new("DELETE FROM commits WHERE server <> 0 AND at < $1");
        self.write(servers.bind(before)).await.map(drop)
    }

    async fn tables(
        &self,
        filter: &TableFilter,
        after: Option<&Cursor>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError> {
        let mut tables: Vec<Summary> = Vec::new();
        for part in Part::all_of(filter) {
            let order = part.order();
            let mut query = QueryBuilder::<DB>::new("SELECT * FROM tables WHERE ");
            let mut conditions = query.separated(" AND ");
            part.require(filter, &mut conditions);
            if let Some(Cursor { changed_at, table }) = after {
                DB::bind(conditions.push(format_args!("({order}, id) < (")), *changed_at);
                DB::bind(conditions.push_unseparated(", "), table.as_str());
                conditions.push_unseparated(")");
            }
            conditions.push_unseparated(format_args!(" ORDER BY {order} DESC, id DESC LIMIT "));
            DB::bind(&mut conditions, i64::from(limit));
            tables.extend(self.fetch::<Summary>(query.into()).await?);
        }
        tables.sort_by(|a, b| (b.changed_at, &b.table).cmp(&(a.changed_at, &a.table)));
        tables.truncate(limit as usize);
        Ok(tables)
    }

    async fn count_tables(&self, filter: &TableFilter) -> Result<u64, StoreError> {
        let mut count = 0;
        for part in Part::all_of(filter) {
            let mut query = QueryBuilder::<DB>::new("SELECT COUNT(*) FROM tables WHERE ");
            part.require(filter, &mut query.separated(" AND "));
            let found: Option<i64> = self.fetch_value(query.into()).await?;
            count += found.unwrap_or_default().cast_unsigned();
        }
        Ok(count)
    }

    async fn openers_of_engines_games(&self) -> Result<Vec<String>, StoreError> {
        let query = Query::new(
            "SELECT opener FROM tables WHERE over_at IS NULL AND opener IS NOT NULL \
             AND first_id LIKE 'engine:%' AND second_id LIKE 'engine:%' ORDER BY id",
        );
        let found: Vec<(String,)> = self.fetch(query).await?;
        Ok(found.into_iter().map(|(opener,)| opener).collect())
    }

    async fn results_of(&self, person: &str) -> Result<Vec<Results>, StoreError> {
        // Each half has an index. What nobody else could watch, or was played elsewhere, anybody could make up.
        let query = Query::new(
            "SELECT game, variant, COUNT(*) FILTER (WHERE outcome = seat) AS won, \
             COUNT(*) FILTER (WHERE outcome NOT IN (seat, 'draw')) AS lost, \
             COUNT(*) FILTER (WHERE outcome = 'draw') AS drawn \
             FROM (SELECT game, variant, outcome, 'first' AS seat FROM tables \
             WHERE over_at IS NOT NULL AND outcome IS NOT NULL AND (rated OR listed) \
             AND first_id = $1 AND second_id IS DISTINCT FROM $1 \
             UNION ALL SELECT game, variant, outcome, 'second' FROM tables \
             WHERE over_at IS NOT NULL AND outcome IS NOT NULL AND (rated OR listed) \
             AND second_id = $1 AND first_id IS DISTINCT FROM $1) AS played \
             GROUP BY game, variant ORDER BY game, COALESCE(variant, '')",
        );
        self.fetch(query.bind(person)).await
    }

    async fn create_account(&self, account: &Account) -> Result<(), StoreError> {
        check_account(account)?;
        if self.write(insert_account(account)).await? == 1 {
            return Ok(());
        }
        Err(match (&account.guest, self.account(&account.name).await?) {
            (Some(guest), None) => StoreError::GuestTaken(guest.clone()),
            _ => StoreError::NameTaken(account.name.clone()),
        })
    }

    async fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let query = Query::new("SELECT * FROM accounts WHERE folded_name = $1");
        self.fetch_first(query.bind(fold_name(name))).await
    }

    async fn accounts(&self, after: Option<&str>, limit: u32) -> Result<Vec<Account>, StoreError> {
        // Every name comes after the empty one.
        let after = after.map(fold_name).unwrap_or_default();
        let query = Query::new("SELECT * FROM accounts WHERE folded_name > $1 ORDER BY folded_name LIMIT $2");
        self.fetch(query.bind(after).bind(i64::from(limit))).await
    }

    async fn appoint(&self, name: &str, is_administrator: bool) -> Result<(), StoreError> {
        let query = Query::new("UPDATE accounts SET is_administrator = $1 WHERE folded_name = $2 AND gone_at IS NULL");
        match self.write(query.bind(is_administrator).bind(fold_name(name))).await? {
            0 => Err(StoreError::NoSuchAccount(name.to_owned())),
            _ => Ok(()),
        }
    }

    async fn create_credential(&self, credential: &Credential, proof: Proof<'_>) -> Result<bool, StoreError> {
        check_credential(credential)?;
        // Whoever changes the password waits until this is committed, and revokes it then, or has changed it before.
        let lock = Query::new("UPDATE accounts SET password_hash = password_hash WHERE folded_name = $1");
        let lock = lock.bind(fold_name(&credential.account));
        let insert = match proof {
            Proof::Password(hash) => insert_credential(credential, " AND password_hash = $8").bind(hash),
            Proof::Session(hash) => {
                let session = " AND EXISTS (SELECT 1 FROM credentials WHERE hash = $8 AND account = $3)";
                insert_credential(credential, session).bind(hash)
            }
        };
        Ok(self.write_all(vec![lock, insert]).await?.last() == Some(&1))
    }

    async fn credential(&self, kind: CredentialKind, hash: &str, now: i64) -> Result<Option<Credential>, StoreError> {
        let query = Query::new(
            "SELECT name, credentials.* FROM credentials JOIN accounts ON folded_name = account \
             WHERE hash = $1 AND kind = $2 AND COALESCE(expires_at > $3, TRUE)",
        );
        self.fetch_first(query.bind(hash).bind(kind.to_string()).bind(now))
            .await
    }

    async fn credentials_of(
        &self,
        account: &str,
        kind: CredentialKind,
        now: i64,
    ) -> Result<Vec<Credential>, StoreError> {
        let query = Query::new(
            "SELECT name, credentials.* FROM credentials JOIN accounts ON folded_name = account \
             WHERE account = $1 AND kind = $2 AND COALESCE(expires_at > $3, TRUE) \
             ORDER BY credentials.created_at DESC, hash",
        );
        self.fetch(query.bind(fold_name(account)).bind(kind.to_string()).bind(now))
            .await
    }

    async fn touch_credential(&self, hash: &str, used_at: i64, expires_at: Option<i64>) -> Result<(), StoreError> {
        let query = Query::new("UPDATE credentials SET used_at = $2, expires_at = $3 WHERE hash = $1");
        self.write(query.bind(hash).bind(used_at).bind(expires_at))
            .await
            .map(drop)
    }

    async fn delete_credential(&self, account: &str, hash: &str) -> Result<bool, StoreError> {
        let query = Query::new("DELETE FROM credentials WHERE hash = $1 AND account = $2");
        Ok(self.write(query.bind(hash).bind(fold_name(account))).await? == 1)
    }

    async fn delete_credentials(
        &self,
        account: &str,
        kind: CredentialKind,
        except: Option<&str>,
    ) -> Result<u64, StoreError> {
        // No hash is the empty text.
        let except = except.unwrap_or_default();
        let query = Query::new("DELETE FROM credentials WHERE account = $1 AND kind = $2 AND hash <> $3");
        self.write(query.bind(fold_name(account)).bind(kind.to_string()).bind(except))
            .await
    }

    async fn delete_expired_credentials(&self, now: i64) -> Result<u64, StoreError> {
        self.write(Query::new("DELETE FROM credentials WHERE expires_at <= $1").bind(now))
            .await
    }

    async fn rating(&self, account: &str, ladder: &str) -> Result<Option<Rating>, StoreError> {
        let query = Query::new("SELECT * FROM ratings WHERE account = $1 AND ladder = $2");
        self.fetch_first(query.bind(fold_name(account)).bind(ladder)).await
    }

    async fn ratings_of(&self, account: &str) -> Result<Vec<Placing>, StoreError> {
        let query = Query::new(
            "SELECT name, ratings.* FROM ratings JOIN accounts ON folded_name = account \
             WHERE account = $1 ORDER BY ladder",
        );
        self.fetch(query.bind(fold_name(account))).await
    }

    async fn best_of(&self, ladder: &str, limit: u32) -> Result<Vec<Placing>, StoreError> {
        let query = Query::new(
            "SELECT name, ratings.* FROM ratings JOIN accounts ON folded_name = account \
             WHERE ladder = $1 ORDER BY rating DESC, account LIMIT $2",
        );
        self.fetch(query.bind(ladder).bind(i64::from(limit))).await
    }

    async fn rating_history(&self, account: &str, ladder: &str) -> Result<Vec<RatingChange>, StoreError> {
        let query = Query::new("SELECT * FROM rating_changes WHERE account = $1 AND ladder = $2 ORDER BY revision");
        self.fetch(query.bind(fold_name(account)).bind(ladder)).await
    }

    async fn note(&self, person: &str, table: &str) -> Result<Option<String>, StoreError> {
        let query = Query::new("SELECT body FROM notes WHERE person = $1 AND table_id = $2");
        self.fetch_value(query.bind(person).bind(table)).await
    }

    async fn set_note(&self, note: &Note, most: u32) -> Result<bool, StoreError> {
        if note.text.is_empty() {
            let query = Query::new("DELETE FROM notes WHERE person = $1 AND table_id = $2");
            let query = query.bind(note.person.as_str()).bind(note.table.as_str());
            return self.write(query).await.map(|_| true);
        }
        check_note(note)?;
        let room = " AND (SELECT COUNT(*) FROM notes WHERE person = $1 AND table_id <> $2) < $5";
        if self.write(insert_note(note, room).bind(i64::from(most))).await? == 1 {
            return Ok(true);
        }
        let table = Query::new("SELECT EXISTS (SELECT 1 FROM tables WHERE id = $1)");
        match self.fetch_value(table.bind(note.table.as_str())).await? {
            Some(true) => Ok(false),
            _ => Err(StoreError::NoSuchTable(note.table.clone())),
        }
    }

    async fn progress(&self, person: &str) -> Result<Option<String>, StoreError> {
        self.fetch_value(Query::new("SELECT body FROM progress WHERE person = $1").bind(person))
            .await
    }

    async fn set_progress(&self, person: &str, before: Option<&str>, progress: &str) -> Result<bool, StoreError> {
        checked("a person's id", person)?;
        checked_json("progress", progress)?;
        let query = match before {
            Some(before) => Query::new("UPDATE progress SET body = $2 WHERE person = $1 AND body = $3")
                .bind(person)
                .bind(progress)
                .bind(before),
            None => insert_progress(person, progress),
        };
        Ok(self.write(query).await? == 1)
    }

    async fn create_analysis(&self, analysis: &StoredAnalysis) -> Result<(), StoreError> {
        self.write(insert("analyses", [analysis]).into()).await.map(drop)
    }

    async fn analysis(&self, id: &str) -> Result<Option<StoredAnalysis>, StoreError> {
        self.fetch_first(Query::new("SELECT * FROM analyses WHERE id = $1").bind(id))
            .await
    }

    async fn analyses(&self) -> Result<Vec<AnalysisNote>, StoreError> {
        let query = "SELECT id, owner, is_finished, asked_at, watched_until, due_at FROM analyses";
        self.fetch(Query::new(query)).await
    }

    async fn keep_analysis(
        &self,
        id: &str,
        due_at: i64,
        until: i64,
        view: &str,
        is_finished: bool,
    ) -> Result<bool, StoreError> {
        let query = Query::new(
            "UPDATE analyses SET due_at = $3, view = $4, is_finished = $5 \
             WHERE id = $1 AND due_at = $2 AND NOT is_finished",
        );
        let query = query.bind(id).bind(due_at).bind(until).bind(view).bind(is_finished);
        Ok(self.write(query).await? == 1)
    }

    async fn take_analysis(&self, id: &str, due_at: i64, until: i64) -> Result<bool, StoreError> {
        let query = Query::new("UPDATE analyses SET due_at = $3 WHERE id = $1 AND due_at = $2 AND NOT is_finished");
        Ok(self.write(query.bind(id).bind(due_at).bind(until)).await? == 1)
    }

    async fn note_analysis(&self, id: &str, asked_at: i64, watched_until: Option<i64>) -> Result<(), StoreError> {
        let query =
            Query::new("UPDATE analyses SET asked_at = $2, watched_until = COALESCE($3, watched_until) WHERE id = $1");
        self.write(query.bind(id).bind(asked_at).bind(watched_until))
            .await
            .map(drop)
    }

    async fn end_analysis(&self, id: &str) -> Result<(), StoreError> {
        self.write(Query::new("UPDATE analyses SET is_finished = TRUE WHERE id = $1").bind(id))
            .await
            .map(drop)
    }

    async fn delete_analysis(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self
            .write(Query::new("DELETE FROM analyses WHERE id = $1").bind(id))
            .await?
            == 1)
    }

    async fn delete_unasked_analyses(&self, since: i64) -> Result<u64, StoreError> {
        self.write(Query::new("DELETE FROM analyses WHERE asked_at <= $1").bind(since))
            .await
    }

    async fn secret(&self, name: &str, fresh: &[u8]) -> Result<Vec<u8>, StoreError> {
        let query = Query::new("SELECT value FROM secrets WHERE name = $1").bind(name);
        if let Some(kept) = self.fetch_value(query.clone()).await? {
            return Ok(kept);
        }
        self.write(insert_secret(checked("a secret's name", name)?, fresh))
            .await?;
        let kept = self.fetch_value(query).await?;
        kept.ok_or_else(|| self.base.damaged(format!("the secret {name:?} is gone")))
    }

    async fn check_health(&self) -> Result<(), StoreError> {
        let _: Option<i64> = self.fetch_value(Query::new("SELECT oldest FROM compatibility")).await?;
        self.beat().await
    }

    async fn import(&self, lines: Entries, onto: Onto) -> Result<(), StoreError> {
        self.writer.import(lines, onto).await
    }

    async fn close(&self) {
        self.writer.close().await;
        self.base.close().await;
    }
}

/// Tables of a filter that one index finds in their order: those that are over apart from the others, and those where a
/// person sits first apart from those where he sits second.
#[derive(Clone, Copy)]
struct Part {
    is_over: bool,
    /// The columns of the person's seat and of the other one.
    seats: Option<(&'static str, &'static str)>,
    /// Whether another part has found those who sit on both sides.
    is_second: bool,
}

impl Part {
    fn all_of(filter: &TableFilter) -> Vec<Part> {
        let states: &[bool] = match filter.state {
            None => &[false, true],
            Some(TableState::Over) => &[true],
            Some(_) => &[false],
        };
        let seats: &[_] = match filter.person {
            None => &[(None, false)],
            Some(_) => &[
                (Some(("first_id", "second_id")), false),
                (Some(("second_id", "first_id")), true),
            ],
        };
        let parts = states.iter().flat_map(|&is_over| {
            seats.iter().map(move |&(seats, is_second)| Part {
                is_over,
                seats,
                is_second,
            })
        });
        parts.collect()
    }

    /// The column of the time of the last change.
    fn order(self) -> &'static str {
        if self.is_over { "over_at" } else { "changed_at" }
    }

    fn require<DB: Backend>(self, filter: &TableFilter, conditions: &mut Separated<'_, DB, &'static str>) {
        conditions.push(match self.is_over {
            true => "over_at IS NOT NULL",
            false => "over_at IS NULL",
        });
        if let (Some((own, other)), Some(person)) = (self.seats, &filter.person) {
            bind(conditions, format!("{own} = "), Some(person.as_str()));
            bind(conditions, format!("{other} = "), filter.opponent.as_deref());
            let person = self.is_second.then_some(person.as_str());
            bind(conditions, format!("{other} IS DISTINCT FROM "), person);
        }
        if let Some(opener) = &filter.absent_opener {
            for column in ["first_id", "second_id"] {
                bind(conditions, format!("{column} IS DISTINCT FROM "), Some(opener.as_str()));
            }
            bind(conditions, "opener = ", Some(opener.as_str()));
        }
        let state = filter.state.filter(|_| !self.is_over);
        bind(conditions, "state = ", state.map(|state| state.to_string()));
        bind(conditions, "listed = ", filter.listed);
        bind(conditions, "rated = ", filter.rated);
        bind(conditions, "game = ", filter.game.as_deref());
        bind(conditions, "variant = ", filter.variant.as_deref());
        bind(
            conditions,
            "outcome = ",
            filter.outcome.map(|outcome| outcome.to_string()),
        );
        let order = self.order();
        bind(conditions, format!("{order} >= "), filter.since);
        bind(conditions, format!("{order} < "), filter.until);
    }
}

/// Adds a condition about a value, if there is one.
fn bind<DB: Backend>(
    conditions: &mut Separated<'_, DB, &'static str>,
    condition: impl Display,
    value: Option<impl Value>,
) {
    if let Some(value) = value {
        DB::bind(conditions.push(condition), value);
    }
}

/// Changes nothing if there is an account of this name, or one of this guest.
pub(super) fn insert_account<DB: Backend>(account: &Account) -> Query<DB> {
    let row = AccountRow {
        folded_name: fold_name(&account.name),
        account: account.clone(),
    };
    let mut query = insert("accounts", [&row]);
    query.push("ON CONFLICT DO NOTHING");
    query.into()
}

/// Changes nothing if there is no such account, or if it does not meet another condition, about `$8`.
pub(super) fn insert_credential<DB: Backend>(credential: &Credential, condition: &'static str) -> Query<DB> {
    let sql = "INSERT INTO credentials (hash, kind, account, label, created_at, used_at, expires_at) \
               SELECT $1, $2, folded_name, $4, $5, $6, $7 FROM accounts WHERE folded_name = $3";
    Query::of(format!("{sql}{condition}"))
        .bind(credential.hash.as_str())
        .bind(credential.kind.to_string())
        .bind(fold_name(&credential.account))
        .bind(credential.label.as_str())
        .bind(credential.created_at)
        .bind(credential.used_at)
        .bind(credential.expires_at)
}

/// Changes nothing if there is no such table, or if it does not meet another condition, about `$5`.
pub(super) fn insert_note<DB: Backend>(note: &Note, condition: &'static str) -> Query<DB> {
    Query::of(format!(
        "INSERT INTO notes (person, table_id, body, at) SELECT $1, id, $3, $4 FROM tables WHERE id = $2{condition} \
         ON CONFLICT (person, table_id) DO UPDATE SET body = excluded.body, at = excluded.at"
    ))
    .bind(note.person.as_str())
    .bind(note.table.as_str())
    .bind(note.text.as_str())
    .bind(note.at)
}

/// Changes nothing if there is progress of this person.
pub(super) fn insert_progress<DB: Backend>(person: &str, progress: &str) -> Query<DB> {
    Query::new("INSERT INTO progress (person, body) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(person)
        .bind(progress)
}

/// Changes nothing if there is a secret of this name.
pub(super) fn insert_secret<DB: Backend>(name: &str, value: &[u8]) -> Query<DB> {
    Query::new("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(name)
        .bind(value)
}
