//! What the server reads: messages, tables' terms and commands, stored events, exports, configuration files and whole
//! requests. The variant that an input chooses means nothing here.

use std::path::Path;
use std::sync::OnceLock;

use axum::Router;
use axum::body::{Body, to_bytes};
use halte_game::Random;
use halte_games::AnyOptions;
use halte_server::Server;
use halte_server::config::{Config, ConfigError, Sourced, flags};
use halte_server::store::Entry;
use halte_table::{
    Action, Actor, Command, Event, Incoming, Moment, Person, PersonId, Span, Table, TableId, Terms, World,
};
use http::{HeaderName, HeaderValue, Method, Request, StatusCode, Uri};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::{VARIANTS, input};

/// What was read reads back as it is written.
fn check_round_trip<T: Serialize + DeserializeOwned>(value: &T) {
    let written = serde_json::to_string(value).expect("plain data");
    let read: T = serde_json::from_str(&written).expect("what is written is read");
    assert_eq!(serde_json::to_string(&read).expect("plain data"), written);
}

/// A text as a message on a socket.
pub(crate) fn messages(_: &AnyOptions, text: &str) -> bool {
    let Ok(Incoming::Command { action, .. }) = serde_json::from_str(text) else {
        return false;
    };
    check_round_trip(&action);
    true
}

/// A text as a table: its terms in the first line, then one command a line. The digit before a command says who asks.
/// Accepted if the table was opened and took every command.
pub(crate) fn tables(_: &AnyOptions, text: &str) -> bool {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(terms) = serde_json::from_str::<Terms>(first) else {
        return false;
    };
    check_round_trip(&terms);
    let mut chance = Random::new(1);
    let person = |number: usize| Person::guest(PersonId::guest(&number.to_string()));
    let mut world = World::at(Moment(1_000_000), &mut chance);
    let id = TableId::random(world.chance);
    let Ok((mut table, mut events)) = Table::open(id, terms, person(0), None, &mut world) else {
        return false;
    };
    let mut are_taken = true;
    for (number, line) in rest.lines().take(100).enumerate() {
        let who = line.bytes().next().map_or(0, |byte| usize::from(byte % 4));
        let Some(Ok(action)) = line.get(1..).map(serde_json::from_str::<Action>) else {
            return false;
        };
        check_round_trip(&action);
        let from = match who {
            3 => Actor::Administrator("Ada".to_owned()),
            who => Actor::Person(person(who)),
        };
        world.now = Moment(world.now.0 + 1000);
        world.away = [Some(Span(1_000_000)); 2];
        let command = Command {
            id: Some(number.to_string()),
            from,
            action,
        };
        let executed = table.execute(&command, &mut world);
        are_taken &= executed.answer.is_ok();
        if let (Actor::Person(_), Ok(_)) = (&command.from, &executed.answer) {
            let again = table.execute(&command, &mut world);
            assert_eq!(again.answer, executed.answer);
            assert_eq!(again.events, [], "sent twice, it acts once");
        }
        if let Some((rematch, events)) = &executed.rematch {
            check_table(rematch, events);
        }
        events.extend(executed.events);
    }
    check_table(&table, &events);
    are_taken
}

/// A table follows from its events, as they are kept.
fn check_table(table: &Table, events: &[Event]) {
    events.iter().for_each(check_round_trip);
    let written = serde_json::to_string(events).expect("plain data");
    let kept: Vec<Event> = serde_json::from_str(&written).expect("events");
    let restored = Table::restore(&kept).expect("what happened can happen");
    let person = PersonId::guest("0");
    for person in [None, Some(&person)] {
        let [restored, known] = [&restored, table].map(|table| table.snapshot(person, table.changed_at()));
        assert_eq!(restored, known);
    }
    let record = table.record("site").expect("a record");
    let read: halte_game::record::Record<halte_games::AnyGame> = record.to_string().parse().expect("it is read");
    assert_eq!(read, record);
}

/// A text as the events of a table, one a line: damaged ones are named.
pub(crate) fn events(_: &AnyOptions, text: &str) -> bool {
    let events: Result<Vec<Event>, _> = text.lines().map(serde_json::from_str).collect();
    let Ok(events) = events else { return false };
    events.iter().for_each(check_round_trip);
    match Table::restore(&events) {
        Ok(table) => {
            for moment in [Moment(0), Moment(u64::MAX)] {
                // Events that are none of one's business leave gaps.
                assert!(table.snapshot(None, moment).version >= events.len() as u64);
            }
            // What did not happen here may be more than a record can say.
            let _ = table.record("site");
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// A text as a line of an export.
pub(crate) fn lines(_: &AnyOptions, text: &str) -> bool {
    let Ok(line) = serde_json::from_str::<Entry>(text) else {
        return false;
    };
    check_round_trip(&line);
    true
}

fn read_configuration(text: &str) -> Result<Sourced, ConfigError> {
    Sourced::read(Some((Path::new("halte.toml"), text)), |_| None, &flags([])?)
}

/// A text as a configuration file.
pub(crate) fn configuration(_: &AnyOptions, text: &str) -> bool {
    match read_configuration(text) {
        Ok(sourced) => {
            let again = read_configuration(&sourced.to_string());
            let mut again = again.expect("what is printed is read").config().clone();
            // A password is not printed.
            again.database.clone_from(&sourced.config().database);
            assert_eq!(&again, sourced.config(), "{text:?}");
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// A server without a network.
struct House {
    runtime: Runtime,
    router: Router,
    _folder: TempDir,
}

fn house() -> &'static House {
    static HOUSE: OnceLock<House> = OnceLock::new();
    HOUSE.get_or_init(|| {
        let folder = TempDir::new().expect("a folder");
        let database = folder.path().join("halte.sqlite").display().to_string();
        let flags = "--address=127.0.0.1:0 --requests-per-address=1000000/1s --moves-per-visitor=1000000/1s \
                     --pictures-per-address=1000000/1s --engine-threads=1";
        let database = format!("--database={database}");
        let line = flags.split(' ').chain([&*database]).map(str::to_owned);
        let config = Config::of_flags(line).expect("a configuration");
        let runtime = Runtime::new().expect("threads");
        let server = runtime.block_on(Server::bind(config));
        let router = server.expect("the house opens").router();
        House {
            runtime,
            router,
            _folder: folder,
        }
    })
}

/// A text as a request: method and address, headers, an empty line, the body. Accepted if it was done.
pub(crate) fn requests(_: &AnyOptions, text: &str) -> bool {
    let Some(request) = request(text) else {
        return false;
    };
    let House { runtime, router, .. } = house();
    let shown = format!("{request:?}");
    // People, not programs, are told that there is nothing at an address.
    let path = request.uri().path();
    let is_for_people = path != "/api" && !path.starts_with("/api/");
    let status = runtime.block_on(async {
        let response = router.clone().oneshot(request).await.expect("an answer");
        let status = response.status();
        let is_missing_page = is_for_people && status == StatusCode::NOT_FOUND;
        // A stream has no end.
        let kind = response.headers().get("content-type");
        let is_stream = kind.is_some_and(|kind| kind == "text/event-stream");
        if status != StatusCode::SWITCHING_PROTOCOLS && !is_stream {
            let body = to_bytes(response.into_body(), 1 << 24).await.expect("a body");
            if status.is_client_error() && !is_missing_page {
                let error: serde_json::Value = serde_json::from_slice(&body)
                    .unwrap_or_else(|error| panic!("{status}: {error}: {body:?}: {shown}"));
                assert!(error["error"]["code"].is_string(), "{error}");
            }
        }
        status
    });
    assert!(!status.is_server_error(), "{status}: {shown}");
    status.is_success()
}

fn request(text: &str) -> Option<Request<Body>> {
    let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut lines = head.lines();
    let (method, address) = lines.next()?.split_once(' ')?;
    let mut request = Request::new(Body::from(body.to_owned()));
    *request.method_mut() = Method::from_bytes(method.as_bytes()).ok()?;
    *request.uri_mut() = address.parse::<Uri>().ok()?;
    for line in lines {
        let (name, value) = line.split_once(": ")?;
        let (name, value) = (HeaderName::try_from(name).ok()?, HeaderValue::try_from(value).ok()?);
        request.headers_mut().append(name, value);
    }
    Some(request)
}

/// Inputs to begin with; none for targets of other modules.
#[must_use]
pub(crate) fn seeds(target: &str) -> Vec<Vec<u8>> {
    let texts: Vec<String> = match target {
        "messages" => {
            let message = |action| format!(r#"{{"type":"command","id":"1","action":{action}}}"#);
            ACTIONS.map(message).to_vec()
        }
        "tables" => games(),
        "events" => games().iter().map(|game| events_of(game)).collect(),
        "lines" => LINES.map(str::to_owned).to_vec(),
        "configuration" => vec![
            read_configuration("").expect("defaults").to_string(),
            "address = '127.0.0.1:1'\ntrusted_proxy = ['10.0.0.0/8']\n[limits]\nbody_size = '1MiB'\n".to_owned(),
        ],
        "requests" => {
            let post = |(place, body)| format!("POST /api/{place}\ncontent-type: application/json\n\n{body}");
            POSTS
                .map(post)
                .into_iter()
                .chain(GETS.map(|get| format!("GET {get}")))
                .collect()
        }
        _ => Vec::new(),
    };
    texts.iter().map(|text| input(0, text)).collect()
}

/// Tables of every game with some commands that are taken.
fn games() -> Vec<String> {
    let terms =
        r#""seats":[{"kind":"opener"},{"kind":"anyone"}],"clock":{"kind":"live","initial":300000,"increment":3000}"#;
    let end = r#"1{"type":"sit","seat":"second"}
1{"type":"offer","offer":"draw"}
0{"type":"say","text":"Hello"}
0{"type":"decline","offer":"draw"}
1{"type":"resign"}
3{"type":"reverse","reason":"so"}
0{"type":"resign"}
0{"type":"offer","offer":"rematch"}
1{"type":"accept","offer":"rematch"}"#;
    let game = |variant: &AnyOptions| format!("{{\"game\":\"{variant}\",{terms}}}\n{end}");
    VARIANTS.iter().map(game).collect()
}

/// The events of a table, one a line.
fn events_of(game: &str) -> String {
    let terms = game.lines().next().unwrap_or_default();
    let mut chance = Random::new(2);
    let mut world = World::at(Moment(1_000_000), &mut chance);
    let [anna, bert] = ["0", "1"].map(|number| Person::guest(PersonId::guest(number)));
    let id = TableId::random(world.chance);
    let terms = serde_json::from_str(terms).expect("terms");
    let (mut table, mut events) = Table::open(id, terms, anna, None, &mut world).expect("a table");
    let command = Command {
        id: None,
        from: Actor::Person(bert),
        action: serde_json::from_str(r#"{"type":"sit","seat":"second"}"#).expect("an action"),
    };
    events.extend(table.execute(&command, &mut world).events);
    let lines = events
        .iter()
        .map(|event| serde_json::to_string(event).expect("plain data"));
    lines.collect::<Vec<_>>().join("\n")
}

const ACTIONS: [&str; 13] = [
    r#"{"type":"sit","seat":"first"}"#,
    r#"{"type":"leave"}"#,
    r#"{"type":"play","move":"c3","ply":0}"#,
    r#"{"type":"undo_step"}"#,
    r#"{"type":"offer","offer":"takeback"}"#,
    r#"{"type":"accept","offer":"pause"}"#,
    r#"{"type":"claim","claim":"win"}"#,
    r#"{"type":"plan","lines":[["c3","a1"],["b2"]]}"#,
    r#"{"type":"say","text":"Hello"}"#,
    r#"{"type":"switch_chat","on":false}"#,
    r#"{"type":"wait"}"#,
    r#"{"type":"reverse","reason":"so"}"#,
    r#"{"type":"end","reason":"so"}"#,
];

const LINES: [&str; 8] = [
    r#"{"halte":{"format":1}}"#,
    r#"{"halte":{"format":1,"vocabulary":2}}"#,
    r#"{"account":{"name":"anna","password_hash":"","created_at":1,"is_administrator":false,"settings":"{}"}}"#,
    r#"{"event":{"version":0,"at":1,"body":{"a":[1.5,null]}}}"#,
    r#"{"note":{"person":"guest:1","table":"a","text":"x","at":1}}"#,
    r#"{"progress":{"person":"guest:1","progress":[1]}}"#,
    r#"{"secret":{"name":"cookies","value":[0,255]}}"#,
    r#"{"end":{"lines":3}}"#,
];

/// What is sent where, as JSON.
const POSTS: [(&str, &str); 6] = [
    (
        "setup",
        r#"{"kind":"text","game":"move","text":"ogngo/gonog/konnn/gngog/gonno n o 3>"}"#,
    ),
    (
        "setup",
        r#"{"kind":"board","game":"mixtour 20/1","stacks":[{"site":3,"pieces":[0,1]}],"fields":["w","0:0","20/1","-"]}"#,
    ),
    (
        "pictures",
        r#"{"format":"svg","line":{"game":"mixtour 20/1","moves":["b2","c3"]}}"#,
    ),
    (
        "pictures",
        r#"{"format":"gif","line":{"game":"move","start":"ogngo/gonog/konnn/gngog/gonno n o 3>","moves":[]}}"#,
    ),
    (
        "tables",
        r#"{"terms":{"game":"mixtour 20/1","seats":[{"kind":"opener"},{"kind":"engine","level":1}],"listed":true}}"#,
    ),
    (
        "tables",
        r#"{"terms":{"game":"fibonacci cards","seats":[{"kind":"opener"},{"kind":"opener"}],"by_lot":true,
            "clock":{"kind":"correspondence","days":3}}}"#,
    ),
];

const GETS: [&str; 6] = [
    "/api/tables?state=waiting&game=mixtour&variant=20/1&after=5,a&limit=20",
    "/api/session\ncookie: halte-guest=abc.def; halte-session=x",
    "/api/me/tables?opponent=guest:1",
    "/api/games/mixtour/board",
    "/healthz",
    "/api/openapi.json",
];
