//! `halte replay`: games in, one line of JSON for each. Outside scripts rely on it.

use std::io::{self, BufRead, BufReader, Write};

use clap::Args;
use halte_game::{Game, Playthrough};
use halte_games::{AnyGame, AnyOptions};
use serde::Serialize;

use crate::arguments::GameArguments;
use crate::failure::Failure;

/// Replay games: a game a line on standard input, a line of JSON for each
///
/// A line holds the moves of a game from its start, separated by spaces; an empty line is the start position. The
/// answer has `legal_counts`, `legal`, `to_move`, `outcome` and `position`, or `error` and `at`, the index of the bad
/// move counted from 0.
#[derive(Args)]
#[command(after_help = "Example:\n  printf 'e0 f3\\n\\n' | halte replay mobius")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
}

/// What is said of a game.
#[derive(Serialize, Debug)]
pub struct Replayed {
    /// How many legal moves there were before each move, and how many there are at the end.
    pub legal_counts: Vec<usize>,
    /// The final position's legal moves, sorted by code point.
    pub legal: Vec<String>,
    /// Who acts next: `first`, `second`, `chance` or `none`.
    pub to_move: String,
    /// `first`, `second` or `draw`, if the game is over.
    pub outcome: Option<String>,
    /// The final position.
    pub position: String,
}

/// What is said of a line that is no game.
#[derive(Serialize, Debug)]
pub struct Refused {
    /// What is wrong.
    pub error: String,
    /// The index of the bad move, counted from 0.
    pub at: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = arguments.game.options()?;
    let mut input = BufReader::new(io::stdin().lock());
    let mut output = io::BufWriter::new(io::stdout().lock());
    let mut any_refused = false;
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        // Bytes that are no text become a character that is in no move, and are refused with it.
        let answer = replay(&options, &String::from_utf8_lossy(&line));
        any_refused |= answer.is_err();
        match answer {
            Ok(replayed) => serde_json::to_writer(&mut output, &replayed),
            Err(refused) => serde_json::to_writer(&mut output, &refused),
        }
        .map_err(io::Error::from)?;
        writeln!(output)?;
        line.clear();
        // A script that waits for each answer gets it at once; a large file is answered in large pieces.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    output.flush()?;
    if any_refused { Err(Failure::Found) } else { Ok(()) }
}

/// Replays one line: the moves of a game from its start, separated by white space.
pub fn replay(options: &AnyOptions, line: &str) -> Result<Replayed, Refused> {
    let mut game = Playthrough::new(AnyGame::start(options));
    let mut legal_counts = vec![game.move_count()];
    for (at, text) in line.split_whitespace().enumerate() {
        if let Err(problem) = game.play_text(text) {
            let error = problem.to_string();
            return Err(Refused { error, at });
        }
        legal_counts.push(game.move_count());
    }
    let moves = game.legal_moves();
    let mut legal: Vec<String> = moves.iter().map(ToString::to_string).collect();
    legal.sort_unstable();
    Ok(Replayed {
        legal_counts,
        legal,
        to_move: game.turn().to_string(),
        outcome: game.turn().outcome().map(|outcome| outcome.to_string()),
        position: game.position().to_string(),
    })
}
