//! A second implementation to compare with, the published figures, and what random play rarely shows.

use halte_game::board::{Board, Scored};
use halte_game::{Game, Outcome, Player, Random, Repetition, Turn};

use super::{ABOUT, Cell, Mixtour, Move, Options, Stack};

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
        match Player::ALL
            .into_iter()
            .find(|player| self.scores[player.index()] == self.options.goal())
        {
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
            assert_eq!(
                usize::from(position.reserve(player)),
                self.reserve(player),
                "{position}"
            );
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
    let variants = [
        ("1/1", 300),
        ("2/1", 300),
        ("4/2", 200),
        ("20/1", 1000),
        ("20/3", 300),
        ("25/5", 200),
        ("25/25", 30),
    ];
    for (variant, games) in variants {
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

/// Plays moves from a position; an illegal one must be the last, and is refused with the expected reason.
fn check_moves(position: &str, moves: &str, expected: &str) {
    let mut position: Mixtour = position.parse().unwrap();
    let mut refusal = None;
    for text in moves.split_whitespace() {
        assert_eq!(refusal, None, "{moves}");
        let mv = text.parse().unwrap();
        refusal = position.play(mv).err().map(|error| error.reason().to_string());
    }
    assert_eq!(refusal.unwrap_or_else(|| position.to_string()), expected, "{moves}");
}

#[test]
fn distance_is_the_height_of_the_stack_landed_on() {
    // The sheet's first figure.
    let figure = ",,,,/,wrw,,,r/,,r,,/,,,w,/,,,,wr w 0:0 25/5 -";
    check_moves(figure, "e4-b4", ",,,,/,wrwr,,,/,,r,,/,,,w,/,,,,wr r 0:0 25/5 e4-b4");
    check_moves(figure, "b4-e4", "e4 has 1 piece, but is 3 away");
    check_moves(figure, "e1-b4", "d2 is in the way");
    check_moves(figure, "c3-b4", "b4 has 3 pieces, but is 1 away");
    check_moves(figure, "e1-c4", "c4 has no stack to land on");
    check_moves(figure, "e1-c3", "c3 has 1 piece, but is 2 away");
    check_moves(figure, "e4-d2", "e4 and d2 are not in line");
    check_moves(figure, "b4-b4", "b4 and b4 are not in line");
    check_moves(figure, "b4:4-c3", "b4 has 3 pieces");
    check_moves(figure, "a1-b4", "a1 has no piece");
    check_moves(figure, "c3", "c3 is occupied");
    check_moves(figure, "pass", "there is another move");
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
fn gerhards_illustrations() {
    // Boards that show what the captions say; the cells are ours.
    // A (a3) and B (c1) are two cells from C (c3), which is two high; so is D (e5), but d4 is occupied.
    let first = ",,,,r/,,,r,/wrw,,wr,,/,,,,/,,w,, w 0:0 20/1 -";
    check_moves(first, "a3:2-c3", ",,,,r/,,,r,/w,,wrrw,,/,,,,/,,w,, r 0:0 20/1 a3:2-c3");
    check_moves(first, "c1-c3", ",,,,r/,,,r,/wrw,,wrw,,/,,,,/,,,, r 0:0 20/1 c1-c3");
    check_moves(first, "e5-c3", "d4 is in the way");
    // Red moves three cells onto a stack of three, and wins.
    let second = ",,,,/,,,,/wr,,,rww,/,,,,/,w,,, r 0:0 20/1 -";
    check_moves(second, "a3:2-d3", ",,,,/,,,,/,,,,/,,,,/,w,,, w 0:1 20/1 a3:2-d3");
}

#[test]
fn towers_score_for_the_top_piece() {
    let before = ",,,,/,,,,/wrrr,,,,wwww/,,,,/wr,,rww,, w 1:3 25/5 -";
    // White may score for Red, and everything goes back to its owner.
    check_moves(before, "a3-e3", ",,,,/,,,,/wrr,,,,/,,,,/wr,,rww,, r 1:4 25/5 a3-e3");
    check_moves(before, "a3:4-e3", ",,,,/,,,,/,,,,/,,,,/wr,,rww,, r 1:4 25/5 a3:4-e3");
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
    check_moves(last, "a3-e3 a1", "the game is over");
    let mut position: Mixtour = last.parse().unwrap();
    position.play("a3:2-e3".parse().unwrap()).unwrap();
    assert_eq!(position.turn(), Turn::Over(Outcome::Win(Player::Second)));
    assert_eq!(position.ending(), Some("points"));
    assert_eq!(position.scene().winning, [14]);
}

#[test]
fn undoing_is_forbidden_only_at_once() {
    let before = ",,,,/,,,,/,,,,/,,,,/wr,r,,, w 0:0 25/5 -";
    check_moves(before, "a1-b1 b1-a1", "it would undo the last move");
    check_moves(
        before,
        "a1-b1 b1:2-a1",
        ",,,,/,,,,/,,,,/,,,,/wrr,,,, w 0:0 25/5 b1:2-a1",
    );
    check_moves(
        before,
        "a1-b1 e5 b1-a1",
        ",,,,r/,,,,/,,,,/,,,,/wr,r,,, r 0:0 25/5 b1-a1",
    );
    // The whole stack moved: nothing is left to go back to.
    check_moves(before, "a1:2-b1 b1:2-a1", "a1 has no stack to land on");
    // What is left is not as high as it is far.
    let far = ",,,,/,,,,/,,,,/,,,,/wr,,rw,, w 0:0 25/5 -";
    check_moves(far, "a1-c1 c1-a1", "a1 has 1 piece, but is 2 away");
    // Two pieces two cells away go back but for the rule.
    let near = ",,,,/,,,,/,,,,/,,,,/wrw,,rw,, w 0:0 25/5 -";
    check_moves(near, "a1-c1 c1-a1", "it would undo the last move");
    check_moves(
        near,
        "a1-c1 c1:2-a1",
        ",,,,/,,,,/,,,,/,,,,/wrww,,r,, w 0:0 25/5 c1:2-a1",
    );
}

#[test]
fn passes_end_the_game() {
    let stuck = ",,,,r/,,,,/,,,,/,,,,/w,,,, w 0:0 1/1 e5";
    check_moves(stuck, "b1", "no piece is left to enter");
    check_moves(stuck, "pass", ",,,,r/,,,,/,,,,/,,,,/w,,,, r 0:0 1/1 pass");
    check_moves(stuck, "pass pass", ",,,,r/,,,,/,,,,/,,,,/w,,,, w 0:0 1/1 pass2");
    check_moves(stuck, "pass pass pass", "the game is over");
    let mut position: Mixtour = stuck.parse().unwrap();
    for _ in 0..2 {
        assert_eq!(position.ending(), None);
        position.play(Move::Pass).unwrap();
    }
    assert_eq!(position.turn(), Turn::Over(Outcome::Draw));
    assert_eq!(position.ending(), Some("two_passes"));
    // Red has a piece to enter when White has none.
    check_moves(
        ",,,,/,,,,/,,,,/,,,,/ww,,,, w 0:0 2/1 -",
        "pass c2 pass e5 pass pass",
        ",,,,r/,,,,/,,,,/,,r,,/ww,,,, w 0:0 2/1 pass2",
    );
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
fn moves_read_as_they_are_written() {
    let check = |text: &str, expected: &str| {
        let read = text
            .parse::<Move>()
            .map_or_else(|error| error.reason().to_string(), |mv| mv.to_string());
        assert_eq!(read, expected, "{text}");
    };
    check("b2", "b2");
    check("c4:3-d3", "c4:3-d3");
    check("a1:1-b2", "a1-b2");
    check("pass", "pass");
    let forms = "moves are written b2, a1-b2, c4:3-d3 or pass, on cells a1 to e5";
    for text in [
        "", "b6", "f1", "B2", "b2 ", "a1-", "-a1", "a1-b2-c3", "a1--b2", "é1", "a1-é", "-", "pass2", "Pass",
    ] {
        check(text, forms);
    }
    for text in [
        "a1:0-b2",
        "a1:5-b2",
        "a1:-b2",
        "a1:01-b2",
        "a1:+1-b2",
        "a1:999999999999999999999-b2",
        "a1:2:2-b2",
    ] {
        check(text, "one to four pieces are taken");
    }
}

#[test]
fn variants_read_as_they_are_written() {
    for text in ["25/5", "20/1", "1/1", "25/25"] {
        assert_eq!(text.parse::<Options>().unwrap().to_string(), text);
    }
    for text in [
        "",
        "/",
        "25",
        "26/5",
        "25/26",
        "0/1",
        "1/0",
        "025/5",
        "+25/5",
        "25/5/1",
        " 25/5",
        "25/999999999999",
        "é/5",
    ] {
        text.parse::<Options>().unwrap_err();
    }
    assert_eq!(Options::default().to_string(), ABOUT.variants[0].name);
    for variant in ABOUT.variants {
        assert_eq!(variant.name.parse::<Options>().unwrap().to_string(), variant.name);
    }
}

#[test]
fn impossible_positions_are_refused() {
    let check = |text: &str, reason: &str| {
        let error = text.parse::<Mixtour>().expect_err(text);
        assert_eq!(error.reason().to_string(), reason, "{text}");
    };
    let five_parts = "a position is the rows, the player to move, the score, the variant and the last move";
    check("", five_parts);
    check(",,,,/,,,,/,,,,/,,,,/,,,, w 0:0 25/5", five_parts);
    check(",,,,/,,,,/,,,,/,,,,/,,,, w 0:0 25/5 - ", five_parts);
    check(",,,,/,,,,/,,,,/,,,, w 0:0 25/5 -", "a board has five rows");
    check(",,,,/,,,,/,,,,/,,,,/,,,,/,,,, w 0:0 25/5 -", "a board has five rows");
    check(",,,,/,,,/,,,,/,,,,/,,,, w 0:0 25/5 -", "row 4 does not have five cells");
    check(
        ",,,,/,,,,,/,,,,/,,,,/,,,, w 0:0 25/5 -",
        "row 4 does not have five cells",
    );
    check(
        ",,,,/,,é,,/,,,,/,,,,/,,,, w 0:0 25/5 -",
        "c4: pieces are w and r, not 'é'",
    );
    check(
        ",,,,/,,wwrrw,,/,,,,/,,,,/,,,, w 0:0 25/5 -",
        "c4: a stack of five or more has left the board",
    );
    check(
        "w,,,,w/,,,,/,,,,/,,,,/,,,, w 0:0 1/1 -",
        "more than 1 piece of a colour is on the board",
    );
    check(",,,,/,,,,/,,,,/,,,,/,,,, x 0:0 25/5 -", "w or r is to move");
    let score = "a score is White's and Red's points, such as 0:0";
    check(",,,,/,,,,/,,,,/,,,,/,,,, w 0 25/5 -", score);
    check(",,,,/,,,,/,,,,/,,,,/,,,, w 0:00 25/5 -", score);
    check(",,,,/,,,,/,,,,/,,,,/,,,, w 0:99999999999999999999 25/5 -", score);
    check(
        ",,,,/,,,,/,,,,/,,,,/,,,, w 6:0 25/5 -",
        "the game ends when one player has 5",
    );
    check(
        ",,,,/,,,,/,,,,/,,,,/,,,, w 5:5 25/5 -",
        "the game ends when one player has 5",
    );
    check(
        ",,,,/,,,,/,,,,/,,,,/,,,, w 0:0 26/5 -",
        "bad variant \"26/5\": a variant is pieces each and points to win, both from 1 to 25, such as 25/5",
    );
    check(
        ",,,,/,,,,/,,,,/,,,,/,,,, w 0:0 25/5 x",
        "bad move \"x\": moves are written b2, a1-b2, c4:3-d3 or pass, on cells a1 to e5",
    );

    let cannot_have_been = |last: &str, rest: &str| {
        check(
            &format!("{rest} {last}"),
            &format!("the last move cannot have been {last}"),
        );
    };
    // Entered by the other player, not alone, not there; from too high a stack, onto another height than it makes,
    // out of line, to itself.
    let board = ",,,,/,,,,/,,,,/wr,,,,/w,rr,r,,rww w 0:0 25/5";
    for last in [
        "a1", "b1", "d1", "e1:2-b1", "a1-c1", "c1:2-b1", "a1-b2", "d4-e1", "a1-a1",
    ] {
        cannot_have_been(last, board);
    }
    // A tower is five pieces and scores, over free cells.
    cannot_have_been("e4:2-b4", board);
    cannot_have_been("e4-b4", ",,,,/,,,,/,,,,/wr,,,,/w,rr,r,,rww w 1:0 25/5");
    cannot_have_been("e3:2-b3", ",,,,/,,,,/,,w,,/,,,,/,,,, w 1:0 25/5");
    // Only a tower wins.
    cannot_have_been("a1", ",,,,/,,,,/,,,,/,,,,/w,,,, r 1:0 25/1");
    cannot_have_been("pass", ",,,,r/,,,,/,,,,/,,,,/w,,,, w 1:0 1/1");
    // A piece to enter, or a stack to move, is no reason to pass.
    cannot_have_been("pass", ",,,,/,,,,/,,,,/,,,,/w,,,, w 0:0 1/1");
    cannot_have_been("pass", ",,,,/,,,,/,,,,/,,,,/w,r,,, r 0:0 1/1");
    cannot_have_been("pass2", ",,,,/,,,,/,,,,/,,,,/w,,,, r 0:0 1/1");

    let twenty: Options = "20/1".parse().unwrap();
    let error = Mixtour::parse(&twenty, &Mixtour::start(&Options::default()).to_string()).unwrap_err();
    assert_eq!(error.reason().to_string(), "this is a position of 25/5, not of 20/1");
}

#[test]
fn damaged_texts_never_panic() {
    let mut random = Random::new(5);
    let pieces = [
        ",",
        "/",
        " ",
        "w",
        "r",
        "-",
        ":",
        "0",
        "1",
        "5",
        "25",
        "a",
        "e",
        "pass",
        "é",
        "\u{1f600}",
        "\0",
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
