//! A second implementation to compare with, the published figures, and what random play rarely shows.

use halte_game::board::{Board, Scored};
use halte_game::{Game, Outcome, Player, Random, Repetition, Turn};

use super::{Cell, Mixtour, Move, Options, Stack};

/// A second implementation, made to be read against the rules: cell by cell, with the whole board compared for undos.
#[derive(Clone)]
struct Reference {
    board: [Vec<Player>; 25],
    before: Option<[Vec<Player>; 25]>,
    player: Player,
    scores: [u8; 2],
    passes: u8,
    options: Options,
}

impl Reference {
    fn start(options: Options) -> Reference {
        Reference {
            board: Default::default(),
            before: None,
            player: Player::First,
            scores: [0; 2],
            passes: 0,
            options,
        }
    }

    fn reserve(&self, player: Player) -> usize {
        let on_board = self.board.iter().flatten().filter(|&&owner| owner == player).count();
        usize::from(self.options.pieces()) - on_board
    }

    fn turn(&self) -> Turn {
        let has_won = |player: &Player| self.scores[player.index()] == self.options.goal();
        match Player::ALL.into_iter().find(has_won) {
            Some(winner) => Turn::Over(Outcome::Win(winner)),
            None if self.passes == 2 => Turn::Over(Outcome::Draw),
            None => Turn::Player(self.player),
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        if self.turn().is_over() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        if self.reserve(self.player) > 0 {
            let empty = Cell::all().filter(|cell| self.board[cell.index()].is_empty());
            moves.extend(empty.map(Move::Enter));
        }
        for from in Cell::all() {
            for (right, up) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                if let Some((to, distance)) = self.first_stack(from, right, up)
                    && distance == self.board[to.index()].len()
                {
                    let counts = 1..=self.board[from.index()].len() as u8;
                    moves.extend(counts.map(|count| Move::Stack { from, to, count }));
                }
            }
        }
        moves.retain(|&mv| {
            let mut next = self.clone();
            next.play(mv);
            Some(next.board) != self.before
        });
        if moves.is_empty() { vec![Move::Pass] } else { moves }
    }

    fn first_stack(&self, from: Cell, right: i32, up: i32) -> Option<(Cell, usize)> {
        (1..5).find_map(|distance| {
            let column = from.column() as i32 + right * distance;
            let row = from.row() as i32 + up * distance;
            let on_board = (0..5).contains(&column) && (0..5).contains(&row);
            let cell = on_board.then(|| Cell::new(column as usize, row as usize).unwrap())?;
            (!self.board[cell.index()].is_empty()).then_some((cell, distance as usize))
        })
    }

    fn play(&mut self, mv: Move) {
        self.before = Some(self.board.clone());
        self.passes = if mv == Move::Pass { self.passes + 1 } else { 0 };
        match mv {
            Move::Enter(cell) => self.board[cell.index()].push(self.player),
            Move::Stack { from, to, count } => {
                let left = self.board[from.index()].len() - usize::from(count);
                let taken = self.board[from.index()].split_off(left);
                let target = &mut self.board[to.index()];
                target.extend(taken);
                if target.len() >= 5 {
                    let top = target.last().unwrap();
                    self.scores[top.index()] += 1;
                    target.clear();
                }
            }
            Move::Pass => {}
        }
        self.player = !self.player;
    }

    fn compare(&self, position: &Mixtour) {
        for cell in Cell::all() {
            let pieces: Vec<Player> = position.stack(cell).pieces().collect();
            assert_eq!(pieces, self.board[cell.index()], "{cell} of {position}");
            assert_eq!(position.stack(cell).top(), pieces.last().copied());
        }
        for player in Player::ALL {
            let reserve = usize::from(position.reserve(player));
            assert_eq!(reserve, self.reserve(player), "{position}");
            assert_eq!(position.score(player), self.scores[player.index()], "{position}");
        }
        assert_eq!(position.turn(), self.turn(), "{position}");

        let sorted = |moves: Vec<Move>| {
            let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
            texts.sort();
            texts
        };
        let moves = position.legal_moves();
        assert_eq!(sorted(moves), sorted(self.legal_moves()), "{position}");
    }
}

#[test]
fn plays_like_the_reference() {
    let variants = ["1/1", "2/1", "4/2", "20/1", "20/3", "25/5", "25/25"];
    for (variant, games) in variants.into_iter().zip([300, 300, 200, 1000, 300, 200, 30]) {
        let options: Options = variant.parse().unwrap();
        for seed in 0..games {
            let mut random = Random::new(seed);
            let mut position = Mixtour::start(&options);
            let mut reference = Reference::start(options);
            reference.compare(&position);
            // With few pieces a game goes on and on, as nobody counts repetitions here.
            for _ in 0..200 {
                let Some(mv) = position.random_move(&mut random) else {
                    break;
                };
                position.play(mv).unwrap();
                reference.play(mv);
                reference.compare(&position);
            }
        }
    }
}

#[test]
fn counts_and_lists_the_same_moves_on_any_board() {
    let options = Options::new(25, 5).unwrap();
    let mut random = Random::new(11);
    for _ in 0..20_000 {
        // Random play makes few high stacks: these boards have any mixture of heights.
        let heights: Vec<usize> = (0..=random.below(4)).map(|_| random.below(5)).collect();
        let mut position = Mixtour::start(&options);
        let mut reference = Reference::start(options);
        let mut cells: Vec<Cell> = Cell::all().collect();
        for last in (1..cells.len()).rev() {
            cells.swap(last, random.below(last + 1));
        }
        for cell in cells {
            let mut stack = Stack::EMPTY;
            for _ in 0..heights[random.below(heights.len())] {
                let owner = Player::ALL[random.below(2)];
                if reference.reserve(owner) > 0 {
                    stack = stack.with(owner);
                    reference.board[cell.index()].push(owner);
                }
            }
            assert!(position.set_up(cell, stack));
        }
        reference.compare(&position);
        let stack_moves = position.stacks.moves();
        let mut index = 0;
        stack_moves.for_each(|mv| {
            assert_eq!(stack_moves.nth(index), mv, "move {index} of {position}");
            index += 1;
        });
        assert_eq!(stack_moves.len(), index, "{position}");
    }
}

#[test]
fn a_single_piece_is_landed_on_from_every_neighbour() {
    // The sheet's second figure.
    let figure = ",,,,/,,,,/w,r,w,,/rw,w,wr,,/r,wr,rrr,, w 0:0 25/5 -";
    let position: Mixtour = figure.parse().unwrap();
    for from in ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"] {
        position.check(format!("{from}-b2").parse().unwrap()).unwrap();
    }
}

#[test]
fn towers_score_for_the_top_piece() {
    let before = ",,,,/,,,,/wrrr,,,,wwww/,,,,/wr,,rww,, w 1:3 25/5 -";
    let mut position: Mixtour = before.parse().unwrap();
    assert_eq!(Player::ALL.map(|player| position.reserve(player)), [17, 20]);
    let scored = |mv: &str| position.scored(mv.parse().unwrap());
    let (player, pieces) = (Player::Second, vec![0, 0, 0, 0, 0, 1, 1, 1]);
    assert_eq!(scored("a3:4-e3"), Some(Scored { player, pieces }));
    assert_eq!((scored("a1-c1"), scored("b2")), (None, None));
    position.play("a3:4-e3".parse().unwrap()).unwrap();
    assert_eq!(Player::ALL.map(|player| position.reserve(player)), [22, 23]);
    assert!(position.scene().winning.is_empty());
    // The last point ends the game.
    let last = ",,,,/,,,,/wrrr,,,,wwww/,,,,/,,,, w 1:4 25/5 -";
    let mut position: Mixtour = last.parse().unwrap();
    position.play("a3:2-e3".parse().unwrap()).unwrap();
    assert_eq!(position.turn(), Turn::Over(Outcome::Win(Player::Second)));
    assert_eq!(position.ending(), Some("points"));
    assert_eq!(position.scene().winning, [14]);
}

#[test]
fn passes_end_the_game() {
    let stuck = ",,,,r/,,,,/,,,,/,,,,/w,,,, w 0:0 1/1 e5";
    let mut position: Mixtour = stuck.parse().unwrap();
    for _ in 0..2 {
        assert_eq!(position.ending(), None);
        position.play(Move::Pass).unwrap();
    }
    assert_eq!(position.turn(), Turn::Over(Outcome::Draw));
    assert_eq!(position.ending(), Some("two_passes"));
}

#[test]
fn repetition_looks_at_the_board_and_not_at_the_last_move() {
    let read = |text: &str| text.parse::<Mixtour>().unwrap();
    let set_up = read(",,,,/,,,,/,,,,/,,,,/w,rr,,, r 0:0 25/5 -");
    let moved = read(",,,,/,,,,/,,,,/,,,,/w,rr,,, r 0:0 25/5 a1-b1");
    assert_eq!(set_up.repetition(), moved.repetition());
    assert_ne!(set_up.key(), moved.key());
    let entered = read(",,,,/,,,,/,,,,/,,,,/w,rr,,, r 0:0 25/5 a1");
    assert!(matches!(entered.repetition(), Repetition::Fresh(_)));
    let tower = read(",,,,/,,,,/,,,,/,,,,/,,,,w r 0:1 25/5 d1:2-a1");
    assert!(matches!(tower.repetition(), Repetition::Fresh(_)));
}

#[test]
fn damaged_texts_never_panic() {
    let mut random = Random::new(5);
    let pieces = [
        ",", "/", " ", "w", "r", "-", ":", "0", "1", "5", "25", "a", "e", "pass", "é", "😀", "\0",
    ];
    for seed in 0..300 {
        let mut play = Random::new(seed);
        let mut position = Mixtour::start(&["2/1", "20/1", "25/5"][seed as usize % 3].parse().unwrap());
        while let Some(mv) = position.random_move(&mut play).filter(|_| play.below(60) > 0) {
            position.play_unchecked(mv);
            let mut text: Vec<char> = position.to_string().chars().collect();
            for _ in 0..=random.below(3) {
                let start = random.below(text.len());
                let end = (start + random.below(3)).min(text.len());
                text.splice(start..end, pieces[random.below(pieces.len())].chars());
            }
            let text: String = text.into_iter().collect();
            let Ok(mut read) = text.parse::<Mixtour>() else {
                continue;
            };
            assert_eq!(read.to_string(), text);
            for _ in 0..20 {
                let Some(mv) = read.random_move(&mut random) else {
                    break;
                };
                read.play(mv).unwrap();
                let again: Mixtour = read.to_string().parse().unwrap();
                assert!(again == read && again.key() == read.key(), "{read}");
            }
        }
    }
}
