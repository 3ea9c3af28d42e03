//! What the next turns may bring: a win that is there, and one that the opponent threatens.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use halte_engine::{Answer, Clock, Control, Engine, Limits};
use halte_game::{Game, Outcome, Player, Playthrough, Turn};
use halte_games::{AnyGame, AnyMove};
use serde::Serialize;

use crate::{Exploration, Unanswered};

/// What whoever is to move has to reckon with.
#[derive(Serialize, Debug)]
pub struct Outlook {
    /// A way to win within this turn; none if there is none.
    pub win: Vec<String>,
    /// How many ways to hand the turn over were looked at.
    pub looked_at: usize,
    /// After how many of them the opponent wins in the next turn.
    pub lost: usize,
    /// Whether these are all ways there are.
    pub is_all: bool,
    /// One of the opponent's wins: the one that comes up most often.
    pub threat: Option<Threat>,
}

/// How the opponent may win in the next turn.
#[derive(Serialize, Debug)]
pub struct Threat {
    /// What is played before, by whoever is to move now.
    pub after: Vec<String>,
    /// What the opponent wins with then.
    pub moves: Vec<String>,
}

/// How long is thought about it at most: somebody waits for a sentence.
const THOUGHT: Duration = Duration::from_secs(1);

/// How many turns of several steps stand for all of them, each a small step that leaves most threats as they are. If
/// the first few show none, the rest is not looked at. Both numbers are guesses.
const TURNS_TRIED: usize = 12;
const TURNS_TRIED_FIRST: usize = 4;

/// Nodes spent at most on looking for a turn of several steps that wins: the own one, and each of the opponent's. They
/// are guesses: as many as there is time for.
const WIN_NODES: u64 = 4000;
const THREAT_NODES: u64 = 1000;

/// What looking for the win of a turn of several steps may remember, in bytes.
const TURNS_MEMORY: usize = 1 << 18;

impl Exploration {
    /// What has whoever is to move to reckon with? When nobody is, with nothing.
    pub fn outlook(&self, clock: &dyn Clock, stop: &AtomicBool) -> Result<Outlook, Unanswered> {
        let game = self.play("")?;
        let begun = clock.now();
        // Each question has nodes of its own; the time is that of all.
        let begin = |nodes| {
            let time = THOUGHT.saturating_sub(clock.now() - begun);
            let limits = Limits {
                time: Some(time),
                ..Limits::nodes(nodes)
            };
            Control::new(limits, clock, stop)
        };
        Ok(look_ahead(&game, &begin))
    }
}

/// Begins to look for something, within so many nodes.
type Begin<'b, 'c> = &'b dyn Fn(u64) -> Control<'c>;

fn look_ahead(game: &Playthrough<AnyGame>, begin: Begin<'_, '_>) -> Outlook {
    let position = game.position();
    let mut outlook = Outlook {
        win: Vec::new(),
        looked_at: 0,
        lost: 0,
        is_all: true,
        threat: None,
    };
    let Turn::Player(player) = game.turn() else {
        return outlook;
    };
    outlook.win = written(&winning_turn(position, &begin(WIN_NODES)).unwrap_or_default());
    let (ways, is_all) = ways_to_hand_over(position);
    outlook.is_all = is_all;
    // How often each win of the opponent comes up, and where at first.
    let mut wins: Vec<(usize, &[AnyMove], Vec<AnyMove>)> = Vec::new();
    for (way, after) in &ways {
        let control = begin(THREAT_NODES);
        let is_hopeless = !is_all && outlook.lost == 0 && outlook.looked_at == TURNS_TRIED_FIRST;
        if is_hopeless || control.is_over() {
            outlook.is_all = false;
            break;
        }
        let win = match turn_after(game, way) {
            // Nobody knows which card comes.
            Turn::Chance => {
                outlook.is_all = false;
                continue;
            }
            Turn::Player(other) if other != player => winning_turn(after, &control),
            _ => None,
        };
        outlook.looked_at += 1;
        if let Some(win) = win {
            outlook.lost += 1;
            match wins.iter_mut().find(|(_, _, known)| *known == win) {
                Some((count, ..)) => *count += 1,
                None => wins.push((1, way, win)),
            }
        } else if is_won(after, !player) {
            outlook.lost += 1;
        }
    }
    outlook.threat = wins
        .iter()
        .rev()
        .max_by_key(|(count, ..)| *count)
        .map(|(_, way, win)| Threat {
            after: written(way),
            moves: written(win),
        });
    outlook
}

/// Who acts after these moves, if a repetition does not end the game.
fn turn_after(game: &Playthrough<AnyGame>, moves: &[AnyMove]) -> Turn {
    let mut game = game.clone();
    for &mv in moves {
        // Whatever was looked for among the legal moves is one.
        if game.play(mv).is_err() {
            break;
        }
    }
    game.turn()
}

fn written(moves: &[AnyMove]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

fn is_won(position: &AnyGame, player: Player) -> bool {
    position.turn() == Turn::Over(Outcome::Win(player))
}

fn after(position: &AnyGame, mv: AnyMove) -> AnyGame {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}

/// A way to win within the turn of whoever is to move, unless there is none or the time is up.
fn winning_turn(position: &AnyGame, control: &Control<'_>) -> Option<Vec<AnyMove>> {
    if has_steps(position) {
        return match AnyGame::solver(TURNS_MEMORY).win(position, usize::MAX, control) {
            Answer::Win { moves } => Some(moves),
            Answer::NoWin | Answer::Unknown => None,
        };
    }
    let wins = |&mv: &AnyMove| is_won(&after(position, mv), position.player());
    position.legal_moves().into_iter().find(wins).map(|mv| vec![mv])
}

/// Whether the turn that begins or goes on here has several steps.
fn has_steps(position: &AnyGame) -> bool {
    let first = position.legal_moves().first().map(|&mv| after(position, mv));
    !position.begins_turn() || first.is_some_and(|next| !next.begins_turn())
}

/// Ways to end the turn, with what they lead to, and whether these are all. Of turns of several steps some stand for all:
/// the shortest, to stop here, or to make a small step and stop.
fn ways_to_hand_over(position: &AnyGame) -> (Vec<(Vec<AnyMove>, AnyGame)>, bool) {
    let nexts = position.legal_moves().into_iter().map(|mv| (mv, after(position, mv)));
    let (ends, steps): (Vec<_>, Vec<_>) = nexts.partition(|(_, next)| next.begins_turn());
    let is_all = steps.is_empty() && !ends.iter().any(|(_, next)| has_steps(next));
    let apart = |count: usize| if is_all { 1 } else { count.div_ceil(TURNS_TRIED).max(1) };
    if !ends.is_empty() {
        let apart = apart(ends.len());
        let ends = ends.into_iter().step_by(apart);
        return (ends.map(|(mv, next)| (vec![mv], next)).collect(), is_all);
    }
    let apart = apart(steps.len());
    let tried = steps.into_iter().step_by(apart).filter_map(|(mv, next)| {
        let mut ends = next.legal_moves().into_iter().map(|end| (end, after(&next, end)));
        let (end, last) = ends.find(|(_, last)| last.begins_turn())?;
        Some((vec![mv, end], last))
    });
    (tried.collect(), false)
}

#[cfg(test)]
mod tests {
    use halte_game::Random;

    use super::*;

    /// A clock that stands still, so that only nodes are counted.
    struct Still;

    impl Clock for Still {
        fn now(&self) -> Duration {
            Duration::ZERO
        }
    }

    fn outlook(game: &str, start: Option<&str>, moves: &str) -> Outlook {
        let line = Exploration {
            game: game.to_owned(),
            start: start.map(str::to_owned),
            moves: moves.split_whitespace().map(str::to_owned).collect(),
        };
        let outlook = line.outlook(&Still, &AtomicBool::new(false));
        outlook.expect("the line can be played")
    }

    /// The first so many moves of the game that stands in a game's folder.
    fn record(text: &str, count: usize) -> String {
        let moves = text.lines().filter(|line| !line.starts_with('['));
        let words = moves.flat_map(str::split_whitespace);
        let moves = words.filter(|word| !word.contains('.') && !matches!(*word, "1-0" | "0-1"));
        moves.take(count).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn nothing_is_said_at_the_start() {
        for game in ["mobius", "move", "fibonacci classic", "fibonacci cards", "mixtour 20/1"] {
            let Outlook { win, lost, threat, .. } = outlook(game, None, "");
            assert!(win.is_empty() && lost == 0 && threat.is_none(), "{game}");
        }
    }

    #[test]
    fn a_tower_is_threatened() {
        let start = ",,,,/,,,,/,,,,/,,,,/wwrr,w,,, w 0:0 20/1 -";
        let Outlook {
            win,
            looked_at,
            lost,
            is_all,
            threat,
        } = outlook("mixtour 20/1", Some(start), "");
        assert!(
            win.is_empty() && is_all && lost < looked_at && lost * 2 > looked_at,
            "{lost} of {looked_at}"
        );
        assert_eq!(threat.expect("a threat").moves, ["a1:4-b1"]);
        // What is a threat to one is a win to the other.
        assert_eq!(outlook("mixtour 20/1", Some(start), "e5").win, ["a1:4-b1"]);
        // Who breaks the stack up has nothing to fear.
        let safe = outlook("mixtour 20/1", Some(start), "a1:2-b1 e5");
        assert!(safe.lost * 2 < safe.looked_at);
    }

    #[test]
    fn a_missing_stone_is_found() {
        let red = "a2 b2 c2 c3 d4 e4 f4 f5 g5 h5 f6 d7 e7 d8 a9 b9 c9 i6 k6 l6".split(' ');
        let blue = (0..24).map(|at| format!("{}{}", char::from(b'a' + at % 12), 11 + at / 12));
        let moves: Vec<String> = red.zip(blue).flat_map(|(red, blue)| [red.to_owned(), blue]).collect();
        assert_eq!(outlook("mobius", None, &moves.join(" ")).win, ["j6"]);
        let Outlook {
            looked_at,
            lost,
            is_all,
            threat,
            ..
        } = outlook("mobius", None, &moves[..moves.len() - 1].join(" "));
        assert!(is_all);
        assert_eq!(lost, looked_at - 1);
        assert_eq!(threat.expect("a threat").moves, ["j6"]);
    }

    #[test]
    fn a_push_is_foreseen() {
        let text = include_str!("../../../games/move/record.txt");
        let before = outlook("move", None, &record(text, 20));
        assert_eq!((before.looked_at, before.lost, before.is_all), (19, 17, true));
        assert_eq!(before.threat.expect("a threat").moves, ["c^"]);
        assert_eq!(outlook("move", None, &record(text, 21)).win, ["c^"]);
    }

    /// A random game of Move that a repetition ends.
    fn repeated() -> Playthrough<AnyGame> {
        let play = |seed| {
            let mut game = Playthrough::new(AnyGame::start(&"move".parse().expect("a game")));
            let mut random = Random::new(seed);
            while let Turn::Player(_) = game.turn() {
                let mv = game.position().random_move(&mut random).expect("a move");
                game.play(mv).expect("a legal move");
            }
            game
        };
        (0..).map(play).find(Playthrough::is_repetition).expect("some repeat")
    }

    #[test]
    fn a_repetition_ends_a_game_and_threatens_nobody() {
        let game = repeated();
        let moves = written(game.moves());
        let (last, before) = moves.split_last().expect("moves");
        let over = outlook("move", None, &moves.join(" "));
        assert!(over.win.is_empty() && over.looked_at == 0, "{over:?}");
        let line = outlook("move", None, &before.join(" "));
        let repeats = AnyGame::parse_move(&game.position().options(), last).expect("a move");
        let mut earlier = game.clone();
        earlier.undo();
        assert_eq!(turn_after(&earlier, &[repeats]), Turn::Over(Outcome::Draw));
        assert!(line.looked_at > line.lost, "{line:?}");
    }

    #[test]
    fn nothing_is_known_of_cards_to_come() {
        let Outlook { looked_at, is_all, .. } = outlook("fibonacci cards", None, "#3 a2-b4");
        assert!(looked_at == 0 && !is_all);
    }

    #[test]
    fn a_turn_of_several_steps_is_foreseen() {
        let text = include_str!("../../../games/fibonacci/record.txt");
        let all = record(text, usize::MAX).split(' ').count();
        // Red has three steps to go, and is asked; then Green is to move in the same position.
        let line = Exploration {
            game: "fibonacci classic".to_owned(),
            start: None,
            moves: record(text, all - 3).split(' ').map(str::to_owned).collect(),
        };
        let red = line.outlook(&Still, &AtomicBool::new(false)).expect("a line");
        assert_eq!(red.win.len(), 3);
        let position = line.explore().expect("a line").view.position;
        let (pieces, _) = position.split_once(' ').expect("a position");
        let green = outlook("fibonacci classic", Some(&format!("{pieces} g 10 1")), "");
        assert!(green.lost * 2 > green.looked_at && !green.is_all, "{green:?}");
        assert_eq!(green.threat.expect("a threat").moves.len(), 3);
    }
}
