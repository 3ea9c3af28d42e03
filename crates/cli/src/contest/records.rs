//! The records of a match: written as each game ends, and read back when a match is resumed.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use halte_engine::Engine;
use halte_game::board::Board;
use halte_game::record::{Ending, Record};
use halte_game::{Named, Outcome, Player};

use super::entrant::Entrant;
use super::game::{End, Played, Times};
use super::setup::{Round, Setup};
use crate::failure::Failure;
use crate::fault::Fault;
use crate::mistake::Mistake;

/// The tag that says how many moves were made at random.
const OPENING: &str = "OpeningMoves";

/// The tag that says what an engine did wrong.
const FAULT: &str = "Fault";

/// A game that counts in a match.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Finished {
    pub(super) round: Round,
    /// Who won, none in a draw: 0 for the engine named first, 1 for the other.
    pub(super) winner: Option<usize>,
    /// How it ended, in a few words.
    pub(super) ending: &'static str,
    /// What the loser did wrong.
    pub(super) fault: Option<Fault>,
    /// Moves, those of the opening and drawn cards included.
    pub(super) moves: usize,
    /// How long the engines thought, where it is known.
    pub(super) times: [Times; 2],
}

/// The record of a game, and what it means to the match.
pub(super) fn record<G: Engine + Board + Named>(
    setup: &Setup,
    round: Round,
    opening_moves: usize,
    played: Played<G>,
) -> Result<(String, Finished), Failure> {
    let Played { game, end, times } = played;
    let mut record = Record::try_from(game).map_err(Failure::usage)?;
    if let Some(ending) = end.in_record() {
        record.end(ending).map_err(Failure::usage)?;
    }
    let [first, second] = Player::ALL.map(|player| &setup.entrants[round.engine(player)]);
    let tags = record.tags_mut();
    tags.set("Event", &setup.to_string())?;
    tags.set("Round", &round.to_string())?;
    tags.set("First", &first.to_string())?;
    tags.set("Second", &second.to_string())?;
    tags.set("TimeControl", &time_control(first, second))?;
    tags.set(OPENING, &opening_moves.to_string())?;
    let fault = match end {
        End::Fault(_, fault) => Some(fault),
        End::Rules | End::Longest => None,
    };
    if let Some(fault) = &fault {
        tags.set(FAULT, &fault.to_string())?;
    }
    let mut finished = finished(&record, round, fault);
    for player in Player::ALL {
        finished.times[round.engine(player)] = times[player.index()];
    }
    Ok((record.to_string(), finished))
}

/// How long both may think, once if it is the same.
fn time_control(first: &Entrant, second: &Entrant) -> String {
    match (first.pace, second.pace) {
        (first, second) if first == second => first.to_string(),
        (first, second) => format!("{first}; {second}"),
    }
}

/// What a game means to the match. How long the engines thought is not in the record: a match by nodes has the same
/// records wherever it is played.
fn finished<G: Board + Named>(record: &Record<G>, round: Round, fault: Option<Fault>) -> Finished {
    let ending = match (record.ending(), &fault) {
        (_, Some(fault)) => fault.kind.name(),
        (Some(Ending::Rules(_)), None) => record.main_line().position().ending().unwrap_or("by the rules"),
        (Some(Ending::Repetition), None) => "repetition",
        _ => "too long",
    };
    Finished {
        round,
        winner: match record.result() {
            Some(Outcome::Win(player)) => Some(round.engine(player)),
            _ => None,
        },
        ending,
        fault,
        moves: record.main_line().moves().len(),
        times: Default::default(),
    }
}

/// The file that keeps the games of a match, and of no other one.
pub(super) struct RecordFile {
    path: PathBuf,
    file: File,
    is_empty: bool,
}

impl RecordFile {
    /// A file without games.
    pub(super) fn create(path: &Path) -> Result<RecordFile, Failure> {
        let file = RecordFile::open(path)?;
        if !file.is_empty {
            let message = format!("{} holds games already: --resume goes on with them", path.display());
            return Err(Failure::Usage(message));
        }
        Ok(file)
    }

    /// A file with the games of this match that have been played, if any have.
    pub(super) fn resume<G: Engine + Board + Named>(
        path: &Path,
        setup: &Setup,
        options: &G::Options,
    ) -> Result<(RecordFile, Vec<Finished>), Failure> {
        let mut file = RecordFile::open(path)?;
        let text = fs::read_to_string(path).map_err(|error| Failure::reading(path, &error))?;
        let starts: Vec<usize> = record_starts(&text);
        let mut games: Vec<Finished> = Vec::new();
        for (index, &start) in starts.iter().enumerate() {
            let next = starts.get(index + 1);
            let refuse = |reason: &dyn std::fmt::Display| {
                Failure::Usage(format!("{}: game {}: {reason}", path.display(), index + 1))
            };
            let record = match text[start..next.copied().unwrap_or(text.len())].parse::<Record<G>>() {
                Ok(record) => record,
                // The program was killed while it wrote.
                Err(_) if next.is_none() && !text.ends_with('\n') => {
                    file.cut(start)?;
                    break;
                }
                Err(error) => return Err(refuse(&error)),
            };
            let game = read(&record, setup, options).map_err(|reason| refuse(&reason))?;
            if games.iter().any(|other| other.round == game.round) {
                return Err(refuse(&format!("round {} is there twice", game.round)));
            }
            games.push(game);
        }
        Ok((file, games))
    }

    fn open(path: &Path) -> Result<RecordFile, Failure> {
        let failure = |error: io::Error| Failure::writing(path, &error);
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.map_err(failure)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => Failure::Usage(format!("{} is in use by another match", path.display())),
            TryLockError::Error(error) => {
                let (file, cause) = (path.display().to_string(), error.to_string());
                Mistake::CannotLock { file, cause }.into()
            }
        })?;
        Ok(RecordFile {
            path: path.to_owned(),
            is_empty: file.metadata().map_err(failure)?.len() == 0,
            file,
        })
    }

    /// Removes a half-written record that begins here.
    fn cut(&mut self, start: usize) -> Result<(), Failure> {
        // The empty line before it goes too.
        let length = start.saturating_sub(1) as u64;
        self.is_empty = length == 0;
        let cut = self.file.set_len(length);
        cut.map_err(|error| Failure::writing(&self.path, &error))
    }

    /// Writes a record behind the others, at once.
    pub(super) fn append(&mut self, record: &str) -> Result<(), Failure> {
        let separator = if self.is_empty { "" } else { "\n" };
        self.is_empty = false;
        let written = self.file.write_all(format!("{separator}{record}").as_bytes());
        written.map_err(|error| Failure::writing(&self.path, &error))
    }
}

/// Where the records of a text begin.
fn record_starts(text: &str) -> Vec<usize> {
    let first = (!text.is_empty()).then_some(0);
    let others = text.match_indices("\n\n[Game ").map(|(at, _)| at + 2);
    first.into_iter().chain(others).collect()
}

/// What a game that was played before means to this match, or why it is of another one.
fn read<G: Engine + Board + Named>(
    record: &Record<G>,
    setup: &Setup,
    options: &G::Options,
) -> Result<Finished, String> {
    if record.options() != *options {
        return Err(format!("it is of {}, not of {options}", record.options()));
    }
    let tag = |name: &str| record.tags().get(name).unwrap_or_default();
    let (event, round) = (tag("Event"), tag("Round"));
    if event != setup.to_string() {
        return Err(format!("it is of the match {event:?}, not of {:?}", setup.to_string()));
    }
    let round = round.parse().map_err(|()| format!("{round:?} is no round"))?;
    if record.result().is_none() {
        return Err("it has no result".to_owned());
    }
    let fault = match record.tags().get(FAULT) {
        None => None,
        Some(text) => Some(Fault::read(text).ok_or_else(|| format!("{text:?} is no fault"))?),
    };
    Ok(finished(record, round, fault))
}
