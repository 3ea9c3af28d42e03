//! Who is asking: an account by its session or API token, a guest by a signed cookie, or nobody yet.
//!
//! People are named by ids that are no secret. Only the cookie or token proves that one is that person.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::response::{IntoResponseParts, ResponseParts};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use halte_table::{Person, PersonId};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, header};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::{self, error::RecvError};

use crate::address::Origination;
use crate::clock;
use crate::error::{ApiError, Forbidden, TooMany};
use crate::secret::{self, Purpose, Signer};
use crate::state::{App, Shared};
use crate::store::{Account, Credential, CredentialKind, Store, StoreError};

/// What every API token begins with, so that people and scanners of leaked secrets know one when they see it.
pub(crate) const TOKEN_PREFIX: &str = "halte_";

/// How old the note of a credential's last use may be: it is not worth a write at every request.
const USE_NOTED_EVERY: i64 = 60 * 60 * 1000;

/// The cookies, but for their prefix.
const SESSION: &str = "halte-session";
const GUEST: &str = "halte-guest";

/// Whoever asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visitor {
    pub login: Option<Login>,
    /// The guest's id, if this browser has one.
    pub guest: Option<PersonId>,
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

/// Whoever may administer the site, by the name that others are told: an administrator who is logged in with a
/// browser, or the operator.
#[derive(Clone, Debug)]
pub(crate) struct Administrator(pub String);

/// What others are told when the operator has done something.
const OPERATOR: &str = "the operator";

/// The scheme of the header by which an operator shows their pass.
pub const OPERATOR_SCHEME: &str = "Operator";

/// How long an operator's pass is good: long enough for a request.
const PASS_LIFETIME: i64 = 60 * 1000;

/// A pass for the next minute. It is made from a secret that only those have who can read the server's database, and so
/// could do anything anyway.
pub fn operator_pass(signer: &Signer) -> String {
    signer.sign(Purpose::Operator, &(clock::now() + PASS_LIFETIME).to_string())
}

/// Whether a pass is good now.
fn is_pass(pass: &str, signer: &Signer, now: i64) -> bool {
    let expires_at = signer
        .verify(Purpose::Operator, pass)
        .and_then(|text| text.parse().ok());
    expires_at.is_some_and(|expires_at: i64| (now..=now + PASS_LIFETIME).contains(&expires_at))
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

    pub(crate) fn ids(&self) -> Vec<PersonId> {
        self.people().iter().map(|person| person.id().clone()).collect()
    }

    async fn of(headers: &HeaderMap, app: &App) -> Result<Visitor, ApiError> {
        if let Some(token) = bearer_token(headers) {
            // A program's token stands for itself: cookies beside it mean nothing.
            let login = app.log_in(CredentialKind::Token, token).await?;
            let login = Some(login.ok_or(ApiError::BadToken)?);
            return Ok(Visitor { login, guest: None });
        }
        let cookies = CookieJar::from_headers(headers);
        let guest = cookies.get(&app.cookie_name(GUEST));
        let guest = guest.and_then(|cookie| app.signer.verify(Purpose::Guest, cookie.value()));
        let login = match cookies.get(&app.cookie_name(SESSION)) {
            Some(cookie) => app.log_in(CredentialKind::Session, cookie.value()).await?,
            None => None,
        };
        let guest = guest.map(PersonId::guest);
        Ok(Visitor { login, guest })
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

    /// A new guest: the id, and the cookie that proves it.
    fn new_guest(&self) -> Result<(PersonId, Cookies), ApiError> {
        let text = secret::random_text::<16>()?;
        let signed = self.signer.sign(Purpose::Guest, &text);
        let cookies = self.cookie(GUEST, &signed, self.config.guest_lifetime)?;
        Ok((PersonId::guest(&text), cookies))
    }
}

impl FromRequestParts<Shared> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Visitor, ApiError> {
        Visitor::of(&parts.headers, app).await
    }
}

impl FromRequestParts<Shared> for Acting {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Acting, ApiError> {
        let mut visitor = Visitor::of(&parts.headers, app).await?;
        if let Some(person) = visitor.people().into_iter().next() {
            return Ok(Acting {
                visitor,
                person,
                cookies: Cookies::default(),
            });
        }
        let origination = Origination::from_request_parts(parts, app).await?;
        app.limit(
            "new guests",
            |seconds| TooMany::Guests { seconds },
            &app.limiters.guests,
            &origination,
        )?;
        let (id, cookies) = app.new_guest()?;
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
        let visitor = Visitor::of(&parts.headers, app).await?;
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
            return match is_pass(pass, &app.signer, clock::now()) {
                true => Ok(Administrator(OPERATOR.to_owned())),
                false => Err(ApiError::BadToken),
            };
        }
        let SignedIn(login) = SignedIn::from_request_parts(parts, app).await?;
        match login.account.is_administrator {
            true => Ok(Administrator(login.account.name)),
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

/// Sessions or tokens that are good for nothing any more: sockets that they opened must end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Revocation {
    /// Whose.
    pub account: String,
    /// Which.
    pub what: Revoked,
}

/// Which credentials were revoked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Revoked {
    /// The one with this hash.
    One(String),
    /// All of a kind but the one with this hash.
    AllBut(CredentialKind, Option<String>),
}

impl Revocation {
    /// Whether a login is over by it.
    pub(crate) fn ends(&self, login: &Login) -> bool {
        let hash = &*login.credential.hash;
        self.account.eq_ignore_ascii_case(&login.account.name)
            && match &self.what {
                Revoked::One(revoked) => **revoked == *hash,
                Revoked::AllBut(kind, spared) => login.credential.kind == *kind && spared.as_deref() != Some(hash),
            }
    }
}

impl Login {
    /// Whether it is still good.
    async fn is_good(&self, store: &dyn Store) -> Result<bool, StoreError> {
        let Credential { kind, hash, .. } = &self.credential;
        Ok(store.credential(*kind, hash, clock::now()).await?.is_some())
    }
}

/// How long a visitor may keep a connection: as long as their login is good, or for ever without one.
pub(crate) struct Validity {
    login: Option<Login>,
    revocations: broadcast::Receiver<Option<Revocation>>,
    store: Arc<dyn Store>,
}

impl Validity {
    /// Watches over a login that was good a moment ago.
    pub(crate) async fn watch(app: &App, login: Option<Login>) -> Result<Validity, ApiError> {
        let validity = Validity {
            login,
            revocations: app.revocations.subscribe(),
            store: Arc::clone(&app.store),
        };
        // It may have been revoked before anybody listened.
        match &validity.login {
            Some(login) if !login.is_good(&*validity.store).await? => Err(ApiError::NotLoggedIn),
            _ => Ok(validity),
        }
    }

    /// Waits until the login is good for nothing any more.
    pub(crate) async fn ends(&mut self) {
        let Some(login) = &self.login else {
            return pending().await;
        };
        let expires = async {
            match login.credential.expires_at {
                Some(at) => {
                    let left = u64::try_from(at - clock::now()).unwrap_or_default();
                    tokio::time::sleep(Duration::from_millis(left)).await;
                }
                None => pending().await,
            }
        };
        let is_revoked = async {
            loop {
                let is_over = match self.revocations.recv().await {
                    Ok(Some(revocation)) => revocation.ends(login),
                    // Whoever missed a revocation may have missed this one's. A store that is gone is asked next time.
                    Ok(None) | Err(RecvError::Lagged(_)) => login.is_good(&*self.store).await.is_ok_and(|is| !is),
                    Err(RecvError::Closed) => true,
                };
                if is_over {
                    return;
                }
            }
        };
        tokio::select! {
            () = expires => {}
            () = is_revoked => {}
        }
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
        let session = login(CredentialKind::Session, "a");
        let check = |account: &str, what: Revoked, expected: bool| {
            let account = account.to_owned();
            assert_eq!(Revocation { account, what }.ends(&session), expected);
        };
        check("anna", Revoked::One("a".into()), true);
        check("anna", Revoked::One("b".into()), false);
        check("ben", Revoked::One("a".into()), false);
        check("anna", Revoked::AllBut(CredentialKind::Session, None), true);
        let others = Revoked::AllBut(CredentialKind::Session, Some("a".into()));
        check("anna", others, false);
        check("anna", Revoked::AllBut(CredentialKind::Token, None), false);
    }
}
