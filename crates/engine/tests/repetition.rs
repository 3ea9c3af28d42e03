//! Alpha-beta and the rule of repetition, in games on small graphs that are made for it.

use std::convert::Infallible;
use std::fmt;

use halte_engine::{AlphaBeta, Control, Evaluate, Limits, Score, Search, Settings};
use halte_game::random::mix;
use halte_game::{Game, IllegalMove, Outcome, ParseError, Player, Playthrough, Reason, Repetition, Turn, What};

/// A piece on a graph, which the players move in turn. Whoever is to move at `w` has lost.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Graph {
    node: char,
    player: Player,
    /// Whether nothing that stood before can come again.
    is_fresh: bool,
}

impl Graph {
    fn at(node: char, player: Player) -> Graph {
        Graph {
            node,
            player,
            is_fresh: true,
        }
    }

    /// Where the piece can go.
    fn exits(&self) -> &'static str {
        match self.node {
            // At q the second player has lost, and at b: by x, and by p unless q must not come again.
            'q' => "ad",
            'a' => "bw",
            'b' => "xp",
            'p' => "q",
            'x' => "y",
            'y' => "z",
            'z' => "w",
            // Another way from q to b, with a way out.
            'd' => "ew",
            'e' => "r",
            'r' => "fb",
            // A circle without a way out.
            'f' => "g",
            'g' => "f",
            _ => "",
        }
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at {}", self.player, self.node)
    }
}

impl Game for Graph {
    type Move = char;
    type Fault = Infallible;
    type Options = halte_game::NoVariants;

    fn start(_: &Self::Options) -> Graph {
        Graph::at('q', Player::Second)
    }

    fn options(&self) -> Self::Options {
        Default::default()
    }

    fn parse(_: &Self::Options, text: &str) -> Result<Graph, ParseError<Infallible>> {
        Err(ParseError::new(What::Position, text, Reason::OtherGame))
    }

    fn parse_move(_: &Self::Options, text: &str) -> Result<char, ParseError<Infallible>> {
        Err(ParseError::new(What::Move, text, Reason::OtherGame))
    }

    fn turn(&self) -> Turn {
        if self.node == 'w' {
            Turn::Over(Outcome::Win(!self.player))
        } else {
            Turn::Player(self.player)
        }
    }

    fn player(&self) -> Player {
        self.player
    }

    fn add_legal_moves(&self, moves: &mut Vec<char>) {
        moves.extend(self.exits().chars());
    }

    fn check(&self, mv: char) -> Result<(), IllegalMove<Infallible>> {
        let is_legal = self.exits().contains(mv);
        is_legal
            .then_some(())
            .ok_or_else(|| IllegalMove::new(mv, Reason::OtherGame))
    }

    fn play_unchecked(&mut self, mv: char) {
        *self = Graph {
            node: mv,
            player: !self.player,
            is_fresh: false,
        };
    }

    fn key(&self) -> u64 {
        mix(2 * u64::from(u32::from(self.node)) + self.player.index() as u64)
    }

    fn repetition(&self) -> Repetition {
        if self.is_fresh {
            Repetition::Fresh(self.key())
        } else {
            Repetition::Key(self.key())
        }
    }
}

impl Evaluate for Graph {
    const WEIGHTS: &'static [i32] = &[1000];
    const MOVE_NUMBERS: usize = 128;

    fn move_number(mv: char) -> usize {
        mv as usize
    }

    /// The first player seems to be better.
    fn features(&self, mut count: impl FnMut(usize, i32)) {
        count(0, if self.player == Player::First { 1 } else { -1 });
    }

    fn winning_move(&self) -> Option<char> {
        self.exits().chars().find(|&exit| exit == 'w')
    }

    fn is_threatened(&self) -> bool {
        false
    }

    fn forcing_moves(&self, _: &mut Vec<char>) {}

    fn urgency(&self, _: char) -> i32 {
        0
    }
}

fn score(search: &mut AlphaBeta<Graph>, game: &Playthrough<Graph>, depth: u32) -> Score {
    let control = Control::within(Limits::depth(depth));
    search.search(game, &control, &mut |_| {}).lines[0].score
}

fn search() -> AlphaBeta<Graph> {
    AlphaBeta::new(&Settings::with_memory(1 << 14))
}

/// When q has stood twice, p leads to a draw, and so does b. A search that remembers otherwise from before must not believe
/// it.
#[test]
fn what_was_proved_before_a_repetition_is_not_believed_after_it() {
    let mut search = search();
    let mut game = Playthrough::new(Graph::at('q', Player::Second));
    let mut check = |moves: &str, expected: Score| {
        for mv in moves.chars() {
            game.play(mv).expect("a legal move");
        }
        assert_eq!(score(&mut search, &game, 9), expected, "after {:?}", game.moves());
    };
    check("ab", Score::Loss { moves: 4 });
    check("p", Score::Win { moves: 3 });
    check("qder", Score::Estimate(0.5));
    check("bx", Score::Win { moves: 3 });
}

/// The root comes again after two moves, and no third time is needed to see a draw; also if it is the first position of
/// its kind.
#[test]
fn the_second_time_is_a_draw() {
    let game = Playthrough::new(Graph::at('f', Player::First));
    assert_eq!(score(&mut search(), &game, 2), Score::Estimate(0.5));
}
