//! What accounts, sessions and tokens share: checking a password within its limits, and the lists of what an account
//! can be reached by.

use std::sync::Arc;
use std::time::{Duration, Instant};

use halte_table::PersonId;
use http::{HeaderMap, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::bus::Report;
use crate::clock;
use crate::error::{ApiError, TooMany};
use crate::limits::Limiters;
use crate::secret;
use crate::state::{App, finish};
use crate::store::{Account, Credential, CredentialKind, Proof};
use crate::visitor::{Attempt, Cookies, Login, Revocation, Visitor};

/// The shortest and the longest name of an account.
pub(super) const NAME_LENGTHS: (usize, usize) = (2, 24);

/// The longest label of a token, in characters.
pub(super) const LABEL_LENGTH: usize = 100;

/// How much is kept of what a browser calls itself, in characters: many say only at the end which one they are.
const BROWSER_LENGTH: usize = 300;

/// Who is asking.
#[derive(Serialize, ToSchema)]
pub(super) struct WhoAmI {
    /// The account, if logged in.
    account: Option<AccountView>,
    /// Whether this site sends mail, such as a link to somebody who forgot their password.
    sends_mail: bool,
    /// All people that the visitor is, the one who acts first: the account, and the guest of this browser.
    #[schema(example = json!(["account:anna", "guest:5xXo2bNIwGS7Oc9oRtR1zw"]))]
    people: Vec<PersonId>,
}

/// An account as its owner and administrators see it.
#[derive(Serialize, ToSchema)]
pub(super) struct AccountView {
    /// The name, as its owner writes it.
    #[schema(example = "Anna")]
    name: String,
    /// The id of its owner, as in tables.
    person: PersonId,
    /// Whether its owner runs the site.
    is_administrator: bool,
    /// Where its owner gets mail, as they have confirmed.
    mail: Option<String>,
    /// Since when it is nothing but a name that nobody else may have.
    gone_at: Option<i64>,
    /// When it was made, in milliseconds since 1970.
    created_at: i64,
}

/// A session or token to make.
pub(super) struct NewCredential<'a> {
    pub(super) kind: CredentialKind,
    pub(super) secret: &'a str,
    pub(super) account: &'a str,
    pub(super) label: String,
    pub(super) lifetime: Option<Duration>,
}

/// A session or token in a list, without its secret.
#[derive(Serialize, ToSchema)]
pub(super) struct CredentialView {
    /// Its id, by which it can be revoked.
    id: String,
    /// The browser's name of a session, the label of a token.
    label: String,
    /// When it was made, in milliseconds since 1970.
    created_at: i64,
    /// When it was last used, to the hour.
    used_at: i64,
    /// From when on it is good for nothing.
    expires_at: Option<i64>,
    /// Whether it is the one that asks.
    is_current: bool,
}

impl WhoAmI {
    pub(super) fn new(app: &App, visitor: &Visitor) -> WhoAmI {
        let account = visitor.login.as_ref().map(|login| AccountView::of(&login.account));
        WhoAmI {
            account,
            sends_mail: app.mail.is_some(),
            people: visitor.ids(),
        }
    }
}

impl AccountView {
    pub(super) fn of(account: &Account) -> AccountView {
        AccountView {
            name: account.name.clone(),
            person: PersonId::account(&account.name),
            is_administrator: account.is_administrator,
            mail: account.mail.clone(),
            gone_at: account.gone_at,
            created_at: account.created_at,
        }
    }
}

/// Whether a text can be the name of an account. Only plain letters: names that look the same must be the same.
pub(super) fn is_name(name: &str) -> bool {
    let (shortest, longest) = NAME_LENGTHS;
    (shortest..=longest).contains(&name.len())
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

impl App {
    /// The account, if the password is right.
    ///
    /// Wrong ones are counted for the address, for the name at this address, and for the name. A browser in which the
    /// owner has logged in before has a count of its own and no other: strangers cannot keep the owner out of it.
    pub(super) async fn check_password(
        &self,
        attempt: &Attempt,
        name: &str,
        password: String,
    ) -> Result<Account, ApiError> {
        let client = attempt.origination.client();
        // Texts that no account has count together: they must not fill the limiter's memory.
        let lowered = name.to_ascii_lowercase();
        let key = if is_name(name) { lowered } else { String::new() };
        let Limiters {
            passwords_from: from,
            passwords_for: of_name,
            passwords_at: at,
            ..
        } = &self.limiters;
        let now = Instant::now();
        let device = attempt.device_of(&key).map(|device| format!("device {device}"));
        let here = format!("{key} {client}");
        let taken = match &device {
            Some(device) => at.take(device.clone(), now),
            None => from
                .take(client, now)
                .and_then(|_| at.take(here.clone(), now))
                .and_then(|_| of_name.take(key.clone(), now)),
        };
        taken.map_err(|retry_after| {
            self.metrics.refused("passwords");
            ApiError::too_many(|seconds| TooMany::Logins { seconds }, retry_after)
        })?;
        let account = match &*key {
            "" => None,
            _ => self.store.account(name).await?,
        };
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        let is_right = self.passwords.verify(client, password, hash).await?;
        let account = account.filter(|_| is_right).ok_or(ApiError::WrongPassword)?;
        let now = Instant::now();
        match device {
            Some(device) => at.give_back(device, now),
            None => {
                from.give_back(client, now);
                at.give_back(here, now);
                of_name.give_back(key, now);
            }
        }
        Ok(account)
    }

    /// Begins a session of somebody whose password was checked, and ends the oldest ones if there are too many.
    pub(super) async fn begin_session(
        self: &Arc<App>,
        account: Account,
        attempt: &Attempt,
        headers: &HeaderMap,
    ) -> Result<(Login, Cookies), ApiError> {
        let browser = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        let label = browser.unwrap_or_default().chars().take(BROWSER_LENGTH).collect();
        let secret = secret::random_text::<32>()?;
        let credential = NewCredential {
            kind: CredentialKind::Session,
            secret: &secret,
            account: &account.name,
            label,
            lifetime: Some(self.config.session_lifetime),
        };
        let proof = Proof::Password(&account.password_hash);
        let credential = self.add_credential(credential, proof).await?;
        let credential = credential.ok_or(ApiError::WrongPassword)?;
        let (store, kind) = (&self.store, CredentialKind::Session);
        let sessions = store.credentials_of(&account.name, kind, clock::now()).await?;
        for surplus in sessions.iter().skip(self.config.limits.sessions_per_account as usize) {
            self.revoke(&account.name, &surplus.hash).await?;
        }
        let cookies = self.session_cookie(&secret)?;
        let cookies = cookies.and(self.device_cookie(attempt, &account.name)?);
        Ok((Login { account, credential }, cookies))
    }

    /// Keeps a new session or token by the hash of its secret; nothing if what proves its owner holds no more.
    pub(super) async fn add_credential(
        &self,
        new: NewCredential<'_>,
        proof: Proof<'_>,
    ) -> Result<Option<Credential>, ApiError> {
        let now = clock::now();
        let credential = Credential {
            hash: secret::hash(new.secret),
            kind: new.kind,
            account: new.account.to_owned(),
            label: new.label,
            created_at: now,
            used_at: now,
            expires_at: new
                .lifetime
                .map(|lifetime| now.saturating_add_unsigned(lifetime.as_millis() as u64)),
        };
        let is_kept = self.store.create_credential(&credential, proof).await?;
        Ok(is_kept.then_some(credential))
    }

    /// The sessions or tokens of whoever is logged in.
    pub(super) async fn list_credentials(
        &self,
        login: &Login,
        kind: CredentialKind,
    ) -> Result<Vec<CredentialView>, ApiError> {
        let account = &login.account.name;
        let credentials = self.store.credentials_of(account, kind, clock::now()).await?;
        let view = |credential: Credential| CredentialView {
            is_current: credential.hash == login.credential.hash,
            id: credential.hash,
            label: credential.label,
            created_at: credential.created_at,
            used_at: credential.used_at,
            expires_at: credential.expires_at,
        };
        Ok(credentials.into_iter().map(view).collect())
    }

    /// Revokes a session or token of an account, and ends the sockets that it opened; false if there is none such.
    pub(super) async fn revoke(self: &Arc<App>, account: &str, hash: &str) -> Result<bool, ApiError> {
        // What cannot be one does not trouble the database.
        if !secret::is_hash(hash) {
            return Ok(false);
        }
        let (app, account, hash) = (Arc::clone(self), account.to_owned(), hash.to_owned());
        let revoked = finish(async move {
            let was_there = app.store.delete_credential(&account, &hash).await?;
            app.tell_revoked(Revocation::One { account, hash });
            Ok(was_there)
        });
        revoked.await
    }

    /// Revokes all sessions or tokens of an account but one, ends the sockets that they opened, and says how many.
    pub(super) async fn revoke_all(
        self: &Arc<App>,
        account: &str,
        kind: CredentialKind,
        except: Option<&str>,
    ) -> Result<u64, ApiError> {
        let (app, account, except) = (Arc::clone(self), account.to_owned(), except.map(str::to_owned));
        let revoked = finish(async move {
            let count = app.store.delete_credentials(&account, kind, except.as_deref()).await?;
            app.tell_all_revoked(&account, kind, except.as_deref());
            Ok(count)
        });
        revoked.await
    }

    /// Ends the sockets of an account whose sessions or tokens are gone, all but one.
    pub(super) fn tell_all_revoked(&self, account: &str, kind: CredentialKind, except: Option<&str>) {
        self.tell_revoked(Revocation::AllBut {
            account: account.to_owned(),
            kind,
            spared: except.map(str::to_owned),
        });
    }

    /// Ends the sockets of a person who is no more, or has another name, and drops the tables that know the old one.
    pub(super) async fn tell_gone(&self, person: &PersonId) {
        self.tell_revoked(Revocation::Gone(person.clone()));
        self.hall.release(person).await;
    }

    /// Ends the sockets that were opened by what is good for nothing any more.
    pub(super) fn tell_revoked(&self, revocation: Revocation) {
        self.bus.tell(|| Report::Revoked(revocation.clone()));
        // Without a socket nobody listens, which is no fault.
        let _ = self.revocations.send(Some(revocation));
    }
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn names_are_plain() {
        for name in ["Anna", "ab", "a-b_9", "abcdefghijklmnopqrstuvwx"] {
            assert!(is_name(name), "{name}");
        }
        let long = "abcdefghijklmnopqrstuvwxy";
        for name in ["", "a", "9a", "-a", "a b", "Ånna", "a\u{430}", "a:b", "a/b", long] {
            assert!(!is_name(name), "{name}");
        }
    }
}
