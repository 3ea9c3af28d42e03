//! The hall with a real store: what was acknowledged is there after a restart, engines and clocks go on, and everybody is
//! told the same.

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use halte_game::{Game, Player, Turn};
use halte_games::AnyOptions;
use halte_server::asker::Asker;
use halte_server::bus::{Bus, Heard, Report};
use halte_server::hall::{Class, Engines, Hall, HallError, Update, Visit};
use halte_server::store::{self, Account, Measure, MeasureKind, Note, Onto, Reader, Store, TableFilter, transfer};
use halte_table::{
    Action, Actor, ClockTerms, Command, Event, Fact, Invitation, Moment, Offer, Person, PersonId, Refusal, Span, Stage,
    Table, TableId, Terms,
};
use serde_json::json;
use tempfile::TempDir;

/// How long a test waits for what must happen; a machine may be busy.
const PATIENCE: Duration = Duration::from_secs(300);

fn person(name: &str) -> Person {
    Person::guest(PersonId::guest(name))
}

fn terms(game: &str, seats: [Invitation; 2]) -> Terms {
    Terms {
        game: game.parse().unwrap(),
        start: None,
        seats,
        by_lot: false,
        clock: ClockTerms::None,
        listed: true,
        rated: false,
        brought: false,
    }
}

/// A hall with a store of its own.
struct House {
    folder: TempDir,
    store: Arc<dyn Store>,
    hall: Hall,
}

impl House {
    async fn open() -> House {
        House::open_in(tempfile::tempdir().unwrap(), PATIENCE).await
    }

    /// A house that waits so long for its store.
    async fn open_in(folder: TempDir, patience: Duration) -> House {
        let file = folder.path().join("halte.sqlite");
        let store = store::open(file.to_str().unwrap(), patience).await.unwrap();
        let hall = Hall::open(Arc::clone(&store), Engines::new(2).unwrap(), Bus::default())
            .await
            .unwrap();
        House { folder, store, hall }
    }

    async fn restart(self) -> House {
        self.store.close().await;
        drop((self.store, self.hall));
        House::open_in(self.folder, PATIENCE).await
    }
}

impl Deref for House {
    type Target = Hall;

    fn deref(&self) -> &Hall {
        &self.hall
    }
}

fn command(id: &str, name: &str, action: Action) -> Command {
    Command {
        id: Some(id.to_owned()),
        from: Actor::Person(person(name)),
        action,
    }
}

async fn try_act(hall: &Hall, table: &TableId, id: &str, name: &str, action: Action) -> Result<u64, HallError> {
    hall.execute(table, command(id, name, action), Span::ZERO).await
}

async fn act(hall: &Hall, table: &TableId, id: &str, name: &str, action: Action) -> u64 {
    try_act(hall, table, id, name, action).await.unwrap()
}

async fn sit(hall: &Hall, table: &TableId) {
    let (seat, number) = (Player::Second, None);
    act(hall, table, "sit", "bob", Action::Sit { seat, number }).await;
}

async fn open_table(hall: &Hall, terms: Terms) -> TableId {
    hall.open_table(terms, person("ada"), false).await.unwrap()
}

/// Finds something out about a table.
async fn look<T>(hall: &Hall, table: &TableId, find: impl FnOnce(&Table) -> T) -> T {
    hall.look(table, find).await.unwrap()
}

/// Waits for something to be true of a table.
async fn until(hall: &Hall, table: &TableId, is_it: impl Fn(&Table) -> bool) {
    let mut visit = hall.visit(table, None, false).await.unwrap();
    let wait = async {
        while !look(hall, table, &is_it).await {
            let _ = visit.next().await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.expect("it never came true");
}

/// A table at which Ada and Bob play Mixtour.
async fn ada_and_bob(hall: &Hall) -> TableId {
    let seats = [Invitation::Opener, Invitation::Anyone];
    let table = open_table(hall, terms("mixtour 20/1", seats)).await;
    sit(hall, &table).await;
    table
}

/// Plays the first legal move for whoever is to move.
async fn play_first(hall: &Hall, table: &TableId, names: [&str; 2]) -> Result<u64, HallError> {
    let (text, ply, player) = look(hall, table, |table| {
        let moves = table.game().legal_moves();
        let player = table.game().position().player();
        (moves[0].to_string(), table.game().moves().len(), player)
    })
    .await;
    let (id, name) = (format!("move {ply}"), names[player.index()]);
    try_act(hall, table, &id, name, Action::Play { text, ply }).await
}

#[tokio::test]
async fn a_game_goes_on_after_a_restart() {
    let hall = House::open().await;
    let seats = [Invitation::Opener, Invitation::Anyone];
    let table = open_table(&hall, terms("mixtour 20/1", seats)).await;
    let refused = play_first(&hall, &table, ["ada", "bob"]).await;
    assert_eq!(refused, Err(HallError::Refused(Refusal::NotStarted)));
    sit(&hall, &table).await;
    for _ in 0..6 {
        play_first(&hall, &table, ["ada", "bob"]).await.unwrap();
    }
    act(&hall, &table, "offer", "ada", Action::Offer { offer: Offer::Draw }).await;
    let before = look(&hall, &table, |table| table.snapshot(None, Moment(0))).await;
    let hall = hall.restart().await;

    let after = look(&hall, &table, |table| table.snapshot(None, Moment(0))).await;
    assert_eq!(after, before);
    // A command that was sent before acts once, also over a restart.
    let version = act(&hall, &table, "offer", "ada", Action::Offer { offer: Offer::Draw }).await;
    assert_eq!(version + 1, after.version);
    act(&hall, &table, "accept", "bob", Action::Accept { offer: Offer::Draw }).await;
    assert_eq!(look(&hall, &table, Table::stage).await, Stage::Over);
}

#[tokio::test]
async fn engines_play_whole_games_and_go_on_after_a_restart() {
    let hall = House::open().await;
    let engines = [Invitation::Engine { level: 1 }, Invitation::Engine { level: 1 }];
    let mut tables = Vec::new();
    // Those whose games are short come first.
    let mut games: Vec<String> = AnyOptions::all().iter().map(ToString::to_string).collect();
    games.sort_by_key(|game| !["mobius", "mixtour 20/1"].contains(&game.as_str()));
    for game in games {
        tables.push(open_table(&hall, terms(&game, engines)).await);
    }
    // Somewhere in the middle of their games the house closes.
    until(&hall, &tables[1], |table| table.game().moves().len() > 3).await;
    let hall = hall.restart().await;
    for table in &tables {
        let before = look(&hall, table, Table::version).await;
        until(&hall, table, |table| {
            table.version() > before || table.stage() == Stage::Over
        })
        .await;
    }
    // Games of Mixtour and Mobius are short.
    for table in &tables[..2] {
        until(&hall, table, |table| table.stage() == Stage::Over).await;
        let record = look(&hall, table, |table| table.record("here").unwrap()).await;
        assert!(record.result().is_some());
    }
}

#[tokio::test]
async fn everybody_is_told_the_same_in_the_same_order() {
    let hall = House::open().await;
    let seats = [Invitation::Opener, Invitation::Anyone];
    let table = open_table(&hall, terms("fibonacci cards", seats)).await;
    let watchers = [Some("ada"), Some("bob"), None].map(|name| name.map(person));
    let mut visits = Vec::new();
    for watcher in watchers {
        let mut visit = hall.visit(&table, watcher, false).await.unwrap();
        let (snapshot, _, _) = visit.snapshot().await.unwrap();
        // It was opened and sealed, and somebody sits there.
        assert_eq!(snapshot.version, 3);
        visits.push(visit);
    }
    sit(&hall, &table).await;
    // Ten commands at once, each sent three times, by people who do not wait for each other.
    let mut tasks = Vec::new();
    for number in 0..30 {
        let (hall, table) = (hall.hall.clone(), table.clone());
        tasks.push(tokio::spawn(async move {
            let text = format!("message {}", number % 10);
            act(&hall, &table, &text.clone(), "ada", Action::Say { text }).await
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let version = look(&hall, &table, Table::version).await;
    let mut heard = Vec::new();
    for visit in &mut visits {
        heard.push(listen(visit, version).await);
    }
    assert_eq!(heard[0], heard[1]);
    assert_eq!(heard[0], heard[2]);
    let is_said = |event: &&Event| matches!(event.fact, Fact::Said { .. });
    assert_eq!(heard[0].iter().filter(is_said).count(), 10);
    let versions: Vec<u64> = heard[0].iter().map(|event| event.version).collect();
    assert_eq!(versions, (3..version).collect::<Vec<_>>());
    // What the store has is what was told.
    let mut late = hall.visit(&table, None, false).await.unwrap();
    let [missed, presence] = late.since(3).await.unwrap();
    assert_eq!(events_of(&missed), heard[0]);
    let presence: serde_json::Value = serde_json::from_str(&presence).unwrap();
    let expected = serde_json::json!({"here": [true, true], "claim_in": [null, null], "spectators": 2});
    assert_eq!(presence["presence"], expected);
    assert!(late.since(version + 1).await.is_none());
}

/// Who stays learns how long it takes until the game may be claimed from the one who left.
#[tokio::test]
async fn a_player_who_left_is_given_a_minute() {
    let house = House::open().await;
    let table = ada_and_bob(&house.hall).await;
    let mut ada = house.hall.visit(&table, Some(person("ada")), false).await.unwrap();
    let (_, presence, _) = ada.snapshot().await.unwrap();
    let [here, left] = presence.claim_in;
    assert_eq!(here, None);
    assert!(left.is_some_and(|left| Span::ZERO < left && left <= halte_table::PATIENCE));
    let bob = house.hall.visit(&table, Some(person("bob")), false).await.unwrap();
    assert_eq!(ada.snapshot().await.unwrap().1.claim_in, [None, None]);
    drop(bob);
}

/// Whoever closes the page while the store is slow is away from that moment on: nobody claims the game because they came long
/// ago.
#[tokio::test]
async fn a_player_who_left_a_slow_house_is_given_a_minute() {
    let house = House::open().await;
    let table = ada_and_bob(&house.hall).await;
    let mut ada = house.hall.visit(&table, Some(person("ada")), false).await.unwrap();
    let bob = house.hall.visit(&table, Some(person("bob")), false).await.unwrap();
    tokio::time::sleep(Duration::from_secs(3)).await;
    let held = hold(house.folder.path()).await;
    let moving = tokio::spawn({
        let (hall, table) = (house.hall.clone(), table.clone());
        async move { play_first(&hall, &table, ["ada", "bob"]).await }
    });
    // Her move waits for the store, and everything at the table for the move.
    let waits = async || {
        tokio::time::timeout(Duration::from_millis(20), house.hall.look(&table, |_| ()))
            .await
            .is_err()
    };
    while !waits().await {}
    let left = std::time::Instant::now();
    let (snapshot, ()) = tokio::join!(ada.snapshot(), async {
        drop(bob);
        sqlx::Connection::close(held).await.unwrap();
    });
    let passed = Span(u64::try_from(left.elapsed().as_millis()).unwrap());
    let claim_in = snapshot.unwrap().1.claim_in[1].expect("he is away");
    assert!(
        claim_in + passed >= halte_table::PATIENCE,
        "{claim_in:?} after {passed:?}"
    );
    moving.await.unwrap().unwrap();
}

/// A table at which nobody has sat down for a fortnight ends, and one of today does not.
#[tokio::test]
async fn a_table_that_nobody_uses_is_ended() {
    struct NoChance;
    impl halte_table::Chance for NoChance {
        fn fill(&mut self, bytes: &mut [u8]) {
            bytes.fill(0);
        }
    }
    let house = House::open().await;
    let seats = [Invitation::Opener, Invitation::Anyone];
    let new = open_table(&house, terms("move", seats)).await;
    let (mut chance, id) = (NoChance, "b".repeat(new.as_str().len()).parse::<TableId>().unwrap());
    let opened = Moment(halte_server::hall::now().0 - Span::days(15).0);
    let mut world = halte_table::World::at(opened, &mut chance);
    let opened = Table::open(id.clone(), terms("move", seats), person("ada"), false, None, &mut world);
    let at = i64::try_from(opened.as_ref().unwrap().0.changed_at().0).unwrap();
    let summary = house
        .store
        .tables(&TableFilter::default(), None, 1)
        .await
        .unwrap()
        .remove(0);
    let stored = |event: &Event| store::StoredEvent {
        version: event.version,
        at,
        body: serde_json::to_string(event).unwrap(),
    };
    let append = store::Append {
        summary: store::Summary {
            table: id.to_string(),
            opened_at: at,
            changed_at: at,
            ..summary
        },
        events: opened.unwrap().1.iter().map(stored).collect(),
        superseded: Vec::new(),
        ratings: Vec::new(),
    };
    house.store.append(vec![append]).await.unwrap();
    let house = house.restart().await;
    until(&house, &id, |table| table.stage() == Stage::Over).await;
    assert_eq!(look(&house, &new, Table::stage).await, Stage::Waiting);
}

/// All that happens up to a version.
async fn listen(visit: &mut Visit, version: u64) -> Vec<Event> {
    let mut events = Vec::new();
    while events.last().is_none_or(|event: &Event| event.version + 1 < version) {
        let update = tokio::time::timeout(PATIENCE, visit.next()).await.unwrap().unwrap();
        if let Update::Happened(happened) = &*update {
            events.extend(events_of(&visit.text(happened)));
        }
    }
    events
}

/// The events of a message.
fn events_of(message: &str) -> Vec<Event> {
    let message: serde_json::Value = serde_json::from_str(message).unwrap();
    serde_json::from_value(message["events"].clone()).unwrap()
}

#[tokio::test]
async fn a_clock_that_runs_out_ends_the_game() {
    let hall = House::open().await;
    let seats = [Invitation::Opener, Invitation::Anyone];
    let live = Terms {
        clock: ClockTerms::Live {
            initial: Span::seconds(15),
            increment: Span::ZERO,
        },
        ..terms("move", seats)
    };
    let table = open_table(&hall, live).await;
    sit(&hall, &table).await;
    for _ in 0..2 {
        play_first(&hall, &table, ["ada", "bob"]).await.unwrap();
    }
    // It runs on when the house was closed.
    let hall = hall.restart().await;
    let turn = look(&hall, &table, |table| table.game().turn()).await;
    assert_eq!(turn, Turn::Player(Player::First));
    until(&hall, &table, |table| table.stage() == Stage::Over).await;
    let ending = look(&hall, &table, Table::ending).await.unwrap();
    assert_eq!(ending.name(), "time");
}

/// However short it is, nobody plays while the house is closed.
#[tokio::test]
async fn no_clock_runs_while_the_house_is_closed() {
    let house = House::open().await;
    let initial = Span::seconds(600);
    let increment = Span::ZERO;
    let live = Terms {
        clock: ClockTerms::Live { initial, increment },
        ..terms("move", [Invitation::Opener, Invitation::Anyone])
    };
    let table = open_table(&house, live).await;
    sit(&house, &table).await;
    for _ in 0..2 {
        play_first(&house, &table, ["ada", "bob"]).await.unwrap();
    }
    let begun = std::time::Instant::now();
    let House { folder, store, hall } = house;
    store.close().await;
    drop((store, hall));
    let closed = Duration::from_secs(2);
    tokio::time::sleep(closed).await;
    let house = House::open_in(folder, PATIENCE).await;
    play_first(&house, &table, ["ada", "bob"]).await.unwrap();
    let passed = begun.elapsed();
    let left = look(&house, &table, |table| {
        table.snapshot(None, table.changed_at()).clocks.unwrap().left
    })
    .await;
    let charged = Duration::from_millis((initial - left[0]).0);
    // Ada's first move was before.
    assert!(
        charged + closed < passed + Duration::from_millis(500),
        "{charged:?} of {passed:?}"
    );
}

#[tokio::test]
async fn a_table_that_nobody_looks_at_leaves_memory_and_comes_back() {
    let hall = House::open().await;
    let table = ada_and_bob(&hall).await;
    play_first(&hall, &table, ["ada", "bob"]).await.unwrap();
    let by_days = Terms {
        clock: ClockTerms::Correspondence { days: 1 },
        ..terms("move", [Invitation::Opener, Invitation::Opener])
    };
    open_table(&hall, by_days).await;
    let visit = hall.visit(&table, None, false).await.unwrap();
    let count = |hall: &Hall| (hall.census().tables, hall.census().visitors);
    hall.tidy().await;
    assert_eq!(
        count(&hall),
        (1, 1),
        "one is looked at, the other's clock runs for a day"
    );
    assert_eq!(hall.census().appends, 4);
    let before = hall.look(&table, |table| table.snapshot(None, Moment(0))).await;
    drop(visit);
    hall.tidy().await;
    assert_eq!(count(&hall), (0, 0));
    let after = hall.look(&table, |table| table.snapshot(None, Moment(0))).await;
    assert_eq!(after, before);
    play_first(&hall, &table, ["ada", "bob"]).await.unwrap();
    assert_eq!(count(&hall), (1, 0));
}

#[tokio::test]
async fn an_engine_answers_an_offer_after_a_restart() {
    let hall = House::open().await;
    // Both workers have something else to do until the house closes.
    let (release, released) = std::sync::mpsc::channel::<()>();
    let released = Arc::new(std::sync::Mutex::new(released));
    for _ in 0..2 {
        let released = Arc::clone(&released);
        hall.engines().queue(Class::Live, Asker::named("test"), move || {
            let _ = released.lock().map(|released| released.recv());
        });
    }
    let seats = [Invitation::Opener, Invitation::Engine { level: 1 }];
    let table = open_table(&hall, terms("mobius", seats)).await;
    act(&hall, &table, "offer", "ada", Action::Offer { offer: Offer::Draw }).await;
    let is_offered = |table: &Table| table.offers().next().is_some();
    assert!(look(&hall, &table, is_offered).await);
    hall.store.close().await;
    drop(release);
    let hall = hall.restart().await;
    until(&hall, &table, |table| !is_offered(table)).await;
    assert_eq!(look(&hall, &table, |table| table.game().moves().len()).await, 0);
}

#[tokio::test]
async fn nobody_moves_for_another() {
    let hall = House::open().await;
    let table = ada_and_bob(&hall).await;
    let play = |ply| Action::Play {
        text: "c3".to_owned(),
        ply,
    };
    let check = async |id: &str, name: &str, action, refusal| {
        let refused = try_act(&hall, &table, id, name, action).await;
        assert_eq!(refused, Err(HallError::Refused(refusal)));
    };
    check("1", "eve", play(0), Refusal::NotSeated).await;
    check("1", "bob", play(0), Refusal::NotYourTurn).await;
    check("2", "eve", Action::Resign, Refusal::NotSeated).await;
    check(
        "3",
        "eve",
        Action::Sit {
            seat: Player::First,
            number: None,
        },
        Refusal::Started,
    )
    .await;
    act(&hall, &table, "1", "ada", play(0)).await;
    // Bob's command of this name was another one; hers acts once, whatever it says the second time.
    assert_eq!(act(&hall, &table, "1", "ada", play(5)).await, 4);
    check("4", "ada", play(1), Refusal::NotYourTurn).await;
    for from in [Actor::Engine(Player::Second), Actor::House] {
        let (id, action) = (None, play(1));
        let refused = hall.execute(&table, Command { id, from, action }, Span::ZERO).await;
        assert_eq!(refused, Err(HallError::Refused(Refusal::NotSeated)));
    }
    assert_eq!(look(&hall, &table, |table| table.game().moves().len()).await, 1);
}

/// What a stranger is refused, those who look on do not hear of.
#[tokio::test]
async fn a_stranger_disturbs_nobody() {
    let hall = House::open().await;
    let table = ada_and_bob(&hall).await;
    let mut watcher = hall.visit(&table, None, false).await.unwrap();
    watcher.snapshot().await.unwrap();
    for number in 0..5 {
        let refused = try_act(&hall, &table, &number.to_string(), "eve", Action::Resign).await;
        assert_eq!(refused, Err(HallError::Refused(Refusal::NotSeated)));
    }
    assert!(watcher.ready().is_none());
    // A player who has no connection is away from now on.
    let refused = try_act(
        &hall,
        &table,
        "late",
        "bob",
        Action::Play {
            text: "c3".to_owned(),
            ply: 0,
        },
    )
    .await;
    assert_eq!(refused, Err(HallError::Refused(Refusal::NotYourTurn)));
    assert!(matches!(watcher.ready().as_deref(), Some(Update::Presence(_))));
}

/// Another program that holds the database until it is closed: it can be read, but nothing can be written.
async fn hold(folder: &Path) -> sqlx::SqliteConnection {
    let file = folder.join("halte.sqlite");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    sqlx::Executor::execute(&mut connection, "BEGIN IMMEDIATE")
        .await
        .unwrap();
    connection
}

#[tokio::test]
async fn a_store_that_takes_nothing_is_asked_calmly() {
    let folder = tempfile::tempdir().unwrap();
    let hall = House::open_in(folder, Duration::from_millis(50)).await;
    let seats = [Invitation::Engine { level: 10 }, Invitation::Opener];
    let held = hold(hall.folder.path()).await;
    assert!(
        hall.open_table(terms("move", seats), person("ada"), false)
            .await
            .is_err()
    );
    sqlx::Connection::close(held).await.unwrap();
    let table = open_table(&hall, terms("move", seats)).await;
    let held = hold(hall.folder.path()).await;
    let mut visit = hall.visit(&table, None, false).await.unwrap();
    let tasks = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
    let usual = tasks();
    // The engine thinks, and its move cannot be kept: the table closes. So it does again and again.
    for _ in 0..3 {
        let closed = async { while !matches!(*visit.next().await.unwrap(), Update::Closed) {} };
        tokio::time::timeout(PATIENCE, closed).await.unwrap();
        assert!(visit.snapshot().await.is_none(), "what was not kept is not shown");
        assert!(visit.since(0).await.is_none());
        visit = hall.visit(&table, None, false).await.unwrap();
        let (snapshot, _, _) = visit.snapshot().await.unwrap();
        assert_eq!(snapshot.moves.len(), 0);
        // One waits for the engine and one for the store; others may just be ending.
        let few = async {
            while tasks() > usual + 2 {
                tokio::task::yield_now().await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, few).await;
        assert!(waited.is_ok(), "{} tasks instead of {usual} try to write", tasks());
    }
    sqlx::Connection::close(held).await.unwrap();
    until(&hall, &table, |table| table.game().moves().len() == 1).await;
}

#[tokio::test]
async fn a_program_that_listens_is_at_its_tables() {
    let hall = House::open().await;
    let table = ada_and_bob(&hall).await;
    let here = async || {
        let mut visit = hall.visit(&table, None, false).await.unwrap();
        visit.snapshot().await.unwrap().1.here
    };
    assert_eq!(here().await, [false, false]);
    let people = [PersonId::guest("bob")];
    let page = hall.listen(&people, false);
    assert_eq!(here().await, [false, false], "a page about other things is not here");
    let program = hall.listen(&people, true);
    assert_eq!(here().await, [false, true]);
    drop(page);
    assert_eq!(here().await, [false, true]);
    drop(program);
    assert_eq!(here().await, [false, false]);
}

/// Another server has given somebody another name: what happens here at a table in memory does not bring the old one back.
#[tokio::test]
async fn who_has_another_name_elsewhere_has_it_here() {
    let house = House::open().await;
    let account = Account {
        name: "Rude".to_owned(),
        password_hash: "a hash".to_owned(),
        created_at: 1,
        is_administrator: false,
        guest: None,
        mail: None,
        gone_at: None,
    };
    house.store.create_account(&account).await.unwrap();
    let rude = Person::account("Rude");
    let seats = [Invitation::Opener, Invitation::Anyone];
    let table = house
        .open_table(terms("mixtour 20/1", seats), rude, false)
        .await
        .unwrap();
    sit(&house, &table).await;
    act(&house, &table, "resign", "bob", Action::Resign).await;
    house.store.rename_account("Rude", "Polite", 2).await.unwrap();
    let gone = json!({"type": "revoked", "Gone": "account:rude"});
    let report: Report = serde_json::from_value(gone).unwrap();
    house.hear(Heard::Report("another".to_owned(), report));
    let polite = PersonId::account("Polite");
    until(&house, &table, |table| table.seats_of(&polite) == [Player::First]).await;
    let text = "well played".to_owned();
    act(&house, &table, "say", "bob", Action::Say { text }).await;
    let listed = house.store.tables(&TableFilter::default(), None, 1).await.unwrap();
    let (first, opener) = (listed[0].first.clone().unwrap(), listed[0].opener.clone());
    assert_eq!((&*first.id, &*first.name), ("account:polite", "Polite"));
    assert_eq!(opener.as_deref(), Some("account:polite"));
}

/// An export without secrets tells nobody what players keep to themselves, and the game goes on from it all the same,
/// with cards that are sealed anew.
#[tokio::test]
async fn an_export_without_secrets_has_none() {
    let house = House::open().await;
    let seats = [Invitation::Opener, Invitation::Anyone];
    let private = Terms {
        listed: false,
        ..terms("fibonacci cards", seats)
    };
    let table = open_table(&house, private).await;
    sit(&house, &table).await;
    let text = "between us".to_owned();
    act(&house, &table, "say", "ada", Action::Say { text }).await;
    let (planned, planner) = look(&house, &table, |table| {
        let player = table.game().position().player();
        (
            table.game().legal_moves()[1].to_string(),
            ["bob", "ada"][player.index()],
        )
    })
    .await;
    let lines = vec![vec![planned]];
    act(&house, &table, "plan", planner, Action::Plan { lines }).await;
    let note = Note {
        person: person("ada").id().to_string(),
        table: table.to_string(),
        text: "a note of my own".to_owned(),
        at: 1,
    };
    house.store.set_note(&note, 1_000).await.unwrap();
    // Where somebody gets mail, and from where somebody came who was banned.
    let account = Account {
        name: "Anna".to_owned(),
        password_hash: "a hash".to_owned(),
        created_at: 1,
        is_administrator: false,
        guest: None,
        mail: Some("anna@example.org".to_owned()),
        gone_at: None,
    };
    house.store.create_account(&account).await.unwrap();
    let ban = Measure {
        subject: "address:192.0.2.7".to_owned(),
        kind: MeasureKind::Ban,
        reason: "account:anna".to_owned(),
        imposed_by: "the operator".to_owned(),
        imposed_at: 1,
        until: None,
        address_time: 0,
    };
    house.store.impose(&[ban]).await.unwrap();
    let seals = seals(&*house.store, &table).await;
    let [(hash, Some(secret))] = &seals[..] else {
        panic!("{seals:?}")
    };

    let reader = Reader::open(house.folder.path().join("halte.sqlite").to_str().unwrap(), PATIENCE).await;
    let reader = reader.unwrap();
    for with_secrets in [true, false] {
        let file = house.folder.path().join(format!("export {with_secrets}"));
        transfer::export(&reader, &file, with_secrets).await.unwrap();
        let lines = std::fs::read_to_string(&file).unwrap();
        assert!(lines.contains(hash.as_str()) && lines.contains("\"planned\"") && lines.contains("\"said\""));
        for private in [
            secret,
            "between us",
            "a note of my own",
            "\"lines\":[[",
            "anna@example.org",
            "192.0.2.7",
            "account:anna",
        ] {
            assert_eq!(lines.contains(private), with_secrets, "{private}: {lines}");
        }
        let copy = House::open().await;
        transfer::import(&*copy.store, &file, Onto::Nothing).await.unwrap();
        let cards = |table: &Table| {
            let steps = table.game().steps();
            steps.filter(|(position, _)| position.turn() == Turn::Chance).count()
        };
        let before = look(&copy, &table, cards).await;
        assert!(before > 0);
        while look(&copy, &table, cards).await == before {
            play_first(&copy, &table, ["ada", "bob"]).await.unwrap();
        }
        let seals = self::seals(&*copy.store, &table).await;
        assert_eq!(seals[0], (hash.clone(), with_secrets.then(|| secret.clone())));
        if !with_secrets {
            assert_ne!(seals[1].0, *hash);
            assert!(seals[1].1.is_some());
        }
        assert_eq!(seals.len(), 1 + usize::from(!with_secrets));
        let copy = copy.restart().await;
        assert_eq!(look(&copy, &table, cards).await, before + 1);
    }
}

/// The seals of a table's cards, with their secrets as they are kept.
async fn seals(store: &dyn Store, table: &TableId) -> Vec<(String, Option<String>)> {
    let events = store.events(table.as_str(), 0).await.unwrap();
    let facts = events
        .iter()
        .map(|event| serde_json::from_str::<Event>(&event.body).unwrap().fact);
    let seal = |fact| match fact {
        Fact::Sealed { hash, secret, .. } => Some((hash, secret)),
        _ => None,
    };
    facts.filter_map(seal).collect()
}
