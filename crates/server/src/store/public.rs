//! What a public site does with people, over either database: accounts that are renamed or deleted, measures against
//! those who do harm, reports, one-time links, letters, and keys that are exchanged.

use async_trait::async_trait;
use halte_table::PersonId;

use crate::store::backend::{Backend, Query};
use crate::store::check::{check_letter, check_measure, check_report, check_ticket, checked};
use crate::store::row::{insert, insert_or_update};
use crate::store::sql::{SqlStore, insert_secret};
use crate::store::{
    Account, Letter, Measure, MeasureKind, Note, PersonSummary, Purpose, Report, StoreError, Ticket, fold_name,
};

/// The part of the store that a public site needs. Each method is one transaction, or one reading.
#[async_trait]
pub trait People: Send + Sync + 'static {
    /// Whether a guest has become an account: then only the account acts for them.
    async fn is_bound(&self, guest: &str) -> Result<bool, StoreError>;

    /// The account that a guest has become.
    async fn account_of(&self, guest: &str) -> Result<Option<Account>, StoreError>;

    /// Changes a password if it is still the one whose hash was checked, and revokes all sessions and tokens but one, and
    /// all links and letters; false if it is another one by now.
    async fn change_password(
        &self,
        account: &str,
        checked_hash: &str,
        new_hash: &str,
        except: Option<&str>,
    ) -> Result<bool, StoreError>;

    /// Revokes all sessions, tokens, links and letters of an account, and says how many sessions and tokens there were.
    async fn log_out(&self, account: &str) -> Result<[u64; 2], StoreError>;

    /// Gives an account another name, in its games that are over too, and at the tables that it opened for others. The name of before stays taken.
    ///
    /// [`StoreError::NameTaken`] if another account has the name, [`StoreError::StillPlaying`] if the account sits at a
    /// table whose game is not over.
    async fn rename_account(&self, name: &str, new_name: &str, now: i64) -> Result<(), StoreError>;

    /// Deletes all that is kept of an account but its name, which stays taken. In games that are over, and at the tables
    /// that it opened for others, somebody else is put in its place. With a hash only if that is still the password's.
    ///
    /// [`StoreError::StillPlaying`] if it sits at a table whose game is not over.
    async fn delete_account(
        &self,
        name: &str,
        checked_hash: Option<&str>,
        stand_in: &PersonSummary,
        now: i64,
    ) -> Result<(), StoreError>;

    /// What holds now against any of these people and addresses.
    async fn measures_against(&self, subjects: &[&str], now: i64) -> Result<Vec<Measure>, StoreError>;

    /// All measures that hold, the newest first.
    async fn measures(&self, now: i64) -> Result<Vec<Measure>, StoreError>;

    /// Imposes measures, all or none, instead of those before.
    async fn impose(&self, measures: &[Measure]) -> Result<(), StoreError>;

    /// Imposes a measure on an address, unless the same holds for at least as long already; false if it does.
    async fn impose_on_address(&self, measure: &Measure) -> Result<bool, StoreError>;

    /// Lifts a measure against all of these, who are one; false if there is none such.
    async fn lift(&self, subjects: &[String], kind: MeasureKind) -> Result<bool, StoreError>;

    /// Keeps a report; false if the same person has reported the same table.
    async fn report(&self, report: &Report) -> Result<bool, StoreError>;

    /// Reports that nobody has settled, the oldest first.
    async fn open_reports(&self, limit: u32) -> Result<Vec<Report>, StoreError>;

    /// How many reports nobody has settled.
    async fn count_open_reports(&self) -> Result<u64, StoreError>;

    /// Settles all reports on a table, and says how many.
    async fn settle(&self, table: &str, by: &str, now: i64) -> Result<u64, StoreError>;

    /// Keeps a one-time link instead of others for the same purpose; false if there is no such account.
    async fn create_ticket(&self, ticket: &Ticket) -> Result<bool, StoreError>;

    /// The one-time link with this hash, unless it was used or has expired.
    async fn ticket(&self, purpose: Purpose, hash: &str, now: i64) -> Result<Option<Ticket>, StoreError>;

    /// Uses up a link and sets the password; all sessions, tokens, other links and letters are revoked. False if it was
    /// used up before.
    async fn redeem_password(&self, ticket: &Ticket, new_hash: &str) -> Result<bool, StoreError>;

    /// Uses up a link and sets the address; false if it was used up before.
    async fn redeem_mail(&self, ticket: &Ticket) -> Result<bool, StoreError>;

    /// Forgets an account's address for mail, and the letters on their way to it.
    async fn forget_mail(&self, account: &str) -> Result<(), StoreError>;

    /// Has a letter sent, to the recipient that it names, or if that is empty to the account's confirmed address; nothing
    /// if there is no such account or address.
    async fn post(&self, letter: &Letter) -> Result<(), StoreError>;

    /// A letter whose time has come, taken so that nobody else sends it before `again_at`.
    async fn take_letter(&self, now: i64, again_at: i64) -> Result<Option<Letter>, StoreError>;

    /// Whether a letter is still to be sent.
    async fn is_waiting(&self, letter: &str) -> Result<bool, StoreError>;

    /// Forgets a letter that was sent, or that cannot be.
    async fn delete_letter(&self, id: &str) -> Result<(), StoreError>;

    /// Forgets links that have expired and measures that are over.
    async fn forget_expired(&self, now: i64) -> Result<(), StoreError>;

    /// A person's notes, in the order of the tables' names: at most `limit`, from the one after `after` on.
    async fn notes_of(&self, person: &str, after: Option<&str>, limit: u32) -> Result<Vec<Note>, StoreError>;

    /// A person's reports, in the order of the tables' names.
    async fn reports_of(&self, person: &str) -> Result<Vec<Report>, StoreError>;

    /// The server's secrets whose names begin so.
    async fn secrets(&self, beginning: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError>;

    /// Exchanges a secret. The one of before is kept under another name, or else it and all that were kept so are gone.
    async fn exchange_secret(&self, name: &str, fresh: &[u8], kept_as: Option<&str>) -> Result<(), StoreError>;
}

/// That the account `$1` sits at no table whose game is not over, `$2` being its owner's id: each half has an index.
const NOT_PLAYING: &str = "NOT EXISTS (SELECT 1 FROM tables WHERE over_at IS NULL AND first_id = $2) \
                           AND NOT EXISTS (SELECT 1 FROM tables WHERE over_at IS NULL AND second_id = $2)";

impl<DB: Backend> SqlStore<DB> {
    /// Why an account could not be renamed or deleted.
    async fn why_not(&self, name: &str, checked_hash: Option<&str>) -> Result<StoreError, StoreError> {
        use crate::store::Store;
        let account = self.account(name).await?.filter(|account| account.gone_at.is_none());
        let fits = |hash: &str| checked_hash.is_none_or(|checked| checked == hash);
        Ok(match account {
            Some(account) if fits(&account.password_hash) => StoreError::StillPlaying(account.name),
            _ => StoreError::NoSuchAccount(name.to_owned()),
        })
    }
}

/// Puts one person in another's place: in all games that are over, at the tables that they opened for others, and where an
/// address was banned because of them. Both in what lists show and in the events themselves.
///
/// An id or a name stands in an event as a whole text of JSON, in its quotes. What a player said cannot be mistaken for
/// it: quotes within a text have a stroke before them.
fn replace_person<DB: Backend>(id: &str, name: &str, by: &PersonSummary) -> [Query<DB>; 5] {
    let [in_quotes, named] = [format!("\"{id}\""), format!("\"name\":\"{name}\"")];
    // Most events name nobody, and are not written again. All tables are searched for an opener, which is rare enough.
    let events = Query::new(
        "UPDATE events SET body = replace(replace(body, $2, $3), $4, $5) \
         WHERE (body LIKE '%' || $2 || '%' OR body LIKE '%' || $4 || '%') AND table_id IN \
         (SELECT id FROM tables WHERE over_at IS NOT NULL AND first_id = $1 \
         UNION ALL SELECT id FROM tables WHERE over_at IS NOT NULL AND second_id = $1 \
         UNION ALL SELECT id FROM tables WHERE opener = $1)",
    );
    let events = events
        .bind(id)
        .bind(in_quotes)
        .bind(format!("\"{}\"", by.id))
        .bind(named)
        .bind(format!("\"name\":\"{}\"", by.name));
    let first =
        Query::new("UPDATE tables SET first_id = $2, first_name = $3 WHERE over_at IS NOT NULL AND first_id = $1");
    let second =
        Query::new("UPDATE tables SET second_id = $2, second_name = $3 WHERE over_at IS NOT NULL AND second_id = $1");
    let seat = |query: Query<DB>| query.bind(id).bind(by.id.as_str()).bind(by.name.as_str());
    let opener = Query::new("UPDATE tables SET opener = $2 WHERE opener = $1");
    [
        events,
        seat(first),
        seat(second),
        opener.bind(id).bind(by.id.as_str()),
        replace_seen(id, &by.id),
    ]
}

/// Puts one person's id in another's place where there is a measure against an address because they were seen there.
fn replace_seen<DB: Backend>(id: &str, by: &str) -> Query<DB> {
    let query = Query::new("UPDATE measures SET reason = $2 WHERE reason = $1 AND subject LIKE 'address:%'");
    query.bind(id).bind(by)
}

/// Revokes the links of an account and the letters on their way: whoever knew the password may have asked for them, and
/// who follows one to confirm an address can choose the next password.
fn revoke_links<DB: Backend>(account: &str) -> [Query<DB>; 2] {
    [
        "DELETE FROM tickets WHERE account = $1",
        "DELETE FROM letters WHERE account = $1",
    ]
    .map(|sql| Query::new(sql).bind(account))
}

#[async_trait]
impl<DB: Backend> People for SqlStore<DB> {
    async fn is_bound(&self, guest: &str) -> Result<bool, StoreError> {
        let query = Query::new("SELECT EXISTS (SELECT 1 FROM accounts WHERE guest = $1)");
        Ok(self.fetch_value(query.bind(guest)).await? == Some(true))
    }

    async fn account_of(&self, guest: &str) -> Result<Option<Account>, StoreError> {
        self.fetch_first(Query::new("SELECT * FROM accounts WHERE guest = $1").bind(guest))
            .await
    }

    async fn change_password(
        &self,
        account: &str,
        checked_hash: &str,
        new_hash: &str,
        except: Option<&str>,
    ) -> Result<bool, StoreError> {
        let account = fold_name(account);
        let change = Query::new("UPDATE accounts SET password_hash = $3 WHERE folded_name = $1 AND password_hash = $2")
            .bind(account.as_str())
            .bind(checked_hash)
            .bind(checked("a password's hash", new_hash)?);
        // No hash is the empty text.
        let revoke = Query::new("DELETE FROM credentials WHERE account = $1 AND hash <> $2")
            .bind(account.as_str())
            .bind(except.unwrap_or_default());
        let [tickets, letters] = revoke_links(&account);
        let changed = self.write_all(vec![change, revoke, tickets, letters]).await?;
        Ok(changed.first() == Some(&1))
    }

    async fn log_out(&self, account: &str) -> Result<[u64; 2], StoreError> {
        let account = fold_name(account);
        let of_account = |sql| Query::new(sql).bind(account.as_str());
        let [tickets, letters] = revoke_links(&account);
        let queries = vec![
            of_account("UPDATE accounts SET password_hash = password_hash WHERE folded_name = $1"),
            of_account("DELETE FROM credentials WHERE account = $1 AND kind = 'session'"),
            of_account("DELETE FROM credentials WHERE account = $1 AND kind = 'token'"),
            tickets,
            letters,
        ];
        let changed = self.write_all(queries).await?;
        Ok([1, 2].map(|query| changed.get(query).copied().unwrap_or_default()))
    }

    async fn rename_account(&self, name: &str, new_name: &str, now: i64) -> Result<(), StoreError> {
        use crate::store::Store;
        let (old, new) = (fold_name(name), fold_name(checked("a name", new_name)?));
        let account = self.account(name).await?.filter(|account| account.gone_at.is_none());
        let account = account.ok_or_else(|| StoreError::NoSuchAccount(name.to_owned()))?;
        let (old_id, new_id) = (PersonId::account(&old), PersonId::account(&new));
        let ids = |sql| Query::new(sql).bind(old_id.as_str()).bind(new_id.as_str());
        let folded = |sql| Query::new(sql).bind(old.as_str()).bind(new.as_str());
        let by = PersonSummary {
            id: new_id.to_string(),
            name: new_name.to_owned(),
        };
        let mut queries = Vec::new();
        if old == new {
            let sql = format!("UPDATE accounts SET name = $3 WHERE folded_name = $1 AND {NOT_PLAYING}");
            queries.push(Query::of(sql).bind(old.as_str()).bind(old_id.as_str()).bind(new_name));
        } else {
            let sql = format!(
                "INSERT INTO accounts (folded_name, name, password_hash, created_at, is_administrator, mail) \
                 SELECT $3, $4, password_hash, created_at, is_administrator, mail FROM accounts \
                 WHERE folded_name = $1 AND gone_at IS NULL AND {NOT_PLAYING} ON CONFLICT DO NOTHING"
            );
            let make = Query::of(sql).bind(old.as_str()).bind(old_id.as_str());
            queries.push(make.bind(new.as_str()).bind(new_name));
            let leave = Query::new(
                "UPDATE accounts SET password_hash = '', is_administrator = FALSE, guest = NULL, mail = NULL, \
                 gone_at = $2 WHERE folded_name = $1",
            );
            queries.push(leave.bind(old.as_str()).bind(now));
            let guest = Query::new("UPDATE accounts SET guest = $2 WHERE folded_name = $1");
            queries.push(guest.bind(new.as_str()).bind(account.guest.clone()));
            queries.extend([
                folded("UPDATE credentials SET account = $2 WHERE account = $1"),
                folded("UPDATE ratings SET account = $2 WHERE account = $1"),
                folded("UPDATE rating_changes SET account = $2 WHERE account = $1"),
                folded("UPDATE tickets SET account = $2 WHERE account = $1"),
                folded("UPDATE letters SET account = $2 WHERE account = $1"),
                ids("UPDATE notes SET person = $2 WHERE person = $1"),
                ids("UPDATE progress SET person = $2 WHERE person = $1"),
                ids("UPDATE reports SET person = $2 WHERE person = $1"),
                ids("UPDATE measures SET subject = $2 WHERE subject = $1"),
            ]);
        }
        queries.extend(replace_person(old_id.as_str(), &account.name, &by));
        if self.write_all(queries).await?.first() == Some(&1) {
            return Ok(());
        }
        if old != new && self.account(new_name).await?.is_some() {
            return Err(StoreError::NameTaken(new_name.to_owned()));
        }
        Err(self.why_not(name, None).await?)
    }

    async fn delete_account(
        &self,
        name: &str,
        checked_hash: Option<&str>,
        stand_in: &PersonSummary,
        now: i64,
    ) -> Result<(), StoreError> {
        use crate::store::Store;
        let folded = fold_name(name);
        let account = self.account(name).await?.filter(|account| account.gone_at.is_none());
        let account = account.ok_or_else(|| StoreError::NoSuchAccount(name.to_owned()))?;
        let hash = checked_hash.unwrap_or(&account.password_hash);
        let id = PersonId::account(&folded);
        // The guest stays the account's: their cookie, wherever it is, must not come to life again.
        let sql = format!(
            "UPDATE accounts SET password_hash = '', is_administrator = FALSE, mail = NULL, created_at = $3, \
             gone_at = $3 WHERE folded_name = $1 AND gone_at IS NULL AND password_hash = $4 AND {NOT_PLAYING}"
        );
        let leave = Query::of(sql).bind(folded.as_str()).bind(id.as_str());
        let mut queries = vec![leave.bind(now).bind(hash)];
        let by_account = |sql| Query::new(sql).bind(folded.as_str());
        queries.extend([
            by_account("DELETE FROM credentials WHERE account = $1"),
            by_account("DELETE FROM ratings WHERE account = $1"),
            by_account("DELETE FROM rating_changes WHERE account = $1"),
            by_account("DELETE FROM tickets WHERE account = $1"),
            by_account("DELETE FROM letters WHERE account = $1"),
        ]);
        for person in [Some(id.as_str()), account.guest.as_deref()].into_iter().flatten() {
            queries.extend([
                Query::new("DELETE FROM notes WHERE person = $1").bind(person),
                Query::new("DELETE FROM progress WHERE person = $1").bind(person),
                Query::new("DELETE FROM reports WHERE person = $1").bind(person),
                Query::new("DELETE FROM measures WHERE subject = $1").bind(person),
            ]);
        }
        queries.extend(replace_person(id.as_str(), &account.name, stand_in));
        queries.extend(account.guest.map(|guest| replace_seen(&guest, &stand_in.id)));
        match self.write_all(queries).await?.first() {
            Some(1) => Ok(()),
            _ => Err(self.why_not(name, checked_hash).await?),
        }
    }

    async fn measures_against(&self, subjects: &[&str], now: i64) -> Result<Vec<Measure>, StoreError> {
        if subjects.is_empty() {
            return Ok(Vec::new());
        }
        // At most four: the account, its guest, the browser's guest, the address.
        let subject = |at: usize| subjects.get(at).or(subjects.first()).copied().unwrap_or_default();
        let query =
            Query::new("SELECT * FROM measures WHERE subject IN ($1, $2, $3, $4) AND COALESCE(until > $5, TRUE)");
        let query = (0..4).fold(query, |query, at| query.bind(subject(at)));
        self.fetch(query.bind(now)).await
    }

    async fn measures(&self, now: i64) -> Result<Vec<Measure>, StoreError> {
        let query = Query::new(
            "SELECT * FROM measures WHERE COALESCE(until > $1, TRUE) ORDER BY imposed_at DESC, subject, kind",
        );
        self.fetch(query.bind(now)).await
    }

    async fn impose(&self, measures: &[Measure]) -> Result<(), StoreError> {
        measures.iter().try_for_each(check_measure)?;
        let impose = |measure| insert_or_update("measures", "subject, kind", [measure]).into();
        self.write_all(measures.iter().map(impose).collect()).await.map(drop)
    }

    async fn impose_on_address(&self, measure: &Measure) -> Result<bool, StoreError> {
        check_measure(measure)?;
        let mut query = insert_or_update("measures", "subject, kind", [measure]);
        // None is for ever.
        query.push(" WHERE measures.until < excluded.until");
        Ok(self.write(query.into()).await? == 1)
    }

    async fn lift(&self, subjects: &[String], kind: MeasureKind) -> Result<bool, StoreError> {
        // At most two: the account and its guest.
        let (Some(first), Some(last)) = (subjects.first(), subjects.last()) else {
            return Ok(false);
        };
        let query = Query::new("DELETE FROM measures WHERE subject IN ($1, $2) AND kind = $3");
        let query = query.bind(first.as_str()).bind(last.as_str());
        Ok(self.write(query.bind(kind.to_string())).await? > 0)
    }

    async fn report(&self, report: &Report) -> Result<bool, StoreError> {
        check_report(report)?;
        let mut query = insert("reports", [report]);
        query.push("ON CONFLICT DO NOTHING");
        Ok(self.write(query.into()).await? == 1)
    }

    async fn open_reports(&self, limit: u32) -> Result<Vec<Report>, StoreError> {
        let query = Query::new(
            "SELECT * FROM reports WHERE settled_at IS NULL ORDER BY reported_at, table_id, person LIMIT $1",
        );
        self.fetch(query.bind(i64::from(limit))).await
    }

    async fn count_open_reports(&self) -> Result<u64, StoreError> {
        let query = Query::new("SELECT COUNT(*) FROM reports WHERE settled_at IS NULL");
        let count: Option<i64> = self.fetch_value(query).await?;
        Ok(count.unwrap_or_default().cast_unsigned())
    }

    async fn settle(&self, table: &str, by: &str, now: i64) -> Result<u64, StoreError> {
        let query = Query::new(
            "UPDATE reports SET settled_at = $2, settled_by = $3 WHERE table_id = $1 AND settled_at IS NULL",
        );
        self.write(query.bind(table).bind(now).bind(checked("a name", by)?))
            .await
    }

    async fn create_ticket(&self, ticket: &Ticket) -> Result<bool, StoreError> {
        check_ticket(ticket)?;
        let lock =
            Query::new("UPDATE accounts SET password_hash = password_hash WHERE folded_name = $1 AND gone_at IS NULL");
        let others = Query::new("DELETE FROM tickets WHERE account = $1 AND purpose = $2")
            .bind(ticket.account.as_str())
            .bind(ticket.purpose.to_string());
        let queries = vec![
            lock.bind(ticket.account.as_str()),
            others,
            insert("tickets", [ticket]).into(),
        ];
        Ok(self.write_all(queries).await?.first() == Some(&1))
    }

    async fn ticket(&self, purpose: Purpose, hash: &str, now: i64) -> Result<Option<Ticket>, StoreError> {
        let query = Query::new("SELECT * FROM tickets WHERE hash = $1 AND purpose = $2 AND expires_at > $3");
        self.fetch_first(query.bind(hash).bind(purpose.to_string()).bind(now))
            .await
    }

    async fn redeem_password(&self, ticket: &Ticket, new_hash: &str) -> Result<bool, StoreError> {
        let of_account = |sql| Query::new(sql).bind(ticket.account.as_str());
        let [tickets, letters] = revoke_links(&ticket.account);
        let queries = vec![
            // Of those who use it at the same time one deletes it.
            Query::new("DELETE FROM tickets WHERE hash = $1").bind(ticket.hash.as_str()),
            of_account("UPDATE accounts SET password_hash = $2 WHERE folded_name = $1 AND gone_at IS NULL")
                .bind(checked("a password's hash", new_hash)?),
            of_account("DELETE FROM credentials WHERE account = $1"),
            tickets,
            letters,
        ];
        Ok(self.write_all(queries).await?.get(1) == Some(&1))
    }

    async fn redeem_mail(&self, ticket: &Ticket) -> Result<bool, StoreError> {
        let queries = vec![
            Query::new("DELETE FROM tickets WHERE hash = $1").bind(ticket.hash.as_str()),
            Query::new("UPDATE accounts SET mail = $2 WHERE folded_name = $1 AND gone_at IS NULL")
                .bind(ticket.account.as_str())
                .bind(ticket.mail.clone()),
        ];
        Ok(self.write_all(queries).await?.get(1) == Some(&1))
    }

    async fn forget_mail(&self, account: &str) -> Result<(), StoreError> {
        let account = fold_name(account);
        let of_account = |sql| Query::new(sql).bind(account.as_str());
        let queries = vec![
            of_account("UPDATE accounts SET mail = NULL WHERE folded_name = $1"),
            of_account("DELETE FROM letters WHERE account = $1"),
            of_account("DELETE FROM tickets WHERE account = $1 AND purpose = 'mail'"),
        ];
        self.write_all(queries).await.map(drop)
    }

    async fn post(&self, letter: &Letter) -> Result<(), StoreError> {
        check_letter(letter)?;
        let query = Query::new(
            "INSERT INTO letters (id, purpose, account, recipient, language, due_at, attempts) \
             SELECT $1, $2, folded_name, COALESCE(NULLIF($4, ''), mail), $5, $6, 0 FROM accounts \
             WHERE folded_name = $3 AND gone_at IS NULL AND COALESCE(NULLIF($4, ''), mail) IS NOT NULL",
        )
        .bind(letter.id.as_str())
        .bind(letter.purpose.to_string())
        .bind(fold_name(&letter.account))
        .bind(letter.recipient.as_str())
        .bind(letter.language.as_str())
        .bind(letter.due_at);
        self.write(query).await.map(drop)
    }

    async fn take_letter(&self, now: i64, again_at: i64) -> Result<Option<Letter>, StoreError> {
        loop {
            let query = Query::new("SELECT * FROM letters WHERE due_at <= $1 ORDER BY due_at, id LIMIT 1");
            let Some(letter): Option<Letter> = self.fetch_first(query.bind(now)).await? else {
                return Ok(None);
            };
            let take =
                Query::new("UPDATE letters SET due_at = $3, attempts = attempts + 1 WHERE id = $1 AND due_at = $2");
            let take = take.bind(letter.id.as_str()).bind(letter.due_at).bind(again_at);
            // Another server may have been faster.
            if self.write(take).await? == 1 {
                return Ok(Some(letter));
            }
        }
    }

    async fn is_waiting(&self, letter: &str) -> Result<bool, StoreError> {
        let query = Query::new("SELECT EXISTS (SELECT 1 FROM letters WHERE id = $1)");
        Ok(self.fetch_value(query.bind(letter)).await? == Some(true))
    }

    async fn delete_letter(&self, id: &str) -> Result<(), StoreError> {
        let query = Query::new("DELETE FROM letters WHERE id = $1").bind(id);
        self.write(query).await.map(drop)
    }

    async fn forget_expired(&self, now: i64) -> Result<(), StoreError> {
        self.write(Query::new("DELETE FROM tickets WHERE expires_at <= $1").bind(now))
            .await?;
        self.write(Query::new("DELETE FROM measures WHERE until <= $1").bind(now))
            .await
            .map(drop)
    }

    async fn notes_of(&self, person: &str, after: Option<&str>, limit: u32) -> Result<Vec<Note>, StoreError> {
        // Every name comes after the empty one.
        let query = Query::new("SELECT * FROM notes WHERE person = $1 AND table_id > $2 ORDER BY table_id LIMIT $3");
        let query = query.bind(person).bind(after.unwrap_or_default());
        self.fetch(query.bind(i64::from(limit))).await
    }

    async fn reports_of(&self, person: &str) -> Result<Vec<Report>, StoreError> {
        let query = Query::new("SELECT * FROM reports WHERE person = $1 ORDER BY table_id");
        self.fetch(query.bind(person)).await
    }

    async fn secrets(&self, beginning: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let query = Query::new("SELECT name, value FROM secrets WHERE name LIKE $1 ORDER BY name");
        self.fetch(query.bind(format!("{beginning}%"))).await
    }

    async fn exchange_secret(&self, name: &str, fresh: &[u8], kept_as: Option<&str>) -> Result<(), StoreError> {
        let old = match kept_as {
            Some(kept_as) => Query::new("UPDATE secrets SET name = $2 WHERE name = $1")
                .bind(name)
                .bind(checked("a secret's name", kept_as)?),
            None => Query::new("DELETE FROM secrets WHERE name LIKE $1").bind(format!("{name}%")),
        };
        self.write_all(vec![old, insert_secret(name, fresh)]).await.map(drop)
    }
}
