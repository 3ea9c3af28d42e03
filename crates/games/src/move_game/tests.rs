//! What is special to Move: every push against a slow reference, both players' lines at once, the joker, refusals.

use halte_game::board::{Board, Held, Holding};
use halte_game::{Game, NoVariants, Outcome, Player, Playthrough, Random, Turn};

use super::{Cell, LINES, Move, MoveGame, Push};

/// The rules as a person would apply them, on the characters of the notation.
#[derive(Clone)]
struct Reference {
    /// Rows from `1` up, cells from `a` on; a free cell is a space.
    board: [[char; 5]; 5],
    hand: char,
    player: char,
    last: String,
}

impl Reference {
    fn start() -> Reference {
        let row = [' ', ' ', 'n', ' ', ' '];
        Reference {
            board: [row, row, ['n'; 5], row, row],
            hand: 'k',
            player: 'o',
            last: "-".to_owned(),
        }
    }

    fn is_full(&self) -> bool {
        self.board.iter().flatten().all(|&marble| marble != ' ')
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if !self.is_full() {
            for (row, marbles) in ('1'..='5').zip(&self.board) {
                for (column, marble) in ('a'..='e').zip(marbles) {
                    if *marble == ' ' {
                        moves.push(format!("{column}{row}"));
                    }
                }
            }
            return moves;
        }
        for line in "12345abcde".chars() {
            let (forth, back) = if line.is_ascii_digit() { ('>', '<') } else { ('^', 'v') };
            for (way, inverse) in [(forth, back), (back, forth)] {
                if self.last != format!("{line}{inverse}") {
                    moves.push(format!("{line}{way}"));
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        let (line, way) = mv.split_at(1);
        let number = "12345".find(line).or("abcde".find(line)).unwrap();
        let mut cells: Vec<(usize, usize)> = match way {
            ">" | "<" => (0..5).map(|column| (number, column)).collect(),
            "^" | "v" => (0..5).map(|row| (row, number)).collect(),
            row => {
                self.board["12345".find(row).unwrap()][number] = self.player;
                self.player = self.opponent();
                return;
            }
        };
        if way == "<" || way == "v" {
            cells.reverse();
        }
        for (row, column) in cells {
            std::mem::swap(&mut self.hand, &mut self.board[row][column]);
        }
        self.player = self.opponent();
        self.last = mv.to_owned();
    }

    fn opponent(&self) -> char {
        if self.player == 'o' { 'g' } else { 'o' }
    }

    fn has_line(&self, player: char) -> bool {
        let is_line = |cell: &dyn Fn(usize) -> char| (0..5).map(cell).all(|marble| marble == player || marble == 'k');
        (0..5).any(|number| is_line(&|cell| self.board[number][cell]) || is_line(&|cell| self.board[cell][number]))
            || is_line(&|cell| self.board[cell][cell])
            || is_line(&|cell| self.board[cell][4 - cell])
    }

    fn turn(&self) -> Turn {
        let player = |letter| if letter == 'o' { Player::First } else { Player::Second };
        let pusher = self.opponent();
        let winner = [pusher, self.player].into_iter().find(|&letter| self.has_line(letter));
        match winner {
            Some(winner) => Turn::Over(Outcome::Win(player(winner))),
            None => Turn::Player(player(self.player)),
        }
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.board.iter().rev().map(String::from_iter).collect();
        let mut board = rows.join("/");
        for free in (1..=5).rev() {
            board = board.replace(&" ".repeat(free), &free.to_string());
        }
        format!("{board} {} {} {}", self.hand, self.player, self.last)
    }
}

#[test]
fn plays_like_the_reference() {
    let mut random = Random::new(5);
    let mut moves = Vec::new();
    for _ in 0..2000 {
        let mut position = MoveGame::start(&NoVariants);
        let mut reference = Reference::start();
        while !reference.turn().is_over() {
            moves.clear();
            position.add_legal_moves(&mut moves);
            let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
            assert_eq!(texts, reference.legal_moves(), "{position}");
            for &mv in &moves {
                let mut next = position.clone();
                next.play_unchecked(mv);
                let mut expected = reference.clone();
                expected.play(&mv.to_string());
                assert_eq!(next.to_string(), expected.text(), "{mv} on {position}");
                assert_eq!(next.turn(), expected.turn(), "{mv} on {position}");
            }
            let mv = moves[random.below(moves.len())];
            position.play_unchecked(mv);
            reference.play(&mv.to_string());
        }
    }
}

fn parse(text: &str) -> MoveGame {
    text.parse().unwrap()
}

#[test]
fn the_pusher_wins_first() {
    let check = |text: &str, push: &str, winner: Option<Player>, winning: &str| {
        let mut position = parse(text);
        assert_eq!(position.turn(), Turn::Player(position.player()), "{text}");
        position.play(push.parse().unwrap()).unwrap();
        assert_eq!(position.turn().outcome(), winner.map(Outcome::Win), "{push} on {text}");
        assert_eq!(parse(&position.to_string()), position, "the text tells who won");
        let geometry = MoveGame::geometry(&NoVariants);
        let sites = position.scene().winning;
        let names: Vec<&str> = sites.iter().map(|&site| geometry.sites[site].name.as_str()).collect();
        assert_eq!(names.join(" "), winning, "{push} on {text}");
    };
    let orange = Some(Player::First);
    let green = Some(Player::Second);
    // Orange's row 1 and Green's row 2 at once, by either player.
    check("onkng/nongn/nnogn/ggggn/oooog o o -", "e^", orange, "a1 b1 c1 d1 e1");
    check("onkng/nongn/nnogn/ggggn/oooog o g -", "e^", green, "a2 b2 c2 d2 e2");
    // Only one of them, by the player it belongs to and by the other.
    check("onkng/nongn/nnogg/ggggn/oooon o o -", "e^", orange, "a1 b1 c1 d1 e1");
    check("onkng/nongn/nnogg/ggggn/oooon o g -", "e^", orange, "a1 b1 c1 d1 e1");
    check("onkng/nongn/onogn/ggggn/oooog n o -", "e^", green, "a2 b2 c2 d2 e2");
    // The joker completes a row and a diagonal of Orange's and a column of Green's.
    let both = "ongnn/nongg/gnong/ngnog/oooog k";
    check(&format!("{both} o -"), "e^", orange, "a1 b1 c1 d1 e1 d2 c3 b4 a5");
    check(&format!("{both} g -"), "e^", green, "e1 e2 e3 e4 e5");
    // A line with a neutral marble, or of both colours with the joker, is none.
    check("ongnn/nongg/gnong/kgnog/oooog n o -", "e^", None, "");
    check("nngno/oonng/gnong/ngnog/ooggo k o -", "1>", None, "");
}

#[test]
fn a_third_repetition_is_a_draw() {
    // Pushing one line over and over, its marbles and the one in hand are back after six pushes.
    for push in Push::all() {
        let mut game = Playthrough::new(parse("ggngo/oonog/nnnnn/ogngo/ogngo k o -"));
        for _ in 0..13 {
            let player = game.position().player();
            assert_eq!(game.turn(), Turn::Player(player), "{:?}", game.moves());
            game.play(Move::Push(push)).unwrap();
        }
        assert_eq!(game.turn(), Turn::Over(Outcome::Draw), "{push}");
    }
}

#[test]
fn reads_set_up_positions() {
    let check = |text: &str, turn: Turn| {
        let position = parse(text);
        assert_eq!(position.to_string(), text);
        assert_eq!(position.turn(), turn, "{text}");
    };
    let [orange, green] = Player::ALL;
    check("2n2/2n2/nnnnn/2n2/2n2 k o -", Turn::Player(orange));
    check("2n2/2n2/nnnnn/2n1o/2n2 k g -", Turn::Player(green));
    check("ogngo/gonog/nnnnn/gongo/ognog k g -", Turn::Player(green));
    check("ogngo/gonog/knnnn/gongo/ognog n o -", Turn::Player(orange));
    // A player to move who has a line did not push, and so has won only if the opponent has none.
    check("onkng/nongn/nnogn/ooooo/ggggg n o -", Turn::Over(Outcome::Win(green)));
    check("onkng/nongn/nnogn/ooooo/ggggg n g -", Turn::Over(Outcome::Win(orange)));
    check("onkng/nongn/nnogn/ooooo/ggggn g o -", Turn::Over(Outcome::Win(orange)));
}

#[test]
fn pushes_are_entered_where_the_marble_enters() {
    let geometry = MoveGame::geometry(&NoVariants);
    let check = |push: &str, centre: (f32, f32), tip: (f32, f32), touched: &str| {
        let mv = push.parse().unwrap();
        let [click] = MoveGame::clicks(mv)[..] else {
            panic!("{push} is one click");
        };
        let site = &geometry.sites[click.site];
        assert_eq!(site.name, push);
        let face = &site.faces[0];
        assert_eq!((face.centre.x, face.centre.y), centre, "{push}");
        assert_eq!((face.outline[0].x, face.outline[0].y), tip, "{push}");
        let sites = MoveGame::touched(mv);
        let names: Vec<&str> = sites.iter().map(|&site| geometry.sites[site].name.as_str()).collect();
        assert_eq!(names.join(" "), touched);
    };
    check("3>", (1.5, 3.5), (1.8, 3.5), "3> a3 b3 c3 d3 e3");
    check("1<", (7.5, 5.5), (7.2, 5.5), "1< e1 d1 c1 b1 a1");
    check("b^", (3.5, 6.5), (3.5, 6.2), "b^ b1 b2 b3 b4 b5");
    check("ev", (6.5, 0.5), (6.5, 0.8), "ev e5 e4 e3 e2 e1");
}

#[test]
fn labels_stand_apart_from_sites() {
    let geometry = MoveGame::geometry(&NoVariants);
    let faces = geometry.sites.iter().flat_map(|site| &site.faces);
    let mut places: Vec<_> = faces.map(|face| face.centre).collect();
    places.extend(geometry.labels.iter().map(|label| label.at));
    for (index, one) in places.iter().enumerate() {
        for other in &places[..index] {
            let distance = (one.x - other.x).hypot(one.y - other.y);
            assert!(distance >= 1.0, "{one:?} and {other:?}");
        }
    }
}

#[test]
fn beside_the_board_is_what_is_played_next() {
    let check = |text: &str, expected: &[Holding]| assert_eq!(parse(text).scene().holdings, expected, "{text}");
    let [orange, green] = Player::ALL;
    let left = |player: Player, count| Holding::pieces_of(player, "in_reserve", count, player.index());
    let in_hand = |piece| Holding::common("in_hand", Held::Pieces { pieces: vec![piece] });
    let start = [in_hand(0), left(orange, 8), left(green, 8)];
    check("2n2/2n2/nnnnn/2n2/2n2 k o -", &start);
    let placed = [in_hand(1), left(orange, 7), left(green, 8)];
    check("2n2/2n2/nnnnn/2n2/o1n2 k g -", &placed);
    check("ogngo/gonog/nnnnn/gongo/ognog k o -", &[in_hand(3)]);
    check("ogngo/gonog/knnnn/gongo/ognog n g 3>", &[in_hand(2)]);
    check("ookoo/ggnog/nnnnn/ggngg/oongo n g cv", &[]);
}

#[test]
fn twelve_lines_win() {
    let rows = "a1 b1 c1 d1 e1, a2 b2 c2 d2 e2, a3 b3 c3 d3 e3, a4 b4 c4 d4 e4, a5 b5 c5 d5 e5";
    let columns = "a1 a2 a3 a4 a5, b1 b2 b3 b4 b5, c1 c2 c3 c4 c5, d1 d2 d3 d4 d5, e1 e2 e3 e4 e5";
    let diagonals = "a1 b2 c3 d4 e5, e1 d2 c3 b4 a5";
    let found = LINES.map(|line| line.map(|cell| cell.to_string()).join(" "));
    assert_eq!(found.join(", "), [rows, columns, diagonals].join(", "));
}

#[test]
fn pushes_travel_along_the_rows_and_columns() {
    let check = |push: &str, expected: &str| {
        let cells: Vec<String> = Push::named(push).unwrap().cells().iter().map(Cell::to_string).collect();
        assert_eq!(cells.join(" "), expected, "{push}");
    };
    check("2>", "a2 b2 c2 d2 e2");
    check("2<", "e2 d2 c2 b2 a2");
    check("d^", "d1 d2 d3 d4 d5");
    check("dv", "d5 d4 d3 d2 d1");
    for push in Push::all() {
        let [first, second, ..] = push.cells();
        assert_eq!(Push::through(first, second), push);
    }
}
