//! One story about the store, told on both backends.

mod support;

use std::sync::Arc;
use std::time::Duration;

use halte_game::{Outcome, Player};
use halte_server::store::{
    self, Account, AnalysisNote, Append, Credential, CredentialKind, Cursor, Letter, Measure, MeasureKind, Note, Onto,
    PersonSummary, Placing, Proof, Purpose, Rating, RatingChange, RatingUpdate, Reader, Report, Results, Store,
    StoreError, StoredAnalysis, Summary, TableFilter, TableState, Target, Ticket, restore, transfer,
};
use sqlx::{Connection, PgConnection};
use support::{PATIENCE, Place, account, append, events, person, summary, summary_of};
use tokio::task::JoinSet;

/// Makes of every part of the story a test for each backend.
macro_rules! story {
    ($($part:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $part() {
                super::$part(super::Place::sqlite()).await;
            })*
        }
        mod postgres {
            $(#[tokio::test]
            async fn $part() {
                super::$part(super::Place::postgres().await).await;
            })*
        }
    };
}

story! {
    appends_go_on_where_the_table_ends,
    appends_are_all_or_nothing,
    impossible_appends_are_refused,
    a_bad_append_does_not_spoil_those_beside_it,
    plans_that_are_over_are_emptied,
    appends_of_a_thousand_at_once_are_all_kept,
    what_was_kept_is_there_after_opening_again,
    summaries_come_back_as_they_went_in,
    what_is_due_is_taken_on_once,
    when_no_server_was_there_is_noted,
    a_bad_query_does_not_spoil_what_is_beside_it,
    tables_are_found,
    games_between_engines_are_counted,
    pages_of_tables_follow_one_another,
    results_are_counted,
    accounts_have_names_without_regard_to_case,
    accounts_are_changed,
    credentials_need_a_proof_that_holds,
    credentials_expire_and_are_revoked,
    accounts_are_renamed_and_deleted,
    measures_and_reports_are_kept,
    links_are_good_once,
    secrets_are_exchanged,
    ratings_change_with_the_append_that_ends_a_game,
    notes_and_progress_are_kept,
    an_analysis_is_one_servers_at_a_time,
    a_secret_is_made_once,
    any_text_is_kept,
    a_second_server_is_kept_away,
    an_older_schema_is_brought_up_to_date,
    an_older_backup_is_restored,
    a_guest_of_two_accounts_stays_with_the_first,
    a_newer_schema_is_left_alone,
    backups_and_exports_hold_everything,
    exports_hold_one_moment,
    imports_are_all_or_nothing,
    texts_that_cannot_be_kept_are_no_fault_of_the_database,
    a_closed_store_says_so,
}

/// What the store says, without what went well.
fn refusal<T: std::fmt::Debug>(result: Result<T, StoreError>) -> String {
    result.expect_err("the store refuses").to_string()
}

/// Appends to tables.
async fn keep(store: &dyn Store, appends: impl Into<Vec<Append>>) {
    store.append(appends.into()).await.expect("an append");
}

/// Does something for each of many at the same time.
async fn at_once<I, T: Send + 'static, F: Future<Output = T> + Send + 'static>(
    store: &Arc<dyn Store>,
    each: impl IntoIterator<Item = I>,
    task: impl Fn(Arc<dyn Store>, I) -> F,
) -> Vec<T> {
    let tasks: JoinSet<T> = each.into_iter().map(|item| task(Arc::clone(store), item)).collect();
    tasks.join_all().await
}

async fn bodies(store: &dyn Store, table: &str) -> Vec<String> {
    let events = store.events(table, 0).await.expect("events");
    let versions: Vec<_> = events.iter().map(|event| event.version).collect();
    assert_eq!(
        versions,
        (0..events.len() as u64).collect::<Vec<_>>(),
        "versions of {table}"
    );
    events.into_iter().map(|event| event.body).collect()
}

async fn appends_go_on_where_the_table_ends(place: Place) {
    let store = place.open().await;
    assert_eq!(store.events("a", 0).await, Ok(Vec::new()));
    assert_eq!(summary_of(&*store, "a").await, Ok(None));
    keep(&*store, [append("a", 0, &["{}", "[1]"])]).await;
    keep(&*store, [append("a", 2, &["2"])]).await;
    assert_eq!(store.events("a", 0).await, Ok(events(0, &["{}", "[1]", "2"])));
    assert_eq!(store.events("a", 1).await, Ok(events(1, &["[1]", "2"])));
    assert_eq!(store.events("a", 3).await, Ok(Vec::new()));
    assert_eq!(store.events("a", u64::MAX).await, Ok(Vec::new()));
    let check = async |table: &str, first_version, expected: &str| {
        let result = store.append(vec![append(table, first_version, &["0"])]).await;
        assert_eq!(refusal(result), expected);
    };
    check("a", 0, "table \"a\" has 3 events, not 0").await;
    check("a", 2, "table \"a\" has 3 events, not 2").await;
    check("a", 4, "table \"a\" has 3 events, not 4").await;
    check("b", 1, "table \"b\" has 0 events, not 1").await;
    assert_eq!(bodies(&*store, "a").await, ["{}", "[1]", "2"]);
    assert_eq!(summary_of(&*store, "b").await, Ok(None));
}

async fn appends_are_all_or_nothing(place: Place) {
    let store = place.open().await;
    keep(&*store, [append("a", 0, &["0"]), append("b", 0, &["0"])]).await;
    let mut over = append("a", 1, &["1"]);
    over.summary.state = TableState::Over;
    let result = store.append(vec![over, append("b", 0, &["1"])]).await;
    assert_eq!(refusal(result), "table \"b\" has 1 events, not 0");
    assert_eq!(bodies(&*store, "a").await, ["0"]);
    assert_eq!(bodies(&*store, "b").await, ["0"]);
    assert_eq!(summary_of(&*store, "a").await, Ok(Some(summary("a", 1_000))));
    // Appends of one call follow one another.
    keep(&*store, [append("a", 1, &["1"]), append("a", 2, &["2", "3"])]).await;
    assert_eq!(bodies(&*store, "a").await, ["0", "1", "2", "3"]);
    assert_eq!(summary_of(&*store, "a").await, Ok(Some(summary("a", 1_003))));
}

async fn impossible_appends_are_refused(place: Place) {
    let store = place.open().await;
    let check = async |append: Append, expected: &str| {
        let result = store.append(vec![append]).await;
        assert_eq!(refusal(result), expected);
        assert_eq!(summary_of(&*store, "a").await, Ok(None));
    };
    let bodies = |bodies: &[&str]| append("a", 0, bodies);
    check(bodies(&[]), "nothing to append to table \"a\"").await;
    let mut gap = bodies(&["0", "1"]);
    gap.events[1].version = 2;
    check(gap, "table \"a\": event 2, not 1").await;
    let mut far = bodies(&["0"]);
    far.events[0].version = i64::MAX as u64;
    check(far, "table \"a\" cannot have event 9223372036854775807").await;
    let unfinished = "an event must be JSON: EOF while parsing an object at line 1 column 1";
    let spaced = "an event must be JSON on one line without spaces around it";
    for (body, expected) in [("{", unfinished), ("{\n}", spaced), (" 0", spaced)] {
        check(bodies(&[body]), expected).await;
    }
    let mut zero = bodies(&["0"]);
    zero.summary.ending = Some("no\0thing".to_owned());
    check(zero, "a table's summary has a character of number 0: \"no\\0thing\"").await;
    for (rating, expected) in [
        (1500.0, "there is no account \"nobody\""),
        (f64::NAN, "a rating must be made of numbers: [NaN, 350.0, 0.06]"),
    ] {
        let ratings = vec![update("nobody", 1, rating)];
        check(
            Append {
                ratings,
                ..bodies(&["0"])
            },
            expected,
        )
        .await;
    }
}

async fn a_bad_append_does_not_spoil_those_beside_it(place: Place) {
    let store = place.open().await;
    keep(&*store, [append("taken", 0, &["0"])]).await;
    let done = at_once(&store, 0..100, async |store, number| {
        let table = format!("table {number}");
        match number % 4 {
            0 => store.append(vec![append("taken", 0, &["1"])]).await.is_err(),
            1 => store.append(vec![append(&table, 5, &["1"])]).await.is_err(),
            2 => store.create_account(&account(&table)).await.is_ok(),
            _ => store.append(vec![append(&table, 0, &["1"])]).await.is_ok(),
        }
    });
    assert_eq!(done.await, vec![true; 100]);
    let done = at_once(&store, 0..100, async |store, number| {
        if number % 10 == 0 {
            // The database itself refuses a hash that is there already, which ends the transaction.
            return begin(&*store, &session("same", "table 2")).await == Ok(true);
        }
        keep(&*store, [append(&format!("later {number}"), 0, &["1"])]).await;
        false
    });
    assert_eq!(done.await.into_iter().filter(|made| *made).count(), 1);
    let filter = TableFilter::default();
    assert_eq!(store.count_tables(&filter).await, Ok(1 + 25 + 90));
}

async fn plans_that_are_over_are_emptied(place: Place) {
    let plan = |text: &str| format!(r#"{{"version":1,"type":"planned","lines":[["{text}"]],"by":"first"}}"#);
    let store = place.open().await;
    let json = async |table: &str| -> Vec<serde_json::Value> {
        let bodies = bodies(&*store, table).await;
        bodies
            .iter()
            .map(|body| serde_json::from_str(body).expect("JSON"))
            .collect()
    };
    let first = ["{\"type\":\"opened\"}", &plan("a"), &plan("b")];
    keep(&*store, [append("a", 0, &first), append("b", 0, &first)]).await;
    let superseding = |table: &str, version, superseded: &[u64]| Append {
        superseded: superseded.to_vec(),
        ..append(table, version, &[&plan("c"), &plan("d")])
    };
    // One of before, one that comes with it, one that is no plan, and one that is not there.
    keep(&*store, [superseding("a", 3, &[1, 3, 0, 99])]).await;
    let is_empty = |event: &serde_json::Value| event["lines"].as_array().is_some_and(Vec::is_empty);
    let found = json("a").await;
    assert_eq!(
        found.iter().map(is_empty).collect::<Vec<_>>(),
        [false, true, false, true, false]
    );
    assert_eq!(found[0], serde_json::json!({"type": "opened"}));
    let emptied = serde_json::json!({"version": 1, "type": "planned", "lines": [], "by": "first"});
    assert_eq!(found[1], emptied);
    // What is refused empties nothing.
    let refused = store.append(vec![superseding("b", 7, &[1, 2])]).await;
    assert_eq!(refusal(refused), "table \"b\" has 3 events, not 7");
    assert!(!json("b").await.iter().any(is_empty));
    // So many at a time.
    for (version, limit, expected) in [(0, 2, 2), (4, 2, 1), (5, 2, 0), (0, 99, 5)] {
        let some = store.some_events("a", version, limit).await.expect("events");
        assert_eq!(some.len(), expected);
        assert_eq!(some.first().map_or(version, |event| event.version), version);
    }
}

async fn appends_of_a_thousand_at_once_are_all_kept(place: Place) {
    let store = place.open().await;
    at_once(&store, 0..1_000_u64, async |store, number| {
        // Ten to a table: of those who want the same place one gets it, and the others try the next.
        let table = format!("table {}", number % 100);
        for version in 0.. {
            match store
                .append(vec![append(&table, version, &[&number.to_string()])])
                .await
            {
                Ok(()) => return,
                Err(StoreError::Conflict { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
    })
    .await;
    let mut numbers = Vec::new();
    for table in 0..100 {
        let bodies = bodies(&*store, &format!("table {table}")).await;
        assert_eq!(bodies.len(), 10);
        numbers.extend(bodies.iter().map(|body| body.parse::<u64>().expect("a number")));
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (0..1_000).collect::<Vec<_>>());
}

async fn what_was_kept_is_there_after_opening_again(place: Place) {
    let store = place.open().await;
    keep(&*store, [append("a", 0, &["0"])]).await;
    store.close().await;
    let store = place.open().await;
    keep(&*store, [append("a", 1, &["1"])]).await;
    place.reader().await;
    // Without a word, as if the process had ended.
    drop(store);
    let store = place.open().await;
    assert_eq!(bodies(&*store, "a").await, ["0", "1"]);
    assert_eq!(store.check_health().await, Ok(()));
}

async fn summaries_come_back_as_they_went_in(place: Place) {
    let store = place.open().await;
    let empty = Summary {
        variant: None,
        state: TableState::Waiting,
        listed: false,
        first: None,
        second: None,
        to_move: None,
        ..summary("a", 1)
    };
    let seated = Summary {
        first: Some(person("account:é")),
        changed_at: 2,
        rated: true,
        awake: true,
        due_at: Some(5),
        ..empty.clone()
    };
    let playing = Summary {
        state: TableState::Playing,
        second: Some(person("engine:3")),
        to_move: Some(Player::Second),
        moves: u32::MAX,
        ..seated.clone()
    };
    let moved = Summary {
        changed_at: 3,
        moves: 4,
        to_move: Some(Player::First),
        awake: false,
        due_at: None,
        ..playing.clone()
    };
    let over = Summary {
        state: TableState::Over,
        to_move: None,
        outcome: Some(Outcome::Win(Player::Second)),
        ending: Some("resignation".to_owned()),
        changed_at: i64::MAX,
        ..moved.clone()
    };
    let drawn = Summary {
        outcome: Some(Outcome::Draw),
        changed_at: i64::MIN,
        ..over.clone()
    };
    let awake = [false, true, true, false, false, false, false];
    let summaries = [empty, seated, playing, moved.clone(), over, drawn, moved];
    for ((version, summary), awake) in (0..).zip(summaries).zip(awake) {
        keep(&*store, [of_summary(summary.clone(), version)]).await;
        assert_eq!(summary_of(&*store, "a").await, Ok(Some(summary)));
        assert_eq!(store.take_due(4, 9, 10).await, Ok(Vec::new()), "not yet");
        let expected = if awake { vec!["a".to_owned()] } else { Vec::new() };
        assert_eq!(store.take_due(5, 9, 10).await, Ok(expected));
        assert_eq!(store.take_due(8, 9, 10).await, Ok(Vec::new()), "it was taken on");
    }
}

async fn what_is_due_is_taken_on_once(place: Place) {
    let store = place.open().await;
    let table = |number: i64| Summary {
        awake: true,
        due_at: Some(number),
        ..summary(&format!("t{number}"), 1)
    };
    keep(
        &*store,
        (1..=40).map(|number| of_summary(table(number), 0)).collect::<Vec<_>>(),
    )
    .await;
    assert_eq!(
        store.take_due(30, 100, 2).await,
        Ok(vec!["t1".to_owned(), "t2".to_owned()])
    );
    let taken = at_once(&store, 0..4, async |store, _| {
        store.take_due(30, 100, 50).await.expect("tables")
    });
    let mut taken: Vec<String> = taken.await.concat();
    taken.sort();
    let mut expected: Vec<String> = (3..=30).map(|number| format!("t{number}")).collect();
    expected.sort();
    assert_eq!(taken, expected);
    assert_eq!(store.take_due(99, 100, 50).await.expect("tables").len(), 10);
    assert_eq!(
        store.take_due(100, 200, 50).await.expect("tables").len(),
        40,
        "again, after a while"
    );
}

/// An event after which a table is like this.
fn of_summary(summary: Summary, version: u64) -> Append {
    Append {
        summary,
        ..append("", version, &["0"])
    }
}

async fn tables_are_found(place: Place) {
    let store = place.open().await;
    let (waiting, playing, over) = (TableState::Waiting, TableState::Playing, TableState::Over);
    let first_won = Some(Outcome::Win(Player::First));
    // Whoever sits first has opened it; nobody does at the last one, which was opened for others.
    for (table, changed_at, game, state, listed, rated, [first, second], outcome) in [
        ("a", 10, "mixtour 20/1", waiting, true, false, ["x", ""], None),
        ("b", 20, "mixtour 25/5", playing, true, true, ["x", "y"], None),
        ("c", 30, "move", playing, false, false, ["y", "x"], None),
        ("d", 40, "move", over, true, true, ["x", "y"], first_won),
        (
            "e",
            50,
            "mixtour 20/1",
            over,
            false,
            false,
            ["z", "x"],
            Some(Outcome::Draw),
        ),
        ("f", 60, "mixtour 20/1", over, true, false, ["x", "x"], None),
        ("g", 35, "mobius", waiting, true, false, ["", ""], None),
    ] {
        let seat = |id: &str| (!id.is_empty()).then(|| person(id));
        let summary = Summary {
            state,
            listed,
            rated,
            opener: Some(if first.is_empty() { "y" } else { first }.to_owned()),
            first: seat(first),
            second: seat(second),
            outcome,
            ..of_game(game, summary(table, changed_at))
        };
        keep(&*store, [of_summary(summary, 0)]).await;
    }
    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }
    type Change = fn(&mut TableFilter);
    let cases: [(Change, &str); 19] = [
        (|_| {}, "fedgcba"),
        (|filter| filter.state = Some(TableState::Waiting), "ga"),
        (|filter| filter.state = Some(TableState::Playing), "cb"),
        (|filter| filter.state = Some(TableState::Over), "fed"),
        (|filter| filter.listed = Some(false), "ec"),
        (|filter| filter.rated = Some(true), "db"),
        (|filter| filter.game = text("move"), "dc"),
        (
            |filter| (filter.game, filter.variant) = (text("mixtour"), text("20/1")),
            "fea",
        ),
        (|filter| filter.person = text("x"), "fedcba"),
        (|filter| filter.person = text("y"), "dcb"),
        (
            |filter| (filter.person, filter.opponent) = (text("x"), text("y")),
            "dcb",
        ),
        (|filter| (filter.person, filter.opponent) = (text("x"), text("x")), "f"),
        (|filter| filter.person = text("nobody"), ""),
        (|filter| filter.absent_opener = text("y"), "g"),
        (|filter| filter.absent_opener = text("x"), ""),
        (|filter| filter.outcome = Some(Outcome::Draw), "e"),
        (|filter| filter.outcome = Some(Outcome::Win(Player::First)), "d"),
        (|filter| (filter.since, filter.until) = (Some(30), Some(50)), "dgc"),
        (
            |filter| {
                *filter = TableFilter {
                    state: Some(TableState::Over),
                    listed: Some(true),
                    rated: Some(true),
                    game: text("move"),
                    variant: None,
                    person: text("y"),
                    opponent: text("x"),
                    absent_opener: None,
                    outcome: Some(Outcome::Win(Player::First)),
                    since: Some(40),
                    until: Some(41),
                }
            },
            "d",
        ),
    ];
    for (change, expected) in cases {
        let mut filter = TableFilter::default();
        change(&mut filter);
        let found = store.tables(&filter, None, 100).await.expect("tables");
        let ids: String = found.iter().map(|summary| summary.table.as_str()).collect();
        assert_eq!(ids, expected, "{filter:?}");
        let count = store.count_tables(&filter).await;
        assert_eq!(count, Ok(expected.len() as u64), "{filter:?}");
    }
}

/// Games under way between two engines, by who opened them.
async fn games_between_engines_are_counted(place: Place) {
    let store = place.open().await;
    let (playing, over) = (TableState::Playing, TableState::Over);
    for (table, opener, [first, second], state) in [
        ("a", Some("guest:1"), ["engine:1", "engine:10"], playing),
        ("b", Some("guest:2"), ["engine:3", "guest:2"], playing),
        ("c", Some("guest:1"), ["engine:1", "engine:1"], over),
        ("d", Some("account:anna"), ["engine:1", "engine:1"], playing),
        ("e", None, ["engine:1", "engine:1"], playing),
        ("f", Some("guest:1"), ["engine:2", "engine:2"], playing),
    ] {
        let summary = Summary {
            state,
            opener: opener.map(str::to_owned),
            first: Some(person(first)),
            second: Some(person(second)),
            ..summary(table, 1)
        };
        keep(&*store, [of_summary(summary, 0)]).await;
    }
    let openers = store.openers_of_engines_games().await.expect("openers");
    assert_eq!(openers, ["guest:1", "account:anna", "guest:1"]);
}

/// A table of a game, with a variant behind a space if it has one.
fn of_game(game: &str, summary: Summary) -> Summary {
    let (game, variant) = game
        .split_once(' ')
        .map_or((game, None), |(game, variant)| (game, Some(variant)));
    Summary {
        game: game.to_owned(),
        variant: variant.map(str::to_owned),
        ..summary
    }
}

async fn pages_of_tables_follow_one_another(place: Place) {
    let store = place.open().await;
    // Many at the same time, some of them over, and ids whose order by bytes is not that of a dictionary.
    let mut expected = Vec::new();
    for number in 0..60_i64 {
        let letter = ["a", "B", "c", "É", "_"][number as usize % 5];
        let mut summary = summary(&format!("{letter}{number}"), number / 7);
        if number % 3 == 0 {
            summary.state = TableState::Over;
        }
        expected.push((number / 7, summary.table.clone()));
        keep(&*store, [of_summary(summary, 0)]).await;
    }
    expected.sort();
    expected.reverse();
    for limit in [1, 7, 60, 100] {
        let mut found = Vec::new();
        let mut after: Option<Cursor> = None;
        loop {
            let filter = TableFilter {
                person: Some("guest:1".to_owned()),
                ..TableFilter::default()
            };
            let page = store.tables(&filter, after.as_ref(), limit).await.expect("tables");
            assert!(page.len() <= limit as usize);
            found.extend(page.iter().map(|summary| (summary.changed_at, summary.table.clone())));
            match page.last() {
                Some(last) => after = Some(last.cursor()),
                None => break,
            }
        }
        assert_eq!(found, expected, "pages of {limit}");
    }
    assert_eq!(store.tables(&TableFilter::default(), None, 0).await, Ok(Vec::new()));
}

async fn results_are_counted(place: Place) {
    let store = place.open().await;
    let (first, second) = (Some(Outcome::Win(Player::First)), Some(Outcome::Win(Player::Second)));
    for (number, (players, game, outcome)) in (0..).zip([
        (["x", "y"], "mixtour 20/1", first),
        (["y", "x"], "mixtour 20/1", first),
        (["y", "x"], "mixtour 20/1", second),
        (["x", "y"], "mixtour 25/5", Some(Outcome::Draw)),
        (["x", "y"], "move", second),
        (["x", "x"], "move", first),
        (["x", "y"], "move", None),
    ]) {
        let [first, second] = players.map(|player| Some(person(player)));
        let summary = Summary {
            first,
            second,
            outcome,
            state: TableState::Over,
            ..of_game(game, summary(&number.to_string(), 0))
        };
        keep(&*store, [of_summary(summary, 0)]).await;
    }
    let check = async |who: &str, expected: &[(&str, Option<&str>, u64, u64, u64)]| {
        let found = store.results_of(who).await.expect("results");
        let found = found.iter().map(|results| {
            let Results {
                game,
                variant,
                won,
                lost,
                drawn,
            } = results;
            (game.as_str(), variant.as_deref(), *won, *lost, *drawn)
        });
        assert_eq!(found.collect::<Vec<_>>(), expected, "{who}");
    };
    let draw = ("mixtour", Some("25/5"), 0, 0, 1);
    check(
        "x",
        &[("mixtour", Some("20/1"), 2, 1, 0), draw, ("move", None, 0, 1, 0)],
    )
    .await;
    check(
        "y",
        &[("mixtour", Some("20/1"), 1, 2, 0), draw, ("move", None, 1, 0, 0)],
    )
    .await;
    check("z", &[]).await;
}

async fn accounts_have_names_without_regard_to_case(place: Place) {
    let store = place.open().await;
    for name in ["Élodie", "anna", "Bruno", "Ｗide"] {
        store.create_account(&account(name)).await.expect("an account");
    }
    for (name, expected) in [
        ("élodie", "Élodie"),
        ("ANNA", "anna"),
        ("BrUnO", "Bruno"),
        ("ｗIDE", "Ｗide"),
    ] {
        assert_eq!(store.account(name).await, Ok(Some(account(expected))), "{name}");
        let taken = store.create_account(&account(name)).await;
        assert_eq!(refusal(taken), format!("there is an account {name:?} already"));
    }
    assert_eq!(store.account("elodie").await, Ok(None));
    assert_eq!(
        refusal(store.create_account(&account("")).await),
        "an account needs a name"
    );
    let names = async |after: Option<&str>, limit| -> Vec<String> {
        let accounts = store.accounts(after, limit).await.expect("accounts");
        accounts.into_iter().map(|account| account.name).collect()
    };
    assert_eq!(names(None, 100).await, ["anna", "Bruno", "Élodie", "Ｗide"]);
    assert_eq!(names(None, 2).await, ["anna", "Bruno"]);
    assert_eq!(names(Some("BRUNO"), 100).await, ["Élodie", "Ｗide"]);
    // Of those who want a name at the same time one gets it.
    let made = at_once(&store, ["eva", "Eva", "EVA", "eVa"], async |store, name| {
        store.create_account(&account(name)).await.is_ok()
    });
    assert_eq!(made.await.into_iter().filter(|made| *made).count(), 1);
}

async fn accounts_are_changed(place: Place) {
    let store = place.open().await;
    store.create_account(&account("anna")).await.expect("an account");
    store.create_account(&account("bruno")).await.expect("an account");
    let mut expected = account("anna");
    expected.password_hash = "other".to_owned();
    let changed = store.change_password("Anna", "hash of anna", "other", None).await;
    assert_eq!(changed, Ok(true));
    let late = store.change_password("Anna", "hash of anna", "third", None).await;
    assert_eq!(late, Ok(false), "it is another one by now");
    assert_eq!(store.account("anna").await, Ok(Some(expected.clone())));
    expected.is_administrator = true;
    store.appoint("anna", true).await.expect("a change");
    assert_eq!(store.account("anna").await, Ok(Some(expected)));
    assert_eq!(store.account("bruno").await, Ok(Some(account("bruno"))));
    let nobody = store.appoint("nobody", true).await;
    assert_eq!(refusal(nobody), "there is no account \"nobody\"");
}

fn session(hash: &str, account: &str) -> Credential {
    Credential {
        hash: hash.to_owned(),
        kind: CredentialKind::Session,
        account: account.to_owned(),
        label: "Firefox".to_owned(),
        created_at: 10,
        used_at: 10,
        expires_at: Some(100),
    }
}

/// Keeps a session or token of somebody who knows the password.
async fn begin(store: &dyn Store, credential: &Credential) -> Result<bool, StoreError> {
    let account = store.account(&credential.account).await?;
    let hash = account.map(|account| account.password_hash).unwrap_or_default();
    store.create_credential(credential, Proof::Password(&hash)).await
}

async fn credentials_need_a_proof_that_holds(place: Place) {
    let store = place.open().await;
    store.create_account(&account("Anna")).await.expect("an account");
    store.create_account(&account("Bruno")).await.expect("an account");
    let old = Proof::Password("hash of Anna");
    let make = async |hash: &str, proof| store.create_credential(&session(hash, "anna"), proof).await;
    assert_eq!(make("first", old).await, Ok(true));
    assert_eq!(make("second", Proof::Session("first")).await, Ok(true));
    assert_eq!(begin(&*store, &session("other", "Bruno")).await, Ok(true));
    assert_eq!(make("third", Proof::Session("other")).await, Ok(false), "another's");
    assert_eq!(make("third", Proof::Password("hash of Bruno")).await, Ok(false));

    // What knows the old password, and what was opened by it, is over with the change.
    let changed = store
        .change_password("ANNA", "hash of Anna", "new", Some("second"))
        .await;
    assert_eq!(changed, Ok(true));
    assert_eq!(make("third", old).await, Ok(false));
    assert_eq!(make("third", Proof::Session("first")).await, Ok(false));
    assert_eq!(make("third", Proof::Session("second")).await, Ok(true));
    let sessions = store.credentials_of("anna", CredentialKind::Session, 0).await;
    let hashes: Vec<_> = sessions
        .expect("sessions")
        .into_iter()
        .map(|session| session.hash)
        .collect();
    assert_eq!(hashes, ["second", "third"]);
    let of_bruno = store.credentials_of("bruno", CredentialKind::Session, 0).await;
    assert_eq!(of_bruno.map(|sessions| sessions.len()), Ok(1), "another's stay");

    // However they come: of many that are opened while the password changes, none is left.
    let done = at_once(&store, 0..60, async |store, number| {
        if number == 30 {
            return store.change_password("anna", "new", "newer", None).await == Ok(true);
        }
        let late = session(&format!("late {number}"), "anna");
        store.create_credential(&late, Proof::Password("new")).await.is_ok()
    });
    assert!(done.await.into_iter().all(|done| done));
    let sessions = store.credentials_of("anna", CredentialKind::Session, 0).await;
    assert_eq!(sessions, Ok(Vec::new()));
}

/// Another server on the same database changes the password while a session is opened by the old one.
#[tokio::test]
async fn a_password_that_another_server_changes_opens_nothing() {
    let place = Place::postgres().await;
    let store = place.open().await;
    store.create_account(&account("Anna")).await.expect("an account");
    let mut other = PgConnection::connect(&place.address).await.expect("a connection");
    let change = "BEGIN; UPDATE accounts SET password_hash = 'new' WHERE folded_name = 'anna'; \
                  DELETE FROM credentials WHERE account = 'anna'";
    sqlx::raw_sql(change)
        .execute(&mut other)
        .await
        .expect("a change that is not committed");
    let opening = tokio::spawn({
        let store = Arc::clone(&store);
        async move {
            let proof = Proof::Password("hash of Anna");
            store.create_credential(&session("late", "anna"), proof).await
        }
    });
    // It waits for the other one.
    let mut watching = PgConnection::connect(&place.address).await.expect("a connection");
    let waiting = "SELECT EXISTS (SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) \
                   WHERE NOT granted AND datname = current_database())";
    let waits = async {
        while !sqlx::query_scalar::<_, bool>(waiting)
            .fetch_one(&mut watching)
            .await
            .expect("an answer")
        {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, waits).await.expect("the session waits");
    sqlx::raw_sql("COMMIT").execute(&mut other).await.expect("the change");
    assert_eq!(opening.await.expect("an answer"), Ok(false));
    let sessions = store.credentials_of("anna", CredentialKind::Session, 0).await;
    assert_eq!(sessions, Ok(Vec::new()));
}

async fn credentials_expire_and_are_revoked(place: Place) {
    let store = place.open().await;
    store.create_account(&account("Anna")).await.expect("an account");
    store.create_account(&account("Bruno")).await.expect("an account");
    let (kind, other_kind) = (CredentialKind::Session, CredentialKind::Token);
    let old = session("old", "Anna");
    let new = Credential {
        created_at: 20,
        ..session("new", "Anna")
    };
    let token = Credential {
        kind: CredentialKind::Token,
        expires_at: None,
        ..session("token", "Anna")
    };
    let other = session("other", "Bruno");
    for credential in [&old, &new, &token, &other] {
        assert_eq!(begin(&*store, credential).await, Ok(true));
    }
    assert_eq!(begin(&*store, &session("none", "nobody")).await, Ok(false));
    assert_eq!(
        refusal(begin(&*store, &session("", "anna")).await),
        "a session or token needs a hash"
    );

    assert_eq!(store.credential(kind, "old", 99).await, Ok(Some(old.clone())));
    assert_eq!(store.credential(kind, "old", 100).await, Ok(None));
    assert_eq!(store.credential(other_kind, "old", 0).await, Ok(None));
    let found = store.credential(other_kind, "token", i64::MAX).await;
    assert_eq!(found, Ok(Some(token.clone())));
    let of_anna = async |kind, now| store.credentials_of("anna", kind, now).await.expect("credentials");
    assert_eq!(of_anna(kind, 50).await, [new.clone(), old.clone()]);
    assert_eq!(of_anna(other_kind, 50).await, vec![token.clone()]);
    store.touch_credential("old", 60, Some(160)).await.expect("a use");
    store.touch_credential("gone", 60, Some(160)).await.expect("nothing");
    let old = Credential {
        used_at: 60,
        expires_at: Some(160),
        ..old
    };
    assert_eq!(of_anna(kind, 120).await, vec![old.clone()]);
    assert_eq!(store.delete_expired_credentials(120).await, Ok(2));
    assert_eq!(store.credential(kind, "new", 0).await, Ok(None));

    assert_eq!(store.delete_credential("bruno", "old").await, Ok(false));
    assert_eq!(store.credential(kind, "old", 120).await, Ok(Some(old)));
    assert_eq!(store.delete_credential("ANNA", "old").await, Ok(true));
    for hash in ["1", "2", "3"] {
        let session = session(hash, "anna");
        assert_eq!(begin(&*store, &session).await, Ok(true));
    }
    assert_eq!(store.delete_credentials("anna", kind, Some("2")).await, Ok(2));
    assert_eq!(of_anna(kind, 0).await, [session("2", "Anna")]);
    assert_eq!(store.delete_credentials("anna", kind, None).await, Ok(1));
    assert_eq!(of_anna(other_kind, 0).await, [token]);
}

fn measure(subject: &str, kind: MeasureKind, until: Option<i64>) -> Measure {
    Measure {
        subject: subject.to_owned(),
        kind,
        reason: "abuse".to_owned(),
        imposed_by: "Ada".to_owned(),
        imposed_at: 10,
        until,
        address_time: 5,
    }
}

fn report(person: &str, table: &str) -> Report {
    Report {
        person: person.to_owned(),
        table: table.to_owned(),
        reason: "insults".to_owned(),
        reported_at: 20,
        settled_at: None,
        settled_by: None,
    }
}

fn ticket(hash: &str, purpose: Purpose) -> Ticket {
    Ticket {
        hash: hash.to_owned(),
        purpose,
        account: "anna".to_owned(),
        mail: (purpose == Purpose::Mail).then(|| "anna@example.org".to_owned()),
        expires_at: 100,
    }
}

/// A game that is over between two people, with events as they are kept.
async fn keep_game(store: &dyn Store, table: &str, first: &str, second: &str, is_over: bool) {
    let sat = |id: &str| {
        let name = id.trim_start_matches("account:");
        format!(r#"{{"person":{{"kind":"account","id":"{id}","name":"{name}"}},"cause":{{"by":"{id}"}}}}"#)
    };
    let said = r#"{"said":"\"account:Anna\" and \"name\":\"Anna\" are words"}"#;
    let mut append = append(table, 0, &[&sat(first), &sat(second), said]);
    let person = |id: &str| PersonSummary {
        id: id.to_lowercase(),
        name: id.trim_start_matches("account:").to_owned(),
    };
    append.summary.first = Some(person(first));
    append.summary.second = Some(person(second));
    if is_over {
        append.summary.state = TableState::Over;
    }
    keep(store, [append]).await;
}

async fn accounts_are_renamed_and_deleted(place: Place) {
    let store = place.open().await;
    for name in ["anna", "Bruno"] {
        store.create_account(&account(name)).await.expect("an account");
        assert_eq!(begin(&*store, &session(name, name)).await, Ok(true));
    }
    keep_game(&*store, "first", "account:anna", "account:bruno", true).await;
    keep_game(&*store, "second", "account:bruno", "account:anna", true).await;
    keep_game(&*store, "others", "account:bruno", "guest:1", true).await;
    let mut rated = append("rated", 0, &["0"]);
    rated.summary.state = TableState::Over;
    rated.ratings = vec![update("anna", 1, 1600.0)];
    keep(&*store, [rated]).await;
    store
        .set_note(&note("account:anna", "first", "mine"), 10)
        .await
        .expect("a note");
    store.set_progress("account:anna", None, "[1]").await.expect("progress");
    store
        .impose(&[measure("account:anna", MeasureKind::Silence, None)])
        .await
        .expect("a measure");

    // What she only opened, and where she and the guest who she was were seen.
    let mut engines = append("engines", 0, &[r#"{"by":{"id":"account:anna","name":"anna"}}"#, "1"]);
    engines.summary.opener = Some("account:anna".to_owned());
    keep(&*store, [engines]).await;
    for (address, seen) in [
        ("address:192.0.2.1", "account:anna"),
        ("address:192.0.2.2", "guest:anna"),
    ] {
        let ban = Measure {
            reason: seen.to_owned(),
            ..measure(address, MeasureKind::Ban, None)
        };
        store.impose(&[ban]).await.expect("a ban");
    }
    let opener = async || {
        let engines = summary_of(&*store, "engines").await.expect("read").expect("a table");
        (engines.opener.expect("an opener"), bodies(&*store, "engines").await)
    };
    let seen = async || {
        let bans = store.measures_against(&["address:192.0.2.1", "address:192.0.2.2"], 0);
        let mut seen: Vec<_> = bans.await.expect("bans").into_iter().map(|ban| ban.reason).collect();
        seen.sort();
        seen
    };

    // Who plays is not renamed: the seat is the old name's.
    keep_game(&*store, "playing", "account:anna", "guest:1", false).await;
    let still = "\"anna\" sits at a table whose game is not over";
    assert_eq!(refusal(store.rename_account("Anna", "Eva", 50).await), still);
    let nobody = PersonSummary {
        id: "guest:nobody".to_owned(),
        name: "Guest 0000".to_owned(),
    };
    assert_eq!(refusal(store.delete_account("Anna", None, &nobody, 60).await), still);
    let mut over = append("playing", 3, &["1"]);
    over.summary.first = Some(person("account:anna"));
    over.summary.state = TableState::Over;
    keep(&*store, [over]).await;

    let rename = async |name: &str, new: &str| store.rename_account(name, new, 50).await;
    assert_eq!(
        refusal(rename("Anna", "BRUNO").await),
        "there is an account \"BRUNO\" already"
    );
    assert_eq!(refusal(rename("nobody", "Eva").await), "there is no account \"nobody\"");
    // No event is written anew that does not name her.
    let is_sqlite = place.address.starts_with("sqlite:");
    let (refuse, allow) = match is_sqlite {
        true => (
            "CREATE TRIGGER spared BEFORE UPDATE ON events WHEN instr(old.body, '\"account:anna\"') = 0 \
             BEGIN SELECT RAISE(ABORT, 'spared'); END",
            "DROP TRIGGER spared",
        ),
        false => (
            "CREATE FUNCTION spare() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'spared'; END $$; \
             CREATE TRIGGER spared BEFORE UPDATE ON events FOR EACH ROW \
             WHEN (strpos(old.body, '\"account:anna\"') = 0) EXECUTE FUNCTION spare()",
            "DROP TRIGGER spared ON events",
        ),
    };
    place.tamper(refuse).await;
    assert_eq!(rename("Anna", "Eva").await, Ok(()));
    place.tamper(allow).await;
    let by_eva = r#"{"by":{"id":"account:eva","name":"Eva"}}"#;
    assert_eq!(
        opener().await,
        ("account:eva".to_owned(), vec![by_eva.to_owned(), "1".to_owned()])
    );
    assert_eq!(seen().await, ["account:eva", "guest:anna"]);
    let eva = store.account("eva").await.expect("read").expect("Eva");
    assert_eq!(
        (&*eva.name, &*eva.password_hash, eva.guest.as_deref()),
        ("Eva", "hash of anna", Some("guest:anna"))
    );
    let anna = store
        .account("anna")
        .await
        .expect("read")
        .expect("a name that stays taken");
    assert_eq!((&*anna.password_hash, anna.gone_at, anna.guest), ("", Some(50), None));
    assert_eq!(refusal(rename("Anna", "Eve").await), "there is no account \"Anna\"");
    let found = store
        .credential(CredentialKind::Session, "anna", 0)
        .await
        .expect("read");
    assert_eq!(found.map(|session| session.account), Some("Eva".to_owned()));
    assert_eq!(store.ratings_of("eva").await.map(|ratings| ratings.len()), Ok(1));
    assert_eq!(
        store
            .rating_history("eva", "mixtour 20/1")
            .await
            .map(|changes| changes.len()),
        Ok(1)
    );
    assert_eq!(store.note("account:eva", "first").await, Ok(Some("mine".to_owned())));
    assert_eq!(store.progress("account:eva").await, Ok(Some("[1]".to_owned())));
    assert_eq!(
        store
            .measures_against(&["account:eva"], 0)
            .await
            .map(|found| found.len()),
        Ok(1)
    );
    let first = summary_of(&*store, "first")
        .await
        .expect("read")
        .expect("a table")
        .first
        .expect("somebody");
    assert_eq!((&*first.id, &*first.name), ("account:eva", "Eva"));
    let eva_sat = r#"{"person":{"kind":"account","id":"account:eva","name":"Eva"},"cause":{"by":"account:eva"}}"#;
    let bruno_sat =
        r#"{"person":{"kind":"account","id":"account:bruno","name":"bruno"},"cause":{"by":"account:bruno"}}"#;
    let said = r#"{"said":"\"account:Anna\" and \"name\":\"Anna\" are words"}"#;
    assert_eq!(bodies(&*store, "first").await, [eva_sat, bruno_sat, said]);
    assert_eq!(bodies(&*store, "second").await, [bruno_sat, eva_sat, said]);

    // Only the letters' case.
    assert_eq!(rename("eva", "EVA").await, Ok(()));
    assert_eq!(
        store.account("eva").await.map(|found| found.map(|found| found.name)),
        Ok(Some("EVA".to_owned()))
    );

    let wrong = store.delete_account("Eva", Some("other"), &nobody, 60).await;
    assert_eq!(refusal(wrong), "there is no account \"Eva\"");
    assert_eq!(
        store.delete_account("Eva", Some("hash of anna"), &nobody, 60).await,
        Ok(())
    );
    let gone = store
        .account("eva")
        .await
        .expect("read")
        .expect("a name that stays taken");
    assert_eq!(
        (&*gone.password_hash, gone.gone_at, gone.created_at),
        ("", Some(60), 60)
    );
    assert_eq!(
        store.is_bound("guest:anna").await,
        Ok(true),
        "an old cookie stays nobody's"
    );
    assert_eq!(store.credential(CredentialKind::Session, "anna", 0).await, Ok(None));
    assert_eq!(store.ratings_of("eva").await, Ok(Vec::new()));
    assert_eq!(store.note("account:eva", "first").await, Ok(None));
    assert_eq!(store.progress("account:eva").await, Ok(None));
    assert_eq!(store.measures_against(&["account:eva"], 0).await, Ok(Vec::new()));
    let by_nobody = r#"{"by":{"id":"guest:nobody","name":"Guest 0000"}}"#;
    assert_eq!(
        opener().await,
        ("guest:nobody".to_owned(), vec![by_nobody.to_owned(), "1".to_owned()])
    );
    assert_eq!(seen().await, ["guest:nobody", "guest:nobody"]);
    let nobody_sat =
        r#"{"person":{"kind":"account","id":"guest:nobody","name":"Guest 0000"},"cause":{"by":"guest:nobody"}}"#;
    assert_eq!(bodies(&*store, "first").await, [nobody_sat, bruno_sat, said]);
    assert_eq!(bodies(&*store, "others").await[0], bruno_sat);
    let second = summary_of(&*store, "second")
        .await
        .expect("read")
        .expect("a table")
        .second;
    assert_eq!(second, Some(nobody));
    let bruno = store.credentials_of("bruno", CredentialKind::Session, 0).await;
    assert_eq!(bruno.map(|sessions| sessions.len()), Ok(1), "others lose nothing");
}

async fn measures_and_reports_are_kept(place: Place) {
    let store = place.open().await;
    let against = async |subjects: &[&str], now| {
        let found = store.measures_against(subjects, now).await.expect("measures");
        found
            .into_iter()
            .map(|measure| (measure.subject, measure.kind))
            .collect::<Vec<_>>()
    };
    let ban = ("guest:1".to_owned(), MeasureKind::Ban);
    store
        .impose(&[measure("guest:1", MeasureKind::Ban, Some(100))])
        .await
        .expect("a ban");
    assert_eq!(against(&[], 0).await, []);
    assert_eq!(against(&["guest:2"], 0).await, []);
    assert_eq!(against(&["guest:2", "guest:1"], 99).await, vec![ban.clone()]);
    assert_eq!(against(&["guest:1"], 100).await, [], "it is over");
    store
        .impose(&[measure("guest:1", MeasureKind::Ban, None)])
        .await
        .expect("a ban for good");
    assert_eq!(against(&["a", "b", "c", "guest:1"], i64::MAX).await, [ban]);
    let address = |until| measure("address:192.0.2.1", MeasureKind::Ban, until);
    assert_eq!(store.impose_on_address(&address(Some(50))).await, Ok(true));
    assert_eq!(
        store.impose_on_address(&address(Some(40))).await,
        Ok(false),
        "it is banned for longer"
    );
    assert_eq!(store.impose_on_address(&address(Some(60))).await, Ok(true));
    assert_eq!(store.measures(59).await.map(|found| found.len()), Ok(2));
    store.forget_expired(60).await.expect("tidying");
    assert_eq!(store.measures(0).await.map(|found| found.len()), Ok(1));
    assert_eq!(
        store.lift(&["guest:1".to_owned()], MeasureKind::Silence).await,
        Ok(false)
    );
    assert_eq!(store.lift(&["guest:1".to_owned()], MeasureKind::Ban).await, Ok(true));
    assert_eq!(store.measures(0).await, Ok(Vec::new()));

    keep(&*store, [append("a", 0, &["0"]), append("b", 0, &["0"])]).await;
    assert_eq!(store.report(&report("guest:1", "a")).await, Ok(true));
    assert_eq!(
        store.report(&report("guest:1", "a")).await,
        Ok(false),
        "once a person and table"
    );
    assert_eq!(store.report(&report("guest:2", "a")).await, Ok(true));
    let later = Report {
        reported_at: 10,
        ..report("guest:1", "b")
    };
    assert_eq!(store.report(&later).await, Ok(true));
    assert_eq!(store.count_open_reports().await, Ok(3));
    let open = async || store.open_reports(10).await.expect("reports");
    assert_eq!(
        open().await,
        [later.clone(), report("guest:1", "a"), report("guest:2", "a")]
    );
    assert_eq!(store.settle("a", "Ada", 90).await, Ok(2));
    assert_eq!(store.settle("a", "Ada", 91).await, Ok(0));
    assert_eq!(open().await, vec![later.clone()]);
    let mine = store.reports_of("guest:1").await.expect("reports");
    assert_eq!((mine[0].settled_by.as_deref(), &mine[1]), (Some("Ada"), &later));
}

async fn links_are_good_once(place: Place) {
    let store = place.open().await;
    store.create_account(&account("Anna")).await.expect("an account");
    assert_eq!(begin(&*store, &session("open", "anna")).await, Ok(true));
    let reset = ticket("one", Purpose::Password);
    assert_eq!(store.create_ticket(&reset).await, Ok(true));
    let nobody = Ticket {
        account: "nobody".to_owned(),
        ..ticket("none", Purpose::Password)
    };
    assert_eq!(store.create_ticket(&nobody).await, Ok(false));
    let find = async |purpose, hash: &str, now| store.ticket(purpose, hash, now).await.expect("read").is_some();
    assert!(find(Purpose::Password, "one", 99).await);
    assert!(!find(Purpose::Password, "one", 100).await, "it has expired");
    assert!(!find(Purpose::Mail, "one", 0).await, "it is for something else");
    // A new one takes the place of the one before.
    let reset = ticket("two", Purpose::Password);
    assert_eq!(store.create_ticket(&reset).await, Ok(true));
    assert!(!find(Purpose::Password, "one", 0).await);
    let used = at_once(&store, 0..8, async |store, number| {
        let hash = format!("new {number}");
        store.redeem_password(&ticket("two", Purpose::Password), &hash).await == Ok(true)
    });
    assert_eq!(used.await.into_iter().filter(|used| *used).count(), 1);
    assert_eq!(
        store.credentials_of("anna", CredentialKind::Session, 0).await,
        Ok(Vec::new())
    );
    assert!(!find(Purpose::Password, "two", 0).await);

    let confirm = ticket("three", Purpose::Mail);
    let mail = async || store.account("anna").await.expect("read").expect("Anna").mail;
    assert_eq!(store.create_ticket(&confirm).await, Ok(true));
    assert_eq!(mail().await, None, "not before it is confirmed");
    assert_eq!(store.redeem_mail(&confirm).await, Ok(true));
    assert_eq!(store.redeem_mail(&confirm).await, Ok(false));
    assert_eq!(mail().await.as_deref(), Some("anna@example.org"));

    // Letters: to the confirmed address unless they say another one.
    let letter = |id: &str, account: &str, recipient: &str| Letter {
        id: id.to_owned(),
        purpose: Purpose::Password,
        account: account.to_owned(),
        recipient: recipient.to_owned(),
        language: "en".to_owned(),
        due_at: 10,
        attempts: 0,
    };
    store.create_account(&account("Bruno")).await.expect("an account");
    for (id, name, recipient) in [
        ("a", "ANNA", ""),
        ("b", "Bruno", ""),
        ("c", "Bruno", "b@example.org"),
        ("d", "x", "y"),
    ] {
        store
            .post(&letter(id, name, recipient))
            .await
            .expect("a letter or none");
    }
    assert_eq!(store.take_letter(9, 99).await, Ok(None), "it is not time yet");
    let taken = at_once(&store, 0..6, async |store, _| {
        store.take_letter(10, 99).await.expect("a letter")
    });
    let mut taken: Vec<_> = taken.await.into_iter().flatten().collect();
    taken.sort_by(|a, b| a.id.cmp(&b.id));
    assert_eq!(
        taken,
        [
            letter("a", "anna", "anna@example.org"),
            letter("c", "bruno", "b@example.org")
        ]
    );
    assert_eq!(store.is_waiting("c").await, Ok(true));
    store.delete_letter("c").await.expect("it was sent");
    assert_eq!(store.is_waiting("c").await, Ok(false));
    let again = store
        .take_letter(99, 200)
        .await
        .expect("a letter")
        .expect("the one that was not sent");
    assert_eq!((&*again.id, again.attempts), ("a", 1));
    store.forget_mail("Anna").await.expect("forgotten");
    assert_eq!((mail().await, store.take_letter(i64::MAX, 0).await), (None, Ok(None)));
    let late = Ticket {
        expires_at: 5,
        ..ticket("late", Purpose::Mail)
    };
    assert_eq!(store.create_ticket(&late).await, Ok(true));
    store.forget_expired(5).await.expect("tidying");
    assert!(!find(Purpose::Mail, "late", 0).await);
}

async fn secrets_are_exchanged(place: Place) {
    let store = place.open().await;
    store.secret("cookies", b"first").await.expect("a secret");
    store.secret("other", b"other").await.expect("a secret");
    store
        .exchange_secret("cookies", b"second", Some("cookies until 5"))
        .await
        .expect("another");
    let all = async || store.secrets("cookies").await.expect("secrets");
    let second = ("cookies".to_owned(), b"second".to_vec());
    assert_eq!(all().await, [second, ("cookies until 5".to_owned(), b"first".to_vec())]);
    store.exchange_secret("cookies", b"third", None).await.expect("another");
    assert_eq!(all().await, [("cookies".to_owned(), b"third".to_vec())]);
    assert_eq!(store.secret("other", b"").await, Ok(b"other".to_vec()));
}

fn rating(revision: u64, rating: f64) -> Rating {
    Rating {
        revision,
        rating,
        deviation: 350.0,
        volatility: 0.06,
        games: revision,
        at: 1_000,
    }
}

fn update(account: &str, revision: u64, strength: f64) -> RatingUpdate {
    RatingUpdate {
        account: account.to_owned(),
        ladder: "mixtour 20/1".to_owned(),
        rating: rating(revision, strength),
    }
}

async fn ratings_change_with_the_append_that_ends_a_game(place: Place) {
    let store = place.open().await;
    for name in ["Anna", "Bruno", "Carla"] {
        store.create_account(&account(name)).await.expect("an account");
    }
    let ending = |table: &str, ratings: Vec<RatingUpdate>| Append {
        ratings,
        ..append(table, 0, &["0"])
    };
    let ladder = "mixtour 20/1";
    // Numbers whose last bit must come back.
    let (anna, bruno) = (1500.1 + 0.2, 1e300 / 7.0);
    keep(
        &*store,
        [ending("a", vec![update("anna", 1, anna), update("bruno", 1, bruno)])],
    )
    .await;
    assert_eq!(store.rating("ANNA", ladder).await, Ok(Some(rating(1, anna))));
    assert_eq!(store.rating("bruno", ladder).await, Ok(Some(rating(1, bruno))));
    assert_eq!(store.rating("anna", "move").await, Ok(None));
    let conflict = ending("b", vec![update("carla", 1, 1500.0), update("anna", 1, 1700.0)]);
    assert_eq!(
        refusal(store.append(vec![conflict]).await),
        "the rating of \"anna\" on \"mixtour 20/1\" was changed 1 times, not 0"
    );
    assert_eq!(store.rating("carla", ladder).await, Ok(None));
    assert_eq!(store.events("b", 0).await, Ok(Vec::new()));
    assert_eq!(store.rating("anna", ladder).await, Ok(Some(rating(1, anna))));
    // Two games in one call.
    let twice = [("b", "anna", 2, 1600.0), ("c", "ANNA", 3, 1650.0)]
        .map(|(table, account, revision, strength)| ending(table, vec![update(account, revision, strength)]));
    keep(&*store, twice).await;
    let history = [
        ("a", rating(1, anna)),
        ("b", rating(2, 1600.0)),
        ("c", rating(3, 1650.0)),
    ];
    let history = history.map(|(table, rating)| RatingChange {
        table: table.to_owned(),
        rating,
    });
    assert_eq!(store.rating_history("Anna", ladder).await, Ok(history.to_vec()));
    keep(&*store, [ending("d", vec![update("carla", 1, 1700.0)])]).await;
    let move_update = RatingUpdate {
        ladder: "move".to_owned(),
        ..update("anna", 1, 2000.0)
    };
    keep(&*store, [ending("e", vec![move_update])]).await;

    let placing = |account: &str, ladder: &str, rating| Placing {
        account: account.to_owned(),
        ladder: ladder.to_owned(),
        rating,
    };
    let of_anna = vec![
        placing("Anna", ladder, rating(3, 1650.0)),
        placing("Anna", "move", rating(1, 2000.0)),
    ];
    assert_eq!(store.ratings_of("anna").await, Ok(of_anna));
    let best = vec![
        placing("Bruno", ladder, rating(1, bruno)),
        placing("Carla", ladder, rating(1, 1700.0)),
    ];
    assert_eq!(store.best_of(ladder, 2).await, Ok(best));

    // Of those who end at the same time each sees the others' results.
    at_once(&store, 0..50, async |store, number| {
        loop {
            let now = store.rating("carla", "mixtour 20/1").await.expect("a rating");
            let revision = now.map_or(1, |rating| rating.revision + 1);
            let end = Append {
                ratings: vec![update("carla", revision, 1500.0)],
                ..append(&format!("game {number}"), 0, &["0"])
            };
            match store.append(vec![end]).await {
                Ok(()) => return,
                Err(StoreError::RatingConflict { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
    })
    .await;
    assert_eq!(store.rating("carla", ladder).await, Ok(Some(rating(51, 1500.0))));
    let history = store.rating_history("carla", ladder).await.expect("ratings");
    assert_eq!(history.len(), 51);
}

fn note(person: &str, table: &str, text: &str) -> Note {
    Note {
        person: person.to_owned(),
        table: table.to_owned(),
        text: text.to_owned(),
        at: 5,
    }
}

async fn notes_and_progress_are_kept(place: Place) {
    let store = place.open().await;
    keep(&*store, [append("a", 0, &["0"])]).await;
    assert_eq!(store.note("x", "a").await, Ok(None));
    store.set_note(&note("x", "a", "first"), 10).await.expect("a note");
    store.set_note(&note("y", "a", "other"), 10).await.expect("a note");
    store
        .set_note(&note("x", "a", "second\nline"), 10)
        .await
        .expect("a note");
    assert_eq!(store.note("x", "a").await, Ok(Some("second\nline".to_owned())));
    // So many tables at most, and as often as one likes at each.
    keep(&*store, [append("b", 0, &["0"])]).await;
    assert_eq!(store.set_note(&note("x", "b", "one more"), 1).await, Ok(false));
    assert_eq!(store.set_note(&note("x", "a", "second\nline"), 1).await, Ok(true));
    assert_eq!(store.set_note(&note("x", "b", "one more"), 2).await, Ok(true));
    let notes = async |after, limit| store.notes_of("x", after, limit).await;
    let [first, second] = [note("x", "a", "second\nline"), note("x", "b", "one more")];
    assert_eq!(notes(None, 1).await, Ok(vec![first]));
    assert_eq!(notes(Some("a"), 2).await, Ok(vec![second]));
    assert_eq!(notes(Some("b"), 2).await, Ok(Vec::new()));
    store.set_note(&note("x", "a", ""), 10).await.expect("no note");
    assert_eq!(store.note("x", "a").await, Ok(None));
    assert_eq!(store.note("y", "a").await, Ok(Some("other".to_owned())));
    assert_eq!(
        refusal(store.set_note(&note("x", "c", "first"), 10).await),
        "there is no table \"c\""
    );

    assert_eq!(store.progress("x").await, Ok(None));
    let (first, second) = ("{\"solved\":[1,2]}", "{\"solved\":[1,2,3]}");
    assert_eq!(store.set_progress("x", None, first).await, Ok(true));
    assert_eq!(
        store.set_progress("x", None, second).await,
        Ok(false),
        "there is some already"
    );
    assert_eq!(
        store.set_progress("x", Some(second), second).await,
        Ok(false),
        "another one"
    );
    assert_eq!(store.set_progress("x", Some(first), second).await, Ok(true));
    assert_eq!(store.progress("x").await, Ok(Some(second.to_owned())));
    let bad = store.set_progress("x", Some(second), "solved").await;
    assert_eq!(refusal(bad), "progress must be JSON: expected value at line 1 column 1");
}

/// An analysis that is somebody's until moment 10.
fn analysis(id: &str, asked_at: i64) -> StoredAnalysis {
    StoredAnalysis {
        note: AnalysisNote {
            id: id.to_owned(),
            owner: "guest:ada".to_owned(),
            is_finished: false,
            asked_at,
            watched_until: 0,
            due_at: 10,
        },
        body: "{}".to_owned(),
        view: "0".to_owned(),
    }
}

async fn an_analysis_is_one_servers_at_a_time(place: Place) {
    let store = place.open().await;
    let mut expected = analysis("a", 1);
    for kept in [&expected, &analysis("b", 2)] {
        store.create_analysis(kept).await.expect("kept");
    }
    let look = async || store.analysis("a").await.expect("read");
    assert_eq!(look().await.as_ref(), Some(&expected));
    assert_eq!(store.analysis("c").await.expect("read"), None);

    // Whoever knows until when it was taken has it, and nobody else.
    assert!(store.take_analysis("a", 10, 20).await.expect("asked"));
    assert!(!store.take_analysis("a", 10, 30).await.expect("asked"));
    assert!(!store.keep_analysis("a", 10, 30, "1", false).await.expect("asked"));
    assert!(store.keep_analysis("a", 20, 40, "2", false).await.expect("asked"));
    store.note_analysis("a", 5, Some(50)).await.expect("noted");
    store.note_analysis("a", 6, None).await.expect("noted");
    (expected.view, expected.note.due_at) = ("2".to_owned(), 40);
    (expected.note.asked_at, expected.note.watched_until) = (6, 50);
    assert_eq!(look().await.as_ref(), Some(&expected));

    // What is finished is nobody's any more.
    store.end_analysis("a").await.expect("ended");
    expected.note.is_finished = true;
    assert!(!store.take_analysis("a", 40, 50).await.expect("asked"));
    assert!(!store.keep_analysis("a", 40, 50, "3", true).await.expect("asked"));
    let notes = async || {
        let mut notes = store.analyses().await.expect("read");
        notes.sort_by(|a, b| a.id.cmp(&b.id));
        notes
    };
    assert_eq!(notes().await, [expected.note.clone(), analysis("b", 2).note]);
    assert_eq!(store.delete_unasked_analyses(2).await, Ok(1));
    assert_eq!(notes().await, [expected.note]);
    assert_eq!(store.delete_analysis("a").await, Ok(true));
    assert_eq!(store.delete_analysis("a").await, Ok(false));
}

async fn a_secret_is_made_once(place: Place) {
    let store = place.open().await;
    let secrets = at_once(&store, 0..8, async |store, number| {
        store.secret("cookies", &[number, 0, 255]).await.expect("a secret")
    });
    let secrets = secrets.await;
    assert!(secrets.iter().all(|secret| *secret == secrets[0]), "{secrets:?}");
    assert_eq!(secrets[0].len(), 3);
    store.close().await;
    let store = place.open().await;
    assert_eq!(store.secret("cookies", &[]).await, Ok(secrets[0].clone()));
    assert_eq!(store.secret("other", &[]).await, Ok(Vec::new()));
}

async fn any_text_is_kept(place: Place) {
    let store = place.open().await;
    let texts = [
        "",
        "'; DROP TABLE events; --",
        "$1 ? :a \\ \"",
        "Zażółć 囲碁 🀄 e\u{301} \u{7f}\u{feff}\u{10ffff}",
        "a\tb\r\n",
    ];
    for text in texts {
        let body = serde_json::to_string(text).expect("JSON");
        let seat = PersonSummary {
            id: text.to_owned(),
            name: text.to_owned(),
        };
        let summary = Summary {
            game: text.to_owned(),
            variant: Some(text.to_owned()),
            first: Some(seat),
            ending: Some(text.to_owned()),
            state: TableState::Over,
            ..summary(text, 1_000)
        };
        let append = Append {
            summary: summary.clone(),
            ..append(text, 0, &[&body])
        };
        keep(&*store, [append]).await;
        assert_eq!(store.events(text, 0).await, Ok(events(0, &[&body])), "{text:?}");
        let filter = TableFilter {
            person: Some(text.to_owned()),
            game: Some(text.to_owned()),
            ..TableFilter::default()
        };
        assert_eq!(store.tables(&filter, None, 10).await, Ok(vec![summary]), "{text:?}");
        let note = note(text, text, &format!("{text}."));
        store.set_note(&note, 1_000).await.expect("a note");
        assert_eq!(store.note(text, text).await, Ok(Some(format!("{text}."))));
    }
    let large = format!("\"{}\"", "x".repeat(1 << 20));
    keep(&*store, [append("large", 0, &[&large])]).await;
    assert_eq!(bodies(&*store, "large").await, [large]);
}

async fn a_second_server_is_kept_away(place: Place) {
    let store = place.open().await;
    // Long enough to be told so by a machine that has much else to do.
    let second = place.try_open(Duration::from_secs(3)).await;
    let error = second.err().expect("the second is kept away");
    assert!(matches!(error, StoreError::InUse { .. }), "{error}");
    assert!(error.to_string().starts_with("another halte server uses "), "{error}");
    keep(&*store, [append("a", 0, &["0"])]).await;
    store.close().await;
    place.try_open(PATIENCE).await.expect("now it is free");
}

async fn when_no_server_was_there_is_noted(place: Place) {
    let store = place.open().await;
    assert_eq!(store.outages(0).await, Ok(Vec::new()), "nobody was there before");
    store.beat().await.expect("a beat");
    assert_eq!(store.outages(0).await, Ok(Vec::new()));
    store.close().await;
    place.tamper("UPDATE commits SET at = 1000").await;
    let store = place.open().await;
    // Whoever writes first notes it, be it a move.
    keep(&*store, [append("a", 0, &["0"])]).await;
    let found = store.outages(0).await.expect("outages");
    let [(1000, ended)] = found[..] else {
        panic!("{found:?}")
    };
    assert!(ended > 1_000_000_000_000, "{ended}");
    store.beat().await.expect("a beat");
    assert_eq!(store.outages(0).await, Ok(found), "it is over");
    assert_eq!(store.outages(ended).await, Ok(Vec::new()));
    store.forget_outages(ended + 1).await.expect("forgotten");
    assert_eq!(store.outages(0).await, Ok(Vec::new()));
    store.close().await;
    if place.address.starts_with("sqlite:") {
        return;
    }

    // Among others what they wrote counts, and a moment between two of them is none.
    place.tamper("UPDATE commits SET at = at - 60000").await;
    let [first, second] = [(); 2].map(|()| store::open_shared(&place.address, PATIENCE));
    let (first, second) = (first.await.expect("a store"), second.await.expect("another"));
    first.beat().await.expect("a beat");
    second.beat().await.expect("a beat");
    let found = second.outages(0).await.expect("outages");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!((60_000..600_000).contains(&(found[0].1 - found[0].0)), "{found:?}");
    let ended = found[0].1;
    let heard = second.silent_since(ended - 1_000, i64::MAX).await.expect("an answer");
    assert!(
        heard.is_some_and(|at| at >= ended),
        "{heard:?}, and not what was before the outage"
    );
    assert_eq!(second.silent_since(ended + 600_000, i64::MAX).await, Ok(None));
}

/// Makes of a store what it was before the second step of its schema.
async fn make_older(place: &Place) {
    for change in [
        "DROP TABLE measures",
        "DROP TABLE reports",
        "DROP TABLE tickets",
        "DROP TABLE letters",
        "DROP INDEX accounts_guest",
        "ALTER TABLE accounts DROP COLUMN mail",
        "ALTER TABLE accounts DROP COLUMN gone_at",
        "ALTER TABLE accounts DROP COLUMN guest",
        "ALTER TABLE accounts ADD COLUMN settings TEXT NOT NULL DEFAULT '{}'",
        "ALTER TABLE credentials ADD COLUMN scope TEXT NOT NULL DEFAULT ''",
        "DROP INDEX commits_server",
        "ALTER TABLE commits DROP COLUMN server",
        "ALTER TABLE commits DROP COLUMN at",
        "DROP TABLE compatibility",
        "DROP TABLE outages",
        "ALTER TABLE tables DROP COLUMN due_at",
        "DROP INDEX tables_under_way_opener",
        "ALTER TABLE tables DROP COLUMN opener",
        "DROP TABLE analyses",
        "DELETE FROM _sqlx_migrations WHERE version > 1",
    ] {
        place.tamper(change).await;
    }
}

async fn an_older_backup_is_restored(place: Place) {
    let old = Place::sqlite();
    let store = old.open().await;
    store.create_account(&account("Anna")).await.expect("an account");
    store.close().await;
    let backup = old.folder.path().join("backup");
    old.reader().await.backup(&backup).await.expect("a backup");
    let old = Place {
        address: format!("sqlite:{}", backup.display()),
        folder: old.folder,
    };
    make_older(&old).await;
    let before = std::fs::read(&backup).expect("a file");
    let target = if place.address.starts_with("sqlite:") {
        Target::New
    } else {
        Target::Empty
    };
    restore(&place.address, PATIENCE, &backup, target)
        .await
        .expect("restored");
    let found = place.open().await.account("anna").await.expect("read");
    assert_eq!(found.map(|account| account.name), Some("Anna".to_owned()));
    assert!(
        std::fs::read(&backup).expect("a file") == before,
        "the backup is what it was"
    );
}

async fn an_older_schema_is_brought_up_to_date(place: Place) {
    let store = place.open().await;
    store.create_account(&account("Anna")).await.expect("an account");
    let opened = "{\"type\":\"opened\",\"by\":{\"kind\":\"guest\",\"id\":\"guest:eve\"}}";
    keep(&*store, [append("a", 0, &[opened, "1"]), append("b", 0, &["\"x\""])]).await;
    store.close().await;
    make_older(&place).await;
    let error = Reader::open(&place.address, PATIENCE).await.err().expect("an error");
    let is_named = matches!(error, StoreError::OlderSchema { found: 1, .. });
    assert!(is_named, "{error}");
    let store = place.open().await;
    place.reader().await;
    let found = store.account("anna").await.expect("read").expect("it is there");
    assert_eq!((found.name.as_str(), found.guest), ("Anna", None));
    for (table, opener) in [("a", Some("guest:eve")), ("b", None)] {
        let summary = summary_of(&*store, table).await.expect("read").expect("it is there");
        assert_eq!(summary.opener.as_deref(), opener, "{table}");
    }
}

/// Once a copied cookie made two accounts of one guest.
async fn a_guest_of_two_accounts_stays_with_the_first(place: Place) {
    let store = place.open().await;
    for name in ["Bruno", "Anna"] {
        store.create_account(&account(name)).await.expect("an account");
    }
    let export = place.folder.path().join("export");
    transfer::export(&place.reader().await, &export, true)
        .await
        .expect("an export");
    store.close().await;
    for change in [
        "DROP TABLE measures",
        "DROP TABLE reports",
        "DROP TABLE tickets",
        "DROP TABLE letters",
        "DROP INDEX accounts_guest",
        "ALTER TABLE accounts DROP COLUMN mail",
        "ALTER TABLE accounts DROP COLUMN gone_at",
        "UPDATE accounts SET guest = 'guest:x', created_at = 2000 WHERE name = 'Bruno'",
        "UPDATE accounts SET guest = 'guest:x' WHERE name = 'Anna'",
        "DELETE FROM _sqlx_migrations WHERE version = 5",
    ] {
        place.tamper(change).await;
    }
    let guest = async |store: &dyn Store, name: &str| store.account(name).await.map(|found| found.expect(name).guest);
    let store = place.open().await;
    assert_eq!(guest(&*store, "anna").await, Ok(Some("guest:x".to_owned())));
    assert_eq!(guest(&*store, "bruno").await, Ok(None));
    assert_eq!(store.is_bound("guest:x").await, Ok(true));
    assert_eq!(store.is_bound("guest:y").await, Ok(false));
    let again = Account {
        guest: Some("guest:x".to_owned()),
        ..account("Eva")
    };
    let taken = refusal(store.create_account(&again).await);
    assert_eq!(taken, "\"guest:x\" has an account already");

    // The same in an export of that time.
    let text = std::fs::read_to_string(&export).expect("an export");
    let text = text.replace("\"name\":\"Bruno\"", "\"guest\":\"guest:Anna\",\"name\":\"Bruno\"");
    std::fs::write(&export, text).expect("a file");
    transfer::import(&*store, &export, Onto::Anything)
        .await
        .expect("an import");
    assert_eq!(guest(&*store, "anna").await, Ok(Some("guest:Anna".to_owned())));
    assert_eq!(guest(&*store, "bruno").await, Ok(None));
}

async fn a_newer_schema_is_left_alone(place: Place) {
    let store = place.open().await;
    // As a newer program does while this one runs, which may go on.
    let step = "INSERT INTO _sqlx_migrations SELECT 99, 'later', installed_on, success, checksum, execution_time \
                FROM _sqlx_migrations WHERE version = 1";
    place.tamper(step).await;
    keep(&*store, [append("a", 0, &["0"])]).await;
    store.close().await;
    let store = place.open().await;
    keep(&*store, [append("a", 1, &["1"])]).await;
    place.reader().await;
    store.close().await;
    place.tamper("UPDATE compatibility SET oldest = 99").await;
    let error = place.try_open(PATIENCE).await.err().expect("an error");
    let is_named = matches!(error, StoreError::NewerSchema { found: 99, .. });
    assert!(is_named, "{error}");
    let error = Reader::open(&place.address, PATIENCE).await.err().expect("an error");
    assert!(matches!(error, StoreError::NewerSchema { .. }), "{error}");
}

/// A visitor's text that PostgreSQL cannot keep, among what others do at the same time.
async fn a_bad_query_does_not_spoil_what_is_beside_it(place: Place) {
    let store = place.open().await;
    store.create_account(&account("Anna")).await.expect("an account");
    let results = at_once(&store, 0..300_u64, async |store, number| match number % 3 {
        0 => store.delete_credential("anna", "\0").await.map(drop).err(),
        _ => store.append(vec![append(&format!("t{number}"), 0, &["1"])]).await.err(),
    });
    for (number, error) in (0..300_u64).zip(results.await) {
        assert!(error.is_none() || number % 3 == 0, "{number}: {error:?}");
    }
    assert_eq!(bodies(&*store, "t1").await, ["1"]);
}

/// Many servers at one PostgreSQL: each table's events go on where it ends, whoever was faster.
#[tokio::test]
async fn servers_that_share_a_database_do_not_overwrite_each_other() {
    let place = Place::postgres().await;
    let servers = [(); 3].map(|()| store::open_shared(&place.address, PATIENCE));
    let servers = futures_util::future::try_join_all(servers)
        .await
        .expect("three servers");
    let error = place
        .try_open(Duration::from_secs(1))
        .await
        .err()
        .expect("it must be alone");
    let text = error.to_string();
    assert!(
        text.ends_with(": several servers at one database need a bus (--bus)"),
        "{text}"
    );
    assert!(!text.contains('\n'), "{text}");

    servers[0].create_account(&account("Anna")).await.expect("an account");
    let work = (0..3_usize).map(|number| {
        let servers = &servers;
        async move {
            let (mut kept, mut version, mut revision) = (0, 0, 0);
            while kept < 60 {
                let table = format!("t{}", kept % 2);
                let body = format!("\"{number} {kept}\"");
                let mut append = append(&table, version, &[&body]);
                append.ratings = vec![update("Anna", revision + 1, 1500.0)];
                match servers[number].append(vec![append]).await {
                    Ok(()) => kept += 1,
                    Err(StoreError::Conflict { found, .. }) => version = found,
                    Err(StoreError::RatingConflict { found, .. }) => revision = found,
                    Err(error) => panic!("{error}"),
                }
            }
        }
    });
    futures_util::future::join_all(work).await;
    let mut all = Vec::new();
    for table in ["t0", "t1"] {
        let events = servers[0].events(table, 0).await.expect("events");
        let versions: Vec<u64> = events.iter().map(|event| event.version).collect();
        assert_eq!(versions, (0..events.len() as u64).collect::<Vec<_>>());
        all.extend(events.into_iter().map(|event| event.body));
    }
    all.sort();
    let mut expected: Vec<_> = (0..3)
        .flat_map(|n| (0..60).map(move |kept| format!("\"{n} {kept}\"")))
        .collect();
    expected.sort();
    assert_eq!(all, expected, "each once");
    let rating = servers[1]
        .rating("anna", "mixtour 20/1")
        .await
        .expect("a rating")
        .expect("there is one");
    assert_eq!(rating.revision, 180);
    for server in &servers {
        server.close().await;
    }
    let alone = place.open().await;
    let error = store::open_shared(&place.address, Duration::from_secs(1))
        .await
        .err()
        .expect("one is alone");
    assert!(
        error.to_string().ends_with(", and that one has no bus (--bus)"),
        "{error}"
    );
    alone.close().await;
}

/// What is due at tables, and analyses, are each taken on by one of several servers, however many want them at once.
#[tokio::test]
async fn servers_that_share_a_database_take_each_thing_on_once() {
    const THINGS: usize = 40;
    let place = Place::postgres().await;
    let servers = [(); 3].map(|()| store::open_shared(&place.address, PATIENCE));
    let servers = futures_util::future::try_join_all(servers)
        .await
        .expect("three servers");
    let due = |number: usize| Summary {
        awake: true,
        due_at: Some(number as i64),
        ..summary(&format!("t{number}"), 1)
    };
    let tables: Vec<Append> = (0..THINGS).map(|number| of_summary(due(number), 0)).collect();
    keep(&*servers[0], tables).await;
    let analyses: Vec<StoredAnalysis> = (0..THINGS).map(|number| analysis(&format!("a{number}"), 0)).collect();
    for analysis in &analyses {
        servers[0].create_analysis(analysis).await.expect("kept");
    }

    let takes = servers.iter().map(|server| {
        let analyses = &analyses;
        async move {
            let (mut tables, mut taken) = (Vec::new(), 0);
            for analysis in analyses {
                tables.extend(server.take_due(99, 200, 3).await.expect("tables"));
                taken += usize::from(server.take_analysis(&analysis.note.id, 10, 20).await.expect("asked"));
            }
            (tables, taken)
        }
    });
    let taken = futures_util::future::join_all(takes).await;
    let mut tables: Vec<String> = taken.iter().flat_map(|(tables, _)| tables.clone()).collect();
    tables.sort();
    let mut expected: Vec<String> = (0..THINGS).map(|number| format!("t{number}")).collect();
    expected.sort();
    assert_eq!(tables, expected, "each once");
    assert_eq!(taken.iter().map(|(_, taken)| taken).sum::<usize>(), THINGS);
    for server in &servers {
        server.close().await;
    }
}

/// A rolling restart: a newer server brings the schema up to date while one of before goes on writing.
#[tokio::test]
async fn a_schema_is_brought_up_to_date_beside_a_server_at_work() {
    let place = Place::postgres().await;
    let old = store::open_shared(&place.address, PATIENCE).await.expect("a server");
    keep(&*old, [append("a", 0, &["0"])]).await;
    // As a program of before left it, which does not know the table.
    place
        .tamper("DROP TABLE outages; DELETE FROM _sqlx_migrations WHERE version = 8")
        .await;
    let writes = async {
        for version in 1..200 {
            keep(&*old, [append("a", version, &["0"])]).await;
        }
    };
    let (new, ()) = futures_util::future::join(store::open_shared(&place.address, PATIENCE), writes).await;
    let new = new.expect("the newer server");
    keep(&*new, [append("a", 200, &["1"])]).await;
    keep(&*old, [append("a", 201, &["2"])]).await;
    assert_eq!(bodies(&*new, "a").await.len(), 202);
    assert_eq!(new.outages(0).await, Ok(Vec::new()), "the table is there again");
    new.close().await;
    old.close().await;
}

/// Something of every kind.
async fn fill(store: &dyn Store) {
    for name in ["Anna", "Bruno"] {
        store.create_account(&account(name)).await.expect("an account");
        let session = session(&format!("session of {name}"), name);
        assert_eq!(begin(store, &session).await, Ok(true));
    }
    store.secret("cookies", &[0, 1, 255]).await.expect("a secret");
    let mut many = Vec::new();
    // More than a page of tables, and more events than are written at once.
    for number in 0..1_200 {
        let mut append = append(&format!("table {number}"), 0, &["{\"a\": \"囲\\n\"}", "1", "2.50"]);
        if number % 2 == 0 {
            append.summary.state = TableState::Over;
            append.summary.outcome = Some(Outcome::Win(Player::Second));
        }
        if number < 5 {
            append.ratings = vec![
                update("Anna", number + 1, 1500.0 / 7.0),
                update("Bruno", number + 1, 0.1 + 0.2),
            ];
        }
        if number < 20 {
            let note = note("guest:1", &append.summary.table, "a note");
            keep(store, [append]).await;
            store.set_note(&note, 1_000).await.expect("a note");
        } else {
            // All at once is quicker.
            many.push(append);
        }
    }
    keep(store, many).await;
    store.set_progress("guest:1", None, "[1, 2]").await.expect("progress");
    store
        .impose(&[measure("account:bruno", MeasureKind::Ban, None)])
        .await
        .expect("a ban");
    store
        .impose(&[measure("guest:1", MeasureKind::Silence, Some(1))])
        .await
        .expect("a silence");
    assert_eq!(store.report(&report("guest:2", "table 3")).await, Ok(true));
    let confirm = ticket("link of Anna", Purpose::Mail);
    assert_eq!(store.create_ticket(&confirm).await, Ok(true));
    assert_eq!(store.redeem_mail(&confirm).await, Ok(true));
}

async fn exported(of: &Place, place: &Place, name: &str, with_secrets: bool) -> String {
    let file = place.folder.path().join(name);
    let export = transfer::export(&of.reader().await, &file, with_secrets).await;
    export.expect("an export");
    std::fs::read_to_string(file).expect("a file")
}

async fn backups_and_exports_hold_everything(place: Place) {
    let store = place.open().await;
    fill(&*store).await;
    let everything = exported(&place, &place, "everything", true).await;
    assert_eq!(
        everything.lines().count(),
        1 + 2 + 2 + 1 + 2 + 1_200 * 4 + 10 + 20 + 1 + 1 + 1
    );

    // Through both backends and back: nothing is lost or changed.
    for other in [Place::sqlite(), Place::postgres().await] {
        let copy = other.open().await;
        let file = place.folder.path().join("everything");
        let import = async |onto| transfer::import(&*copy, &file, onto).await;
        import(Onto::Nothing).await.expect("an import");
        let again = exported(&other, &other, "again", true).await;
        assert!(again == everything, "an export of the import is the same");
        // Nobody is charged for the time between.
        let outages = async || copy.outages(0).await.expect("outages");
        assert!(matches!(outages().await[..], [(1_000..=1_010, 1_000_000_000_000..)]));
        let page = async |store: &dyn Store| store.tables(&TableFilter::default(), None, 9).await;
        assert_eq!(page(&*copy).await, page(&*store).await);
        assert_eq!(copy.ratings_of("anna").await, store.ratings_of("anna").await);
        keep(&*copy, [append("table 7", 3, &["3"])]).await;
        let full = import(Onto::Nothing).await;
        assert_eq!(refusal(full), "the store is not empty: it has accounts already");
        import(Onto::Anything)
            .await
            .expect("an import instead of what is there");
        assert!(exported(&other, &other, "replaced", true).await == everything);
        assert_eq!(outages().await.len(), 1);
    }

    let public = exported(&place, &place, "public", false).await;
    // Two sessions, a secret, two measures, a report and the notes.
    assert_eq!(public.lines().count(), everything.lines().count() - 6 - 20);
    assert!(
        !public.contains("hash of")
            && !public.contains("a note")
            && !public.contains("@example.org")
            && !public.contains("abuse")
            && !public.contains("session of")
            && !public.contains("secret")
    );

    let backup = place.folder.path().join("backup");
    let reader = place.reader().await;
    reader.backup(&backup).await.expect("a backup");
    assert!(refusal(reader.backup(&backup).await).ends_with("backup: entity already exists"));
    for (number, other) in [Place::sqlite(), Place::postgres().await].into_iter().enumerate() {
        let restored = other.open().await;
        // A house that was opened before gets the other one's secrets.
        restored.secret("cookies", b"another").await.expect("a secret");
        let import = transfer::import(&*restored, &backup, Onto::Nothing);
        import.await.expect("an import");
        let again = exported(&other, &place, &format!("of the backup {number}"), true).await;
        assert!(again == everything, "the backup is the same");
    }
    if place.address.starts_with("sqlite:") {
        let address = format!("sqlite:{}", backup.display());
        let restored = Place {
            address,
            folder: Place::sqlite().folder,
        };
        restored.open().await.close().await;
        let again = exported(&restored, &place, "opened", true).await;
        assert!(again == everything, "the backup is a store");
    }
    // Beside the one who writes.
    assert!(exported(&place, &place, "beside", true).await == everything);
    assert_eq!(reader.secret("none").await, Ok(None));
    let files = std::fs::read_dir(place.folder.path())
        .expect("files")
        .map(|entry| entry.expect("a file").file_name());
    assert!(files.into_iter().all(|name| !name.to_string_lossy().ends_with(".part")));
}

async fn exports_hold_one_moment(place: Place) {
    let store = place.open().await;
    keep(&*store, [append("a", 0, &["0"]), append("z", 0, &["0"])]).await;
    let writing = tokio::spawn({
        let store = Arc::clone(&store);
        async move {
            // Ends when the store is closed.
            for version in 1.. {
                let both = vec![append("a", version, &["0"]), append("z", version, &["0"])];
                if store.append(both).await.is_err() {
                    return;
                }
            }
        }
    });
    let mut lengths = Vec::new();
    for number in 0..5 {
        let export = exported(&place, &place, &number.to_string(), false).await;
        let tables: Vec<_> = export
            .split("{\"table\":{")
            .skip(1)
            .map(|table| table.matches("\"event\":").count())
            .collect();
        assert_eq!(tables.len(), 2);
        assert_eq!(tables[0], tables[1], "both tables as they were at one moment");
        lengths.push(tables[0]);
    }
    assert!(lengths.is_sorted());
    store.close().await;
    writing.await.expect("the writer ends");
}

async fn imports_are_all_or_nothing(place: Place) {
    let store = place.open().await;
    let good = [
        "{\"halte\":{\"format\":1}}",
        "{\"account\":{\"name\":\"anna\",\"password_hash\":\"\",\"created_at\":1,\"is_administrator\":false,\
         \"settings\":\"{}\"}}",
        "{\"progress\":{\"person\":\"guest:1\",\"progress\":[1]}}",
        "{\"end\":{\"lines\":3}}",
    ];
    let file = place.folder.path().join("lines");
    let import = async |lines: &[&str]| {
        std::fs::write(&file, lines.join("\n")).expect("a file");
        transfer::import(&*store, &file, Onto::Nothing).await
    };
    let check = async |lines: &[&str], expected: &str| {
        let message = refusal(import(lines).await);
        let name = format!("{}: ", file.display());
        assert_eq!(message.replacen(&name, "", 1), expected);
        assert_eq!(store.accounts(None, 10).await, Ok(Vec::new()));
    };
    check(&[], "line 1: the export was cut short").await;
    check(&good[..3], "line 4: the export was cut short").await;
    check(&good[1..], "line 1: the first line of an export is missing").await;
    let newer = "line 1: a newer program wrote this, with events of vocabulary 9: 2 is known";
    check(&["{\"halte\":{\"format\":1,\"vocabulary\":9}}"], newer).await;
    let unknown = "line 1: format 2 is unknown, 1 is known";
    check(&["{\"halte\":{\"format\":2}}"], unknown).await;
    for (third, expected) in [
        (good[3], "line 3: there were 3 lines before this one"),
        (good[0], "line 3: a second beginning"),
        (
            "{\"event\":{\"version\":0,\"at\":0,\"body\":0}}",
            "line 3: an event without its table",
        ),
        ("nothing", "line 3: expected value at line 1 column 1"),
    ] {
        check(&[good[0], good[1], third], expected).await;
    }
    import(&good).await.expect("an import");
    assert_eq!(store.outages(0).await, Ok(Vec::new()), "nobody played");
    assert_eq!(store.progress("guest:1").await, Ok(Some("[1]".to_owned())));
}

async fn texts_that_cannot_be_kept_are_no_fault_of_the_database(place: Place) {
    let store = place.open().await;
    // PostgreSQL has no character of number 0, and says so of a question too; SQLite finds nothing.
    for found in [
        store.events("a\0", 0).await.map(|events| events.len()),
        store.account("a\0").await.map(|account| usize::from(account.is_some())),
    ] {
        let is_refused = matches!(&found, Err(StoreError::Invalid(_)));
        assert!(is_refused || found == Ok(0), "{found:?}");
    }
}

async fn a_closed_store_says_so(place: Place) {
    let store = place.open().await;
    keep(&*store, [append("a", 0, &["0"])]).await;
    store.close().await;
    let late = store.append(vec![append("a", 1, &["0"])]).await;
    assert_eq!(late, Err(StoreError::Closed));
    assert_eq!(store.events("a", 0).await, Err(StoreError::Closed));
    assert_eq!(store.check_health().await, Err(StoreError::Closed));
    store.close().await;
}

#[tokio::test]
async fn addresses_that_make_no_sense_are_named() {
    for (address, expected) in [
        (
            "mysql://anna:secret@host/halte",
            "database address \"mysql://anna:...@host/halte\": \"mysql\" is no database there is: there are \
             postgres and sqlite",
        ),
        (
            "postgres://anna:secret@host:x/halte",
            "database address \"postgres://anna:...@host:x/halte\": error with configuration: invalid port number",
        ),
    ] {
        let opened = halte_server::store::open(address, Duration::ZERO).await;
        assert_eq!(opened.err().expect("an error").to_string(), expected);
    }
}
