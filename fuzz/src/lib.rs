//! The fuzz targets: each takes bytes, panics if a promise is broken, and says whether it accepted the input.
//!
//! The promises: nothing panics, and what is accepted reads back as it is written.

mod server;

use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex};

use halte_cli::replay::replay as replay_line;
use halte_cli::ugi::{Most, converse};
use halte_game::board::Board;
use halte_game::draw::{Drawing, svg, text};
use halte_game::record::{ReadError, Record, Records};
use halte_game::{Game, Playthrough, Random};
use halte_games::{AnyGame, AnyOptions};

/// Something that reads input.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Takes a text about a variant.
    run: fn(&AnyOptions, &str) -> bool,
    /// About how many times as long as for the others an input takes.
    pub cost: usize,
}

/// All targets.
pub const TARGETS: [Target; 11] = [
    target("positions", positions, 1),
    target("moves", moves, 1),
    target("records", records, 1),
    target("replay", replay, 1),
    target("ugi", ugi, 40),
    target("messages", server::messages, 1),
    target("tables", server::tables, 10),
    target("events", server::events, 10),
    target("lines", server::lines, 1),
    target("configuration", server::configuration, 10),
    target("requests", server::requests, 10),
];

const fn target(name: &'static str, run: fn(&AnyOptions, &str) -> bool, cost: usize) -> Target {
    Target { name, run, cost }
}

/// The games and variants that the first byte of an input chooses from: all that are listed, and extremes.
pub static VARIANTS: LazyLock<Vec<AnyOptions>> = LazyLock::new(|| {
    let extremes = ["mixtour 1/1", "mixtour 3/25"].map(|variant| variant.parse().expect("a variant"));
    AnyOptions::all().into_iter().chain(extremes).collect()
});

/// Pieces of notation and of requests: in the place of others they get further than random bytes.
pub static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let common = COMMON_WORDS.split(' ').chain([" ", "\n"]).map(str::to_owned);
    common.chain(halte_library::notation()).collect()
});

/// What no game knows more of than another.
const COMMON_WORDS: &str = concat!(
    r##"# - : / , 0 1 999999999999999999999 a1 ( ) { } [ ] " $1 1... é null true -1 1e400"##,
    r##" \u0000 "type":"play" [[[[[[[[ %00"##,
);

impl Target {
    /// Takes bytes, panics if a promise is broken, and says whether it accepted them. The first byte chooses the variant.
    pub fn accepts(&self, data: &[u8]) -> bool {
        let Some((first, rest)) = data.split_first() else {
            return false;
        };
        let options = &VARIANTS[usize::from(*first) % VARIANTS.len()];
        std::str::from_utf8(rest).is_ok_and(|text| (self.run)(options, text))
    }
}

/// A text as a position: read, written, drawn, and every move of it tried.
pub fn positions(options: &AnyOptions, input: &str) -> bool {
    let strict = AnyGame::parse(options, input);
    let position = match options.game().position(input) {
        Ok(position) => position,
        Err(error) => {
            assert!(strict.is_err(), "accepted with a variant only: {input:?}");
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    // With a variant asked for, the same text is accepted exactly if it is of that variant.
    assert_eq!(strict.is_ok(), position.options() == *options, "{input:?}");
    let written = position.to_string();
    let read = AnyGame::parse(&position.options(), &written).expect("what is written is read");
    assert_eq!(read, position);
    assert_eq!(read.to_string(), written);
    assert_eq!(read.key(), position.key());

    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.move_count());
    assert_eq!(moves.is_empty(), position.turn().is_over(), "{written}");
    for &mv in &moves {
        let mut next = position.clone();
        next.play(mv).expect("a legal move is playable");
        let written = next.to_string();
        let read = AnyGame::parse(&next.options(), &written).expect("a position that was reached is read");
        assert_eq!(read, next);
        assert_eq!(read.key(), next.key());
        assert_eq!(read.turn(), next.turn(), "{written}");
    }
    let drawing = Drawing::new(&position, "fuzz".to_owned(), String::new()).with_moves::<AnyGame>(&moves);
    assert!(svg(&drawing).ends_with("</svg>\n"));
    assert!(!text(&drawing, true).is_empty());
    for stack in &position.scene().stacks {
        position.group(stack.site);
    }
    true
}

/// A text as a move: read, written, and tried on the start position.
pub fn moves(options: &AnyOptions, input: &str) -> bool {
    let Ok(mv) = AnyGame::parse_move(options, input) else {
        return false;
    };
    let written = mv.to_string();
    let read = AnyGame::parse_move(options, &written).expect("what is written is read");
    assert_eq!(read, mv);
    assert_eq!(read.to_string(), written);
    AnyGame::clicks(mv);
    AnyGame::touched(mv);
    let start = AnyGame::start(options);
    let mut position = start.clone();
    if position.play(mv).is_err() {
        assert_eq!(position, start);
    }
    true
}

/// A text as a line of `halte replay`.
pub fn replay(options: &AnyOptions, input: &str) -> bool {
    match replay_line(options, input) {
        Ok(replayed) => {
            assert_eq!(replayed.legal_counts.len(), input.split_whitespace().count() + 1);
            assert_eq!(replayed.legal_counts.last(), Some(&replayed.legal.len()));
            assert_eq!(replayed.legal.is_empty(), replayed.outcome.is_some());
            AnyGame::parse(options, &replayed.position).expect("the position reads back");
            true
        }
        Err(refused) => {
            assert!(refused.at < input.split_whitespace().count());
            // All moves before the bad one are fine.
            let good: Vec<&str> = input.split_whitespace().take(refused.at).collect();
            assert!(replay_line(options, &good.join(" ")).is_ok());
            false
        }
    }
}

/// A text as a file of records: each is read, written and read again.
pub fn records(_: &AnyOptions, input: &str) -> bool {
    let mut any_accepted = false;
    for record in Records::<AnyGame>::new(input) {
        any_accepted |= record.is_ok();
        match record {
            Ok(record) => {
                let written = record.to_string();
                let read: Record<AnyGame> = written.parse().expect("what is written is read");
                assert_eq!(read, record);
                assert_eq!(read.to_string(), written);
            }
            Err(error) => {
                if let ReadError::At { line, column, .. } = error {
                    // A carriage return alone ends a line too.
                    assert!(line >= 1 && line <= input.split(['\n', '\r']).count());
                    assert!(column >= 1);
                }
                assert!(!error.to_string().is_empty());
            }
        }
    }
    any_accepted
}

/// A text as a conversation with the engine; accepted if nothing was wrong with any of it.
pub fn ugi(options: &AnyOptions, input: &str) -> bool {
    let most = Most { memory: 1, threads: 3 };
    let said = Said::default();
    // Whatever is still searching then stops.
    let input = format!("{input}\nquit\n");
    converse(options, input.as_bytes(), said.clone(), most).expect("memory can be read and written");
    let said = said.0.lock().expect("what was said");
    let said = std::str::from_utf8(&said).expect("text");
    for line in said.lines() {
        let word = line.split(' ').next().unwrap_or_default();
        let known = ["id", "option", "ugiok", "readyok", "info", "bestmove", "response"];
        assert!(known.contains(&word), "{line:?}");
        assert!(!line.contains("the search failed"), "{input:?}");
        assert!(word != "bestmove" || line.split(' ').count() == 2, "{line:?}");
    }
    !said.contains("info string error")
}

/// What an engine said.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("what was said").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An input about the variant with this number.
#[must_use]
pub fn input(variant: usize, text: &str) -> Vec<u8> {
    [&[variant as u8], text.as_bytes()].concat()
}

/// Inputs to begin with, for every target: real games of every variant as positions, moves, records and lines.
#[must_use]
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let mut seeds = server::seeds(target);
    if !seeds.is_empty() {
        return seeds;
    }
    for (index, options) in VARIANTS.iter().enumerate() {
        for seed in 0..4 {
            let game = random_game(options, seed);
            let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
            let texts = match target {
                "positions" => vec![game.start().to_string(), game.position().to_string()],
                "moves" => moves.iter().take(5).cloned().collect(),
                "records" => vec![annotated(game).to_string()],
                "ugi" => vec![conversation(&game, &moves)],
                _ => vec![moves.join(" ")],
            };
            seeds.extend(texts.iter().map(|text| input(index, text)));
        }
    }
    seeds
}

/// What a client might say.
fn conversation(game: &Playthrough<AnyGame>, moves: &[String]) -> String {
    let level = moves.len() % 4;
    format!(
        "ugi\nisready\nsetoption name Level value {level}\nsetoption name Threads value 2\nuginewgame\n\
         position startpos moves {}\nquery p1turn\nquery gameover\nquery result\ngo nodes 20\nisready\nstop\n\
         setoption name MultiPV value 3\nsetoption name Seed value 9\nsetoption name Hash value 1\n\
         position fen {}\ngo infinite\nstop\ngo p1time 10 p2time 10 p1inc 1 p2inc 1\ngo depth 1 movetime 1",
        moves.join(" "),
        game.position(),
    )
}

/// The beginning of a random game.
#[must_use]
pub fn random_game(options: &AnyOptions, seed: u64) -> Playthrough<AnyGame> {
    let mut random = Random::new(seed);
    let mut game = Playthrough::new(AnyGame::start(options));
    let length = random.below(60);
    game.play_random(&mut random, length);
    game
}

/// The record of a game, with a comment and a variation.
fn annotated(game: Playthrough<AnyGame>) -> Record<AnyGame> {
    let mut record = Record::try_from(game).expect("a short game");
    let at = record.main_nodes()[record.main_nodes().len() / 2];
    let comment = "A comment; with (signs) [in] it.";
    record.set_comment(at, comment).expect("a comment");
    let moves = record.game_at(at).expect("a node of the main line").legal_moves();
    if let Some(&mv) = moves.last() {
        record.add_variation(at, mv).expect("a legal move");
    }
    record
}
