//! Who is asking: an account by its session or API token, a guest by a signed cookie, or nobody yet.
//!
//! People are named by ids that are no secret. Only the cookie or token proves that one is that person.

use std::fmt;
use std::future::pending;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::FromRequestParts;
use axum::response::{IntoResponseParts, ResponseParts};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use halte_table::{Person, PersonId};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, header};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::task::{JoinError, JoinHandle};

use crate::address::Origination;
use crate::clock;
use crate::error::{ApiError, Forbidden, TooMany};
use crate::secret::{self, Purpose, Signer};
use crate::state::{App, Shared};
use crate::store::{Account, Credential, CredentialKind, Measure, MeasureKind, StoreError};

/// What every API token begins with, so that people and scanners of leaked secrets know one when they see it.
pub(crate) const TOKEN_PREFIX: &str = "halte_";

/// How old the note of a credential's last use may be: it is not worth a write at every request.
const USE_NOTED_EVERY: i64 = 60 * 60 * 1000;

/// The cookies, but for their prefix.
const SESSION: &str = "halte-session";
const GUEST: &str = "halte-guest";
const DEVICE: &str = "halte-device";

/// How many accounts a browser is known to.
const MOST_KNOWN: usize = 4;

/// What separates the proofs of several accounts; no signature has it.
const BETWEEN_PROOFS: char = '~';

/// Whoever asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visitor {
    pub login: Option<Login>,
    /// The guest's id, if this browser has one who has not become an account.
    pub guest: Option<PersonId>,
    /// Whether it is somebody who may do nothing: then it is nobody.
    pub is_banned: bool,
}

/// An account, and by what it proved itself.
#[derive(Clone, Debug)]
pub(crate) struct Login {
    pub account: Account,
    pub credential: Credential,
}

/// A visitor who acts as somebody: logged in or a guest, made one just now if need be. The cookies go into the answer.
#[derive(Clone, Debug)]
pub(crate) struct Acting {
    pub visitor: Visitor,
    pub person: Person,
    /// What the browser must be told.
    pub cookies: Cookies,
}

/// A visitor who is logged in with a browser. API tokens do not count: whoever finds one must not take over the
/// account.
#[derive(Clone, Debug)]
pub(crate) struct SignedIn(pub Login);

/// Whoever may administer the site.
#[derive(Clone, Debug)]
pub(crate) enum Administrator {
    /// Whoever can read the server's database, and so could do anything anyway.
    Operator,
    /// An administrator who is logged in with a browser, by their name.
    Account(String),
}

impl fmt::Display for Administrator {
    /// The name that others are told.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Administrator::Operator => "the operator",
            Administrator::Account(name) => name,
        })
    }
}

/// The scheme of the header by which an operator shows their pass.
pub const OPERATOR_SCHEME: &str = "Operator";

/// How long an operator's pass is good: long enough for a request.
const PASS_LIFETIME: i64 = 60 * 1000;

/// A pass for the next minute. It is made from a secret that only those have who can read the server's database, and so
/// could do anything anyway.
pub fn operator_pass(signer: &Signer) -> String {
    signer.sign(Purpose::Operator, &(clock::now() + PASS_LIFETIME).to_string())
}

/// Whether a pass with this text is good now.
fn is_now(text: &str, now: i64) -> bool {
    let is_near = |expires_at: i64| (now..=now + PASS_LIFETIME).contains(&expires_at);
    text.parse().is_ok_and(is_near)
}

/// How long ago keys must have been read for a signature that is not known to make the server read them again.
const BETWEEN_READINGS: Duration = Duration::from_secs(1);

/// What subjects of measures begin with that are addresses.
pub(crate) const ADDRESS: &str = "address:";

/// The subject of measures against an address.
fn address_subject(from: &Origination) -> String {
    format!("{ADDRESS}{}", from.client())
}

fn is_ban_among(measures: &[Measure]) -> bool {
    measures.iter().any(|measure| measure.kind == MeasureKind::Ban)
}

/// Where an attempt to log in comes from, and in whose browser it is made.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    pub origination: Origination,
    /// What shows whose owners have logged in with this browser: each proof's text, and the text with its signature.
    proofs: Vec<(String, String)>,
}

impl Attempt {
    /// The id of this browser, if the owner of this account has logged in with it.
    pub(crate) fn device_of(&self, account: &str) -> Option<&str> {
        let mut proofs = self.proofs.iter().filter_map(|(text, _)| text.split_once(':'));
        proofs.find_map(|(name, id)| name.eq_ignore_ascii_case(account).then_some(id))
    }
}

impl FromRequestParts<Shared> for Attempt {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Attempt, ApiError> {
        let origination = Origination::from_request_parts(parts, app).await?;
        let cookies = CookieJar::from_headers(&parts.headers);
        let proofs = cookies.get(&app.cookie_name(DEVICE)).map_or("", Cookie::value);
        let mut attempt = Attempt {
            origination,
            proofs: Vec::new(),
        };
        for signed in proofs.split(BETWEEN_PROOFS).take(MOST_KNOWN) {
            if let Some(text) = app.verify(Purpose::Device, signed).await? {
                attempt.proofs.push((text.to_owned(), signed.to_owned()));
            }
        }
        Ok(attempt)
    }
}

impl Visitor {
    /// All people that this visitor is: the account first, then the guest who made it, then the guest that the browser
    /// was before it logged in.
    pub(crate) fn people(&self) -> Vec<Person> {
        let account = self.login.as_ref().map(|login| Person::account(&login.account.name));
        let former = self.login.as_ref().and_then(|login| login.account.guest.as_deref());
        let former: Option<PersonId> = former.and_then(|guest| guest.parse().ok());
        let guest = self.guest.clone().filter(|guest| former.as_ref() != Some(guest));
        let guests = former.into_iter().chain(guest).map(Person::guest);
        account.into_iter().chain(guests).collect()
    }

    /// Refuses somebody who may do nothing.
    pub(crate) fn check_banned(&self) -> Result<(), ApiError> {
        match self.is_banned {
            true => Err(Forbidden::Banned.into()),
            false => Ok(()),
        }
    }

    pub(crate) fn ids(&self) -> Vec<PersonId> {
        self.people().iter().map(|person| person.id().clone()).collect()
    }

    /// Whoever a request proves to be from, unless they may do nothing.
    async fn of(parts: &Parts, app: &App) -> Result<Visitor, ApiError> {
        let visitor = Visitor::proved(&parts.headers, app).await?;
        let from = parts.extensions.get::<Origination>();
        match app.is_banned(&visitor.ids(), from).await? {
            false => Ok(visitor),
            true => Ok(Visitor {
                is_banned: true,
                ..Visitor::default()
            }),
        }
    }

    async fn proved(headers: &HeaderMap, app: &App) -> Result<Visitor, ApiError> {
        if let Some(token) = bearer_token(headers) {
            // A program's token stands for itself: cookies beside it mean nothing.
            let login = app.log_in(CredentialKind::Token, token).await?;
            let login = Some(login.ok_or(ApiError::BadToken)?);
            return Ok(Visitor {
                login,
                ..Visitor::default()
            });
        }
        let cookies = CookieJar::from_headers(headers);
        let guest = match cookies.get(&app.cookie_name(GUEST)) {
            Some(cookie) => app.verify(Purpose::Guest, cookie.value()).await?,
            None => None,
        };
        let guest = match guest.map(PersonId::guest) {
            // A guest who has become an account is nobody without it.
            Some(guest) if app.store.is_bound(guest.as_str()).await? => None,
            guest => guest,
        };
        let login = match cookies.get(&app.cookie_name(SESSION)) {
            Some(cookie) => app.log_in(CredentialKind::Session, cookie.value()).await?,
            None => None,
        };
        Ok(Visitor {
            login,
            guest,
            is_banned: false,
        })
    }
}

impl App {
    /// The account behind a session's or token's secret, if it is good.
    async fn log_in(&self, kind: CredentialKind, secret: &str) -> Result<Option<Login>, ApiError> {
        let now = clock::now();
        let Some(credential) = self.store.credential(kind, &secret::hash(secret), now).await? else {
            return Ok(None);
        };
        let Some(account) = self.store.account(&credential.account).await? else {
            return Ok(None);
        };
        if now - credential.used_at >= USE_NOTED_EVERY {
            let Credential { hash, expires_at, .. } = &credential;
            if let Err(error) = self.store.touch_credential(hash, now, *expires_at).await {
                // The visitor can do what they came for all the same.
                tracing::warn!(cause = %error, "the use of a credential could not be noted");
            }
        }
        Ok(Some(Login { account, credential }))
    }

    /// The text of something signed, if it was signed here. Another server may have exchanged the key meanwhile.
    pub(crate) async fn verify<'a>(&self, purpose: Purpose, signed: &'a str) -> Result<Option<&'a str>, ApiError> {
        let found = self.signer.verify(purpose, signed);
        if found.is_some() || !self.read_keys(Some(BETWEEN_READINGS)).await? {
            return Ok(found);
        }
        Ok(self.signer.verify(purpose, signed))
    }

    /// Reads the keys anew, unless that was done less than so long ago; whether it was done now.
    pub(crate) async fn read_keys(&self, unless: Option<Duration>) -> Result<bool, StoreError> {
        {
            let mut read_at = crate::lock(&self.keys_read_at);
            if unless.is_some_and(|time| read_at.elapsed() < time) {
                return Ok(false);
            }
            *read_at = Instant::now();
        }
        self.signer.exchange(self.store.secrets(Signer::NAME).await?);
        Ok(true)
    }

    /// Whether one of these people, who are one and perhaps seen at an address, is banned.
    async fn is_banned(&self, people: &[PersonId], from: Option<&Origination>) -> Result<bool, ApiError> {
        let subjects: Vec<&str> = people.iter().map(PersonId::as_str).collect();
        let measures = self.store.measures_against(&subjects, clock::now()).await?;
        if let Some(from) = from {
            for measure in &measures {
                self.extend_to_address(measure, from).await?;
            }
        }
        Ok(is_ban_among(&measures))
    }

    /// Refuses somebody who is banned.
    pub(crate) async fn check_not_banned(
        &self,
        people: &[PersonId],
        from: Option<&Origination>,
    ) -> Result<(), ApiError> {
        match self.is_banned(people, from).await? {
            true => Err(Forbidden::Banned.into()),
            false => Ok(()),
        }
    }

    /// Has a measure against somebody hold for whoever is new at the address where they are seen, for as long as it says.
    async fn extend_to_address(&self, measure: &Measure, from: &Origination) -> Result<(), ApiError> {
        let now = clock::now();
        let until = now.saturating_add(measure.address_time);
        let until = measure.until.map_or(until, |end| end.min(until));
        if until <= now {
            return Ok(());
        }
        let subject = address_subject(from);
        // Whoever asks again and again must not write each time.
        let known = self.store.measures_against(&[&subject], now).await?;
        if known.iter().all(|known| known.kind != measure.kind) {
            let extended = Measure {
                subject,
                kind: measure.kind,
                reason: measure.subject.clone(),
                imposed_by: measure.imposed_by.clone(),
                imposed_at: now,
                until: Some(until),
                address_time: 0,
            };
            self.store.impose_on_address(&extended).await?;
        }
        Ok(())
    }

    /// Refuses new people from an address that is banned.
    pub(crate) async fn check_address(&self, from: &Origination) -> Result<(), ApiError> {
        let subject = address_subject(from);
        let found = self.store.measures_against(&[&subject], clock::now()).await?;
        match is_ban_among(&found) {
            false => Ok(()),
            true => Err(Forbidden::AddressBanned.into()),
        }
    }

    /// Refuses whoever may not chat, or do anything at all; and whoever is new at an address from which nobody new may chat:
    /// guests, and accounts that were made since.
    pub(crate) async fn check_not_silenced(&self, person: &PersonId, from: &Origination) -> Result<(), ApiError> {
        let address = address_subject(from);
        let subjects = [person.as_str(), address.as_str()];
        for measure in self.store.measures_against(&subjects, clock::now()).await? {
            self.extend_to_address(&measure, from).await?;
            let holds = match (measure.subject == address, measure.kind, person.account_name()) {
                (false, _, _) | (true, MeasureKind::Silence, None) => true,
                (true, MeasureKind::Silence, Some(name)) => {
                    let account = self.store.account(name).await?;
                    account.is_none_or(|account| account.created_at >= measure.imposed_at)
                }
                (true, MeasureKind::Ban, _) => false,
            };
            if holds {
                return Err(Forbidden::Silenced.into());
            }
        }
        Ok(())
    }

    /// The name of a cookie. With TLS its prefix makes browsers refuse it from anywhere but this very host.
    fn cookie_name(&self, name: &str) -> String {
        let prefix = if self.config.is_secure() { "__Host-" } else { "" };
        format!("{prefix}{name}")
    }

    /// A cookie for the answer; one that lasts for no time makes the browser forget the one before.
    fn cookie(&self, name: &str, value: &str, lifetime: Duration) -> Result<Cookies, ApiError> {
        let cookie = Cookie::build((self.cookie_name(name), value))
            .path("/")
            .max_age(lifetime.try_into().map_err(ApiError::internal)?)
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.config.is_secure());
        let mut value = HeaderValue::from_str(&cookie.to_string()).map_err(ApiError::internal)?;
        value.set_sensitive(true);
        Ok(Cookies(vec![value]))
    }

    /// The cookie that keeps a session's secret in the browser.
    pub(crate) fn session_cookie(&self, secret: &str) -> Result<Cookies, ApiError> {
        self.cookie(SESSION, secret, self.config.session_lifetime)
    }

    /// What makes the browser forget its session.
    pub(crate) fn no_session_cookie(&self) -> Result<Cookies, ApiError> {
        self.cookie(SESSION, "", Duration::ZERO)
    }

    /// What makes the browser forget the guest that it was.
    pub(crate) fn no_guest_cookie(&self) -> Result<Cookies, ApiError> {
        self.cookie(GUEST, "", Duration::ZERO)
    }

    /// The cookie by which a browser shows from now on that the owner of an account has logged in with it.
    pub(crate) fn device_cookie(&self, attempt: &Attempt, account: &str) -> Result<Cookies, ApiError> {
        if attempt.device_of(account).is_some() {
            return Ok(Cookies::default());
        }
        let proof = format!("{}:{}", account.to_ascii_lowercase(), secret::random_text::<16>()?);
        let proof = self.signer.sign(Purpose::Device, &proof);
        let others = attempt.proofs.iter().map(|(_, signed)| signed).take(MOST_KNOWN - 1);
        let all = others.fold(proof, |all, other| format!("{all}{BETWEEN_PROOFS}{other}"));
        self.cookie(DEVICE, &all, self.config.guest_lifetime)
    }

    /// A new guest: the id, and the cookie that proves it.
    fn new_guest(&self, origination: &Origination) -> Result<(PersonId, Cookies), ApiError> {
        let text = self.hall.engines().askers().new_guest(origination.client())?;
        let signed = self.signer.sign(Purpose::Guest, &text);
        let cookies = self.cookie(GUEST, &signed, self.config.guest_lifetime)?;
        Ok((PersonId::guest(&text), cookies))
    }
}

impl FromRequestParts<Shared> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Visitor, ApiError> {
        Visitor::of(parts, app).await
    }
}

impl FromRequestParts<Shared> for Acting {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Acting, ApiError> {
        let mut visitor = Visitor::of(parts, app).await?;
        visitor.check_banned()?;
        let origination = Origination::from_request_parts(parts, app).await?;
        if visitor.login.is_none() {
            app.check_address(&origination).await?;
        }
        if let Some(person) = visitor.people().into_iter().next() {
            return Ok(Acting {
                visitor,
                person,
                cookies: Cookies::default(),
            });
        }
        app.limit(
            "new guests",
            |seconds| TooMany::Guests { seconds },
            &app.limiters.guests,
            origination.client(),
        )?;
        let (id, cookies) = app.new_guest(&origination)?;
        visitor.guest = Some(id.clone());
        Ok(Acting {
            visitor,
            person: Person::guest(id),
            cookies,
        })
    }
}

impl FromRequestParts<Shared> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<SignedIn, ApiError> {
        let visitor = Visitor::of(parts, app).await?;
        visitor.check_banned()?;
        let login = visitor.login.ok_or(ApiError::NotLoggedIn)?;
        match login.credential.kind {
            CredentialKind::Session => Ok(SignedIn(login)),
            CredentialKind::Token => Err(Forbidden::NotWithToken.into()),
        }
    }
}

impl FromRequestParts<Shared> for Administrator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Administrator, ApiError> {
        if let Some(pass) = authorization(&parts.headers, OPERATOR_SCHEME) {
            let is_good = app.verify(Purpose::Operator, pass).await?;
            let is_good = is_good.is_some_and(|text| is_now(text, clock::now()));
            return match is_good {
                true => Ok(Administrator::Operator),
                false => Err(ApiError::BadToken),
            };
        }
        let SignedIn(login) = SignedIn::from_request_parts(parts, app).await?;
        match login.account.is_administrator {
            true => Ok(Administrator::Account(login.account.name)),
            false => Err(Forbidden::NotAdministrator.into()),
        }
    }
}

/// The API token that a request brings, if any.
pub(crate) fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    authorization(headers, "Bearer")
}

/// What a request brings to prove itself in a scheme's way, if it does.
fn authorization<'a>(headers: &'a HeaderMap, expected: &str) -> Option<&'a str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, rest) = value.split_once(' ').unwrap_or((value, ""));
    scheme.eq_ignore_ascii_case(expected).then(|| rest.trim())
}

/// Cookies for the answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cookies(Vec<HeaderValue>);

impl Cookies {
    pub(crate) fn and(mut self, others: Cookies) -> Cookies {
        self.0.extend(others.0);
        self
    }
}

impl IntoResponseParts for Cookies {
    type Error = std::convert::Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Self::Error> {
        for cookie in self.0 {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        Ok(response)
    }
}

/// What is good for nothing any more: sockets that were opened by it must end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Revocation {
    /// A session or token of an account, by its hash.
    One { account: String, hash: String },
    /// All sessions or tokens of an account but the one with this hash.
    AllBut {
        account: String,
        kind: CredentialKind,
        spared: Option<String>,
    },
    /// Everything that was opened by a person, who is somebody else now or may do nothing.
    Person(PersonId),
    /// The same of a person who is no more, or has another name: that one is in tables, too.
    Gone(PersonId),
}

impl Revocation {
    /// Whether what a visitor was let in by is over.
    pub(crate) fn ends(&self, visitor: &Visitor) -> bool {
        let login = visitor.login.as_ref();
        let is_of = |account: &str| login.filter(|login| account.eq_ignore_ascii_case(&login.account.name));
        match self {
            Revocation::One { account, hash } => is_of(account).is_some_and(|login| login.credential.hash == *hash),
            Revocation::AllBut { account, kind, spared } => {
                is_of(account).is_some_and(|Login { credential, .. }| {
                    credential.kind == *kind && spared.as_deref() != Some(&*credential.hash)
                })
            }
            Revocation::Person(id) | Revocation::Gone(id) => visitor.ids().contains(id),
        }
    }
}

impl App {
    /// Whether what a visitor was let in by is still good.
    async fn check_validity(&self, visitor: &Visitor) -> Result<(), ApiError> {
        if let Some(Login { credential, .. }) = &visitor.login {
            let found = self.store.credential(credential.kind, &credential.hash, clock::now());
            found.await?.ok_or(ApiError::NotLoggedIn)?;
        }
        if let Some(guest) = &visitor.guest
            && self.store.is_bound(guest.as_str()).await?
        {
            return Err(ApiError::NotLoggedIn);
        }
        self.check_not_banned(&visitor.ids(), None).await
    }
}

/// How often it is asked whether what a connection was opened by is still good. What is revoked is told at once; but a
/// server may end between writing it down and telling it, and the bus may lose it.
const ASKED_EVERY: Duration = Duration::from_secs(60);

/// After how long, at most, it is asked when something on the bus may have been missed.
const ASKED_AFTER_LOSS: Duration = Duration::from_secs(5);

/// Some part of a time, by lot.
fn part_of(time: Duration) -> Duration {
    time.mul_f64(f64::from(getrandom::u32().unwrap_or_default()) / f64::from(u32::MAX))
}

/// How long a visitor may keep a connection: as long as what they were let in by is good, or for ever if they are nobody.
pub(crate) struct Validity {
    app: Shared,
    visitor: Visitor,
    revocations: broadcast::Receiver<Option<Revocation>>,
    /// When the store is asked next.
    ask_at: Instant,
    /// What it is asked now, which goes on whoever stops waiting.
    asking: Option<JoinHandle<Result<(), ApiError>>>,
}

impl Validity {
    /// Watches over what was good a moment ago.
    pub(crate) async fn watch(app: &Shared, visitor: Visitor) -> Result<Validity, ApiError> {
        let revocations = app.revocations.subscribe();
        // It may have been revoked before anybody listened.
        app.check_validity(&visitor).await?;
        // Those who came at once, as all do after a restart, do not all ask at once for ever.
        Ok(Validity {
            app: Arc::clone(app),
            visitor,
            revocations,
            ask_at: Instant::now() + part_of(ASKED_EVERY),
            asking: None,
        })
    }

    /// Waits until the visitor must go. Who stops waiting and begins again has missed nothing.
    pub(crate) async fn ends(&mut self) {
        if self.visitor.login.is_none() && self.visitor.guest.is_none() {
            return pending().await;
        }
        let expires_at = self
            .visitor
            .login
            .as_ref()
            .and_then(|login| login.credential.expires_at);
        let expires = async {
            match expires_at {
                Some(at) => {
                    let left = u64::try_from(at - clock::now()).unwrap_or_default();
                    tokio::time::sleep(Duration::from_millis(left)).await;
                }
                None => pending().await,
            }
        };
        let is_revoked = async {
            loop {
                tokio::select! {
                    revoked = self.revocations.recv() => match revoked {
                        Ok(Some(revocation)) if revocation.ends(&self.visitor) => return,
                        Ok(Some(_)) => {}
                        // Whoever missed a revocation may have missed this one's; but not all ask at once.
                        Ok(None) | Err(RecvError::Lagged(_)) => {
                            self.ask_at = self.ask_at.min(Instant::now() + part_of(ASKED_AFTER_LOSS));
                        }
                        Err(RecvError::Closed) => return,
                    },
                    () = tokio::time::sleep_until(self.ask_at.into()) => {
                        self.ask_at = Instant::now() + ASKED_EVERY;
                        let (app, visitor) = (Arc::clone(&self.app), self.visitor.clone());
                        self.asking = Some(tokio::spawn(async move { app.check_validity(&visitor).await }));
                    }
                    checked = answered(&mut self.asking) => {
                        self.asking = None;
                        // A store that is gone is asked next time.
                        if matches!(checked, Ok(Err(ApiError::NotLoggedIn | ApiError::Forbidden(_)))) {
                            return;
                        }
                    }
                }
            }
        };
        tokio::select! {
            () = expires => {}
            () = is_revoked => {}
        }
    }
}

/// Waits for an answer, for ever if nobody was asked.
async fn answered<T>(asking: &mut Option<JoinHandle<T>>) -> Result<T, JoinError> {
    match asking {
        Some(asking) => asking.await,
        None => pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_found_by_their_whole_name() {
        let check = |lines: &[&'static str], expected: Option<&str>| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(header::COOKIE, HeaderValue::from_static(line));
            }
            let cookies = CookieJar::from_headers(&headers);
            let found = cookies.get("halte-session").map(Cookie::value);
            assert_eq!(found, expected, "{lines:?}");
        };
        check(&[], None);
        check(&["halte-session=a"], Some("a"));
        check(&["x=y; halte-session=a=b; z"], Some("a=b"));
        check(&["x=y", "halte-session=a"], Some("a"));
        check(&["xhalte-session=a; halte-sessionx=b; halte-session"], None);
        check(&["HALTE-SESSION=a"], None);
    }

    #[test]
    fn tokens_are_found() {
        let check = |value: &'static str, expected: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.append(header::AUTHORIZATION, HeaderValue::from_static(value));
            assert_eq!(bearer_token(&headers), expected, "{value}");
        };
        check("Bearer halte_x", Some("halte_x"));
        check("bearer  halte_x", Some("halte_x"));
        check("Basic halte_x", None);
        check("Bearer", Some(""));
        check("halte_x", None);
    }

    #[test]
    fn an_operators_pass_is_good_for_a_minute() {
        let signer = Signer::new(vec![7; 32]);
        let pass = operator_pass(&signer);
        let now = clock::now();
        let is_pass = |pass: &str, signer: &Signer, now: i64| {
            let text = signer.verify(Purpose::Operator, pass);
            text.is_some_and(|text| is_now(text, now))
        };
        assert!(is_pass(&pass, &signer, now));
        assert!(!is_pass(&pass, &signer, now + PASS_LIFETIME + 1));
        assert!(!is_pass(&pass, &signer, now - 10 * PASS_LIFETIME));
        assert!(!is_pass(&pass, &Signer::new(vec![8; 32]), now));
        // A guest chooses nothing of what the server signs, but even so.
        let guest = signer.sign(Purpose::Guest, &(now + 1).to_string());
        assert!(!is_pass(&guest, &signer, now));
        assert!(!is_pass("", &signer, now));
    }

    #[test]
    fn a_revocation_ends_what_it_names() {
        let login = |kind, hash: &str| Login {
            account: Account {
                name: "Anna".to_owned(),
                password_hash: String::new(),
                created_at: 0,
                is_administrator: false,
                guest: None,
                mail: None,
                gone_at: None,
            },
            credential: Credential {
                hash: hash.to_owned(),
                kind,
                account: "Anna".to_owned(),
                label: String::new(),
                created_at: 0,
                used_at: 0,
                expires_at: None,
            },
        };
        let session = Visitor {
            login: Some(login(CredentialKind::Session, "a")),
            guest: Some(PersonId::guest("x")),
            is_banned: false,
        };
        let one = |account: &str, hash: &str| Revocation::One {
            account: account.to_owned(),
            hash: hash.to_owned(),
        };
        let all_but = |kind, spared: Option<&str>| Revocation::AllBut {
            account: "anna".to_owned(),
            kind,
            spared: spared.map(str::to_owned),
        };
        for (revocation, expected) in [
            (one("anna", "a"), true),
            (one("anna", "b"), false),
            (one("ben", "a"), false),
            (all_but(CredentialKind::Session, None), true),
            (all_but(CredentialKind::Session, Some("a")), false),
            (all_but(CredentialKind::Token, None), false),
            (Revocation::Person(PersonId::account("Anna")), true),
            (Revocation::Person(PersonId::guest("x")), true),
            (Revocation::Person(PersonId::guest("y")), false),
            (Revocation::Gone(PersonId::account("Anna")), true),
        ] {
            assert_eq!(revocation.ends(&session), expected, "{revocation:?}");
            assert!(!revocation.ends(&Visitor::default()), "nobody has nothing to lose");
        }
    }
}
