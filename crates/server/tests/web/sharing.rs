//! What other sites show of an address that somebody shares.

use http::Method;
use serde_json::{Value, json};

use crate::house::{Browser, House};

/// A table of Mixtour against an engine, by its name.
async fn table(ada: &mut Browser) -> String {
    let terms = json!({
        "game": "mixtour 20/1", "seats": [{"kind": "opener"}, {"kind": "engine", "level": 3}],
    });
    let opened = ada.post("/api/tables", &json!({ "terms": terms })).await;
    assert_eq!(opened.status, 201, "{}", opened.text);
    opened.json()["table"].as_str().expect("a name").to_owned()
}

/// The name of a puzzle of Move.
async fn puzzle(ada: &mut Browser) -> String {
    let found = ada.get("/api/puzzles?game=move&limit=1").await.json();
    found["puzzles"][0]["puzzle"].as_str().expect("a puzzle").to_owned()
}

#[tokio::test]
async fn a_table_is_shown_in_a_frame() {
    let house = House::open().await;
    let mut ada = house.member("Ada").await;
    let table = table(&mut ada).await;
    let origin = format!("http://{}", house.address);
    let mut crawler = house.browser();
    let found = crawler
        .get(&format!("/api/oembed?format=json&url={origin}/table/{table}"))
        .await;
    assert_eq!(found.status, 200, "{}", found.text);
    assert_eq!(found.header("access-control-allow-origin"), "*");
    let shown = found.json();
    assert_eq!((&shown["version"], &shown["type"]), (&json!("1.0"), &json!("rich")));
    assert_eq!(shown["author_name"], "Dieter Stein");
    let title = shown["title"].as_str().expect("a title");
    assert!(title.starts_with("Mixtour 20/1: Ada – "), "{title}");
    let html = shown["html"].as_str().expect("a frame");
    assert!(
        html.starts_with(&format!("<iframe src=\"{origin}/embed/table/{table}\"")),
        "{html}"
    );
    let small = format!("/api/oembed?maxwidth=200&maxheight=5000&url={origin}/table/{table}");
    let small = crawler.get(&small).await.json();
    assert_eq!((&small["width"], &small["height"]), (&json!(200), &json!(640)));
    assert!(
        small["html"]
            .as_str()
            .is_some_and(|html| html.contains("width=\"200\""))
    );
    let mut french = crawler.with("accept-language", "fr-CA, en;q=0.5");
    let title = french
        .get(&format!("/api/oembed?url={origin}/table/{table}"))
        .await
        .json();
    assert!(
        title["title"]
            .as_str()
            .is_some_and(|title| title.starts_with("Mixtour 20/1\u{a0}: Ada – "))
    );
}

#[tokio::test]
async fn what_is_not_shared_is_not_found() {
    let house = House::open().await;
    let origin = format!("http://{}", house.address);
    let mut ada = house.browser();
    let mut check = async |url: &str, status: u16, code: &str| {
        let answer = ada.get(&format!("/api/oembed?url={url}")).await;
        answer.check(status, code);
    };
    check(&format!("{origin}/table/abcdefghijkm"), 404, "no_such_table").await;
    check(&format!("{origin}/table/nowhere"), 404, "no_such_address").await;
    check(&format!("{origin}/account"), 404, "no_such_address").await;
    check(&format!("{origin}.evil.example/mixtour"), 404, "no_such_address").await;
    check("https://evil.example/mixtour", 404, "no_such_address").await;
    check(&format!("{origin}/mixtour/puzzles/nowhere"), 404, "no_such_puzzle").await;
    let list = house.browser().get("/api/puzzles?game=move&limit=1").await.json();
    let puzzle = list["puzzles"][0]["puzzle"].as_str().expect("a puzzle").to_owned();
    check(&format!("{origin}/mixtour/puzzles/{puzzle}"), 404, "no_such_address").await;
    check(&format!("{origin}/mixtour&format=xml"), 400, "bad_query").await;
    let mut ada = house.browser();
    ada.get("/api/oembed").await.check(400, "bad_query");
    let answer = ada.get("/nowhere").await;
    assert_eq!(answer.status, 404);
    assert_eq!(ada.request(Method::POST, "/", None).await.status, 405);
}

/// What somebody writes into an address stays an address.
#[tokio::test]
async fn an_address_cannot_leave_its_frame() {
    let house = House::open().await;
    let mut ada = house.browser();
    let origin = format!("http://{}", house.address);
    let evil = "%23moves%3D%22%3E%3Cscript%3Ealert(1)%3C/script%3E";
    let found = ada
        .get(&format!("/api/oembed?url={origin}/mixtour/analysis{evil}"))
        .await
        .json();
    let html = found["html"].as_str().expect("a frame");
    assert!(
        html.contains("/embed/mixtour/analysis#moves=&quot;&gt;&lt;script&gt;"),
        "{html}"
    );
    assert_eq!(html.matches('<').count(), 2, "{html}");
    let puzzle = puzzle(&mut ada).await;
    let link = ada
        .get(&format!("/api/oembed?url={origin}/move/puzzles/{puzzle}"))
        .await
        .json();
    assert_eq!((&link["type"], &link["html"]), (&json!("link"), &Value::Null));
}

#[tokio::test]
async fn pictures_of_pages() {
    let house = House::open_with(&[("pictures-per-address", "3/1h")]).await;
    let mut ada = house.browser();
    let (table, puzzle) = (table(&mut ada).await, puzzle(&mut ada).await);
    let paths = [
        (format!("/api/tables/{table}/picture"), "private, no-cache"),
        (format!("/api/puzzles/{puzzle}/picture"), "public, max-age=3600"),
        ("/api/games/mobius/picture".to_owned(), "public, max-age=3600"),
    ];
    // What was drawn once is not drawn again: it counts once.
    for (path, keeps) in paths.iter().chain(&paths) {
        let answer = ada.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        assert_eq!(answer.header("content-type"), "image/png");
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin");
        assert_eq!(answer.header("cache-control"), *keeps, "{path}");
        assert!(answer.text.starts_with("\u{fffd}PNG"), "{path}");
    }
    ada.get("/api/games/move/picture").await.check(429, "too_many_pictures");
    ada.get("/api/games/chess/picture").await.check(404, "unknown_game");
    ada.get("/api/puzzles/nowhere/picture")
        .await
        .check(404, "no_such_puzzle");
    ada.get("/api/tables/abcdefghijkm/picture")
        .await
        .check(404, "no_such_table");
}

#[tokio::test]
async fn only_frames_may_be_framed() {
    let house = House::open().await;
    let mut ada = house.browser();
    let table = table(&mut ada).await;
    for (path, may_be_framed) in [
        (format!("/embed/table/{table}"), true),
        ("/embed/mixtour/analysis".to_owned(), true),
        ("/embed/mixtour".to_owned(), false),
        (format!("/table/{table}"), false),
        ("/mixtour/analysis".to_owned(), false),
        ("/".to_owned(), false),
        (format!("/api/tables/{table}"), false),
    ] {
        let answer = ada.get(&path).await;
        let policy = answer.header("content-security-policy");
        let expected = if may_be_framed {
            "frame-ancestors *;"
        } else {
            "frame-ancestors 'none';"
        };
        assert!(policy.contains(expected), "{path}: {policy}");
        assert!(policy.contains("script-src 'self'"), "{path}: {policy}");
        assert_eq!(answer.header("x-frame-options"), "", "{path}");
        let shared = if may_be_framed { "cross-origin" } else { "same-origin" };
        assert_eq!(answer.header("cross-origin-resource-policy"), shared, "{path}");
    }
}
