//! Several halls over one PostgreSQL that hear of each other by NATS, or do not: whatever happens at a table happens once,
//! and everybody is told the same.

mod support;

use std::sync::Arc;
use std::time::Duration;

use halte_game::{Player, Turn};
use halte_server::bus::{Bus, Heard, Report};
use halte_server::hall::{Engines, Hall, HallError, Update, now};
use halte_server::store::{self, Store};
use halte_table::{
    Action, Actor, ClockTerms, Command, Event, Fact, Invitation, Moment, Offer, Person, PersonId, Refusal, Span, Stage,
    Table, TableId, Terms,
};
use sqlx::Connection;
use support::Place;
use tokio::time::timeout;

/// How long a test waits for what must happen; a machine may be busy.
const PATIENCE: Duration = Duration::from_secs(300);

/// A server without its network, one of many.
struct House {
    store: Arc<dyn Store>,
    hall: Hall,
}

impl House {
    async fn open(place: &Place, bus: &str) -> House {
        let store = store::open_shared(&place.address, support::PATIENCE)
            .await
            .expect("a store");
        // Another for each database: tests that share NATS are sites that do not hear each other.
        let key = store.secret("key", place.address.as_bytes()).await.expect("a key");
        let (bus, mut ear) = Bus::join(bus, &key).await.expect("a bus");
        let engines = Engines::new(1).expect("threads");
        let hall = Hall::open(Arc::clone(&store), engines, bus).await.expect("a hall");
        let hearing = hall.clone();
        tokio::spawn(async move {
            while let Some(heard) = ear.next().await {
                hearing.hear(heard);
            }
        });
        House { store, hall }
    }

    async fn act(&self, table: &TableId, id: &str, name: &str, action: Action) -> Result<u64, HallError> {
        let command = Command {
            id: Some(id.to_owned()),
            from: Actor::Person(person(name)),
            action,
        };
        self.hall.execute(table, command, Span::ZERO).await
    }

    async fn look<T>(&self, table: &TableId, find: impl FnOnce(&Table) -> T) -> T {
        self.hall.look(table, find).await.expect("a table")
    }

    /// Waits for something to be true of a table.
    async fn until(&self, table: &TableId, is_it: impl Fn(&Table) -> bool) {
        let mut visit = self.hall.visit(table, None, false).await.expect("a visit");
        let wait = async {
            while !self.look(table, &is_it).await {
                let _ = visit.next().await;
            }
        };
        timeout(PATIENCE, wait).await.expect("it never came true");
    }
}

/// The address of the NATS server that `cargo xtask` started.
fn nats() -> String {
    std::env::var("HALTE_TEST_NATS").expect("run the tests by `cargo xtask test`: it starts NATS for them")
}

/// Where no NATS server is.
const NOWHERE: &str = "nats://127.0.0.1:1";

fn person(name: &str) -> Person {
    Person::guest(PersonId::guest(name))
}

fn terms(seats: [Invitation; 2]) -> Terms {
    Terms {
        game: "mixtour 20/1".parse().expect("a game"),
        start: None,
        seats,
        by_lot: false,
        clock: ClockTerms::None,
        listed: true,
        rated: false,
        brought: false,
    }
}

/// Ada opens a table at one server, Bob takes the other seat at another.
async fn ada_and_bob(first: &House, second: &House) -> TableId {
    let terms = terms([Invitation::Opener, Invitation::Anyone]);
    let table = first
        .hall
        .open_table(terms, person("ada"), false)
        .await
        .expect("a table");
    let seat = Player::Second;
    second
        .act(&table, "sit", "bob", Action::Sit { seat, number: None })
        .await
        .expect("a seat");
    table
}

/// Plays a move of whoever's turn it is by way of a server that may not know the position yet: as long as it takes.
async fn play_once(house: &House, table: &TableId, name: &str, player: Player, id: &str) {
    loop {
        let (is_turn, ply, text) = house
            .look(table, |table| {
                let mv = table.game().legal_moves().into_iter().next().map(|mv| mv.to_string());
                (
                    table.game().turn() == Turn::Player(player),
                    table.game().moves().len(),
                    mv,
                )
            })
            .await;
        let Some(text) = text else { return };
        if !is_turn {
            tokio::task::yield_now().await;
            house
                .until(table, |table| table.game().turn() != Turn::Player(!player))
                .await;
            continue;
        }
        match house.act(table, id, name, Action::Play { text, ply }).await {
            Ok(_) => return,
            Err(HallError::Refused(Refusal::Stale { .. } | Refusal::NotYourTurn)) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

/// Two play and talk at the same time by way of two servers, a third looks on.
async fn play_together(bus: &str) {
    let place = Place::postgres().await;
    let [first, second, third] = [
        House::open(&place, bus).await,
        House::open(&place, bus).await,
        House::open(&place, bus).await,
    ];
    let table = ada_and_bob(&first, &second).await;
    let mut spectator = third.hall.visit(&table, None, false).await.expect("a visit");
    let (mut snapshot, _, _) = spectator.snapshot().await.expect("a snapshot");
    let play = async |house: &House, name: &str, player| {
        for number in 0..8 {
            play_once(house, &table, name, player, &format!("move {number}")).await;
        }
    };
    let talk = async |house: &House, name: &str| {
        for number in 0..20 {
            let text = format!("{name} {number}");
            let said = house
                .act(&table, &format!("say {number}"), name, Action::Say { text })
                .await;
            said.expect("it is said");
        }
    };
    tokio::join!(
        play(&first, "ada", Player::First),
        play(&second, "bob", Player::Second),
        // Each talks by way of all servers.
        talk(&third, "ada"),
        talk(&first, "bob"),
    );
    let events: Vec<Event> = {
        let stored = first.store.events(table.as_str(), 0).await.expect("events");
        stored
            .iter()
            .map(|event| serde_json::from_str(&event.body).expect("an event"))
            .collect()
    };
    let versions: Vec<u64> = events.iter().map(|event| event.version).collect();
    assert_eq!(versions, (0..events.len() as u64).collect::<Vec<_>>());
    let whole = Table::restore(&events).expect("a table");
    assert_eq!(whole.game().moves().len(), 16);
    for house in [&first, &second, &third] {
        house.until(&table, |table| table.version() == whole.version()).await;
        let position = house.look(&table, |table| table.game().position().to_string()).await;
        assert_eq!(position, whole.game().position().to_string());
    }
    // Sent again by way of another server, a command acts once.
    let again = third.act(&table, "move 3", "ada", Action::Resign).await;
    assert!(again.is_ok(), "{again:?}");
    third.until(&table, |table| table.version() == whole.version()).await;

    // The spectator was told everything once and in order, as far as he did not fall behind and begin anew.
    let mut next = snapshot.version;
    let told = async {
        while next < whole.version() {
            match spectator.next().await {
                Ok(update) => {
                    if let Update::Happened(happened) = &*update {
                        let message: serde_json::Value = serde_json::from_str(&spectator.text(happened)).expect("JSON");
                        for event in message["events"].as_array().expect("events") {
                            assert_eq!(event["version"], next);
                            next += 1;
                        }
                    }
                }
                Err(_) => {
                    (snapshot, _, _) = spectator.snapshot().await.expect("a snapshot");
                    next = snapshot.version;
                }
            }
        }
    };
    timeout(PATIENCE, told).await.expect("the spectator was told");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_at_different_servers_play_together() {
    play_together(&nats()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_bus_the_database_is_read() {
    play_together(NOWHERE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_at_another_server_is_here() {
    let place = Place::postgres().await;
    let (first, second) = (House::open(&place, &nats()).await, House::open(&place, &nats()).await);
    let table = ada_and_bob(&first, &second).await;
    let mut ada = first
        .hall
        .visit(&table, Some(person("ada")), false)
        .await
        .expect("a visit");
    let here = async |ada: &mut halte_server::hall::Visit, expected: [bool; 2], spectators: usize| {
        let mut seen = None;
        let wait = async {
            loop {
                seen = None;
                let (_, presence, _) = ada.snapshot().await.expect("a snapshot");
                if presence.here == expected && presence.spectators == spectators {
                    return;
                }
                seen = Some(presence);
                let _ = ada.next().await;
            }
        };
        let waited = timeout(PATIENCE, wait).await;
        waited.unwrap_or_else(|_| panic!("never {expected:?}, {spectators}, but {seen:?}"));
    };
    here(&mut ada, [true, false], 0).await;
    let bob = second
        .hall
        .visit(&table, Some(person("bob")), false)
        .await
        .expect("a visit");
    here(&mut ada, [true, true], 0).await;
    let watcher = second.hall.visit(&table, None, false).await.expect("a visit");
    here(&mut ada, [true, true], 1).await;
    drop((bob, watcher));
    here(&mut ada, [true, false], 0).await;

    // And what changes at Bob's tables he hears of by way of any server.
    let mut bobs = second.hall.listen(&[PersonId::guest("bob")], false);
    play_once(&first, &table, "ada", Player::First, "move").await;
    let heard = timeout(PATIENCE, bobs.next()).await.expect("news").expect("a summary");
    assert_eq!((heard.table.as_str(), heard.moves), (table.as_str(), 1));
}

/// Whoever listens for changes looks at everything again when some may not have been heard: here, or because the server
/// that said them was cut off.
#[tokio::test(flavor = "multi_thread")]
async fn who_listens_looks_again_when_something_may_have_been_missed() {
    let place = Place::postgres().await;
    let (first, second) = (House::open(&place, &nats()).await, House::open(&place, &nats()).await);
    let table = ada_and_bob(&first, &second).await;
    let mut listeners = [&first, &second].map(|house| house.hall.listen(&[PersonId::guest("bob")], true));
    let mut bob = second
        .hall
        .visit(&table, Some(person("bob")), false)
        .await
        .expect("a visit");
    first.hall.hear(Heard::Back);
    for listener in &mut listeners {
        let over = async { while listener.next().await.is_ok() {} };
        timeout(PATIENCE, over)
            .await
            .expect("it is told that something was missed");
    }

    // That somebody has left another server may not be heard either.
    let ghost = Report::Attendance {
        table: table.clone(),
        persons: vec![(PersonId::guest("ada"), 1)],
        spectators: 0,
        asks: false,
    };
    second
        .hall
        .hear(Heard::Report("a server that is silent".to_owned(), ghost));
    for expected in [true, false] {
        let wait = async {
            while bob.snapshot().await.expect("a snapshot").1.here[0] != expected {
                let _ = bob.next().await;
            }
        };
        timeout(PATIENCE, wait)
            .await
            .unwrap_or_else(|_| panic!("never {expected}"));
    }
}

/// While the database stands still nobody's time passes: a clock starts when the move is on the disk and told.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_charged_while_the_database_stands_still() {
    let place = Place::postgres().await;
    let (first, second) = (House::open(&place, &nats()).await, House::open(&place, &nats()).await);
    let initial = Span::seconds(600);
    let terms = Terms {
        clock: ClockTerms::Live {
            initial,
            increment: Span::ZERO,
        },
        ..terms([Invitation::Opener, Invitation::Anyone])
    };
    let table = first
        .hall
        .open_table(terms, person("ada"), false)
        .await
        .expect("a table");
    let sit = Action::Sit {
        seat: Player::Second,
        number: None,
    };
    second.act(&table, "sit", "bob", sit).await.expect("a seat");
    play_once(&first, &table, "ada", Player::First, "1").await;
    play_once(&second, &table, "bob", Player::Second, "1").await;

    // Somebody else holds what every move needs, for four seconds.
    let mut other = sqlx::PgConnection::connect(&place.address).await.expect("a connection");
    let hold = "BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE";
    sqlx::raw_sql(hold).execute(&mut other).await.expect("a lock");
    let holding = tokio::spawn(async move {
        sqlx::raw_sql("SELECT pg_sleep(4); COMMIT")
            .execute(&mut other)
            .await
            .expect("the end of it");
    });
    play_once(&first, &table, "ada", Player::First, "2").await;
    let told = std::time::Instant::now();
    holding.await.expect("a task");
    // A server that knows nothing of it but what is in the log.
    let third = House::open(&place, &nats()).await;
    third.until(&table, |table| table.version() > 6).await;
    play_once(&third, &table, "bob", Player::Second, "2").await;
    let measured = told.elapsed();
    let clocks = third
        .look(&table, |table| table.snapshot(None, table.changed_at()).clocks)
        .await;
    let left = clocks.expect("clocks").left;
    let charged = Duration::from_millis((initial - left[1]).0);
    // Bob's first move takes a moment too, but not four seconds.
    assert!(
        charged < measured + Duration::from_secs(2),
        "{charged:?} for {measured:?}"
    );
}

/// While the store is slow, what is excused is written down slowly, too: that is no reason to excuse more.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_excused_slowly_is_not_excused_again() {
    let place = Place::postgres().await;
    let house = House::open(&place, &nats()).await;
    let clock = ClockTerms::Live {
        initial: Span::seconds(600),
        increment: Span::ZERO,
    };
    let terms = Terms {
        clock,
        ..terms([Invitation::Opener, Invitation::Anyone])
    };
    let table = house
        .hall
        .open_table(terms, person("ada"), false)
        .await
        .expect("a table");
    let sit = Action::Sit {
        seat: Player::Second,
        number: None,
    };
    house.act(&table, "sit", "bob", sit).await.expect("a seat");
    play_once(&house, &table, "ada", Player::First, "1").await;
    play_once(&house, &table, "bob", Player::Second, "1").await;
    let bob = house.hall.visit(&table, Some(person("bob")), false).await;
    let _bob = bob.expect("a visit");

    let connect = async || sqlx::PgConnection::connect(&place.address).await.expect("a connection");
    let mut looking = connect().await;
    // Waits until so many wait for the events, or nobody does any more.
    let mut are_waiting = async |count: i64| {
        let waiting = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = 'events'::regclass";
        for _ in 0..100 {
            let found: i64 = sqlx::query_scalar(waiting)
                .fetch_one(&mut looking)
                .await
                .expect("a number");
            if found == count {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    const LOCK: &str = "BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE";
    let mut holder = connect().await;
    sqlx::raw_sql(LOCK).execute(&mut holder).await.expect("a lock");
    let moving = tokio::spawn({
        let (hall, table) = (house.hall.clone(), table.clone());
        let text = house
            .look(&table, |table| table.game().legal_moves()[0].to_string())
            .await;
        let action = Action::Play { text, ply: 2 };
        let command = Command::of(Actor::Person(person("ada")), action);
        async move { hall.execute(&table, command, Span::ZERO).await }
    });
    // Whatever is written waits for half a second, one after the other.
    for _ in 0..4 {
        are_waiting(1).await;
        let mut next = connect().await;
        let locking = tokio::spawn(async move {
            sqlx::raw_sql(LOCK).execute(&mut next).await.expect("a lock");
            next
        });
        are_waiting(2).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        sqlx::raw_sql("COMMIT").execute(&mut holder).await.expect("the end");
        holder = locking.await.expect("a task");
    }
    sqlx::raw_sql("COMMIT").execute(&mut holder).await.expect("the end");
    moving.await.expect("a task").expect("a move");
    let events = house.store.events(table.as_str(), 0).await.expect("events");
    let facts = events
        .iter()
        .map(|event| Event::read(&event.body).expect("an event").fact);
    let excused = facts.filter(|fact| matches!(fact, Fact::Excused { .. })).count();
    // A machine that is so busy that the store seems to be gone may excuse once more.
    assert!((1..=2).contains(&excused), "{excused} times");
}

/// What a server says that lives.
const A_BEAT: Report = Report::Beat {
    people: None,
    silent: Vec::new(),
};

/// A game in which the clocks run, with so many seconds for each: Ada, the first player, is to move.
async fn a_live_game(house: &House, game: &str, seconds: u64) -> TableId {
    let clock = ClockTerms::Live {
        initial: Span::seconds(seconds),
        increment: Span::ZERO,
    };
    let terms = Terms {
        clock,
        game: game.parse().expect("a game"),
        ..terms([Invitation::Opener, Invitation::Anyone])
    };
    let table = house
        .hall
        .open_table(terms, person("ada"), false)
        .await
        .expect("a table");
    let seat = Player::Second;
    house
        .act(&table, "sit", "bob", Action::Sit { seat, number: None })
        .await
        .expect("a seat");
    let mut has_bob_played = false;
    for number in 0.. {
        let to_move = house.look(&table, |table| table.game().turn()).await;
        let Turn::Player(player) = to_move else {
            panic!("{to_move:?}")
        };
        if player == Player::First && has_bob_played {
            break;
        }
        let name = ["ada", "bob"][player.index()];
        play_once(house, &table, name, player, &format!("{number}")).await;
        has_bob_played |= player == Player::Second;
    }
    table
}

/// How much time nobody was charged for at a table.
async fn excused(house: &House, table: &TableId) -> Duration {
    let events = house.store.events(table.as_str(), 0).await.expect("events");
    let facts = events
        .iter()
        .map(|event| Event::read(&event.body).expect("an event").fact);
    let spans = facts.filter_map(|fact| match fact {
        Fact::Excused { span, .. } => Some(Duration::from_millis(span.0)),
        _ => None,
    });
    spans.sum()
}

/// Whoever is cut off because server after server is killed is not charged for any of the ways back, however short each is.
#[tokio::test(flavor = "multi_thread")]
async fn who_was_cut_off_several_times_is_charged_for_none() {
    let place = Place::postgres().await;
    let house = House::open(&place, &nats()).await;
    let table = a_live_game(&house, "mixtour 20/1", 600).await;
    // Ada is to move, by way of one server after the other; each dies as soon as it has said that she is there.
    let away = Duration::from_millis(500);
    for server in ["first", "second", "third"] {
        let here = Report::Attendance {
            table: table.clone(),
            persons: vec![(PersonId::guest("ada"), 1)],
            spectators: 0,
            asks: false,
        };
        for report in [A_BEAT, here] {
            house.hall.hear(Heard::Report(server.to_owned(), report));
        }
        tokio::time::sleep(away).await;
        let ada = house.hall.visit(&table, Some(person("ada")), false).await;
        drop(ada.expect("a visit"));
    }
    let ada = house.hall.visit(&table, Some(person("ada")), false).await;
    let _ada = ada.expect("a visit");
    let excused = async || excused(&house, &table).await;
    let wait = async {
        while excused().await < 3 * away {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let waited = timeout(PATIENCE, wait).await;
    assert!(waited.is_ok(), "only {:?} of three times {away:?}", excused().await);
}

/// A clock that runs out while its player is cut off has not run out, if they come back.
#[tokio::test(flavor = "multi_thread")]
async fn no_clock_runs_out_while_one_is_cut_off() {
    let place = Place::postgres().await;
    let house = House::open(&place, &nats()).await;
    let table = a_live_game(&house, "mixtour 20/1", 15).await;
    let deadline = house.look(&table, Table::deadline).await.expect("a clock that runs");
    let until = |moment: Moment| tokio::time::sleep(Duration::from_millis((moment - now()).0));
    // Ada is to move, by way of a server that dies two seconds before her time is up.
    let here = Report::Attendance {
        table: table.clone(),
        persons: vec![(PersonId::guest("ada"), 1)],
        spectators: 0,
        asks: false,
    };
    until(Moment(deadline.0 - 4_000)).await;
    for report in [A_BEAT, here] {
        house.hall.hear(Heard::Report("first".to_owned(), report));
    }
    while now() + Span::seconds(2) < deadline {
        house.hall.hear(Heard::Report("first".to_owned(), A_BEAT));
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    until(deadline + Span(200)).await;
    let ada = house.hall.visit(&table, Some(person("ada")), false).await;
    let _ada = ada.expect("a visit");
    play_once(&house, &table, "ada", Player::First, "back").await;
    assert_eq!(house.look(&table, Table::stage).await, Stage::Playing);
}

/// Who does very much at once in their own turn is not told late of what they do themselves.
#[tokio::test]
async fn who_does_much_at_once_gets_no_time_for_it() {
    const STEPS: u32 = 1000;
    let place = Place::postgres().await;
    let house = House::open(&place, &nats()).await;
    // Where every commit takes long, that is excused, and there is nothing to see.
    loop {
        let table = a_live_game(&house, "fibonacci classic", 600).await;
        let ada = house.hall.visit(&table, Some(person("ada")), false).await;
        let _ada = ada.expect("a visit");
        let ply = house.look(&table, |table| table.game().moves().len()).await;
        let step = house
            .look(&table, |table| table.game().legal_moves()[0].to_string())
            .await;
        let began = std::time::Instant::now();
        let commands = (0..STEPS).map(|number| {
            let text = step.clone();
            let action = match number % 2 {
                0 => Action::Play { text, ply },
                _ => Action::UndoStep,
            };
            let (house, table) = (&house, &table);
            async move { house.act(table, &format!("step {number}"), "ada", action).await }
        });
        let done = futures_util::future::join_all(commands).await;
        let took = began.elapsed();
        assert!(done.iter().all(Result::is_ok), "{done:?}");
        if took / STEPS < Duration::from_millis(50) {
            // What is excused is written down beside it.
            tokio::time::sleep(Duration::from_millis(500)).await;
            let excused = excused(&house, &table).await;
            assert!(excused < took / 4, "{excused:?} of {took:?}");
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_nobody_asks_any_more_is_asked_by_another_server() {
    let place = Place::postgres().await;
    let second = House::open(&place, &nats()).await;
    let table = {
        // A server that dies before its engine answers: it never asked.
        let store = store::open_shared(&place.address, support::PATIENCE)
            .await
            .expect("a store");
        let first = House::open(&place, &nats()).await;
        let terms = terms([Invitation::Opener, Invitation::Engine { level: 1 }]);
        let table = first
            .hall
            .open_table(terms, person("ada"), false)
            .await
            .expect("a table");
        first.store.close().await;
        // What its last act left in the store.
        let events = store.events(table.as_str(), 0).await.expect("events");
        let events: Vec<Event> = events
            .iter()
            .map(|event| serde_json::from_str(&event.body).expect("an event"))
            .collect();
        let whole = Table::restore(&events).expect("a table");
        let text = whole.game().legal_moves()[0].to_string();
        play_without_engine(&*store, whole, text).await;
        store.close().await;
        table
    };
    second.until(&table, |table| table.game().moves().len() == 2).await;
}

/// A game with little time on its clocks, in which both have moved. The server that brought it about is killed.
async fn a_game_left_alone(place: &Place) -> TableId {
    let house = House::open(place, &nats()).await;
    let clock = ClockTerms::Live {
        initial: Span::seconds(15),
        increment: Span::ZERO,
    };
    let terms = Terms {
        clock,
        ..terms([Invitation::Opener, Invitation::Anyone])
    };
    let table = house
        .hall
        .open_table(terms, person("ada"), false)
        .await
        .expect("a table");
    let sit = Action::Sit {
        seat: Player::Second,
        number: None,
    };
    house.act(&table, "sit", "bob", sit).await.expect("a seat");
    for number in ["1", "2"] {
        play_once(&house, &table, "ada", Player::First, number).await;
        play_once(&house, &table, "bob", Player::Second, number).await;
    }
    house.store.close().await;
    table
}

/// Whose clock runs out loses, though the server that should have noticed is gone and no other one knows the table.
#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_nobody_looks_at_any_more_is_another_servers() {
    let place = Place::postgres().await;
    let second = House::open(&place, &nats()).await;
    let table = a_game_left_alone(&place).await;
    // What is in the store, for who asks the hall has it read the table.
    let over = async {
        let filter = store::TableFilter {
            state: Some(store::TableState::Over),
            ..store::TableFilter::default()
        };
        while second.store.tables(&filter, None, 1).await.expect("tables").is_empty() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(PATIENCE, over).await.expect("the clock runs out");
    let ending = second.look(&table, Table::ending).await.expect("it is over");
    assert_eq!(ending.name(), "time");
}

/// Both ask for another game at the same moment, by way of two servers: there is one.
#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_that_both_want_at_once_is_one_table() {
    let place = Place::postgres().await;
    let (first, second) = (House::open(&place, &nats()).await, House::open(&place, &nats()).await);
    for number in 0..10 {
        let table = ada_and_bob(&first, &second).await;
        let resign = first.act(&table, "resign", "ada", Action::Resign).await;
        resign.expect("she may");
        let offer = Action::Offer { offer: Offer::Rematch };
        let (hers, his) = tokio::join!(
            first.act(&table, "rematch", "ada", offer.clone()),
            second.act(&table, "rematch", "bob", offer)
        );
        assert!(hers.is_ok() && his.is_ok(), "{hers:?}, {his:?}");
        let count = first.store.tables(&store::TableFilter::default(), None, 100).await;
        assert_eq!(count.expect("tables").len(), 2 * (number + 1));
        for house in [&first, &second] {
            let has_rematch = |table: &Table| table.snapshot(None, table.changed_at()).rematch.is_some();
            house.until(&table, has_rematch).await;
        }
    }
}

/// Appends a person's move to a table as a server would that dies at that moment.
async fn play_without_engine(store: &dyn Store, mut table: Table, text: String) {
    struct NoChance;
    impl halte_table::Chance for NoChance {
        fn fill(&mut self, bytes: &mut [u8]) {
            bytes.fill(0);
        }
    }
    let mut chance = NoChance;
    let mut world = halte_table::World::at(table.changed_at(), &mut chance);
    let command = Command::of(Actor::Person(person("ada")), Action::Play { text, ply: 0 });
    let executed = table.execute(&command, &mut world);
    let filter = store::TableFilter::default();
    let summary = store.tables(&filter, None, 1).await.expect("tables").remove(0);
    let at = i64::try_from(table.changed_at().0).expect("a time");
    let append = store::Append {
        summary: store::Summary {
            awake: true,
            due_at: Some(at),
            moves: 1,
            ..summary
        },
        events: executed
            .events
            .iter()
            .map(|event| store::StoredEvent {
                version: event.version,
                at,
                body: serde_json::to_string(event).expect("an event"),
            })
            .collect(),
        superseded: Vec::new(),
        ratings: Vec::new(),
    };
    store.append(vec![append]).await.expect("an append");
}
