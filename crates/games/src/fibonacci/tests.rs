//! The rules by example, and against a slow reference.

use std::collections::HashSet;

use halte_game::board::{Board, Cards, Held, Holding};
use halte_game::{Game, Outcome, Player, Playthrough, Random, Repetition, Symmetric, Turn};

use super::reference::{Reference, rows, set_up};
use super::{Fibonacci, Move, Options, Point, Points};

fn legal_moves(position: &Fibonacci) -> HashSet<String> {
    let moves = position.legal_moves();
    moves.iter().map(Move::to_string).collect()
}

fn random_move(position: &Fibonacci, random: &mut Random) -> Move {
    position.random_move(random).expect("the game is not over")
}

/// The best of a few random moves at closing in on the enemy central piece, away from the edge: purely random games
/// hardly ever reach a reduction or a win.
fn eager_move(position: &Fibonacci, random: &mut Random) -> Move {
    let player = position.player();
    let closeness = |mv: &Move| {
        let mut next = position.clone();
        next.play_unchecked(*mv);
        let central = next.pieces().central(!player);
        let distance = |point: Point| {
            let rows = point.row() as i32 - central.row() as i32;
            let numbers = point.number() as i32 - central.number() as i32;
            rows.abs().max(numbers.abs()).max((rows - numbers).abs())
        };
        let distances: i32 = next.pieces().attack(player).into_iter().map(distance).sum();
        2 * central.neighbours().len() as i32 - distances
    };
    let tries: Vec<Move> = (0..20).map(|_| random_move(position, random)).collect();
    tries.into_iter().max_by_key(closeness).expect("there are moves to try")
}

/// Plays games beside the reference, compares every position, and counts the wins of both players.
fn check_games(options: Options, games: u64, limit: usize, choose: fn(&Fibonacci, &mut Random) -> Move) -> [u32; 2] {
    let mut wins = [0; 2];
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut position = Fibonacci::start(&options);
        let mut reference = Reference::start(options == Options::Cards);
        for _ in 0..limit {
            assert_eq!(position.to_string(), reference.text());
            assert_eq!(legal_moves(&position), reference.legal_moves(), "{position}");
            let winner = reference.winner.map(|red| Player::ALL[usize::from(!red)]);
            assert_eq!(position.turn().outcome(), winner.map(Outcome::Win), "{position}");
            if let Some(winner) = winner {
                wins[winner.index()] += 1;
                break;
            }
            let mv = choose(&position, &mut random);
            position.play(mv).unwrap();
            reference.play(&mv.to_string());
        }
    }
    wins
}

#[test]
fn plays_like_the_reference() {
    for options in Options::ALL {
        check_games(options, 1000, 40, random_move);
        let wins = check_games(options, 200, 200, eager_move);
        let are_enough = wins.iter().all(|&count| count > 10);
        assert!(are_enough, "too few wins of {options} to trust: {wins:?}");
    }
}

/// The position of these pieces and the rest of its text.
fn position(pieces: &str, rest: &str) -> Fibonacci {
    let text = format!("{} {rest}", rows(&set_up(pieces)));
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Plays moves and compares the end of the position's text, after the pieces, and who acts then.
fn check_play(start: &Fibonacci, moves: &str, expected: &str, turn: Turn) {
    let mut position = start.clone();
    for mv in moves.split_whitespace() {
        position.play(mv.parse().unwrap()).unwrap();
    }
    let text = position.to_string();
    let (_, rest) = text.split_once(' ').unwrap();
    assert_eq!((rest, position.turn()), (expected, turn), "{moves} on {start}");
}

const RED: Turn = Turn::Player(Player::First);
const GREEN: Turn = Turn::Player(Player::Second);
const RED_WINS: Turn = Turn::Over(Outcome::Win(Player::First));
const GREEN_WINS: Turn = Turn::Over(Outcome::Win(Player::Second));

/// Lone pieces, groups in the middle and on the edge, and neighbours of every kind.
const GROUPS: &str = "C a6  A f1 f2 k11 a1 c5 h4  D d8 g6 g7 b3 b4 b5
                      c d9  a e5 e6 e7 j6 j7 j8  d k6 k7 k8 k9 i4 i5";

#[test]
fn a_piece_goes_next_to_its_group() {
    let position = position(GROUPS, "r 9 6");
    let check = |from: &str, expected: &str| {
        let prefix = format!("{from}-");
        let moves = legal_moves(&position);
        let mut goals: Vec<&str> = moves.iter().filter_map(|mv| mv.strip_prefix(&prefix)).collect();
        goals.sort_unstable();
        assert_eq!(goals.join(" "), expected, "from {from}");
    };
    check("d8", "c7 c8 d7 d9 e8 e9");
    check("g6", "f5 f6 f7 g5 g8 h6 h7 h8");
    check("g7", "f5 f6 f7 g5 g8 h6 h7 h8");
    check("f1", "e1 e2 f3 g2 g3");
    check("k11", "j10 j11 k10");
    check("b4", "a2 a3 a4 a5 b2 b6 c3 c4 c5 c6");
    check("h4", "g3 g4 h3 h5 i4 i5");
    check("a6", "");
    check("e5", "");
}

#[test]
fn pieces_change_places() {
    let check = |mv: &str, from: char, to: char| {
        let mut position = position(GROUPS, "r 9 6");
        let step: Move = mv.parse().unwrap();
        position.play(step).unwrap();
        let Move::Step { from: start, to: goal } = step else {
            panic!("{mv} is no step")
        };
        let piece = |point| position.pieces().at(point);
        let letter = |point| piece(point).map_or('.', |(player, kind)| kind.letter(player));
        assert_eq!((letter(start), letter(goal)), (from, to), "after {mv}");
    };
    check("d8-d7", '.', 'D');
    check("d8-d9", 'c', 'D');
    check("b3-c5", 'A', 'D');
    check("h4-i5", 'd', 'A');
    check("g6-f5", '.', 'D');
}

/// The sheet's example of a winning turn: three of Green's attack pieces leave Red three steps.
const WINNING_TURN: &str = "C c3  A f6 e6 f5 f7 g6 g7  D h8 h9 a1 a2 a3 a4
                            c i10  a c2 c4 d3 k6 k7 k8  d k9 k10 k11 j11 j10 j9";

/// Where a red and a green piece change places on d4 and e5 both players' conditions are fulfilled.
const FACE_TO_FACE: &str = "C c3  A d4 f5 f7 g6 g7 e6  D k6 k7 k8 k9 k10 k11
                            c f6  a e5 c2 c4 d3 b3 b2  d a1 a2 a3 a4 a5 a6";

/// The same with a defence piece on d4: only Green's condition is fulfilled.
const BLUNDER: &str = "C c3  A k6 f5 f7 g6 g7 e6  D d4 k7 k8 k9 k10 k11
                       c f6  a e5 c2 c4 d3 b3 b2  d a1 a2 a3 a4 a5 a6";

#[test]
fn closing_in_on_the_central_piece_wins() {
    let moves = "h8-i10 f6-h8 h8-e5";
    check_play(&position(WINNING_TURN, "r 7 3"), moves, "r 7 0+", RED_WINS);
    check_play(&position(WINNING_TURN, "r 7 5+"), moves, "r 7 2+", RED_WINS);
    check_play(&position(FACE_TO_FACE, "r 6 1"), "d4-e5", "r 6 0+", RED_WINS);
    check_play(&position(FACE_TO_FACE, "g 6 1"), "e5-d4", "g 6 0+", GREEN_WINS);
    check_play(&position(BLUNDER, "r 6 1"), "d4-e5", "r 6 0+", GREEN_WINS);
    let packs = "221222,221222";
    for (pieces, player, mv, winner) in [
        (FACE_TO_FACE, "r", "d4-e5", RED_WINS),
        (FACE_TO_FACE, "g", "e5-d4", GREEN_WINS),
        (BLUNDER, "r", "d4-e5", GREEN_WINS),
    ] {
        let start = position(pieces, &format!("{player} 6 3 {packs}"));
        check_play(&start, mv, &format!("{player} 6 2+ {packs}"), winner);
    }
}

#[test]
fn nobody_is_surrounded_on_the_edge() {
    let corner = "C k11  A a2 b1 b2 c1 c2 c3  D d4 d5 d6 d7 d8 d9
                  c a1  a j5 j6 j7 j8 j9 j10  d i4 i5 i6 i7 i8 i9";
    assert_eq!(position(corner, "r 9 5+").turn(), RED);
    assert_eq!(position(corner, "r 9 5+ 222221,222222").turn(), RED_WINS);
}

/// Two of Red's attack pieces stand next to Green's central piece.
const TWO_ATTACKERS: &str = "C c3  A f5 f7 a1 a2 a3 a4  D k6 k7 k8 k9 k10 k11
                             c f6  a a5 a6 b7 c8 d9 e10  d j5 j6 j7 j8 j9 j10";

#[test]
fn turns_pass() {
    let start = Fibonacci::start(&Options::Classic);
    check_play(&start, "a5-b5", "g 2 2", GREEN);
    check_play(&start, "a5-b5 k7-j7", "g 2 1+", GREEN);
    check_play(&start, "a5-b5 k7-j7 end", "r 3 3", RED);
    check_play(&start, "a5-b5 k7-j7 j7-k7", "r 3 3", RED);
    // Attack pieces take steps away when the turn begins, and not again later.
    check_play(&position(TWO_ATTACKERS, "r 5 5"), "a1-b1 end", "g 6 4", GREEN);
    check_play(&position(TWO_ATTACKERS, "r 5 5"), "a1-b1 end d9-d8", "g 6 3+", GREEN);
    // A turn without a step is skipped and counts.
    check_play(&position(TWO_ATTACKERS, "r 1 1"), "a1-b1", "r 3 3", RED);
    check_play(&position(FACE_TO_FACE, "r 2 1+"), "k6-j6", "r 6 1", RED);
    // The turn's number stays at the highest that it can be.
    let last = u32::MAX;
    let late = position(TWO_ATTACKERS, &format!("r {last} 6"));
    check_play(&late, "a1-b1 end", &format!("g {last} 4"), GREEN);
}

#[test]
fn cards_are_drawn_and_shuffled_anew() {
    let drawn = position(TWO_ATTACKERS, "r 5 2 212222,222222");
    check_play(&drawn, "a1-b1", "r 5 1+ 212222,222222", RED);
    check_play(&drawn, "a1-b1 end", "g 6 ? 212222,222222", Turn::Chance);
    check_play(&drawn, "a1-b1 a2-b2 #6", "g 6 6 212222,222221", GREEN);
    let last_card = position(TWO_ATTACKERS, "r 23 ? 000001,222222");
    check_play(&last_card, "#6", "r 23 6 222222,222222", RED);

    let position = position(TWO_ATTACKERS, "r 5 ? 201222,222222");
    let weights = ["#1", "#2", "#3", "#4", "#5", "#6"].map(|card| position.weight(card.parse().unwrap()));
    assert_eq!(weights, [2, 0, 1, 2, 2, 2]);
    assert_eq!(legal_moves(&position).len(), 5);
}

/// Plays a cycle of moves over and over until the game is drawn, and compares where that is.
fn check_repetition(options: Options, cycle: &str, expected: &str) {
    let mut game = Playthrough::new(Fibonacci::start(&options));
    for mv in cycle.split_whitespace().cycle() {
        let mv = mv.parse().unwrap();
        // The early turns have too few steps to stop early.
        if mv != Move::End || game.position().check(mv).is_ok() {
            game.play(mv).unwrap();
        }
        if game.turn().is_over() {
            break;
        }
    }
    assert!(game.is_repetition());
    assert!(game.position().to_string().ends_with(expected), "{}", game.position());
}

#[test]
fn the_third_time_is_a_draw() {
    check_repetition(Options::Classic, "e8-e9 end d1-c1 end e9-e8 end c1-d1 end", " g 14 6");
    let cards = "#2 e8-e9 end #2 d1-c1 end #3 e9-e8 end #3 c1-d1 end
                 #4 e8-e9 end #4 d1-c1 end #5 e9-e8 end #5 c1-d1 end";
    check_repetition(Options::Cards, cards, " r 9 ? 211112,211112");
}

#[test]
fn only_beginnings_of_turns_repeat() {
    let check = |rest: &str, expected: fn(Repetition) -> bool| {
        let repetition = position(GROUPS, rest).repetition();
        assert!(expected(repetition), "{rest}: {repetition:?}");
    };
    let none = |repetition| repetition == Repetition::None;
    let fresh = |repetition| matches!(repetition, Repetition::Fresh(_));
    let key = |repetition| matches!(repetition, Repetition::Key(_));
    check("r 5 5", fresh);
    check("r 6 6", fresh);
    check("r 7 6", key);
    check("r 7 5+", none);
    check("r 1 ? 222222,222222", key);
    check("r 7 6 222221,222222", none);
    check("r 7 5+ 222221,222222", none);
}

const ROWS: &str = "caaaaa/1a5/8/8D/2d3DDD1/3d3D3/1ddd3D2/d8/8/5A1/AAAAAC";

#[test]
fn the_set_up_is_the_same_turned_half_round_with_the_colours_exchanged() {
    let turned = Fibonacci::start(&Options::Classic).transformed(12 + 3);
    assert_eq!(turned.to_string(), format!("{ROWS} g 1 1"));
}

#[test]
fn sets_count_their_points_in_order() {
    let all: Vec<Point> = Point::all().collect();
    let mut random = Random::new(1);
    for size in 0..Point::COUNT {
        let points: Points = (0..size).map(|_| all[random.below(Point::COUNT)]).collect();
        let listed: Vec<Point> = points.into_iter().collect();
        assert_eq!(listed.len(), points.len());
        for n in 0..=listed.len() {
            assert_eq!(points.nth(n), listed.get(n).copied());
        }
    }
}

#[test]
fn a_scene_says_what_lies_beside_the_board() {
    let check = |rest: &str, expected: &[Holding]| {
        assert_eq!(position(TWO_ATTACKERS, rest).scene().holdings, expected, "{rest}");
    };
    let turn = || Holding::common("turn", Held::Number { number: 9 });
    let left = |count| Holding::common("steps_left", Held::StepsLeft { count });
    let taken_away = Holding::common("steps_taken_away", Held::StepsTakenAway { count: 2 });
    check("r 9 6", &[turn(), left(6)]);
    check("g 9 4", &[turn(), left(4), taken_away]);
    check("g 9 3+", &[turn(), left(3)]);
    let cards = (1..).zip([2, 2, 2, 2, 1, 2]).map(|(value, left)| Cards { value, left });
    let cards: Vec<Cards> = cards.collect();
    let [first, second] = Player::ALL.map(|player| Holding {
        owner: Some(player),
        name: "cards_left",
        held: Held::Cards { cards: cards.clone() },
    });
    let card = Holding::common("card_to_draw", Held::Notice);
    check("g 9 ? 222212,222212", &[turn(), card, first.clone(), second.clone()]);
    check("g 9 5 222212,222212", &[turn(), left(5), first, second]);
}

#[test]
fn a_scene_shows_what_won_and_what_moves_together() {
    let mut position = position(FACE_TO_FACE, "r 6 1");
    let geometry = Fibonacci::geometry(&Options::Classic);
    let names = |sites: Vec<usize>| {
        let names: Vec<&str> = sites.iter().map(|&site| geometry.sites[site].name.as_str()).collect();
        names.join(" ")
    };
    let group = |position: &Fibonacci, name: &str| position.group(geometry.site(name).unwrap()).map(names);
    assert_eq!(group(&position, "g6").as_deref(), Some("e6 f5 f7 g6 g7"));
    assert_eq!(group(&position, "d4").as_deref(), Some("d4"));
    assert_eq!(group(&position, "c3"), None);
    assert_eq!(group(&position, "i9"), None);
    assert_eq!(group(&position, "end"), None);
    position.play("d4-e5".parse().unwrap()).unwrap();
    assert_eq!(names(position.scene().winning), "e5 e6 f5 f6 f7 g6 g7");
    assert_eq!(position.ending(), Some("surrounded"));
}

#[test]
fn a_text_board_has_a_line_for_each_row() {
    let geometry = Fibonacci::geometry(&Options::Classic);
    let (columns, lines) = geometry.text_scale;
    for (point, site) in Point::all().zip(&geometry.sites) {
        let centre = site.faces[0].centre;
        let line = (centre.y * lines).round() as usize;
        let column = (centre.x * columns).round() as usize;
        assert_eq!(line, 11 - point.row(), "{point}");
        assert_eq!(column, 12 + 4 * point.number() - 2 * point.row(), "{point}");
    }
}

#[test]
fn points_are_known_by_name_index_row_and_number() {
    for (index, point) in Point::all().enumerate() {
        assert_eq!(point.index(), index);
        assert_eq!(Point::from_index(index), Some(point));
        assert_eq!(Point::new(point.row(), point.number()), Some(point));
        assert_eq!(point.to_string().parse(), Ok(point));
        assert_eq!(format!("{point:?}"), point.to_string());
    }
    assert_eq!(Point::all().len(), Point::COUNT);
    let found = (0..20).flat_map(|row| (0..20).filter_map(move |number| Point::new(row, number)));
    assert!(found.eq(Point::all()));
    assert_eq!(Point::new(usize::MAX, 1), None);
    assert_eq!(Point::new(0, usize::MAX), None);
    assert_eq!(Point::from_index(Point::COUNT), None);
}
