//! Guests, accounts, sessions and API tokens, and those who try to be somebody else.

use crate::house::{Answer, Browser, House, PASSWORD};
use halte_server::store::{Credential, CredentialKind};
use reqwest::Method;
use serde_json::{Value, json};

const SESSION: &str = "halte-session";
const GUEST: &str = "halte-guest";

#[tokio::test]
async fn a_guest_is_known_again() {
    let house = House::open().await;
    let mut browser = house.browser();
    assert!(browser.people().await.is_empty(), "nobody is made a guest by looking");
    assert!(browser.cookies.is_empty());
    assert_eq!(browser.post("/api/session/guest", &json!({})).await.status, 200);
    let people = browser.people().await;
    assert!(people.len() == 1 && people[0].starts_with("guest:"), "{people:?}");
    let again = browser.post("/api/session/guest", &json!({})).await;
    assert_eq!(again.header("set-cookie"), "", "one cookie is enough");
    assert_eq!(browser.people().await, people);
    let mut other = house.browser();
    other.post("/api/session/guest", &json!({})).await;
    assert_ne!(other.people().await, people);
}

#[tokio::test]
async fn a_forged_guest_is_nobody() {
    let house = House::open().await;
    let other_house = House::open().await;
    let mut browser = house.browser();
    browser.post("/api/session/guest", &json!({})).await;
    let good = browser.cookies[GUEST].clone();
    let (id, signature) = good.split_once('.').expect("an id and a signature");
    let mut stranger = other_house.browser();
    stranger.post("/api/session/guest", &json!({})).await;
    let (other_id, _) = stranger.cookies[GUEST].split_once('.').expect("an id and a signature");
    for forged in [
        id.to_owned(),
        format!("{id}."),
        format!("{other_id}.{signature}"),
        good[..good.len() - 1].to_owned(),
        good[1..].to_owned(),
        good.to_lowercase(),
        format!("{good}A"),
        stranger.cookies[GUEST].clone(),
        format!(".{signature}"),
        "%00".to_owned(),
        "x".repeat(4000),
    ] {
        browser.cookies.insert(GUEST.to_owned(), forged.clone());
        assert_eq!(browser.people().await, Vec::<String>::new(), "{forged}");
    }
    browser.cookies.insert(GUEST.to_owned(), good);
    assert_eq!(browser.people().await.len(), 1);
}

#[tokio::test]
async fn cookies_are_strict() {
    let house = House::open().await;
    let answer = house.browser().post("/api/session/guest", &json!({})).await;
    let cookie = answer.header("set-cookie");
    let flags = "; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000";
    assert!(
        cookie.starts_with("halte-guest=") && cookie.ends_with(flags),
        "{cookie}"
    );

    let house = House::open_with(&[("origin", "https://play.example.org")]).await;
    let mut browser = house.browser().with("origin", "https://play.example.org");
    let body = json!({"name": "Anna", "password": PASSWORD});
    for path in ["/api/session/guest", "/api/accounts"] {
        let answer = browser.post(path, &body).await;
        let cookie = answer.header("set-cookie");
        let flags = "; HttpOnly; SameSite=Lax; Secure; Path=/;";
        assert!(
            cookie.starts_with("__Host-halte-") && cookie.contains(flags),
            "{cookie}"
        );
        assert!(!cookie.contains("Domain"), "{cookie}");
    }
    assert_eq!(browser.people().await.len(), 2);
    // A cookie that a neighbour on a subdomain could have set means nothing.
    let mut plain = house.browser();
    for (name, value) in &browser.cookies {
        plain.cookies.insert(name.replace("__Host-", ""), value.clone());
    }
    assert_eq!(plain.people().await.len(), 0);
}

#[tokio::test]
async fn an_account_is_made_and_used() {
    let house = House::open().await;
    let mut browser = house.browser();
    browser.post("/api/session/guest", &json!({})).await;
    let guest = browser.people().await.remove(0);
    let answer = make_account(&mut browser, "Anna", PASSWORD).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    assert_eq!(answer.json()["account"]["name"], "Anna");
    assert_eq!(answer.json()["account"]["is_administrator"], false);
    // Who was a guest keeps their seats.
    assert_eq!(browser.people().await, ["account:anna".to_owned(), guest.clone()]);

    // The guest is the account's now: the browser forgets, another one that logs in is both.
    assert_eq!(browser.delete("/api/session").await.status, 204);
    assert!(browser.people().await.is_empty());
    let mut elsewhere = house.browser();
    log_in(&mut elsewhere, "ANNA", PASSWORD).await.check(200, "");
    assert_eq!(elsewhere.people().await, ["account:anna".to_owned(), guest]);
    // A second account of the same browser has nothing of the first one's guest.
    make_account(&mut browser, "Berta", PASSWORD).await.check(201, "");
    assert_eq!(browser.people().await, ["account:berta"]);

    let refused = [
        ("anna", PASSWORD, 409, "name_taken"),
        ("Halte", PASSWORD, 400, "name_reserved"),
        ("a", PASSWORD, 400, "bad_name"),
        ("an na", PASSWORD, 400, "bad_name"),
        ("<b>anna</b>", PASSWORD, 400, "bad_name"),
        ("Ben", "short", 400, "password_too_short"),
        ("longenough", "LongEnough", 400, "password_is_name"),
        ("Ben", &"x".repeat(201), 400, "password_too_long"),
    ];
    for (name, password, status, code) in refused {
        let answer = make_account(&mut house.browser(), name, password).await;
        answer.check(status, code);
    }
}

async fn make_account(browser: &mut Browser, name: &str, password: &str) -> Answer {
    let account = json!({"name": name, "password": password});
    browser.post("/api/accounts", &account).await
}

async fn log_in(browser: &mut Browser, name: &str, password: &str) -> Answer {
    let account = json!({"name": name, "password": password});
    browser.post("/api/session", &account).await
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_look_the_same() {
    let house = House::open().await;
    house.member("Anna").await;
    let attempt = async |name: &str, password: &str| {
        let answer = log_in(&mut house.browser(), name, password).await;
        assert_eq!(answer.header("set-cookie"), "");
        (answer.status, answer.text)
    };
    let wrong = attempt("Anna", "wrong horse").await;
    assert_eq!(wrong.0, 401);
    assert_eq!(attempt("Nobody", "wrong horse").await, wrong);
    assert_eq!(attempt("' OR 1=1 --", PASSWORD).await, wrong);
    assert_eq!(attempt("", "").await, wrong);
}

#[tokio::test]
async fn passwords_cannot_be_guessed_from_one_address() {
    let flags = [
        ("password-attempts-per-address", "3/1h"),
        ("password-attempts-per-name-and-address", "3/1h"),
    ];
    let house = House::open_with(&flags).await;
    house.member("Anna").await;
    let mut browser = house.browser();
    for _ in 0..5 {
        // The right one is not counted.
        log_in(&mut browser, "Anna", PASSWORD).await.check(200, "");
    }
    for attempt in 0..3 {
        let answer = log_in(&mut house.browser(), &format!("Name{attempt}"), "wrong horse").await;
        answer.check(401, "wrong_password");
    }
    // Not even the right one any more.
    let answer = log_in(&mut house.browser(), "Anna", PASSWORD).await;
    answer.check(429, "too_many_logins");
    let wait: u64 = answer.header("retry-after").parse().expect("seconds");
    assert!((1..=1200).contains(&wait), "{wait}");
    // In a browser that knows the account, what needs the password again is counted with it.
    for _ in 0..3 {
        log_in(&mut browser.clone(), "Anna", "wrong horse")
            .await
            .check(401, "wrong_password");
    }
    let body = json!({"current": PASSWORD, "new": "another horse"});
    assert_eq!(browser.put("/api/account/password", &body).await.status, 429);
    let body = json!({"password": PASSWORD}).to_string();
    let answer = browser.request(Method::DELETE, "/api/account", Some(body)).await;
    assert_eq!(answer.status, 429);
    assert_eq!(browser.people().await, ["account:anna"], "who is logged in stays so");
}

#[tokio::test]
async fn passwords_cannot_be_guessed_for_one_name_from_many_addresses() {
    let house = House::open_with(&[("trusted-proxy", "127.0.0.1"), ("password-attempts-per-name", "3/1h")]).await;
    house.member("Anna").await;
    house.member("Ben").await;
    for (address, name) in [("192.0.2.1", "Anna"), ("192.0.2.2", "ANNA"), ("192.0.2.3", "anna")] {
        let mut browser = house.browser().with("x-forwarded-for", address);
        assert_eq!(log_in(&mut browser, name, "wrong horse").await.status, 401);
    }
    let mut browser = house.browser().with("x-forwarded-for", "192.0.2.4");
    assert_eq!(log_in(&mut browser, "aNNa", PASSWORD).await.status, 429);
    assert_eq!(log_in(&mut browser, "Ben", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn accounts_cannot_be_made_by_the_thousand() {
    let house = House::open_with(&[("accounts-per-address", "2/1h")]).await;
    for (name, status) in [("Anna", 201), ("Ben", 201), ("Cleo", 429)] {
        let answer = make_account(&mut house.browser(), name, PASSWORD).await;
        assert_eq!(answer.status, status, "{name}");
    }
}

#[tokio::test]
async fn sessions_are_listed_and_revoked() {
    let house = House::open().await;
    let mut first = house.member("Anna").await;
    let mut second = house.browser().with("user-agent", "Second/1.0 <b>");
    let mut third = house.browser();
    log_in(&mut second, "Anna", PASSWORD).await;
    log_in(&mut third, "Anna", PASSWORD).await;
    let list = first.get("/api/sessions").await.json();
    let sessions = list.as_array().expect("a list");
    assert_eq!(sessions.len(), 3);
    let current = sessions.iter().filter(|session| session["is_current"] == true);
    assert_eq!(current.count(), 1);
    for browser in [&first, &second, &third] {
        let is_listed = list.to_string().contains(&browser.cookies[SESSION]);
        assert!(!is_listed, "no secret is listed");
    }
    let labelled = |session: &&Value| session["label"] == "Second/1.0 <b>";
    let session = sessions.iter().find(labelled).expect("the second");
    let path = format!("/api/sessions/{}", session["id"].as_str().expect("an id"));

    let mut stranger = house.member("Ben").await;
    assert_eq!(stranger.delete(&path).await.status, 404, "another's session");
    assert_eq!(second.people().await.len(), 1);
    assert_eq!(first.delete(&path).await.status, 204);
    assert_eq!(first.delete(&path).await.status, 404);
    assert_eq!(second.people().await.len(), 0, "revoked at once");
    assert_eq!(second.get("/api/sessions").await.code(), "not_logged_in");
    assert_eq!(first.delete("/api/sessions").await.status, 204);
    assert_eq!(third.people().await.len(), 0);
    assert_eq!(first.people().await.len(), 1);

    // A cookie that is kept after logging out opens nothing.
    let kept = first.clone();
    assert_eq!(first.delete("/api/session").await.status, 204);
    assert_eq!(kept.clone().people().await.len(), 0);
    // Nobody is logged in: no mistake.
    assert_eq!(first.delete("/api/session").await.status, 204);
}

async fn sessions_of(house: &House, account: &str) -> Vec<Credential> {
    let sessions = house
        .app
        .store
        .credentials_of(account, CredentialKind::Session, 0)
        .await;
    sessions.expect("sessions")
}

#[tokio::test]
async fn only_the_hash_of_a_session_is_stored() {
    let house = House::open().await;
    let browser = house.member("Anna").await;
    let secret = &browser.cookies[SESSION];
    assert_eq!(secret.len(), 43, "256 bits");
    let sessions = sessions_of(&house, "Anna").await;
    assert!(!format!("{sessions:?}").contains(secret));
    // Whoever reads the database cannot log in with what is in it.
    let mut thief = house.browser();
    thief.cookies.insert(SESSION.to_owned(), sessions[0].hash.clone());
    assert_eq!(thief.people().await.len(), 0);
    let account = house.app.store.account("anna").await.expect("the store");
    let account = account.expect("an account");
    assert!(account.password_hash.starts_with("$argon2id$") && !account.password_hash.contains(PASSWORD));
}

#[tokio::test]
async fn a_session_expires_and_old_ones_make_room() {
    let house = House::open_with(&[("sessions-per-account", "2"), ("session-lifetime", "1h")]).await;
    let mut first = house.member("Anna").await;
    let (mut second, mut third) = (house.browser(), house.browser());
    log_in(&mut second, "Anna", PASSWORD).await;
    log_in(&mut third, "Anna", PASSWORD).await;
    assert_eq!(first.people().await.len(), 0, "the oldest made room");
    assert_eq!(second.people().await.len(), 1);
    for session in &sessions_of(&house, "Anna").await {
        assert_eq!(session.expires_at, Some(session.created_at + 3_600_000));
        let store = &house.app.store;
        let touched = store.touch_credential(&session.hash, session.used_at, Some(1)).await;
        touched.expect("the store");
    }
    assert_eq!(second.people().await.len(), 0, "expired");
}

#[tokio::test]
async fn logging_in_gives_a_new_session() {
    let house = House::open().await;
    let mut browser = house.member("Anna").await;
    let before = browser.clone();
    log_in(&mut browser, "Anna", PASSWORD).await;
    assert_ne!(before.cookies[SESSION], browser.cookies[SESSION]);
    assert_eq!(before.clone().people().await.len(), 0);
    // A session that an attacker chose is not taken over.
    let mut fixed = house.browser();
    fixed.cookies.insert(SESSION.to_owned(), "A".repeat(43));
    log_in(&mut fixed, "Anna", PASSWORD).await;
    assert_ne!(fixed.cookies[SESSION], "A".repeat(43));
}

#[tokio::test]
async fn a_new_password_ends_everything_else() {
    let house = House::open().await;
    let mut browser = house.member("Anna").await;
    let mut elsewhere = house.browser();
    log_in(&mut elsewhere, "Anna", PASSWORD).await;
    let token = browser.post("/api/tokens", &json!({"label": "engine"})).await.json()["token"].clone();
    let mut program = program(&house, token.as_str().expect("a token"));
    assert_eq!(program.people().await, ["account:anna"]);

    let change = |current: &str, new: &str| json!({"current": current, "new": new});
    let path = "/api/account/password";
    let good = change(PASSWORD, "another horse");
    let wrong = browser.put(path, &change("wrong horse", "another horse")).await;
    assert_eq!(wrong.code(), "wrong_password");
    let short = browser.put(path, &change(PASSWORD, "short")).await;
    assert_eq!(short.code(), "password_too_short");
    let nobody = house.browser().put(path, &good).await;
    assert_eq!(nobody.code(), "not_logged_in");
    assert_eq!(elsewhere.people().await.len(), 1);
    assert_eq!(browser.put(path, &good).await.status, 204);
    assert_eq!(browser.people().await.len(), 1);
    assert_eq!(elsewhere.people().await.len(), 0);
    assert_eq!(program.get("/api/session").await.code(), "bad_token");
    assert_eq!(log_in(&mut elsewhere, "Anna", PASSWORD).await.status, 401);
    assert_eq!(log_in(&mut elsewhere, "Anna", "another horse").await.status, 200);
}

#[tokio::test]
async fn a_closed_account_is_closed_for_good() {
    let house = House::open().await;
    let mut browser = house.member("Anna").await;
    let mut elsewhere = house.browser();
    log_in(&mut elsewhere, "Anna", PASSWORD).await;
    let mut close = async |password: &str| {
        let body = json!({"password": password}).to_string();
        browser.request(Method::DELETE, "/api/account", Some(body)).await
    };
    assert_eq!(close("wrong horse").await.code(), "wrong_password");
    assert_eq!(close(PASSWORD).await.status, 204);
    assert_eq!(browser.people().await.len(), 0);
    assert_eq!(elsewhere.people().await.len(), 0);
    assert_eq!(log_in(&mut elsewhere, "Anna", PASSWORD).await.status, 401);
    assert_eq!(log_in(&mut elsewhere, "Anna", "").await.status, 401);
    // Nobody else can become this person.
    let answer = make_account(&mut elsewhere, "Anna", PASSWORD).await;
    assert_eq!(answer.code(), "name_taken");
}

/// A program with a token.
fn program(house: &House, token: &str) -> Browser {
    house.browser().with("authorization", &format!("Bearer {token}"))
}

#[tokio::test]
async fn a_token_stands_for_its_account_and_opens_nothing_else() {
    let house = House::open_with(&[("tokens-per-account", "2")]).await;
    let mut anna = house.member("Anna").await;
    let made = anna.post("/api/tokens", &json!({"label": " engine "})).await;
    assert_eq!((made.status, &made.json()["label"]), (201, &json!("engine")));
    let (id, token) = (made.json()["id"].clone(), made.json()["token"].clone());
    let (id, token) = (id.as_str().expect("an id"), token.as_str().expect("a token"));
    assert!(token.starts_with("halte_") && token.len() == 49, "{token}");
    let list = anna.get("/api/tokens").await;
    assert!(list.text.contains(id) && !list.text.contains(token), "shown once");

    let mut engine = program(&house, token);
    assert_eq!(engine.people().await, ["account:anna"]);
    // Whoever finds it cannot take over the account.
    for (method, path) in [
        (Method::GET, "/api/sessions"),
        (Method::DELETE, "/api/sessions"),
        (Method::GET, "/api/tokens"),
        (Method::POST, "/api/tokens"),
        (Method::PUT, "/api/account/password"),
        (Method::DELETE, "/api/account"),
        (Method::DELETE, "/api/session"),
        (Method::DELETE, &*format!("/api/tokens/{id}")),
    ] {
        let answer = engine.request(method.clone(), path, Some("{}".to_owned())).await;
        let code = match path {
            "/api/session" => "token_not_logged_out",
            _ => "not_with_token",
        };
        assert_eq!((answer.status, &*answer.code()), (403, code), "{method} {path}");
    }
    // A secret of one kind is none of the other.
    let session = anna.cookies[SESSION].clone();
    assert_eq!(program(&house, &session).get("/api/session").await.code(), "bad_token");
    let mut thief = house.browser();
    thief.cookies.insert(SESSION.to_owned(), token.to_owned());
    assert_eq!(thief.people().await.len(), 0);
    for wrong in ["", "halte_", id, &token[..48], &token.to_lowercase()] {
        assert_eq!(program(&house, wrong).get("/api/session").await.status, 401, "{wrong}");
    }
    // A bad token is not saved by a good cookie.
    let mut both = anna.clone().with("authorization", "Bearer halte_wrong");
    assert_eq!(both.get("/api/session").await.code(), "bad_token");

    let mut ben = house.member("Ben").await;
    let path = format!("/api/tokens/{id}");
    assert_eq!(ben.delete(&path).await.status, 404, "another's token");
    assert_eq!(engine.people().await.len(), 1);
    assert_eq!(anna.post("/api/tokens", &json!({"label": "second"})).await.status, 201);
    let third = anna.post("/api/tokens", &json!({"label": "third"})).await;
    assert_eq!(third.code(), "too_many_tokens");
    for label in ["", "  ", "a\nb", &"x".repeat(101)] {
        let answer = anna.post("/api/tokens", &json!({"label": label})).await;
        assert_eq!(answer.code(), "bad_label", "{label}");
    }
    assert_eq!(anna.delete(&path).await.status, 204);
    assert_eq!(engine.get("/api/session").await.code(), "bad_token");
}

#[tokio::test]
async fn another_site_can_do_nothing_in_a_visitors_name() {
    let house = House::open().await;
    let mut browser = house.member("Anna").await;
    let own = format!("http://{}", house.address);
    for headers in [
        vec![("origin", "https://evil.example")],
        vec![("origin", "null")],
        vec![("origin", "http://127.0.0.1")],
        vec![("origin", &*own), ("sec-fetch-site", "cross-site")],
        vec![("sec-fetch-site", "same-site")],
        vec![("origin", "https://evil.example"), ("content-type", "text/plain")],
    ] {
        let mut forged = browser.clone();
        for (name, value) in &headers {
            forged = forged.with(name, value);
        }
        let body = json!({"label": "evil"}).to_string();
        for (method, path) in [
            (Method::POST, "/api/tokens"),
            (Method::DELETE, "/api/sessions"),
            (Method::DELETE, "/api/session"),
            (Method::POST, "/api/session"),
            (Method::POST, "/api/session/guest"),
        ] {
            let answer = forged.request(method, path, Some(body.clone())).await;
            let found = (answer.status, &*answer.code());
            assert_eq!(found, (403, "other_site"), "{headers:?} {path}");
        }
    }
    assert_eq!(browser.get("/api/tokens").await.text, "[]");
    assert_eq!(browser.people().await, ["account:anna"]);

    // A form of another site, in a browser that says nothing of where it comes from.
    let cookie = format!("cookie: {SESSION}={}", browser.cookies[SESSION]);
    for head in [
        "content-type: text/plain",
        "content-type: application/json",
        "origin: http://HOST",
    ] {
        let head = head.replace("HOST", &house.address.to_string());
        let request = format!(
            "POST /api/tokens HTTP/1.1\r\nhost: {}\r\n{cookie}\r\n{head}\r\nconnection: close\r\ncontent-length: 16\
             \r\n\r\n{{\"label\":\"evil\"}}",
            house.address
        );
        let answer = house.send(request.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 403 "), "{head}: {answer}");
    }
    assert_eq!(browser.get("/api/tokens").await.text, "[]");
}

#[tokio::test]
async fn mistakes_in_a_body_are_told_with_their_place() {
    let house = House::open().await;
    let mut browser = house.browser();
    let mut check = async |body: &str, at: Value| {
        let request = browser.request(Method::POST, "/api/session", Some(body.to_owned()));
        let answer = request.await;
        let is_list = body.starts_with('[');
        answer.check(400, if is_list { "body_not_object" } else { "bad_body" });
        assert_eq!(answer.at(), at, "{body}: {}", answer.text);
    };
    check("", Value::Null).await;
    check("{", Value::Null).await;
    check(r#"{"name": 5}"#, json!("name")).await;
    check(r#"{"name": "a", "password": "b", "extra": 1}"#, json!("extra")).await;
    check(&"[".repeat(10_000), Value::Null).await;
    check("\u{0}", Value::Null).await;
    let mut plain = browser.with("content-type", "text/plain");
    plain.post("/api/session", &json!({})).await.check(415, "not_json");
}
