//! The desk at which requests are answered: which question a method and a path ask.

use std::sync::atomic::AtomicBool;

use halte_answers::puzzles::{self, Attempt, Doubt, PuzzleMoves};
use halte_answers::{Arrangement, Exploration, Found, RecordTree, Unanswered, Wish};
use halte_engine::Clock;
use halte_game::{Explain, Explanation, faults};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

/// A request, as a server would get it.
#[derive(Deserialize, Debug)]
pub struct Request<'r> {
    /// `GET` or `POST`.
    pub method: &'r str,
    /// The path of the address: `/api/explore`.
    pub path: &'r str,
    /// What stands behind the question mark, as an object.
    #[serde(default)]
    pub query: Value,
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
            Refused::Unanswered(Unanswered::Nothing(_)) => 409,
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
        Err(_) => refusal(&Refused::Internal),
    };
    serde_json::to_vec(&reply).unwrap_or_default()
}

/// Answers a request.
pub fn answer(request: &Request<'_>, clock: &dyn Clock) -> Reply {
    match find(request, clock) {
        Ok(body) => Reply { status: 200, body },
        Err(refused) => refusal(&refused),
    }
}

fn refusal(refused: &Refused) -> Reply {
    let error = ErrorBody {
        error: refused.explanation(),
    };
    Reply {
        status: refused.status(),
        body: to_raw_value(&error).expect("an explanation is plain data"),
    }
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
        ("POST", ["records", "read"]) => json(&request.body::<Found>()?.read()?),
        ("POST", ["records", "write"]) => json(&request.body::<RecordTree>()?.write()?),
        ("GET", ["puzzles"]) => json(&puzzles::list(&request.query()?)?),
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
        _ => Err(Refused::Address),
    }
}

impl Request<'_> {
    fn query<T: DeserializeOwned>(&self) -> Result<T, Refused> {
        let query = match &self.query {
            Value::Null => Value::Object(serde_json::Map::new()),
            query => query.clone(),
        };
        serde_json::from_value(query).map_err(|error| {
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
