//! The archive over HTTP: what strangers find of finished games, what one finds of one's own, and players' pages.

use halte_game::record::read_all;
use halte_game::{Game, Playthrough, Random};
use halte_games::AnyGame;
use serde_json::{Value, json};

use crate::house::{Browser, House};
use crate::tables::{check_act, open, open_terms, play};

/// Plays a game of two moves that the second player gives up, and returns its table.
async fn play_game(terms: &Value, first: &mut Browser, second: &mut Browser) -> String {
    let table = open(first, terms).await;
    let sit = json!({"type": "sit", "seat": "second"});
    check_act(second, &table, "sit", sit, "").await;
    let moves = match terms["terms"]["game"].as_str() {
        Some("mobius") => ["e0", "f1"],
        _ => ["c3", "c4"],
    };
    check_act(first, &table, "1", play(moves[0], 0), "").await;
    check_act(second, &table, "1", play(moves[1], 1), "").await;
    check_act(second, &table, "2", json!({"type": "resign"}), "").await;
    table
}

/// The tables that a search finds.
async fn found(browser: &mut Browser, path: &str) -> Vec<String> {
    let answer = browser.get(path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    let tables = answer.json()["tables"].as_array().cloned().unwrap_or_default();
    let name = |table: &Value| table["table"].as_str().unwrap_or_default().to_owned();
    tables.iter().map(name).collect()
}

#[tokio::test]
async fn strangers_find_public_games_and_their_records() {
    let house = House::open().await;
    let (mut ada, mut bob, mut guest) = (house.member("Ada").await, house.member("Bob").await, house.browser());
    let mixtour = play_game(&open_terms("mixtour 20/1"), &mut ada, &mut bob).await;
    let mobius = play_game(&open_terms("mobius"), &mut bob, &mut ada).await;
    let mut private = open_terms("mixtour 20/1");
    private["terms"]["listed"] = json!(false);
    let private = play_game(&private, &mut ada, &mut guest).await;
    let aborted = open(&mut ada, &open_terms("move")).await;
    check_act(&mut ada, &aborted, "leave", json!({"type": "leave"}), "").await;

    let mut stranger = house.browser();
    let (ada_sees, bob_sees) = ("/api/me/tables", "/api/me/tables?opponent=account:ada");
    let (no, both) = (&[][..], &[&*mobius, &*mixtour][..]);
    for (query, expected) in [
        ("game=mixtour", &[&*mixtour][..]),
        ("game=mixtour&variant=20/1", &[&*mixtour]),
        ("game=mixtour&variant=25/5", no),
        ("person=account:ada&result=first", both),
        ("person=account:ada&result=second", no),
        ("person=account:ada&result=draw", no),
        ("person=account:bob&opponent=account:ada", both),
        ("person=account:eve", no),
        ("person=account:bob&since=4000000000000", no),
        ("person=account:bob&since=0&until=4000000000000", both),
        ("person=account:bob&rated=true", no),
    ] {
        let tables = found(&mut stranger, &format!("/api/tables?state=over&{query}")).await;
        assert_eq!(tables, expected, "{query}");
    }
    let all = [&*aborted, &private, &mobius, &mixtour];
    assert_eq!(found(&mut ada, ada_sees).await, all);
    assert_eq!(found(&mut bob, bob_sees).await, both);
    assert_eq!(found(&mut guest, "/api/me/tables").await, [&*private]);
    assert_eq!(found(&mut stranger, "/api/me/tables").await, no);

    let check = async |browser: &mut Browser, path: &str, expected: &[&str]| {
        let answer = browser.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        let records = read_all::<AnyGame>(&answer.text).expect("records that read back");
        let site = |table: &&str| format!("http://{}/table/{table}", house.address);
        let sites: Vec<_> = records.iter().map(|record| record.tags().get("Site")).collect();
        let expected: Vec<String> = expected.iter().map(site).collect();
        let expected: Vec<_> = expected.iter().map(|site| Some(&**site)).collect();
        assert_eq!(sites, expected, "{path}");
    };
    check(&mut stranger, "/api/records", both).await;
    check(&mut stranger, "/api/records?limit=1", &both[..1]).await;
    check(&mut stranger, "/api/records?game=move", no).await;
    check(&mut ada, "/api/me/records", &[&*private, &mobius, &mixtour]).await;
    for (path, at) in [
        ("/api/records?state=playing", "state"),
        ("/api/me/tables?person=account:bob", "person"),
        ("/api/records?limit=0", "limit"),
    ] {
        stranger.get(path).await.check_at(at);
    }
}

/// More games than are read from the store at once come as one file, in their order.
#[tokio::test]
async fn a_long_file_of_records_is_whole() {
    let house = House::open_with(&[("moves-per-visitor", "1000/1s")]).await;
    let (mut ada, mut bob) = (house.browser(), house.browser());
    let mut expected = Vec::new();
    for _ in 0..60 {
        expected.insert(0, play_game(&open_terms("mixtour 20/1"), &mut ada, &mut bob).await);
    }
    let file = house.browser().get("/api/records").await;
    let records = read_all::<AnyGame>(&file.text).expect("records that read back");
    let table = |site: &str| site.rsplit('/').next().map(str::to_owned);
    let tables = records.iter().filter_map(|record| table(record.tags().get("Site")?));
    assert_eq!(tables.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_players_page_shows_ratings_results_and_public_games() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.member("Ada").await, house.member("Bob").await);
    let mut rated = open_terms("mixtour 20/1");
    rated["terms"]["rated"] = json!(true);
    let public = play_game(&rated, &mut ada, &mut bob).await;
    rated["terms"]["listed"] = json!(false);
    let private = play_game(&rated, &mut ada, &mut bob).await;

    let mut stranger = house.browser();
    let page = stranger.get("/api/players/ADA").await;
    let player = page.json();
    assert_eq!(
        (&player["name"], &player["person"]),
        (&json!("Ada"), &json!("account:ada"))
    );
    assert!(player["since"].as_i64().is_some_and(|since| since > 1_500_000_000_000));
    let results = json!([{"game": "mixtour", "variant": "20/1", "won": 2, "lost": 0, "drawn": 0}]);
    assert_eq!(player["results"], results);
    assert_eq!(player["ratings"][0]["game"], "mixtour 20/1");
    assert_eq!(player["ratings"][0]["games"], 2);
    assert_eq!(player["recent"].as_array().map(Vec::len), Some(1));
    assert_eq!(player["recent"][0]["table"], *public);

    let history = stranger.get("/api/players/ada/ratings?game=mixtour%2020/1").await;
    let ratings = history.json();
    let rating = |number: usize| ratings[number]["rating"].as_f64().unwrap_or_default();
    assert_eq!(ratings.as_array().map(Vec::len), Some(2));
    assert!(1500.0 < rating(0) && rating(0) < rating(1), "{ratings}");
    let best = stranger.get("/api/ratings?game=mixtour%2020/1").await.json();
    assert_eq!((&best[0]["player"], &best[1]["player"]), (&json!("Ada"), &json!("Bob")));
    // Nothing tells the name of a table that its players kept to themselves.
    for text in [page.text, history.text, best.to_string()] {
        assert!(!text.contains(&private), "{text}");
    }
    for (path, status) in [
        ("/api/players/eve", 404),
        ("/api/players/eve/ratings?game=move", 404),
        ("/api/players/ada/ratings?game=chess", 400),
        ("/api/players/ada/ratings", 400),
        ("/api/ratings?game=chess", 400),
    ] {
        assert_eq!(stranger.get(path).await.status, status, "{path}");
    }
}

/// All of a game that is brought along is written at once: a long one weighs as much as several tables.
#[tokio::test]
async fn a_long_game_weighs_more() {
    let house = House::open_with(&[("tables-per-address", "6/1h")]).await;
    let mut ada = house.member("Ada").await;
    let options = "fibonacci classic".parse().expect("a game");
    let mut game = Playthrough::new(AnyGame::start(&options));
    let mut random = Random::new(1);
    while game.moves().len() < 250 {
        let mv = game.position().random_move(&mut random).expect("a move");
        game.play(mv).expect("random games of Fibonacci go on");
    }
    let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
    for (number, status) in [(1, 201), (2, 201), (3, 429)] {
        let tags = "[Game \"fibonacci\"]\n[Variant \"classic\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]";
        let record = format!("{tags}\n[Round \"{number}\"]\n\n{} 0-1\n", moves.join(" "));
        let answer = ada.post("/api/me/tables", &json!({"record": record})).await;
        assert_eq!(answer.status, status, "{number}: {}", answer.text);
    }
}

/// A game that was played without a server is kept once, as one's own, and nobody else finds it.
#[tokio::test]
async fn a_game_is_brought_along() {
    let house = House::open().await;
    let (mut ada, mut stranger) = (house.member("Ada").await, house.browser());
    let record = |second: &str, end: &str| {
        let tags = "[Game \"mixtour\"]\n[Variant \"20/1\"]\n[First \"Guest\"]";
        json!({"record": format!("{tags}\n[Second \"{second}\"]\n{end}")})
    };
    let resigned = "[Result \"0-1\"]\n[Termination \"resignation\"]\n\n1. a1 b1 2. c1 0-1\n";
    let game = record("Halte level 3", resigned);
    let mut tables = Vec::new();
    for _ in 0..2 {
        let answer = ada.post("/api/me/tables", &game).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        tables.push(answer.json()["table"].as_str().unwrap_or_default().to_owned());
    }
    assert_eq!(tables[0], tables[1]);
    assert_eq!(found(&mut ada, "/api/me/tables?state=over").await, [&*tables[0]]);
    assert_eq!(found(&mut stranger, "/api/tables?state=over").await, [""; 0]);
    let snapshot = ada.get(&format!("/api/tables/{}", tables[0])).await.json();
    assert_eq!(
        (&snapshot["yours"], &snapshot["seats"][1]["level"]),
        (&json!(["first"]), &json!(3))
    );
    // Whoever sees it learns that nobody has watched it; who opens a table has no say in that.
    assert_eq!(snapshot["terms"]["brought"], json!(true));
    let page = stranger.get(&format!("/table/{}", tables[0])).await.text;
    assert!(page.contains("It was played elsewhere and brought along."), "{page}");
    let terms = json!({"terms": {"game": "move", "seats": [{"kind": "opener"}, {"kind": "opener"}], "brought": true}});
    let opened = open(&mut ada, &terms).await;
    let snapshot = ada.get(&format!("/api/tables/{opened}")).await.json();
    assert_eq!(snapshot["terms"]["brought"], Value::Null);

    // Nobody can make up what others see of them.
    let player = stranger.get("/api/players/Ada").await.json();
    assert_eq!(player["results"], json!([]), "{player}");
    let engines = json!({"record": game["record"].as_str().expect("text").replace("Guest", "Halte level 1")});
    let twice = json!({"record": game["record"].as_str().expect("text").repeat(2)});
    let start = ",,,,/,,,,/,,,,/,,,,/,,,, w 0:1 20/1 -";
    let won = record(
        "Guest",
        &format!("[Position \"{start}\"]\n[Result \"0-1\"]\n[Termination \"rules\"]\n\n0-1\n"),
    );
    for (body, status, code) in [
        (record("Guest", "\n1. a1 *\n"), 409, "not_over"),
        (record("Halte level 99", resigned), 400, "no_such_level"),
        (record("Halte level 300", resigned), 400, "no_such_level"),
        (engines, 400, "no_persons_game"),
        (twice, 400, "several_records"),
        (won, 400, "bad_events"),
        (record("Guest", "\n1. a1 a9 *\n"), 400, "record_problem"),
        (json!({"record": ""}), 400, "no_record"),
    ] {
        let answer = stranger.post("/api/me/tables", &body).await;
        assert_eq!(
            (answer.status, answer.json()["error"]["code"].as_str()),
            (status, Some(code)),
            "{body}"
        );
    }
}
