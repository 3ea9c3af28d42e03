//! What strangers did to people on a running server, and cannot do any more.

use futures_util::future::select_all;
use halte_server::store::{CredentialKind, Letter, Purpose};
use reqwest::Method;
use serde_json::json;

use tokio::time::timeout;

use crate::house::{Answer, Browser, House, PASSWORD, PATIENCE};
use crate::moderation::{administrator_at, mail_server};
use crate::tables::{Socket, act, open, open_terms, play, two_at_a_table};

const NEW_PASSWORD: &str = "another horse";

async fn log_in(browser: &mut Browser, name: &str, password: &str) -> Answer {
    let account = json!({"name": name, "password": password});
    browser.post("/api/session", &account).await
}

/// Whoever knows the old password logs in again and again while the owner changes it: none of these sessions, nor a
/// token that was made with one, may be good afterwards.
#[tokio::test]
async fn no_session_survives_a_change_of_the_password() {
    let flags = [
        ("password-hashes", "8"),
        ("sessions-per-account", "1000"),
        ("password-attempts-per-address", "1000/1m"),
        ("password-attempts-per-name-and-address", "1000/1m"),
    ];
    let house = House::open_with(&flags).await;
    let mut owner = house.member("Anna").await;
    for (old, new) in [
        (PASSWORD, NEW_PASSWORD),
        (NEW_PASSWORD, PASSWORD),
        (PASSWORD, NEW_PASSWORD),
    ] {
        let guessing = (0..12).map(|_| {
            let mut thief = house.browser();
            tokio::spawn(async move {
                let answer = log_in(&mut thief, "Anna", old).await;
                let token = thief.post("/api/tokens", &json!({"label": "kept"})).await;
                (answer.status, thief, token.json()["token"].as_str().map(str::to_owned))
            })
        });
        let guessing: Vec<_> = guessing.collect();
        let change = json!({"current": old, "new": new});
        owner.put("/api/account/password", &change).await.check(204, "");
        for thief in guessing {
            let (status, mut thief, token) = thief.await.expect("an attempt");
            assert!(matches!(status, 200 | 401), "{status}");
            assert!(thief.people().await.is_empty(), "a session survives the change");
            if let Some(token) = token {
                let mut program = house.browser().with("authorization", &format!("Bearer {token}"));
                program.get("/api/session").await.check(401, "bad_token");
            }
        }
        assert_eq!(owner.people().await, ["account:anna"]);
        assert_eq!(owner.get("/api/tokens").await.text, "[]");
    }
}

/// Whoever knows the password has a link sent to an address of their own. By whichever way the owner gets rid of them, the
/// link confirms nothing afterwards, and no letter that waits is sent: the next forgotten password is not theirs.
#[tokio::test]
async fn no_link_survives_its_thief() {
    let (smtp, mut letters) = mail_server().await;
    let origin = "http://play.example.org";
    let flags = [
        ("smtp", &*smtp),
        ("mail-from", "halte@example.org"),
        ("origin", origin),
        ("letters-per-address", "100/1h"),
        ("letters-per-account", "100/1h"),
    ];
    let house = House::open_with(&flags).await;
    let mut ada = administrator_at(&house, origin).await;
    let mut owner = house.member_at(origin, "Anna").await;
    for (number, way) in ["change", "reset", "log out"].into_iter().enumerate() {
        let (password, next) = match number {
            0 => (PASSWORD, NEW_PASSWORD),
            _ => (NEW_PASSWORD, NEW_PASSWORD),
        };
        let mut thief = house.browser().with("origin", origin);
        log_in(&mut thief, "Anna", password).await.check(200, "");
        let address = json!({"mail": format!("thief{number}@example.com"), "password": password});
        thief.put("/api/account/mail", &address).await.check(202, "");
        let letter = timeout(PATIENCE, letters.recv()).await.expect("in time");
        let letter = letter.expect("a letter").1;
        let secret: String = letter
            .split_once("#mail=")
            .expect("a link")
            .1
            .chars()
            .take(43)
            .collect();
        let waiting = Letter {
            id: way.to_owned(),
            purpose: Purpose::Mail,
            account: "anna".to_owned(),
            recipient: "thief@example.com".to_owned(),
            language: "en".to_owned(),
            due_at: i64::MAX - 1,
            attempts: 0,
        };
        house.app.store.post(&waiting).await.expect("the store");

        match way {
            "change" => {
                let change = json!({"current": password, "new": next});
                owner.put("/api/account/password", &change).await.check(204, "");
            }
            "reset" => {
                let link = ada.post("/api/administration/accounts/anna/reset", &json!({})).await;
                let link = link.json()["link"].as_str().expect("a link").to_owned();
                let reset = json!({"secret": link.split_once("#password=").expect("a secret").1, "password": next});
                owner.post("/api/password/reset", &reset).await.check(200, "");
            }
            _ => {
                let path = "/api/administration/accounts/anna/credentials";
                ada.delete(path).await.check(200, "");
            }
        }
        thief
            .post("/api/account/mail/confirmation", &json!({"secret": secret}))
            .await
            .check(404, "no_such_link");
        let left = house.app.store.take_letter(i64::MAX, i64::MAX).await;
        assert_eq!(left, Ok(None), "{way}");
    }
    let account = house.app.store.account("anna").await.expect("the store");
    assert_eq!(account.expect("Anna").mail, None);
}

/// A session that was revoked without anybody being told, as by a server that ended in between, is noticed.
#[tokio::test]
async fn a_socket_does_not_outlive_its_session_for_long() {
    let house = House::open().await;
    let mut anna = house.member("Anna").await;
    let table = open(&mut anna, &open_terms("mixtour")).await;
    let mut sockets = Vec::new();
    // One of many soon asks.
    for _ in 0..30 {
        sockets.push(Socket::at(&house, &anna, &table).await);
    }
    let revoked = house
        .app
        .store
        .delete_credentials("anna", CredentialKind::Session, None)
        .await;
    assert_eq!(revoked, Ok(1));
    let ends = sockets
        .into_iter()
        .map(|mut socket| Box::pin(async move { while socket.next().await.is_some() {} }));
    timeout(PATIENCE, select_all(ends)).await.expect("a socket ends");
}

/// Of two who change the password at the same time, both knowing the old one, one succeeds.
#[tokio::test]
async fn a_password_is_changed_once_by_what_was_checked() {
    let house = House::open_with(&[("password-hashes", "8")]).await;
    let mut owner = house.member("Anna").await;
    let mut thief = house.browser();
    log_in(&mut thief, "Anna", PASSWORD).await.check(200, "");
    let change = |new: &str| json!({"current": PASSWORD, "new": new});
    let (first, second) = (change("first horse"), change("second horse"));
    let (first, second) = tokio::join!(
        owner.put("/api/account/password", &first),
        thief.put("/api/account/password", &second)
    );
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 401], "{} {}", first.text, second.text);
}

/// Who copied a guest's cookie must not move for the account that the guest has become.
#[tokio::test]
async fn a_guest_who_has_an_account_is_nobody_without_it() {
    let house = House::open().await;
    let (mut anna, mut ben) = (house.browser(), house.browser());
    let table = two_at_a_table("mixtour", &mut anna, &mut ben).await;
    let mut thief = anna.clone();
    let guest = anna.people().await.remove(0);
    let mut socket = Socket::at(&house, &thief, &table).await;

    let account = json!({"name": "Anna", "password": PASSWORD});
    anna.post("/api/accounts", &account).await.check(201, "");
    // The socket that the cookie opened ends.
    let ended = timeout(PATIENCE, async { while socket.next().await.is_some() {} });
    ended.await.expect("the socket ends");
    assert!(thief.people().await.is_empty(), "the cookie is nobody");
    let mut watching = Socket::at(&house, &thief, &table).await;
    watching.command("x", play("a1", 0)).await;
    assert_eq!(watching.wait_for("refused").await["error"]["code"], "not_seated");
    act(&mut thief.clone(), &table, "y", play("a1", 0))
        .await
        .check(409, "not_seated");
    act(&mut anna, &table, "z", play("a1", 0)).await.check(200, "");
    // A second account does not get the seat by the cookie either.
    let account = json!({"name": "Thief", "password": PASSWORD});
    thief.post("/api/accounts", &account).await.check(201, "");
    assert_eq!(thief.people().await, ["account:thief"]);
    assert_eq!(anna.people().await, ["account:anna".to_owned(), guest]);
}

/// The guest of one browser becomes one account, however many are asked for at the same time.
#[tokio::test]
async fn a_guest_becomes_one_account() {
    let house = House::open_with(&[("password-hashes", "8")]).await;
    let mut guest = house.browser();
    open(&mut guest, &open_terms("mixtour")).await;
    let id = guest.people().await.remove(0);
    let making = (0..4).map(|number| {
        let mut browser = guest.clone();
        tokio::spawn(async move {
            let account = json!({"name": format!("Anna{number}"), "password": PASSWORD});
            browser.post("/api/accounts", &account).await.check(201, "");
            browser.people().await
        })
    });
    let mut owners = 0;
    for made in making.collect::<Vec<_>>() {
        owners += usize::from(made.await.expect("an account").contains(&id));
    }
    assert_eq!(owners, 1);
}

/// Wrong passwords of strangers, from wherever they come, do not keep the owner out of the browser that they know.
#[tokio::test]
async fn strangers_cannot_lock_the_owner_out() {
    let flags = [
        ("trusted-proxy", "127.0.0.1"),
        ("requests-per-address", "100000/1m"),
        ("password-attempts-per-name", "20/15m"),
    ];
    let house = House::open_with(&flags).await;
    let from = |address: &str| house.browser().with("x-forwarded-for", address);
    let mut owner = from("192.0.2.1");
    let account = json!({"name": "Anna", "password": PASSWORD});
    owner.post("/api/accounts", &account).await.check(201, "");
    owner.delete("/api/session").await.check(204, "");

    // One stranger at one address: the owner may come from anywhere, also with a browser that was never here.
    for attempt in 0..15 {
        let status = if attempt < 10 { 401 } else { 429 };
        assert_eq!(
            log_in(&mut from("198.51.100.7"), "Anna", "wrong horse").await.status,
            status,
            "{attempt}"
        );
    }
    log_in(&mut from("192.0.2.9"), "Anna", PASSWORD).await.check(200, "");
    log_in(&mut owner, "Anna", PASSWORD).await.check(200, "");
    owner.delete("/api/session").await.check(204, "");

    // Many, from many addresses, the owner's among them: a browser that knows the account is not held up.
    let mut refused = 0;
    for number in 0..60 {
        let address = if number % 3 == 0 {
            "192.0.2.1".to_owned()
        } else {
            format!("198.51.100.{number}")
        };
        refused += usize::from(log_in(&mut from(&address), "ANNA", "wrong horse").await.status == 429);
    }
    assert!(refused >= 40, "guessing is slowed for the name: {refused}");
    log_in(&mut from("203.0.113.5"), "Anna", PASSWORD)
        .await
        .check(429, "too_many_logins");
    for _ in 0..5 {
        log_in(&mut owner, "Anna", PASSWORD).await.check(200, "");
        owner.delete("/api/session").await.check(204, "");
    }

    // The proof is the account's own, and guessing with it has an end too.
    let mut stranger = from("203.0.113.6");
    stranger
        .post("/api/accounts", &json!({"name": "Ben", "password": PASSWORD}))
        .await
        .check(201, "");
    stranger.delete("/api/session").await.check(204, "");
    log_in(&mut stranger, "Anna", "wrong horse")
        .await
        .check(429, "too_many_logins");
    let mut statuses = Vec::new();
    for _ in 0..11 {
        statuses.push(log_in(&mut owner, "Anna", "wrong horse").await.status);
    }
    assert_eq!((statuses[0], statuses[9], statuses[10]), (401, 401, 429));
}

/// No address, question or body brings a character into the store that PostgreSQL cannot keep.
#[tokio::test]
async fn the_character_that_no_database_keeps_ends_at_the_door() {
    let house = House::open().await;
    let mut anna = house.member("Anna").await;
    let table = open(&mut anna, &open_terms("mixtour")).await;
    for (method, path) in [
        (Method::DELETE, "/api/sessions/%00"),
        (Method::DELETE, "/api/tokens/a%00"),
        (Method::GET, "/api/players/%00"),
        (Method::GET, "/api/tables?person=account:%00"),
        (Method::GET, "/api/tables?game=%00"),
        (Method::GET, "/api/tables?after=%00"),
        (Method::PUT, "/api/administration/accounts/%00"),
        (Method::GET, "/api/administration/accounts?after=%00"),
        (Method::GET, "/api/tables/%00/note"),
        (Method::GET, "/nothing/%00"),
    ] {
        let answer = anna.request(method.clone(), path, Some("{}".to_owned())).await;
        assert_eq!((answer.status, &*answer.code()), (400, "unkeepable"), "{method} {path}");
    }
    let note = format!("/api/tables/{table}/note");
    let say = json!({"id": "a\0", "action": {"type": "say", "text": "b"}});
    for (method, path, body) in [
        (Method::PUT, &*note, json!({"text": "a\0b"})),
        (Method::POST, &*format!("/api/tables/{table}/commands"), say),
        (Method::POST, "/api/tokens", json!({"label": "a\0b"})),
        (
            Method::POST,
            "/api/accounts",
            json!({"name": "An\0na", "password": PASSWORD}),
        ),
        (
            Method::POST,
            "/api/session",
            json!({"name": "An\0na", "password": PASSWORD}),
        ),
    ] {
        let answer = anna.request(method.clone(), path, Some(body.to_string())).await;
        assert_eq!((answer.status, &*answer.code()), (400, "unkeepable"), "{method} {path}");
    }
    // What only looks like it is a text as any other.
    anna.put(&note, &json!({"text": r"a\u0000b"})).await.check(204, "");
    let mut socket = Socket::at(&house, &anna, &table).await;
    socket.command("a\0", json!({"type": "leave"})).await;
    assert_eq!(socket.wait_for("refused").await["error"]["code"], "unkeepable");
    // Ids of sessions and tokens have one form; what has another is nobody's.
    for path in ["/api/sessions/x", "/api/tokens/x", "/api/sessions/%F0%9F%98%80"] {
        anna.delete(path).await.check(
            404,
            match path.contains("sessions") {
                true => "no_such_session",
                false => "no_such_token",
            },
        );
    }
}
