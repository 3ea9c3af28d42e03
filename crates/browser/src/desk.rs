//! The desk at which requests are answered: which question a method and a path ask.

use std::borrow::Cow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use halte_answers::analysis::{AnalysisState, AnalysisView, Subject, Thinker};
use halte_answers::puzzles::{self, Attempt, Doubt, PuzzleMoves};
use halte_answers::tables::{Deed, Kept, Opening};
use halte_answers::{Arrangement, Doubted, EnginesTurn, Exploration, Found, NewPicture, RecordTree, Unanswered, Wish};
use halte_engine::{Clock, Control, Engine, Report, Search, Tell};
use halte_game::{Explain, Explanation, Playthrough, faults};
use halte_games::{AnyGame, AnyMove};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

/// A request, as a server would get it.
#[derive(Deserialize, Debug)]
pub struct Request<'r> {
    /// `GET` or `POST`.
    pub method: &'r str,
    /// The path of the address: `/api/explore`.
    pub path: &'r str,
    /// What stands behind the question mark.
    #[serde(borrow)]
    pub query: Cow<'r, str>,
    /// The body.
    #[serde(borrow)]
    pub body: Option<&'r RawValue>,
}

/// What is answered.
#[derive(Serialize, Debug)]
pub struct Reply {
    /// HTTP's number for how it went.
    pub status: u16,
    /// The answer, or what is wrong.
    pub body: Box<RawValue>,
}

faults! {
    /// Why a request is not answered.
    pub enum Refused {
        #[fault("no_such_address", "there is no such address")]
        Address,
        #[fault("bad_query", "{problem}")]
        Query { problem: String },
        #[fault("internal", "something went wrong in the server; it is in the log")]
        Internal,
        /// A question without an answer.
        #[from]
        Unanswered(Unanswered),
    }
}

impl Refused {
    fn status(&self) -> u16 {
        match self {
            Refused::Query { .. } | Refused::Unanswered(Unanswered::Senseless(_)) => 400,
            Refused::Address | Refused::Unanswered(Unanswered::Missing(_)) => 404,
            Refused::Unanswered(Unanswered::Nothing(_) | Unanswered::Refused(_)) => 409,
            _ => 500,
        }
    }
}

#[derive(Serialize)]
struct ErrorBody {
    error: Explanation,
}

/// Answers a request that is written as JSON, by an answer that is.
#[cfg(target_family = "wasm")]
pub(crate) fn answer_text(request: &[u8], clock: &dyn Clock) -> Vec<u8> {
    let reply = match serde_json::from_slice::<Request<'_>>(request) {
        Ok(request) => answer(&request, clock),
        Err(_) => Reply::of(Err(Refused::Internal)),
    };
    serde_json::to_vec(&reply).unwrap_or_default()
}

/// Answers a request.
pub fn answer(request: &Request<'_>, clock: &dyn Clock) -> Reply {
    Reply::of(find(request, clock))
}

impl Reply {
    fn of(answer: Result<Box<RawValue>, Refused>) -> Reply {
        answer.map_or_else(
            |refused| {
                let error = refused.explanation();
                Reply {
                    status: refused.status(),
                    body: to_raw_value(&ErrorBody { error }).expect("an explanation is plain data"),
                }
            },
            |body| Reply { status: 200, body },
        )
    }
}

/// What a browser has analysed: a table's game is the server's to know.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum NewAnalysis {
    Position { line: Exploration, lines: Option<u8> },
    Game { line: Exploration },
}

/// A search on this very thread.
struct Direct {
    search: Box<dyn Search<AnyGame>>,
    has_found_all: bool,
}

impl Search<AnyGame> for Direct {
    fn search(
        &mut self,
        game: &Playthrough<AnyGame>,
        control: &Control<'_>,
        report: Tell<'_, AnyMove>,
    ) -> Report<AnyMove> {
        let found = self.search.search(game, control, report);
        self.has_found_all = !control.is_over();
        found
    }

    fn clear(&mut self) {
        self.search.clear();
    }
}

impl Thinker for Direct {
    fn has_found_all(&self) -> bool {
        self.has_found_all
    }
}

/// How often it is told what was found, at the most.
const PAUSE: Duration = Duration::from_millis(100);

/// Analyses what a body asks for, and tells what was found again and again, as a server would; the last is returned.
pub fn analyse(body: &[u8], clock: &dyn Clock, tell: &mut dyn FnMut(&AnalysisView)) -> Reply {
    Reply::of(find_all(body, clock, tell))
}

fn find_all(body: &[u8], clock: &dyn Clock, tell: &mut dyn FnMut(&AnalysisView)) -> Result<Box<RawValue>, Refused> {
    let subject = match halte_answers::parse(body).map_err(Unanswered::from)? {
        NewAnalysis::Position { line, lines } => Subject::position(&line, lines)?,
        NewAnalysis::Game { line } => Subject::game(&line)?,
    };
    let mut view = AnalysisView::new(String::new(), &subject).map_err(Unanswered::from)?;
    view.state = AnalysisState::Running;
    let mut search = Direct {
        search: AnyGame::search(&subject.settings()),
        has_found_all: false,
    };
    let mut told = None;
    // Who has seen enough ends the whole worker.
    let never = AtomicBool::new(false);
    subject.analyse(&mut search, clock, &never, &mut |found| {
        view.add(found);
        let now = clock.now();
        if told.is_none_or(|told| now >= told + PAUSE) {
            told = Some(now);
            tell(&view);
        }
    });
    view.state = AnalysisState::Done;
    json(&view)
}

fn find(request: &Request<'_>, clock: &dyn Clock) -> Result<Box<RawValue>, Refused> {
    let stop = AtomicBool::new(false);
    let path: Vec<&str> = request.path.trim_start_matches("/api/").split('/').collect();
    match (request.method, &*path) {
        ("GET", ["games"]) => json(&halte_answers::games()),
        ("GET", ["games", game, "board"]) => json(&halte_answers::board(game, &request.query()?)?),
        ("POST", ["explore"]) => json(&request.body::<Exploration>()?.explore()?),
        ("POST", ["objection"]) => json(&request.body::<Wish>()?.objection()?),
        ("POST", ["setup"]) => json(&request.body::<Arrangement>()?.set_up()?),
        // Pixels are the server's to draw.
        ("POST", ["pictures"]) => json(&request.body::<NewPicture>()?.svg()?.ok_or(Refused::Address)?),
        ("POST", ["records", "read"]) => json(&request.body::<Found>()?.read()?),
        ("POST", ["records", "write"]) => json(&request.body::<RecordTree>()?.write()?),
        // Who doubts a server does not ask it.
        ("POST", ["records", "check"]) => json(&request.body::<Doubted>()?.check()?),
        ("GET", ["puzzles"]) => json(&puzzles::list(&request.query()?)?),
        ("GET", ["puzzles", "today"]) => json(&puzzles::of_day(&request.query()?, None)?),
        ("GET", ["puzzles", puzzle]) => json(&puzzles::look(puzzle)?),
        ("GET", ["puzzles", puzzle, "solution"]) => json(&puzzles::solution(puzzle)?),
        ("POST", ["puzzles", puzzle, "tries"]) => {
            let played = request.body::<PuzzleMoves>()?;
            json(&Attempt::new(puzzle, &played)?.judge(clock, &stop))
        }
        ("POST", ["puzzles", puzzle, "hint"]) => {
            let played = request.body::<PuzzleMoves>()?;
            json(&Doubt::new(puzzle, &played)?.hint(clock, &stop)?)
        }
        // A server has no such addresses: it keeps its tables itself, and engines sit at them.
        ("POST", ["kept", "open"]) => json(&request.body::<Opening>()?.open()?),
        ("POST", ["kept", "look"]) => json(&request.body::<Kept>()?.look()?),
        ("POST", ["kept", "deed"]) => json(&request.body::<Deed>()?.execute()?),
        ("POST", ["kept", "engine"]) => json(&request.body::<Kept>()?.ask_engine(clock, &stop)?),
        ("POST", ["kept", "hint"]) => json(&request.body::<Kept>()?.hint(clock, &stop)?),
        ("POST", ["kept", "record"]) => json(&request.body::<Kept>()?.record()?),
        ("POST", ["outlook"]) => json(&request.body::<Exploration>()?.outlook(clock, &stop)?),
        ("POST", ["engine"]) => json(&request.body::<EnginesTurn>()?.play(clock, &stop)?),
        _ => Err(Refused::Address),
    }
}

impl Request<'_> {
    fn query<T: DeserializeOwned>(&self) -> Result<T, Refused> {
        serde_urlencoded::from_str(&self.query).map_err(|error| {
            let problem = error.to_string();
            Refused::Query { problem }
        })
    }

    fn body<T: DeserializeOwned>(&self) -> Result<T, Refused> {
        let text = self.body.map_or("", RawValue::get);
        Ok(halte_answers::parse(text.as_bytes()).map_err(Unanswered::from)?)
    }
}

fn json(answer: &impl Serialize) -> Result<Box<RawValue>, Refused> {
    to_raw_value(answer).map_err(|_| Refused::Internal)
}
