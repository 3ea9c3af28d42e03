//! What is on the screen, drawn without a terminal.

use halte_words::Language;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::play::table::{Opponent, Table};
use halte_games::GameId;

fn state(name: &str, moves: &str, engine: Option<Player>) -> State {
    state_in(Language::English, name, moves, engine)
}

fn state_in(language: Language, name: &str, moves: &str, engine: Option<Player>) -> State {
    let options = name.parse().expect("a game");
    let mut table = Table::new(AnyGame::start(&options));
    for text in moves.split_whitespace() {
        let mv = AnyGame::parse_move(&options, text).expect("a move");
        table.play(mv).expect("a legal move");
    }
    table.opponent = engine.map(|player| Opponent {
        player,
        level: "3".parse().expect("a level"),
    });
    State::new(table, language.words())
}

/// The screen, its lines without the spaces at their ends, and what a click would hit.
fn draw(width: u16, height: u16, paint: impl Fn(&mut Frame<'_>) -> Hits) -> (Buffer, Vec<String>, Hits) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    let mut hits = Hits::default();
    terminal.draw(|frame| hits = paint(frame)).expect("it draws");
    let buffer = terminal.backend().buffer().clone();
    let row = |y: u16| (0..width).map(move |x| (x, y));
    let line = |y: u16| row(y).map(|at| buffer[at].symbol()).collect::<String>();
    let lines = (0..height).map(|y| line(y).trim_end().to_owned()).collect();
    (buffer, lines, hits)
}

/// Asserts that a text has these parts.
fn assert_shows(text: &str, expected: &[&str]) {
    for part in expected {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
}

fn lines(state: &State, width: u16, height: u16) -> Vec<String> {
    draw(width, height, |frame| {
        game(frame, state, &Palette { has_colour: false })
    })
    .1
}

#[test]
fn a_game_fills_the_screen() {
    let mut state = state("mixtour 20/1", "b2 c3 d4 b4 c3-b4 a1", Some(Player::Second));
    state.message = "Red played a1.".to_owned();
    let expected = [
        " Mixtour 20/1 by Dieter Stein  https://spielstein.com/games/mixtour",
        "",
        "                                              White: your turn",
        "",
        "     5    ·      ·      ·      ·      ·       White (w) you",
        "                                                18 in reserve",
        "     4    ·      rr     ·      w      ·         0 of 1 point",
        "                                              Red (r) level 3",
        "     3    ·      ·     »·«     ·      ·         17 in reserve",
        "                                                0 of 1 point",
        "     2    ·      w      ·      ·      ·",
        "                                              1. b2 c3",
        "     1   [r]     ·      ·      ·      ·       2. d4 b4",
        "                                              3. c3-b4 a1",
        "          a      b      c      d      e",
        "",
        "",
        "",
        "",
        " Red played a1.",
        " c3, empty",
        " M move  H hint  U undo  L level  R rules  N new  S save  ? keys  Q quit",
    ];
    assert_eq!(lines(&state, 80, 22), expected);
}

#[test]
fn a_game_fills_the_screen_in_french() {
    let moves = "b2 c3 d4 b4 c3-b4 a1";
    let mut state = state_in(Language::French, "mixtour 20/1", moves, Some(Player::Second));
    let expected = [
        " Mixtour 20/1 de Dieter Stein  https://spielstein.com/games/mixtour",
        "",
        "                                              Blanc\u{a0}: à vous",
        "",
        "     5    ·      ·      ·      ·      ·       Blanc (w) vous",
        "                                                18 en réserve",
        "     4    ·      rr     ·      w      ·         0 sur 1 point",
        "                                              Rouge (r) niveau 3",
        "     3    ·      ·     »·«     ·      ·         17 en réserve",
        "                                                0 sur 1 point",
        "     2    ·      w      ·      ·      ·",
        "                                              1. b2 c3",
        "     1   [r]     ·      ·      ·      ·       2. d4 b4",
        "                                              3. c3-b4 a1",
        "          a      b      c      d      e",
        "",
        "",
        "",
        "",
        "",
        " c3, vide",
        " M coup  H indice  U reprendre  L niveau  R règles  N autre  S garder",
    ];
    let shown = lines(&state, 80, 22);
    assert_eq!(shown[..21], expected[..21]);
    assert!(shown[21].starts_with(expected[21]), "{}", shown[21]);
    // Questions are answered in French too.
    state.key(KeyCode::Char('A'));
    let asked = lines(&state, 80, 22).join("\n");
    assert_shows(&asked, &["Blanc abandonne\u{202f}? o/n", "o oui  n non"]);
    state.key(KeyCode::Char('y'));
    assert!(!state.table.is_over());
    state.key(KeyCode::Char('o'));
    assert!(lines(&state, 80, 22).join("\n").contains("Rouge gagne"), "it is over");
}

/// Every board fits an ordinary terminal, with its author, whose turn it is and what the game needs.
#[test]
fn every_game_is_drawn() {
    let check = |name: &str, moves: &str, expected: &[&str]| {
        let state = state(name, moves, None);
        for (width, height) in [(80, 24), (120, 40), (200, 60)] {
            assert_shows(&lines(&state, width, height).join("\n"), expected);
        }
    };
    let mobius = [
        "Mobius by Mark Steere",
        "marksteeregames.com",
        "Red to move",
        "[b]",
        "1. e0 f3",
        "12",
        "####",
    ];
    check("mobius", "e0 f3", &mobius);
    let authors = "Jean-Pierre Cassoly and Jean-Michel Blanc";
    let in_hand = "In hand: green marble";
    check("move", "a1", &[authors, "Green to move", "[o]", in_hand, "1. a1"]);
    let fibonacci = [
        "Thomas Naylor",
        "Green to move",
        "1 step left",
        "[a]",
        "1... k7-j7",
        "[ end ]",
    ];
    check("fibonacci classic", "a5-b5 k7-j7", &fibonacci);
    let cards = ["Red to move", "3 steps left", "cards left: 1 1 2 2 3 4", "1. #3"];
    check("fibonacci cards", "#3", &cards);
    check("mixtour 25/5", "", &["25 in reserve", "0 of 5 points"]);
}

#[test]
fn what_is_chosen_is_shown() {
    let mut state = state("mixtour 20/1", "b2 c3", None);
    let site = |name: &str| state.places.geometry.site(name).expect("a site");
    state.chosen = vec![site("b2")];
    let chosen = lines(&state, 80, 24).join("\n");
    assert!(chosen.contains("·     (w)     ·"), "{chosen}");
    state.cursor = 0;
    state.chosen.clear();
    state.hint = Some(AnyGame::parse_move(&state.table.options(), "d4").expect("a move"));
    let hinted = lines(&state, 80, 24).join("\n");
    let is_chosen = hinted.contains("·     (w)     ·");
    assert!(hinted.contains("?·?") && !is_chosen, "{hinted}");
    let mut state = self::state("fibonacci", "", None);
    state.chosen = vec![state.places.geometry.site("a4").expect("a site")];
    let targets = lines(&state, 80, 24).join("\n");
    // Empty points, and pieces that would change places.
    assert!(targets.contains(" + ") && targets.contains("+C+"), "{targets}");
}

/// Every place of every board is hit by a click on its middle, whatever the size and side.
#[test]
fn clicks_hit_what_they_are_on() {
    for name in GameId::ALL.map(|game| game.about().name) {
        for (width, height) in [(80, 24), (120, 40), (200, 60)] {
            for place in 0..state(name, "", None).places.face_count {
                let mut state = state(name, "", None);
                if place % 2 == 1 {
                    state.key(KeyCode::Char('F'));
                }
                state.cursor = place;
                let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
                let mut hits = Hits::default();
                let paint = |frame: &mut Frame<'_>| hits = game(frame, &state, &Palette { has_colour: true });
                terminal.draw(paint).expect("it draws");
                // The terminal's own cursor stands on the place.
                let at = terminal.backend().cursor_position();
                let hit = hits.at(at.x, at.y);
                assert_eq!(hit, Some(Target::Place(place)), "{name}, {width} x {height}");
            }
        }
    }
}

#[test]
fn colour_is_not_needed() {
    let state = state("fibonacci", "", None);
    let paint = |has_colour: bool| draw(80, 24, |frame| game(frame, &state, &Palette { has_colour }));
    let (coloured, coloured_lines, _) = paint(true);
    let (plain, plain_lines, _) = paint(false);
    assert_eq!(coloured_lines, plain_lines);
    let has_colour = |buffer: &Buffer| {
        let mut cells = buffer.content().iter();
        cells.any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset)
    };
    assert!(has_colour(&coloured) && !has_colour(&plain));
}

#[test]
fn a_small_terminal_is_told_what_is_needed() {
    for (width, height) in [(60, 24), (80, 12)] {
        let text = lines(&state("mobius", "", None), width, height).join(" ");
        let expected = "This needs a terminal of 80 columns and 21 rows; now it has";
        assert!(text.starts_with(expected), "{text}");
    }
    // However small it is, nothing panics.
    for (width, height) in [(1, 1), (5, 2), (79, 23), (17, 40)] {
        for name in GameId::ALL.map(|game| game.about().name) {
            let mut state = state(name, "", None);
            lines(&state, width, height);
            for key in ['L', '?', 'M', 'S'] {
                state.key(KeyCode::Char(key));
                lines(&state, width, height);
                state.key(KeyCode::Esc);
            }
        }
        draw(width, height, |frame| {
            menu(frame, Language::English.words(), &Menu::new(None, None))
        });
    }
}

#[test]
fn lists_and_texts_are_shown() {
    let mut state = state("mixtour", "", None);
    let mut check = |key: char, expected: &[&str]| {
        state.key(KeyCode::Char(key));
        assert_shows(&lines(&state, 80, 24).join("\n"), expected);
        state.key(KeyCode::Esc);
    };
    let levels = ["Opponent", "two people", "level 1, easiest", "level 10, hardest"];
    check('l', &levels);
    check('r', &["The rules", "Mixtour 25/5 by Dieter Stein, 2011", "lines below"]);
    check('?', &["take back", "Ctrl-C", "Space"]);
    check('m', &["Move:", "a1 a2 a3", "25 in all", "Tab complete"]);
    check('A', &["White resigns? y/n"]);
    check('s', &["Save in the new file: mixtour-"]);
}

#[test]
fn chances_are_a_bar() {
    let mut state = state("mobius", "", None);
    state.shows_chances = true;
    state.chances = Some((Player::First, halte_engine::Score::Estimate(0.25)));
    let text = lines(&state, 80, 24).join("\n");
    assert_shows(&text, &["████░░░░░░░░░░░░", "25 % for Red"]);
}

#[test]
fn the_menu_offers_games() {
    let mut choices = Menu::new(None, None);
    let mut check = |key: KeyCode, expected: &[&str]| {
        choices.key(key);
        let (_, lines, _) = draw(80, 24, |frame| menu(frame, Language::English.words(), &choices));
        assert_shows(&lines.join("\n"), expected);
    };
    let first = ["‹ Mobius ›", "level 2", "Red, who begins", "by Mark Steere, 2008"];
    check(KeyCode::Up, &first);
    let last = ["‹ Mixtour ›", "25/5: ", "https://spielstein.com/games/mixtour"];
    check(KeyCode::Left, &last);
    check(KeyCode::Down, &["  Mixtour", "‹ 25/5: "]);
}

/// Turned around, a board has the same bars at the same cells, whatever its size.
#[test]
fn a_turned_board_keeps_its_bars() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let mut state = state("mobius", "", None);
        // The bars at both ends of every row.
        let bars = |state: &State| -> Vec<(char, char)> {
            let ends = |line: &String| {
                let mut bars = line.chars().filter(|character| "#=".contains(*character));
                let first = bars.next()?;
                Some((first, bars.next_back().unwrap_or(first)))
            };
            lines(state, width, height).iter().filter_map(ends).collect()
        };
        let before = bars(&state);
        assert!(before.len() >= 14, "{before:?}");
        state.key(KeyCode::Char('F'));
        let turned: Vec<(char, char)> = before.iter().rev().map(|&(left, right)| (right, left)).collect();
        assert_eq!(bars(&state), turned, "{width} x {height}");
    }
}

#[test]
fn placing_marbles_is_said() {
    let check = |language: Language, moves: &str, expected: &str| {
        let text = lines(&state_in(language, "move", moves, None), 80, 24).join("\n");
        assert_shows(&text, &[expected]);
    };
    check(Language::English, "", "still being placed");
    check(Language::French, "a1", "Mise en place");
    let full = "a1 a2 a4 a5 b1 b2 b4 b5 d1 d2 d4 d5 e1 e2 e4 e5";
    let text = lines(&state("move", full, None), 80, 24).join("\n");
    assert!(!text.contains("still being placed"), "{text}");
}

/// Where there is nothing but ASCII, every character is in its place and pieces are told apart.
#[test]
fn a_screen_can_be_put_in_ascii() {
    for name in GameId::ALL.map(|game| game.about().name) {
        let mut state = state_in(Language::French, name, "", None);
        state.shows_chances = true;
        state.chances = Some((Player::First, halte_engine::Score::Estimate(0.25)));
        for key in [None, Some('?'), Some('L'), Some('R'), Some('M'), Some('S')] {
            if let Some(key) = key {
                state.key(KeyCode::Char(key));
            }
            let (buffer, _, _) = draw(100, 30, |frame| {
                let hits = game(frame, &state, &Palette { has_colour: false });
                put_in_ascii(frame.buffer_mut());
                hits
            });
            for cell in buffer.content() {
                assert!(cell.symbol().is_ascii(), "{name}: {cell:?}");
            }
            state.key(KeyCode::Esc);
        }
    }
}

#[test]
fn a_file_is_asked_for() {
    let mut choices = Menu::new(None, None);
    for key in "ogame.txt".chars() {
        choices.key(KeyCode::Char(key));
    }
    let shown = |choices: &Menu| {
        let (_, lines, _) = draw(80, 24, |frame| menu(frame, Language::English.words(), choices));
        lines.join("\n")
    };
    assert_shows(&shown(&choices), &["File: game.txt", "Enter open", "Esc back"]);
    if let Some(opening) = &mut choices.opening {
        opening.message = "Cannot read game.txt.".to_owned();
    }
    assert_shows(&shown(&choices), &["File: game.txt", "Cannot read game.txt."]);
}
