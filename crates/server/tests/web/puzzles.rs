//! Puzzles over HTTP.

use halte_games::GameId;
use serde_json::{Value, json};

use crate::house::{Browser, House, PASSWORD};

/// Where a puzzle's line would begin to be known.
async fn solution(browser: &mut Browser, puzzle: &str) -> Value {
    browser.get(&format!("/api/puzzles/{puzzle}/solution")).await.json()
}

async fn try_moves(browser: &mut Browser, puzzle: &str, moves: &[String]) -> Value {
    let path = format!("/api/puzzles/{puzzle}/tries");
    let answer = browser.post(&path, &json!({"moves": moves})).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn texts(value: &Value) -> Vec<String> {
    let texts = value.as_array().cloned().unwrap_or_default();
    let text = |text: &Value| text.as_str().expect("text").to_owned();
    texts.iter().map(text).collect()
}

#[tokio::test]
async fn puzzles_are_listed_by_game_and_difficulty() {
    let house = House::open().await;
    let mut ada = house.browser();
    let count = async |query: &str| {
        let answer = house.browser().get(&format!("/api/puzzles?limit=1000&{query}")).await;
        answer.json()["puzzles"].as_array().map_or(0, Vec::len)
    };
    for (query, expected) in [
        ("", 594),
        ("game=mobius", 58),
        ("game=move&difficulty=1", 33),
        ("game=mixtour&variant=20/2", 10),
        ("game=fibonacci", 200),
        ("game=chess", 0),
    ] {
        assert_eq!(count(query).await, expected, "{query}");
    }
    // Page by page one gets them all, each once.
    let (mut seen, mut after) = (Vec::new(), String::new());
    loop {
        let page = ada.get(&format!("/api/puzzles?game=mixtour&limit=60{after}")).await;
        let page = page.json();
        let puzzles = page["puzzles"].as_array().into_iter().flatten();
        seen.extend(puzzles.map(|puzzle| puzzle["puzzle"].as_str().map(str::to_owned)));
        match page["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => break,
        }
    }
    assert_eq!(seen.len(), 172);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 172);
    for query in "limit=0 limit=1001 difficulty=0 difficulty=6 after=x colour=red".split(' ') {
        assert_eq!(ada.get(&format!("/api/puzzles?{query}")).await.status, 400, "{query}");
    }
}

#[tokio::test]
async fn a_puzzle_is_solved_move_by_move() {
    let house = House::open().await;
    let mut ada = house.browser();
    let mut games = 0;
    for game in GameId::ALL {
        let list = ada.get(&format!("/api/puzzles?game={game}&difficulty=5&limit=1")).await;
        let list = list.json();
        // A game that is new may have none.
        let Some(puzzle) = list["puzzles"][0]["puzzle"].as_str().map(str::to_owned) else {
            continue;
        };
        games += 1;
        let shown = ada.get(&format!("/api/puzzles/{puzzle}")).await;
        assert_eq!(shown.json()["summary"], list["puzzles"][0]);
        let is_told = shown.text.contains("solution") || shown.text.contains("\"line\"");
        assert!(!is_told, "{game}");
        let solution = solution(&mut ada, &puzzle).await;
        let (line, mut played) = (texts(&solution["line"]), Vec::new());
        // The house plays the defence of the line.
        let mut last = Value::Null;
        while let Some(next) = line.get(played.len()) {
            played.push(next.clone());
            last = try_moves(&mut ada, &puzzle, &played).await;
            played.extend(texts(&last["reply"]));
        }
        assert_eq!(played, line, "{game}");
        assert_eq!(last["verdict"], "solved", "{game}");
        assert_eq!(last["view"]["turn"], "none", "{game}");

        // A move that solves nothing is refuted; the hint names one that does.
        let view = shown.json()["view"].clone();
        let legal = view["legal"].as_array().into_iter().flatten();
        let mut legal = legal.map(|legal| legal["move"].as_str().expect("text").to_owned());
        let solutions = texts(&solution["solutions"]);
        let wrong = legal.find(|mv| !solutions.contains(mv)).expect("a wrong move");
        let tried = try_moves(&mut ada, &puzzle, std::slice::from_ref(&wrong)).await;
        assert_eq!(tried["verdict"], "wrong", "{game}");
        let path = format!("/api/puzzles/{puzzle}/hint");
        let hint = ada.post(&path, &json!({"moves": []})).await.json();
        let hinted = texts(&hint["moves"]);
        let solving = hinted.iter().filter(|mv| solutions.contains(mv));
        assert_eq!(solving.count(), 1, "{game}");
    }
    let solved = ada.get("/api/me/puzzles").await.json();
    assert_eq!(solved["solved"].as_array().map(Vec::len), Some(games));
    assert!(games >= 4, "{games} games have puzzles");
    assert_eq!(house.browser().get("/api/me/puzzles").await.json()["solved"], json!([]));
}

#[tokio::test]
async fn everybody_gets_the_same_puzzle_of_the_day() {
    let house = House::open().await;
    let of_day = async |day: &str| {
        let puzzle = house.browser().get(&format!("/api/puzzles/today{day}")).await;
        puzzle.json()["summary"]["puzzle"].clone()
    };
    assert_eq!(of_day("?day=20773").await, of_day("?day=20773").await);
    assert_ne!(of_day("?day=20773").await, of_day("?day=20774").await);
    assert!(of_day("").await.is_string());
    for game in GameId::ALL {
        let puzzle = house.browser().get(&format!("/api/puzzles/today?game={game}")).await;
        assert_eq!(puzzle.json()["summary"]["game"], json!(game.to_string()));
    }
    let nothing = house.browser().get("/api/puzzles/today?game=chess").await;
    assert_eq!(nothing.status, 404);
}

#[tokio::test]
async fn tries_that_make_no_sense_are_told_where() {
    let house = House::open().await;
    let mut ada = house.browser();
    let list = ada.get("/api/puzzles?game=move&difficulty=5&limit=1").await.json();
    let puzzle = list["puzzles"][0]["puzzle"].as_str().expect("a puzzle").to_owned();
    let line = texts(&solution(&mut ada, &puzzle).await["line"]);
    for (moves, at) in [
        (json!([]), "moves"),
        (json!(["nonsense"]), "moves[0]"),
        (json!([line[0], "nonsense"]), "moves[1]"),
        (json!(line[..2]), "moves"),
    ] {
        let path = format!("/api/puzzles/{puzzle}/tries");
        let answer = ada.post(&path, &json!({"moves": moves})).await;
        answer.check_at(at);
    }
    for path in ["/api/puzzles/nothing", "/api/puzzles/nothing/solution"] {
        assert_eq!(ada.get(path).await.status, 404);
    }
    let moves = json!({"moves": []});
    assert_eq!(ada.post("/api/puzzles/nothing/tries", &moves).await.status, 404);
    assert_eq!(ada.post("/api/puzzles/nothing/hint", &moves).await.status, 404);
}

/// What one browser knows, every other browser of the account learns, in whatever order it is told.
#[tokio::test]
async fn progress_is_kept_with_the_account() {
    let house = House::open().await;
    let list = house.browser().get("/api/puzzles?game=move&limit=2").await.json();
    let [first, second] = [0, 1].map(|at| list["puzzles"][at]["puzzle"].as_str().expect("a puzzle").to_owned());
    let mut anna = house.member("Anna").await;
    let mut elsewhere = house.browser();
    let account = json!({"name": "Anna", "password": PASSWORD});
    elsewhere.post("/api/session", &account).await.check(200, "");
    let again = |noted: u32, day: u32, times: u32| json!({"noted": noted, "day": day, "times": times});
    let note = async |browser: &mut Browser, solved: Value, days: Value, back: Value| {
        let answer = browser
            .post(
                "/api/me/puzzles",
                &json!({"solved": solved, "days": days, "again": back}),
            )
            .await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    };
    let told = note(
        &mut anna,
        json!([first]),
        json!([100]),
        json!({&second: again(100, 101, 0)}),
    )
    .await;
    assert_eq!(told["solved"], json!([first]));
    // What is known already, what is older, what no longer exists and what has not come yet changes nothing.
    let stale = json!({&second: again(99, 106, 2), "gone": again(100, 101, 0), &first: again(4_000_000, 1, 0)});
    let told = note(&mut elsewhere, json!([first, "gone"]), json!([4_000_000, 99]), stale).await;
    let expected = json!({"solved": [first], "days": [99, 100], "again": {&second: again(100, 101, 0)}});
    assert_eq!(told, expected);
    // On one day, what went wrong counts; later, what was done later.
    note(
        &mut elsewhere,
        json!([]),
        json!([]),
        json!({&second: again(100, 103, 1)}),
    )
    .await;
    assert_eq!(anna.get("/api/me/puzzles").await.json(), expected);
    note(
        &mut elsewhere,
        json!([]),
        json!([]),
        json!({&second: again(102, 105, 1)}),
    )
    .await;
    assert_eq!(
        anna.get("/api/me/puzzles").await.json()["again"][&second],
        again(102, 105, 1)
    );
    for wrong in [
        json!({"solved": [], "days": []}),
        json!({"solved": [], "days": [], "again": {}, "colour": "red"}),
    ] {
        let answer = anna.post("/api/me/puzzles", &wrong).await;
        assert_eq!(answer.status, 400, "{}", answer.text);
    }
}
