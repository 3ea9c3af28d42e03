//! Cards that are drawn on a server, and checked by a stranger: by the Python of docs/cards.md.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use halte_game::record::read_all;
use halte_games::AnyGame;
use halte_table::check_cards;
use serde_json::{Value, json};

use crate::house::{Browser, House};
use crate::tables::{check_act, look_at, open, open_terms, play};

/// What stands in the document between these marks.
fn document(begin: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cards.md");
    let text = std::fs::read_to_string(path).expect("docs/cards.md");
    let (_, text) = text.split_once(begin).expect(begin);
    text.split_once("```").expect("its end").0.to_owned()
}

/// Whether the document's Python finds nothing wrong with a record; what it says otherwise.
fn python(record: &str) -> Result<(), String> {
    let mut child = Command::new("python3")
        .args(["-c", &document("```python\n")])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("Python");
    let mut input = child.stdin.take().expect("its input");
    input.write_all(record.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(()) } else { Err(said) }
}

fn number(digit: char) -> String {
    digit.to_string().repeat(64)
}

async fn record(browser: &mut Browser, table: &str) -> String {
    browser.get(&format!("/api/tables/{table}/record")).await.text
}

/// Whoever is to move takes a first step, and ends the turn as soon as it may be.
async fn turn(browsers: &mut [Browser; 2], table: &str) {
    let [ada, _] = browsers;
    let first = look_at(ada, table).await["view"]["turn"].clone();
    let is_adas = look_at(ada, table).await["yours"][0] == first;
    let browser = &mut browsers[usize::from(!is_adas)];
    loop {
        let snapshot = look_at(browser, table).await;
        if snapshot["view"]["turn"] != first {
            return;
        }
        let legal = snapshot["view"]["legal"].as_array().expect("moves");
        let end = legal.iter().find(|mv| mv["move"] == "end");
        let ply = snapshot["moves"].as_array().map_or(0, Vec::len);
        // One step after the other, so that nothing is repeated.
        let text = end.unwrap_or(&legal[ply * 7 % legal.len()])["move"].as_str();
        let text = text.expect("a move");
        let id = format!("play {}", snapshot["version"]);
        check_act(browser, table, &id, play(text, ply), "").await;
    }
}

/// A game with a takeback and seats by lot, whose record both programs accept, and every forgery of it none.
#[tokio::test]
async fn a_stranger_checks_a_game() {
    let house = House::open_with(&[("moves-per-visitor", "1000/1s")]).await;
    let mut browsers = [house.browser(), house.browser()];
    let mut terms = open_terms("fibonacci cards");
    terms["terms"]["by_lot"] = json!(true);
    terms["number_follows"] = json!(true);
    let table = open(&mut browsers[0], &terms).await;
    let hash = look_at(&mut browsers[0], &table).await["cards"]["hash"].clone();
    let sit = json!({"type": "sit", "seat": "second", "number": number('2')});
    check_act(&mut browsers[1], &table, "sit", sit, "").await;
    // The table's number is not there yet.
    let snapshot = look_at(&mut browsers[1], &table).await;
    assert_eq!(snapshot["stage"], "waiting");
    assert_eq!(snapshot["cards"]["awaited"], json!(["first"]));
    let add = json!({"type": "add_number", "number": number('1')});
    check_act(&mut browsers[1], &table, "add", add.clone(), "number_not_awaited").await;
    check_act(&mut browsers[0], &table, "add", add, "").await;
    for _ in 0..3 {
        turn(&mut browsers, &table).await;
    }
    let before = look_at(&mut browsers[0], &table).await["moves"]
        .as_array()
        .map_or(0, Vec::len);
    let takeback = json!({"type": "offer", "offer": "takeback"});
    for (browser, id) in browsers.iter_mut().zip(["1", "2"]) {
        check_act(browser, &table, id, takeback.clone(), "").await;
    }
    let after = look_at(&mut browsers[0], &table).await["moves"]
        .as_array()
        .map_or(0, Vec::len);
    assert!(after < before);
    // While it is played nobody can tell.
    let playing = record(&mut browsers[0], &table).await;
    assert!(!playing.contains("[Secret"), "{playing}");
    assert!(python(&playing).is_err());
    // Both packs are used up, and shuffled anew.
    for _ in 0..28 {
        if look_at(&mut browsers[0], &table).await["stage"] == "playing" {
            turn(&mut browsers, &table).await;
        }
    }
    if look_at(&mut browsers[0], &table).await["stage"] == "playing" {
        check_act(&mut browsers[1], &table, "end", json!({"type": "resign"}), "").await;
    }
    let played = record(&mut browsers[0], &table).await;
    assert!(played.contains(&format!("[Seal {hash}]")), "{played}");
    assert_eq!(python(&played), Ok(()));
    let check = |forged: String| {
        assert_ne!(forged, played);
        let read = read_all::<AnyGame>(&forged).map(|records| check_cards(&records[0]));
        let is_well = read.is_ok_and(|checked| checked.is_ok_and(|checked| checked.holds));
        assert!(!is_well && python(&forged).is_err(), "{forged}");
    };
    let card = played.find('#').expect("a card") + 1;
    for other in '1'..='6' {
        let mut forged = played.clone();
        forged.replace_range(card..=card, &other.to_string());
        if forged != played {
            check(forged);
        }
    }
    let (kept, exchanged) = ("[Lot \"kept\"]", "[Lot \"exchanged\"]");
    let [from, to] = if played.contains(kept) {
        [kept, exchanged]
    } else {
        [exchanged, kept]
    };
    check(played.replace(from, to));
    check(played.replace(&number('1'), &number('3')));
    check(played.replace(&number('2'), ""));
    check(played.replace(&format!("[Table \"{table}\"]"), "[Table \"23456789abcd\"]"));
    check(played.replace("[Seal \"", "[Seal \"0"));
    check(played.replace("[Draws \"0.0 ", "[Draws \""));
    check(played.replace("[Draws \"0.0 ", "[Draws \"0.0 0.0 "));
    check(played.replace("[Seal \"", "[Other \""));
}

/// The document's own record, which the tests of the table pin.
#[test]
fn the_documents_python_accepts_its_record() {
    let record = document("```text\n");
    assert_eq!(python(&record), Ok(()));
    let failed = python(&record.replace("2. #1", "2. #5")).expect_err("a forged card");
    assert!(failed.contains("card 3 is another"), "{failed}");
    // A draw that is over does not come again, however it is written.
    let is_wanted = |draw: &String| python(&record.replace("1. #4", "1. #5").replace("0.0 0.0 0.1 0.1", draw)).is_ok();
    let draws = (0..30).flat_map(|number| {
        let zeros = "0".repeat(number);
        [
            format!("0.{number}"),
            format!("0.{zeros}0"),
            format!("0.-{number}"),
            format!("0.{zeros} "),
        ]
    });
    let forged: Vec<String> = draws
        .map(|draw| format!("{draw} 0.0 0.1 0.1"))
        .filter(is_wanted)
        .collect();
    assert_eq!(forged, Vec::<String>::new());
}

/// A rated game in which something was drawn is not broken off, and a number must be one.
#[tokio::test]
async fn a_rated_game_with_cards_binds() {
    let house = House::open_with(&[("moves-per-visitor", "1000/1s")]).await;
    let mut ada = house.member("Ada").await;
    let mut terms = open_terms("fibonacci cards");
    terms["terms"]["rated"] = json!(true);
    terms["terms"]["seats"][1] = json!({"kind": "engine", "level": 1});
    terms["number_follows"] = json!(true);
    let table = open(&mut ada, &terms).await;
    let add = |number: String| json!({"id": "add", "action": {"type": "add_number", "number": number}});
    let path = format!("/api/tables/{table}/commands");
    assert_eq!(ada.post(&path, &add("7".to_owned())).await.status, 400);
    assert_eq!(ada.post(&path, &add(number('7'))).await.status, 200);
    check_act(&mut ada, &table, "1", json!({"type": "abort"}), "drawn_already").await;
    check_act(&mut ada, &table, "2", json!({"type": "resign"}), "").await;
    let snapshot = look_at(&mut ada, &table).await;
    assert_eq!(snapshot["ending"]["result"], "second");
    let played = record(&mut ada, &table).await;
    assert_eq!(python(&played), Ok(()));
    assert_ne!(snapshot["cards"]["secret"], Value::Null);
}
