//! What administrators do for a public site, and what people do with what is kept of them.

use halte_server::store::{Append, Report, StoredEvent, TableFilter};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::house::{Answer, Browser, House, PASSWORD, PATIENCE};
use crate::tables::{Socket, act, check_act, look_at, open, open_terms, play, two_at_a_table};

/// An administrator who is logged in.
async fn administrator(house: &House) -> Browser {
    let browser = house.member("Ada").await;
    house.app.store.appoint("Ada", true).await.expect("the store");
    browser
}

/// The same at a site with a public address.
pub(crate) async fn administrator_at(house: &House, origin: &str) -> Browser {
    let browser = house.member_at(origin, "Ada").await;
    house.app.store.appoint("Ada", true).await.expect("the store");
    browser
}

async fn log_in(browser: &mut Browser, name: &str, password: &str) -> Answer {
    let account = json!({"name": name, "password": password});
    browser.post("/api/session", &account).await
}

async fn impose(by: &mut Browser, subject: &str, kind: &str, measure: &Value) -> Answer {
    by.put(&format!("/api/administration/measures/{subject}/{kind}"), measure)
        .await
}

async fn lift(by: &mut Browser, subject: &str, kind: &str) -> Answer {
    by.delete(&format!("/api/administration/measures/{subject}/{kind}"))
        .await
}

/// Waits until a socket ends.
async fn wait_for_end(mut socket: Socket) {
    let ended = timeout(PATIENCE, async { while socket.next().await.is_some() {} });
    ended.await.expect("the socket ends");
}

#[tokio::test]
async fn all_of_it_is_for_administrators() {
    let house = House::open().await;
    let mut anna = house.member("Anna").await;
    for (method, path) in [
        (Method::GET, "/api/administration/reports"),
        (Method::DELETE, "/api/administration/reports/x"),
        (Method::GET, "/api/administration/measures"),
        (Method::PUT, "/api/administration/measures/account:anna/ban"),
        (Method::DELETE, "/api/administration/measures/account:anna/ban"),
        (Method::PUT, "/api/administration/accounts/anna/name"),
        (Method::DELETE, "/api/administration/accounts/anna"),
        (Method::POST, "/api/administration/accounts/anna/reset"),
        (Method::POST, "/api/administration/key"),
        (Method::POST, "/api/tables/x/end"),
    ] {
        let answer = anna.request(method.clone(), path, Some("{}".to_owned())).await;
        assert_eq!(
            (answer.status, &*answer.code()),
            (403, "not_administrator"),
            "{method} {path}"
        );
        let answer = house
            .browser()
            .request(method.clone(), path, Some("{}".to_owned()))
            .await;
        assert_eq!(
            (answer.status, &*answer.code()),
            (401, "not_logged_in"),
            "{method} {path}"
        );
    }
}

#[tokio::test]
async fn who_is_silenced_plays_and_does_not_chat() {
    let house = House::open().await;
    let mut ada = administrator(&house).await;
    let (mut anna, mut ben) = (house.browser(), house.browser());
    let table = two_at_a_table("mixtour", &mut anna, &mut ben).await;
    // She keeps the seat of the guest who she was, and what is said of her holds there.
    anna.post("/api/accounts", &json!({"name": "Anna", "password": PASSWORD}))
        .await
        .check(201, "");
    let say = |text: &str| json!({"type": "say", "text": text});
    check_act(&mut anna, &table, "a", say("hello"), "").await;

    let measure = json!({"reason": "insults", "hours": 24});
    let imposed = impose(&mut ada, "account:ANNA", "silence", &measure).await;
    assert_eq!(
        (imposed.status, &imposed.json()["imposed_by"]),
        (200, &json!("Ada")),
        "{}",
        imposed.text
    );
    act(&mut anna, &table, "b", say("you")).await.check(403, "silenced");
    let mut socket = Socket::at(&house, &anna, &table).await;
    socket.command("c", say("you")).await;
    assert_eq!(socket.wait_for("refused").await["error"]["code"], "silenced");
    check_act(&mut anna, &table, "d", play("a1", 0), "").await;
    check_act(&mut ben, &table, "e", say("hello"), "").await;
    let listed = ada.get("/api/administration/measures").await.json();
    assert_eq!(
        listed["measures"].as_array().map(Vec::len),
        Some(2),
        "the account and the guest: {listed}"
    );

    lift(&mut ada, "account:anna", "silence").await.check(204, "");
    check_act(&mut anna, &table, "f", say("sorry"), "").await;
    lift(&mut ada, "account:anna", "silence")
        .await
        .check(404, "no_such_measure");
    impose(&mut ada, "account:nobody", "silence", &measure)
        .await
        .check(404, "no_such_account");
    impose(&mut ada, "account:ada", "ban", &measure)
        .await
        .check(409, "is_administrator");
    impose(&mut ada, "account:anna", "ban", &json!({"reason": " "}))
        .await
        .check_at("reason");
    impose(&mut ada, "account:anna", "ban", &json!({"reason": "x", "hours": 0}))
        .await
        .check_at("hours");
    impose(&mut ada, "account:anna", "exile", &measure)
        .await
        .check_at("path");
}

#[tokio::test]
async fn who_is_silenced_does_not_chat_as_somebody_else() {
    let house = House::open_with(&[("trusted-proxy", "127.0.0.1")]).await;
    let mut ada = administrator(&house).await;
    let at = |browser: Browser, address: &'static str| browser.with("x-forwarded-for", address);
    let mut old = at(house.member("Old").await, "192.0.2.7");
    let mut anna = at(house.browser(), "192.0.2.7");
    let mut ben = at(house.browser(), "192.0.2.8");
    let table = two_at_a_table("mixtour", &mut anna, &mut ben).await;
    let say = || json!({"type": "say", "text": "you"});
    let guest = anna.people().await.remove(0);
    let measure = json!({"reason": "insults", "hours": 48, "address_hours": 24});
    impose(&mut ada, &guest, "silence", &measure).await.check(200, "");
    act(&mut anna, &table, "a", say()).await.check(403, "silenced");

    // Whoever comes from there with another name, or none, does not chat either, and plays as before.
    let mut again = at(house.browser(), "192.0.2.7");
    let opened = two_at_a_table("mixtour", &mut again, &mut ben).await;
    act(&mut again, &opened, "a", say()).await.check(403, "silenced");
    let mut socket = Socket::at(&house, &again, &opened).await;
    socket.command("b", say()).await;
    assert_eq!(socket.wait_for("refused").await["error"]["code"], "silenced");
    let account = json!({"name": "Anna", "password": PASSWORD});
    again.post("/api/accounts", &account).await.check(201, "");
    act(&mut again, &opened, "c", say()).await.check(403, "silenced");
    // Others do: at another address, and with an account of before.
    check_act(&mut ben, &opened, "d", say(), "").await;
    let beside = two_at_a_table("mixtour", &mut old, &mut ben).await;
    check_act(&mut old, &beside, "e", say(), "").await;

    lift(&mut ada, "address:192.0.2.7", "silence").await.check(204, "");
    check_act(&mut again, &opened, "f", say(), "").await;
    act(&mut anna, &table, "g", say()).await.check(403, "silenced");
}

#[tokio::test]
async fn who_is_banned_does_nothing() {
    let house = House::open_with(&[("trusted-proxy", "127.0.0.1")]).await;
    let mut ada = administrator(&house).await;
    let mut anna = house.member("Anna").await.with("x-forwarded-for", "192.0.2.7");
    let mut ben = house.browser();
    let table = two_at_a_table("mixtour", &mut anna, &mut ben).await;
    let token = anna.post("/api/tokens", &json!({"label": "engine"})).await.json()["token"].clone();
    let token = format!("Bearer {}", token.as_str().expect("a token"));
    let socket = Socket::at(&house, &anna, &table).await;

    let measure = json!({"reason": "cheating", "hours": 48, "address_hours": 24});
    impose(&mut ada, "account:anna", "ban", &measure).await.check(200, "");
    wait_for_end(socket).await;
    assert!(anna.people().await.is_empty(), "nobody");
    act(&mut anna, &table, "a", play("a1", 0)).await.check(403, "banned");
    anna.post("/api/tables", &open_terms("mixtour"))
        .await
        .check(403, "banned");
    anna.get("/api/sessions").await.check(403, "banned");
    let mut program = house.browser().with("authorization", &token);
    act(&mut program, &table, "b", play("a1", 0)).await.check(403, "banned");
    log_in(&mut house.browser(), "Anna", "wrong horse")
        .await
        .check(401, "wrong_password");
    log_in(&mut house.browser(), "Anna", PASSWORD)
        .await
        .check(403, "banned");
    // She may look on as anybody may.
    assert_eq!(look_at(&mut anna, &table).await["yours"], json!([]));

    // Nobody new comes from where she was seen; whoever has an account does.
    let mut new = house.browser().with("x-forwarded-for", "192.0.2.7");
    new.post("/api/session/guest", &json!({}))
        .await
        .check(403, "address_banned");
    new.post("/api/accounts", &json!({"name": "Anna2", "password": PASSWORD}))
        .await
        .check(403, "address_banned");
    log_in(&mut new, "Ada", PASSWORD).await.check(200, "");
    new.post("/api/tables", &open_terms("mixtour")).await.check(201, "");
    let mut other = house.browser().with("x-forwarded-for", "192.0.2.8");
    other.post("/api/session/guest", &json!({})).await.check(200, "");
    let listed = ada.get("/api/administration/measures").await.json();
    let subjects: Vec<_> = listed["measures"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|m| m["subject"].clone())
        .collect();
    assert!(
        subjects.contains(&json!("address:192.0.2.7")) && !subjects.contains(&json!("address:192.0.2.8")),
        "{listed}"
    );
    lift(&mut ada, "address:192.0.2.7", "ban").await.check(204, "");
    house
        .browser()
        .with("x-forwarded-for", "192.0.2.7")
        .post("/api/session/guest", &json!({}))
        .await
        .check(200, "");

    lift(&mut ada, "account:anna", "ban").await.check(204, "");
    check_act(&mut anna, &table, "c", play("a1", 0), "").await;

    // A guest, too.
    let guest = ben.people().await.remove(0);
    impose(&mut ada, &guest, "ban", &json!({"reason": "insults"}))
        .await
        .check(200, "");
    act(&mut ben, &table, "d", json!({"type": "resign"}))
        .await
        .check(403, "banned");
    ben.post("/api/accounts", &json!({"name": "Ben", "password": PASSWORD}))
        .await
        .check(403, "banned");
}

/// Nobody gets at somebody by the guest who they were: an administrator is one by whatever name, and an account is its
/// guest.
#[tokio::test]
async fn a_guest_who_has_an_account_is_its_owner() {
    let house = House::open().await;
    let mut ada = administrator(&house).await;
    let (mut anna, mut ben) = (house.browser(), house.browser());
    let mut guests = Vec::new();
    for (browser, name) in [(&mut anna, "Anna"), (&mut ben, "Ben")] {
        browser.post("/api/session/guest", &json!({})).await.check(200, "");
        guests.extend(browser.people().await);
        let account = json!({"name": name, "password": PASSWORD});
        browser.post("/api/accounts", &account).await.check(201, "");
    }
    house.app.store.appoint("Anna", true).await.expect("the store");
    let measure = json!({"reason": "spite"});
    for subject in ["account:anna", &guests[0]] {
        impose(&mut ada, subject, "ban", &measure)
            .await
            .check(409, "is_administrator");
    }
    impose(&mut ada, &guests[1], "ban", &measure).await.check(200, "");
    let subjects = async |ada: &mut Browser| {
        let listed = ada.get("/api/administration/measures").await.json();
        let measures = listed["measures"].as_array().expect("a list").clone();
        measures
            .into_iter()
            .map(|measure| measure["subject"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(subjects(&mut ada).await, [json!("account:ben"), json!(guests[1])]);
    lift(&mut ada, &guests[1], "ban").await.check(204, "");
    assert_eq!(subjects(&mut ada).await, [Value::Null; 0]);
}

#[tokio::test]
async fn a_table_is_ended() {
    let house = House::open().await;
    let mut ada = administrator(&house).await;
    let (mut anna, mut ben) = (house.browser(), house.browser());
    let table = two_at_a_table("mixtour", &mut anna, &mut ben).await;
    let end = format!("/api/tables/{table}/end");
    ada.post(&end, &json!({"reason": ""})).await.check(409, "nothing_said");
    ada.post(&end, &json!({"reason": "insults"})).await.check(200, "");
    let seen = look_at(&mut ben, &table).await;
    assert_eq!(
        (&seen["stage"], &seen["outcome"]),
        (&json!("over"), &Value::Null),
        "{seen}"
    );
    act(&mut anna, &table, "a", play("a1", 0)).await.check(409, "over");
    // Nobody else says so by themselves.
    let table = two_at_a_table("mixtour", &mut anna, &mut ben).await;
    let refused = act(&mut anna, &table, "a", json!({"type": "end", "reason": "x"})).await;
    assert_eq!(refused.status, 409, "{}", refused.text);
    assert_eq!(look_at(&mut ben, &table).await["stage"], "playing");
}

#[tokio::test]
async fn the_key_is_exchanged_without_anybody_losing_a_seat() {
    let house = House::open().await;
    let mut ada = administrator(&house).await;
    let (mut first, mut second) = (house.browser(), house.browser());
    let table = two_at_a_table("mixtour", &mut first, &mut second).await;
    let people = first.people().await;
    ada.post("/api/administration/key", &json!({"now": false}))
        .await
        .check(204, "");
    assert_eq!(first.people().await, people);
    check_act(&mut first, &table, "a", play("a1", 0), "").await;
    // Guests from now on are signed by the new key.
    let mut later = house.browser();
    later.post("/api/session/guest", &json!({})).await.check(200, "");
    ada.post("/api/administration/key", &json!({"now": true}))
        .await
        .check(204, "");
    for browser in [&mut first, &mut second, &mut later] {
        assert!(browser.people().await.is_empty(), "all guests are nobody");
    }
    assert_eq!(ada.people().await, ["account:ada"], "sessions are signed by nobody");

    // What another server on the same database does is known when it is needed.
    let secret = (0..32).collect::<Vec<u8>>();
    house
        .app
        .store
        .exchange_secret("cookies", &secret, None)
        .await
        .expect("the store");
    let signer = halte_server::Signer::new(secret);
    let pass = format!("Operator {}", halte_server::operator_pass(&signer));
    let reads = async {
        loop {
            let mut operator = house.browser().with("authorization", &pass);
            if operator.get("/api/administration/reports").await.status == 200 {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, reads).await.expect("the keys are read again");
}

#[tokio::test]
async fn an_account_gets_another_name() {
    let house = House::open().await;
    let mut ada = administrator(&house).await;
    let (mut anna, mut ben) = (house.member("Rude").await, house.member("Ben").await);
    let table = two_at_a_table("mixtour", &mut anna, &mut ben).await;
    let rename = async |by: &mut Browser, name: &str, new: &str| {
        by.put(
            &format!("/api/administration/accounts/{name}/name"),
            &json!({"name": new}),
        )
        .await
    };
    rename(&mut ada, "Rude", "Polite").await.check(409, "still_playing");
    check_act(&mut anna, &table, "a", json!({"type": "resign"}), "").await;
    rename(&mut ada, "Rude", "Ben").await.check(409, "name_taken");
    rename(&mut ada, "Rude", "a b").await.check(400, "bad_name");
    rename(&mut ada, "nobody", "Polite").await.check(404, "no_such_account");
    rename(&mut ada, "rude", "Polite").await.check(200, "");
    assert_eq!(anna.people().await, ["account:polite"], "she stays logged in");
    let listed = anna.get("/api/tables?state=over&person=account:polite").await.json();
    assert_eq!(listed["tables"][0]["first"]["name"], "Polite", "{listed}");
    // What goes on at the table, which is in memory, does not bring the old name back.
    let say = json!({"type": "say", "text": "well played"});
    check_act(&mut ben, &table, "b", say, "").await;
    for path in ["/api/tables?state=over".to_owned(), format!("/api/tables/{table}")] {
        let seen = ben.get(&path).await.text;
        assert!(
            seen.contains("account:polite") && !seen.to_lowercase().contains("rude"),
            "{seen}"
        );
    }
    anna.get("/api/players/Rude").await.check(404, "no_such_player");
    anna.get("/api/players/polite").await.check(200, "");
    let taken = json!({"name": "Rude", "password": PASSWORD});
    house
        .browser()
        .post("/api/accounts", &taken)
        .await
        .check(409, "name_taken");
    log_in(&mut house.browser(), "Rude", PASSWORD)
        .await
        .check(401, "wrong_password");
    log_in(&mut house.browser(), "Polite", PASSWORD).await.check(200, "");
}

#[tokio::test]
async fn a_person_takes_everything_out_and_is_gone() {
    let house = House::open_with(&[("downloads-per-account", "2/1h")]).await;
    let mut ada = administrator(&house).await;
    let (mut anna, mut ben) = (house.browser(), house.member("Ben").await);
    // At first as a guest, then with the account.
    let former = two_at_a_table("mixtour", &mut anna, &mut ben).await;
    anna.post("/api/accounts", &json!({"name": "Anna", "password": PASSWORD}))
        .await
        .check(201, "");
    let over = two_at_a_table("mixtour", &mut anna, &mut ben).await;
    check_act(&mut anna, &over, "a", play("a1", 0), "").await;
    check_act(&mut anna, &over, "b", json!({"type": "say", "text": "hello"}), "").await;
    check_act(&mut ben, &over, "c", json!({"type": "say", "text": "not hers"}), "").await;
    check_act(&mut ben, &over, "d", json!({"type": "resign"}), "").await;
    let playing = two_at_a_table("mixtour", &mut anna, &mut ben).await;
    let waiting = open(&mut anna, &open_terms("mixtour")).await;
    anna.put(&format!("/api/tables/{over}/note"), &json!({"text": "a fine game"}))
        .await
        .check(204, "");
    anna.post("/api/tokens", &json!({"label": "my engine"}))
        .await
        .check(201, "");

    let measure = json!({"reason": "said by whoever reported her", "hours": 1});
    impose(&mut ada, "account:anna", "silence", &measure)
        .await
        .check(200, "");

    house.browser().get("/api/me/data").await.check(401, "not_logged_in");
    let answer = anna.get("/api/me/data").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"halte.json\""
    );
    let data = answer.json();
    assert_eq!(data["account"]["name"], "Anna");
    assert_eq!(data["sessions"].as_array().map(Vec::len), Some(1));
    assert_eq!(data["tokens"][0]["label"], "my engine");
    assert_eq!(data["notes"][0]["text"], "a fine game");
    // That she is silenced, and not by whom and in whose words.
    let measures = data["measures"].as_array().expect("measures");
    assert_eq!(measures.len(), 2, "the account and the guest");
    assert_eq!(
        (&measures[0]["kind"], measures[0]["until"].is_i64()),
        (&json!("silence"), true)
    );
    let tables = data["tables"].as_array().expect("tables");
    let names: Vec<_> = tables
        .iter()
        .map(|table| table["summary"]["table"].as_str().expect("a name"))
        .collect();
    for table in [&former, &over, &playing, &waiting] {
        assert!(names.contains(&&**table), "{table}: {names:?}");
    }
    let table = &tables[names.iter().position(|name| *name == over).expect("the table")];
    assert_eq!(table["said"].as_array().map(Vec::len), Some(1));
    assert_eq!(table["said"][0]["text"], "hello");
    assert!(table["record"].as_str().expect("a record").contains("a1"), "{table}");
    for secret in [
        &anna.cookies["halte-session"],
        "$argon2",
        "not hers",
        "reported her",
        "\"Ada\"",
    ] {
        assert!(!answer.text.contains(secret), "{secret}");
    }
    anna.get("/api/me/data").await.check(200, "");
    anna.get("/api/me/data").await.check(429, "too_many_downloads");

    let socket = Socket::at(&house, &anna, &over).await;
    let close = async |browser: &mut Browser, password: &str| {
        let body = json!({"password": password}).to_string();
        browser.request(Method::DELETE, "/api/account", Some(body)).await
    };
    close(&mut anna, "wrong horse").await.check(401, "wrong_password");
    close(&mut anna, PASSWORD).await.check(204, "");
    wait_for_end(socket).await;
    assert!(anna.people().await.is_empty());
    log_in(&mut house.browser(), "Anna", PASSWORD)
        .await
        .check(401, "wrong_password");
    ben.get("/api/players/Anna").await.check(404, "no_such_player");
    let taken = json!({"name": "Anna", "password": PASSWORD});
    house
        .browser()
        .post("/api/accounts", &taken)
        .await
        .check(409, "name_taken");
    // Nobody waits for her, and her name is in none of his games, whatever else happens there.
    check_act(
        &mut ben,
        &over,
        "e",
        json!({"type": "say", "text": "where are you?"}),
        "",
    )
    .await;
    let seen = look_at(&mut ben, &over).await.to_string();
    assert!(!seen.to_lowercase().contains("anna"), "{seen}");
    assert_eq!(look_at(&mut ben, &playing).await["stage"], "over");
    assert_eq!(look_at(&mut ben, &former).await["stage"], "over");
    let listed = ben.get("/api/tables?person=account:ben&state=over").await;
    assert!(
        listed.text.contains(&over) && !listed.text.to_lowercase().contains("anna"),
        "{}",
        listed.text
    );
    for event in house.app.store.events(&over, 0).await.expect("events") {
        assert!(
            !event.body.contains("Anna") && !event.body.contains("account:anna"),
            "{}",
            event.body
        );
    }
    let accounts = ada.get("/api/administration/accounts").await.json();
    assert!(accounts["accounts"][1]["gone_at"].is_i64(), "{accounts}");

    // An administrator can do the same.
    ada.delete("/api/administration/accounts/Ben").await.check(204, "");
    ada.delete("/api/administration/accounts/Ben")
        .await
        .check(404, "no_such_account");
    ada.delete("/api/administration/accounts/Ada")
        .await
        .check(409, "is_administrator");
    assert!(ben.people().await.is_empty());
}

#[tokio::test]
async fn a_link_of_the_operators_sets_a_new_password_once() {
    let house = House::open().await;
    let mut ada = administrator(&house).await;
    let mut anna = house.member("Anna").await;
    let mut link = async |name: &str| {
        let answer = ada
            .post(&format!("/api/administration/accounts/{name}/reset"), &json!({}))
            .await;
        let link = answer.json()["link"].as_str().unwrap_or_default().to_owned();
        (
            answer,
            link.split_once("#password=")
                .map(|(_, secret)| secret.to_owned())
                .unwrap_or_default(),
        )
    };
    let (_, first) = link("Anna").await;
    let (answer, second) = link("anna").await;
    assert!(
        answer.json()["link"]
            .as_str()
            .is_some_and(|link| link.starts_with("http://127.0.0.1:")),
        "{}",
        answer.text
    );
    link("nobody").await.0.check(404, "no_such_account");
    link("ada").await.0.check(409, "is_administrator");

    let reset = async |browser: &mut Browser, secret: &str, password: &str| {
        browser
            .post("/api/password/reset", &json!({"secret": secret, "password": password}))
            .await
    };
    let mut lost = house.browser();
    reset(&mut lost, &first, "another horse")
        .await
        .check(404, "no_such_link");
    reset(&mut lost, "nothing", "another horse")
        .await
        .check(404, "no_such_link");
    reset(&mut lost, &second, "short")
        .await
        .check(400, "password_too_short");
    reset(&mut lost, &second, "another horse").await.check(200, "");
    assert_eq!(lost.people().await, ["account:anna"]);
    assert!(anna.people().await.is_empty(), "all other sessions end");
    reset(&mut house.browser(), &second, "third horse")
        .await
        .check(404, "no_such_link");
    log_in(&mut anna, "Anna", PASSWORD).await.check(401, "wrong_password");
    log_in(&mut anna, "Anna", "another horse").await.check(200, "");
    // Without a server for mail nothing is sent, and that is said.
    let forgotten = json!({"name": "Anna"});
    house
        .browser()
        .post("/api/password/forgotten", &forgotten)
        .await
        .check(409, "no_mail");
    assert_eq!(anna.get("/api/session").await.json()["sends_mail"], false);
}

#[tokio::test]
async fn the_chat_at_a_table_is_reported() {
    let house = House::open_with(&[("reports-per-address", "3/1h")]).await;
    let mut ada = administrator(&house).await;
    let (mut anna, mut ben, mut cleo) = (house.browser(), house.member("Ben").await, house.browser());
    let table = two_at_a_table("mixtour", &mut anna, &mut ben).await;
    check_act(
        &mut ben,
        &table,
        "a",
        json!({"type": "say", "text": "something rude"}),
        "",
    )
    .await;
    let path = format!("/api/tables/{table}/report");
    let report = |reason: &str| json!({"reason": reason});
    anna.post(&path, &report(" he is rude ")).await.check(204, "");
    anna.post(&path, &report("again")).await.check(409, "reported_already");
    cleo.post(&path, &report("I saw it")).await.check(204, "");
    for reason in ["", "rude\u{1b}[2J", "rude\ntable x, by account:ben: nothing"] {
        cleo.post(&path, &report(reason)).await.check_at("reason");
    }
    cleo.post(&path, &report(&"x".repeat(501))).await.check_at("reason");
    cleo.post("/api/tables/nothing/report", &report("x"))
        .await
        .check(404, "no_such_table");
    house
        .browser()
        .post(&path, &report("a third"))
        .await
        .check(429, "too_many_reports");

    let reports = ada.get("/api/administration/reports").await.json();
    let reports = reports["reports"].as_array().expect("a list").clone();
    assert_eq!(reports.len(), 2);
    assert_eq!(
        (&reports[0]["table"], &reports[0]["reason"]),
        (&json!(table), &json!("he is rude"))
    );
    assert_eq!(reports[0]["chat"][0]["text"], "something rude");
    assert_eq!(reports[0]["seats"][1]["name"], "Ben");
    let settled = ada.delete(&format!("/api/administration/reports/{table}")).await;
    assert_eq!(settled.json(), json!({"reports": 2}));
    assert_eq!(
        ada.get("/api/administration/reports").await.json(),
        json!({"reports": [], "open": 0})
    );
}

/// However many there are, it is said; and one table that a newer server wrote does not hide the others.
#[tokio::test]
async fn no_report_hides_others() {
    let house = House::open().await;
    let mut ada = administrator(&house).await;
    let mut ben = house.browser();
    let known = open(&mut ben, &open_terms("mixtour")).await;
    let store = &house.app.store;
    let newer = "zzzzzzzzzzzz";
    let mut summary = store
        .tables(&TableFilter::default(), None, 1)
        .await
        .expect("tables")
        .remove(0);
    summary.table = newer.to_owned();
    let event = StoredEvent {
        version: 0,
        at: 1,
        body: "{\"type\":\"of tomorrow\"}".to_owned(),
    };
    let append = Append {
        summary,
        events: vec![event],
        superseded: Vec::new(),
        ratings: Vec::new(),
    };
    store.append(vec![append]).await.expect("a table");
    for number in 0..101 {
        let report = Report {
            person: format!("guest:{number}"),
            table: if number == 0 { newer.to_owned() } else { known.clone() },
            reason: "insults".to_owned(),
            reported_at: number,
            settled_at: None,
            settled_by: None,
        };
        assert_eq!(store.report(&report).await, Ok(true));
    }
    let answer = ada.get("/api/administration/reports").await;
    answer.check(200, "");
    let found = answer.json();
    assert_eq!(
        (found["reports"].as_array().map(Vec::len), &found["open"]),
        (Some(100), &json!(101))
    );
    let unreadable = |number: usize| found["reports"][number]["is_unreadable"] == true;
    assert_eq!((unreadable(0), unreadable(1)), (true, false));
}

/// A server that takes mail, and hands on what it got: who it is to, and what it says.
pub(crate) async fn mail_server() -> (String, mpsc::UnboundedReceiver<(String, String)>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("smtp://{}", listener.local_addr().expect("an address"));
    let (sender, letters) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(take_mail(stream, sender.clone()));
        }
    });
    (address, letters)
}

/// A conversation as RFC 5321 has it.
async fn take_mail(stream: TcpStream, letters: mpsc::UnboundedSender<(String, String)>) -> std::io::Result<()> {
    let (reading, mut writing) = stream.into_split();
    let mut lines = BufReader::new(reading).lines();
    writing.write_all(b"220 test\r\n").await?;
    let mut recipient = String::new();
    while let Some(line) = lines.next_line().await? {
        let word = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let reply: &[u8] = match &*word {
            "EHLO" | "HELO" | "MAIL" | "RSET" | "NOOP" => b"250 OK\r\n",
            "RCPT" => {
                recipient = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                b"250 OK\r\n"
            }
            "DATA" => {
                writing.write_all(b"354 go on\r\n").await?;
                let mut letter = String::new();
                while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                    letter += &line;
                    letter.push('\n');
                }
                // Quoted-printable, as far as links need it.
                let letter = letter.replace("=\n", "").replace("=3D", "=");
                let _ = letters.send((recipient.clone(), letter));
                b"250 taken\r\n"
            }
            "QUIT" => {
                writing.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            _ => b"502 what?\r\n",
        };
        writing.write_all(reply).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_forgotten_password_is_reset_by_mail() {
    const ORIGIN: &str = "http://play.example.org";
    let (smtp, mut letters) = mail_server().await;
    let flags = [
        ("smtp", &*smtp),
        ("mail-from", "Halte <halte@example.org>"),
        ("origin", ORIGIN),
        ("letters-per-account", "4/1h"),
        ("trusted-proxy", "127.0.0.1"),
    ];
    let house = House::open_with(&flags).await;
    let browser = || house.browser().with("origin", ORIGIN);
    let mut next = async || {
        timeout(PATIENCE, letters.recv())
            .await
            .expect("in time")
            .expect("a letter")
    };
    let secret_in = |letter: &str, purpose: &str| {
        let begin = format!("{ORIGIN}/account#{purpose}=");
        let rest = letter.split_once(&begin).unwrap_or_else(|| panic!("{letter}")).1;
        rest.chars().take(43).collect::<String>()
    };
    let mut anna = browser().with("accept-language", "fr");
    anna.post("/api/accounts", &json!({"name": "Anna", "password": PASSWORD}))
        .await
        .check(201, "");
    assert_eq!(anna.get("/api/session").await.json()["sends_mail"], true);

    // An address is confirmed before it is used.
    let set = |mail: &str, password: &str| json!({"mail": mail, "password": password});
    anna.put("/api/account/mail", &set("nonsense", PASSWORD))
        .await
        .check_at("mail");
    anna.put("/api/account/mail", &set("anna@example.org", "wrong horse"))
        .await
        .check(401, "wrong_password");
    browser()
        .put("/api/account/mail", &set("x@example.org", PASSWORD))
        .await
        .check(401, "not_logged_in");
    anna.put("/api/account/mail", &set("anna@example.org", PASSWORD))
        .await
        .check(202, "");
    let (recipient, letter) = next().await;
    assert_eq!(recipient, "anna@example.org");
    assert!(
        letter.contains("Bonjour anna") && letter.contains("From: Halte <halte@example.org>"),
        "{letter}"
    );
    let confirm = secret_in(&letter, "mail");
    let forgot = |name: &str| json!({"name": name});
    assert_eq!(anna.get("/api/session").await.json()["account"]["mail"], Value::Null);
    browser()
        .post("/api/account/mail/confirmation", &json!({"secret": "x"}))
        .await
        .check(404, "no_such_link");
    browser()
        .post(
            "/api/password/reset",
            &json!({"secret": confirm, "password": "another horse"}),
        )
        .await
        .check(404, "no_such_link");
    browser()
        .post("/api/account/mail/confirmation", &json!({"secret": confirm}))
        .await
        .check(204, "");
    browser()
        .post("/api/account/mail/confirmation", &json!({"secret": confirm}))
        .await
        .check(404, "no_such_link");
    assert_eq!(
        anna.get("/api/session").await.json()["account"]["mail"],
        "anna@example.org"
    );

    // Nobody learns whether there is an account, or an address: the next letter is the one to her.
    house.member_at(ORIGIN, "Ben").await;
    for name in ["Nobody", "Ben", "not a name", "ANNA"] {
        let answer = browser().post("/api/password/forgotten", &forgot(name)).await;
        assert_eq!((answer.status, &*answer.text), (202, ""), "{name}");
    }
    let (recipient, letter) = next().await;
    assert_eq!(recipient, "anna@example.org");
    assert!(letter.contains("Hello anna"), "{letter}");
    let secret = secret_in(&letter, "password");
    let mut lost = browser();
    let reset = json!({"secret": secret, "password": "another horse"});
    lost.post("/api/password/reset", &reset).await.check(200, "");
    lost.post("/api/password/reset", &reset)
        .await
        .check(404, "no_such_link");
    assert!(anna.people().await.is_empty(), "all sessions end");
    assert_eq!(lost.people().await, ["account:anna"]);
    // The store has no secret, and nothing is left to be sent.
    assert_eq!(house.app.store.take_letter(i64::MAX, i64::MAX).await, Ok(None));

    // So often for a name, and for an address; whether or not there is such an account.
    for (name, most) in [("anna", 3), ("nobody", 3)] {
        let mut sent = 0;
        for number in 0..10 {
            let mut asking = browser().with("x-forwarded-for", &format!("192.0.2.{number}"));
            sent += u32::from(asking.post("/api/password/forgotten", &forgot(name)).await.status == 202);
        }
        assert_eq!(sent, most, "{name}");
    }
    let mut asking = browser().with("x-forwarded-for", "198.51.100.1");
    let mut sent = 0;
    for number in 0..20 {
        let answer = asking
            .post("/api/password/forgotten", &forgot(&format!("Name{number}")))
            .await;
        sent += u32::from(answer.status == 202);
    }
    assert_eq!(sent, 10);

    // Strangers who ask in her name do not keep her from another address; and nobody sends letter after letter to somebody
    // who never asked for any, however it is written.
    lost.put("/api/account/mail", &set("other@example.org", "another horse"))
        .await
        .check(202, "");
    for (number, mail) in ["stranger@example.org", "Stranger@example.org", "STRANGER@EXAMPLE.ORG"]
        .into_iter()
        .enumerate()
    {
        let mut sender = house.member_at(ORIGIN, &format!("Sender{number}")).await;
        sender
            .put("/api/account/mail", &set(mail, PASSWORD))
            .await
            .check(202, "");
    }
    let mut sender = house.member_at(ORIGIN, "Sender3").await;
    sender
        .put("/api/account/mail", &set("stranger@Example.org", PASSWORD))
        .await
        .check(429, "too_many_letters");

    lost.delete("/api/account/mail").await.check(204, "");
    assert_eq!(lost.get("/api/session").await.json()["account"]["mail"], Value::Null);
}
