//! Keys and clicks in, state out.

use super::*;
use halte_game::Random;
use halte_games::AnyOptions;
use halte_words::Language;

use crate::play::table::Opponent;

/// A game of this variant; the engine plays this side.
fn state(name: &str, engine: Option<Player>) -> State {
    let mut table = Table::new(AnyGame::start(&name.parse().expect("a game")));
    table.seed = Some(5);
    table.opponent = engine.map(|player| Opponent {
        player,
        level: "3".parse().expect("a level"),
    });
    State::new(table, Language::English.words())
}

/// Presses keys: letters as they are, and signs for those that have none.
fn press(state: &mut State, keys: &str) -> Option<Wish> {
    let mut wish = None;
    for key in keys.chars() {
        wish = state.key(match key {
            '←' => KeyCode::Left,
            '→' => KeyCode::Right,
            '↑' => KeyCode::Up,
            '↓' => KeyCode::Down,
            '⏎' => KeyCode::Enter,
            '⇥' => KeyCode::Tab,
            '⌫' => KeyCode::Backspace,
            '⎋' => KeyCode::Esc,
            other => KeyCode::Char(other),
        });
    }
    wish
}

/// Clicks on sites by their names.
fn click(state: &mut State, names: &str) {
    for name in names.split_whitespace() {
        let site = state.places.geometry.site(name).expect("a site");
        let place = state.places.of(site).expect("a place");
        state.click(Target::Place(place));
    }
}

fn moves(state: &State) -> String {
    let moves: Vec<String> = state.table.game().moves().iter().map(ToString::to_string).collect();
    moves.join(" ")
}

#[test]
fn clicks_enter_moves() {
    let check = |name: &str, clicks: &str, expected: &str| {
        let mut state = state(name, None);
        click(&mut state, clicks);
        assert_eq!(moves(&state), expected, "{name}: {clicks}");
    };
    check("mobius", "e0 f3 e0 g7", "e0 f3 g7");
    check("move", "a1 b2", "a1 b2");
    check("mixtour", "b2 c3 b2 c3", "b2 c3 b2-c3");
    check("fibonacci", "a5 b5 k7 j7 end", "a5-b5 k7-j7 end");
    // A second thought: another piece, or none.
    check("fibonacci", "a5 a4 b4", "a4-b4");
    check("fibonacci", "a5 a5 b5", "");
    check("fibonacci", "f6", "");
}

#[test]
fn arrows_and_enter_enter_moves() {
    let mut state = state("mixtour", None);
    press(&mut state, "⏎↑→⏎");
    assert_eq!(moves(&state), "c3 d4");
    press(&mut state, "⏎");
    assert_eq!(state.chosen.len(), 1);
    let d4 = state.chosen[0];
    assert_eq!(state.targets().len(), 1);
    press(&mut state, "⎋");
    assert!(state.chosen.is_empty() && state.targets().is_empty());
    press(&mut state, "⏎");
    assert_eq!(state.chosen, [d4]);
    press(&mut state, "↓←⏎");
    assert_eq!(moves(&state), "c3 d4 d4-c3");
}

#[test]
fn what_clicks_leave_open_is_asked() {
    let start = AnyGame::parse(
        &"mixtour 20/1".parse().expect("a variant"),
        ",,,,/,,,,/,rww,r,,/,,,,/,,,, w 0:0 20/1 -",
    );
    let table = || Table::new(start.clone().expect("a position"));
    let check = |keys: &str, expected: &str| {
        let mut state = State::new(table(), Language::English.words());
        click(&mut state, "b3 c3");
        let Mode::Choosing { moves: offered, .. } = &state.mode else {
            panic!("nothing is asked: {:?}", state.mode);
        };
        assert_eq!(offered.len(), 3);
        press(&mut state, keys);
        assert_eq!(moves(&state), expected, "{keys}");
        assert_eq!(state.mode, Mode::Board);
    };
    check("1", "b3-c3");
    check("↓⏎", "b3:2-c3");
    check("↓↓↓⏎", "b3:3-c3");
    check("⎋", "");
    let mut state = State::new(table(), Language::English.words());
    click(&mut state, "b3 c3");
    state.click(Target::Item(1));
    assert_eq!(moves(&state), "b3:2-c3");
}

#[test]
fn moves_can_be_typed() {
    let check = |name: &str, keys: &str, expected: &str| {
        let mut state = state(name, None);
        press(&mut state, keys);
        assert_eq!(moves(&state), expected, "{name}: {keys}");
    };
    check("mobius", "me0⏎", "e0");
    check("mobius", "e10⏎", "e10");
    check("mobius", "me1⌫9⏎", "e9");
    // More than one move begins so.
    check("mobius", "me⏎", "");
    check("mobius", "me0⎋⏎", "f7");
    // The only move that begins so.
    check("fibonacci", "ma1-b1⏎", "a1-b1");
    check("fibonacci cards", "ma5-b5⏎", "#4 a5-b5");
    check("mixtour", "m⌫mb2⏎mb2⏎", "b2");
    let mut state = state("mobius", None);
    press(&mut state, "mzz");
    assert!(state.candidates().is_empty());
    press(&mut state, "⏎");
    assert!(state.message.starts_with("Bad move \"zz\""), "{}", state.message);
    press(&mut state, "⌫⌫l1");
    let candidates: Vec<String> = state.candidates().into_iter().map(|mv| state.name(mv)).collect();
    assert_eq!(candidates, ["l1", "l10", "l11", "l12"]);
}

/// A position of Move in which marbles are pushed.
const PUSHING: &str = "ogngo/gonog/nnnnn/gongo/ognog k o -";

/// Moves are typed as they are read, in the language that is spoken, or as the rules write them.
#[test]
fn moves_are_typed_as_they_are_read() {
    let check = |language: Language, name: &str, position: Option<&str>, keys: &str, expected: &str| {
        let options = name.parse().expect("a game");
        let start = position.map_or_else(
            || AnyGame::start(&options),
            |text| AnyGame::parse(&options, text).expect("a position"),
        );
        let mut state = State::new(Table::new(start), language.words());
        press(&mut state, keys);
        assert_eq!(moves(&state), expected, "{name}: {keys}: {}", state.message);
    };
    let turn = "a5-b5⏎k7-j7⏎";
    let ended = "a5-b5 k7-j7 end";
    check(Language::French, "fibonacci", None, &format!("{turn}mfin⏎"), ended);
    check(Language::French, "fibonacci", None, &format!("{turn}fin⏎"), ended);
    check(Language::French, "fibonacci", None, &format!("{turn}mend⏎"), ended);
    check(Language::English, "fibonacci", None, &format!("{turn}end⏎"), ended);
    check(
        Language::English,
        "fibonacci",
        None,
        &format!("{turn}mfin⏎"),
        "a5-b5 k7-j7",
    );
    for language in Language::ALL {
        check(language, "move", Some(PUSHING), "3>⏎", "3>");
        check(language, "move", Some(PUSHING), "3>⇥⏎", "3>");
        check(language, "move", Some(PUSHING), "bv⏎", "bv");
        check(language, "move", Some(PUSHING), "mB^⏎", "b^");
    }
}

/// What the engine pushes is said in words, and the last push is shown by an arrow.
#[test]
fn pushes_are_explained() {
    let start = AnyGame::parse(&"move".parse().expect("a game"), PUSHING).expect("a position");
    let mut table = Table::new(start);
    table.opponent = Some(Opponent {
        player: Player::First,
        level: "3".parse().expect("a level"),
    });
    let mut state = State::new(table, Language::English.words());
    let (number, _) = state.question().expect("a question");
    let mv = AnyGame::parse_move(&state.table.options(), "4<").expect("a move");
    let score = Score::Draw;
    state.answer(number, Some(Advice { mv, score }));
    assert_eq!(state.message, "Orange played 4← (push row 4 to the left).");
    assert_eq!(state.table.turns(state.words), ["1. 4←"]);
}

/// The first letter of a move is no command, whatever it is.
#[test]
fn typing_a_move_triggers_no_command() {
    let check = |name: &str, keys: &str, expected: &str| {
        let mut state = state(name, None);
        press(&mut state, keys);
        assert_eq!(moves(&state), expected, "{name}: {keys}");
        assert!(matches!(state.mode, Mode::Board), "{name}: {keys}");
    };
    check("mobius", "a1⏎f7⏎h3⏎l2⏎d4⏎", "a1 f7 h3 l2 d4");
    check("move", "a1⏎d2⏎e4⏎", "a1 d2 e4");
    check("mixtour", "a1⏎e5⏎", "a1 e5");
    check("fibonacci", "a1-b1⏎", "a1-b1");
    // A capital letter is one everywhere.
    let mut state = state("mobius", None);
    press(&mut state, "A");
    assert!(matches!(state.mode, Mode::Asking(Decision::Resign)));
    // While an engine thinks, too.
    let mut state = self::state("mixtour", Some(Player::First));
    press(&mut state, "a");
    assert!(!matches!(state.mode, Mode::Asking(_)));
}

#[test]
fn typed_moves_are_completed() {
    let check = |name: &str, keys: &str, expected: &str| {
        let mut state = state(name, None);
        press(&mut state, keys);
        assert_eq!(state.mode, Mode::Typing(expected.to_owned()), "{name}: {keys}");
    };
    check("mobius", "me1⇥", "e1");
    check("mobius", "mE⇥", "e");
    check("mobius", "mz⇥", "z");
    check("fibonacci", "ma1⇥", "a1-");
}

#[test]
fn illegal_moves_are_explained() {
    let mut state = state("mixtour", None);
    press(&mut state, "mb2⏎mb2⏎");
    assert!(state.message.starts_with("Illegal move \"b2\": "), "{}", state.message);
    assert_eq!(state.mode, Mode::Typing("b2".to_owned()));
}

/// Answers as the engine might: with the first legal move.
fn answer(state: &mut State) {
    let (number, _) = state.question().expect("a question");
    let mv = state.table.legal_moves()[0];
    let score = Score::Estimate(0.25);
    state.answer(number, Some(Advice { mv, score }));
}

#[test]
fn the_engine_is_asked_when_it_is_to_move() {
    let mut state = state("mixtour", Some(Player::Second));
    assert_eq!(state.question(), None);
    click(&mut state, "b2");
    let level: Level = "3".parse().expect("a level");
    let (number, question) = state.question().expect("a question");
    assert_eq!(question, Question::Move(level));
    // Nobody else moves meanwhile.
    click(&mut state, "c3");
    press(&mut state, "md4⏎");
    assert_eq!(moves(&state), "b2");
    // An answer to an older question is none.
    let mv = state.table.legal_moves()[0];
    let score = Score::Draw;
    state.answer(number - 1, Some(Advice { mv, score }));
    assert_eq!(moves(&state), "b2");
    answer(&mut state);
    assert_eq!(moves(&state), "b2 a1");
    assert_eq!(state.message, "Red played a1.");
    assert_eq!(state.question(), None);
}

#[test]
fn taking_back_and_other_levels_change_the_question() {
    let mut state = state("mixtour", Some(Player::Second));
    click(&mut state, "b2");
    let (before, _) = state.question().expect("a question");
    press(&mut state, "l5⏎");
    let (after, question) = state.question().expect("a question");
    assert_ne!(before, after);
    assert_eq!(question, Question::Move("5".parse().expect("a level")));
    press(&mut state, "u");
    assert_eq!(moves(&state), "");
    assert_eq!(state.question(), None);
    // Two people: nobody is asked.
    click(&mut state, "b2");
    press(&mut state, "l↑↑↑↑↑⏎");
    assert_eq!(state.table.opponent, None);
    assert_eq!(state.question(), None);
    // The engine comes back, for whoever is not to move.
    press(&mut state, "l0⏎");
    let opponent = state.table.opponent.expect("an engine");
    assert_eq!((opponent.player, opponent.level.number()), (Player::First, 10));
}

#[test]
fn hints_and_chances_are_asked_for() {
    let mut state = state("mixtour", Some(Player::Second));
    press(&mut state, "h");
    assert_eq!(state.question().expect("a question").1, Question::Hint);
    answer(&mut state);
    assert_eq!(state.hint.map(|mv| mv.to_string()), Some("a1".to_owned()));
    assert_eq!(state.message, "Hint: a1 (25 % for White)");
    assert_eq!(state.question(), None);
    press(&mut state, "w");
    assert_eq!(state.question(), None, "the hint has told it already");
    click(&mut state, "b2");
    assert_eq!(state.hint, None);
    answer(&mut state);
    assert_eq!(state.question().expect("a question").1, Question::Chances);
    answer(&mut state);
    assert_eq!(state.chances, Some((Player::First, Score::Estimate(0.25))));
    press(&mut state, "w");
    assert!(!state.shows_chances);
}

#[test]
fn an_engine_without_a_move_leaves() {
    let mut state = state("mixtour", Some(Player::First));
    let (number, _) = state.question().expect("a question");
    state.answer(number, None);
    assert_eq!(state.table.opponent, None);
    assert_eq!(state.question(), None);
}

#[test]
fn cards_are_drawn() {
    let mut state = state("fibonacci cards", None);
    assert_eq!(moves(&state), "#4");
    assert_eq!(state.message, "Red draws #4.");
    click(&mut state, "a5 b5 end");
    assert!(moves(&state).starts_with("#4 a5-b5 end #"), "{}", moves(&state));
    // Whoever draws the cards presses a button.
    let mut table = Table::new(AnyGame::start(&"fibonacci cards".parse().expect("a game")));
    table.seed = None;
    let mut own = State::new(table, Language::English.words());
    click(&mut own, "#2 a5 b5 end #6");
    assert_eq!(moves(&own), "#2 a5-b5 end #6");
}

#[test]
fn turns_can_be_ended() {
    let mut state = state("fibonacci", None);
    press(&mut state, "E");
    assert_eq!(moves(&state), "");
    click(&mut state, "a5 b5 k7 j7");
    press(&mut state, "E");
    assert_eq!(moves(&state), "a5-b5 k7-j7 end");
}

#[test]
fn games_end_after_a_second_thought() {
    let check = |engine: Option<Player>, keys: &str, expected: Option<Ending>| {
        let mut state = state("mixtour", engine);
        press(&mut state, keys);
        let over = state.table.is_over();
        assert_eq!(
            over.then(|| state.table.words(state.words)),
            expected.map(|ending| words::ending(state.words, state.table.position(), ending)),
            "{keys}"
        );
    };
    let resigned = |winner| Some(Ending::Resignation { winner });
    check(None, "Ay", resigned(Player::Second));
    check(None, "An", None);
    check(None, "A⏎", None);
    check(None, "⏎Ay", resigned(Player::First));
    // Against the engine it is the person who gives up, whoever is to move.
    check(Some(Player::Second), "⏎Ay", resigned(Player::Second));
    check(None, "Dy", Some(Ending::Agreement));
    check(Some(Player::Second), "Dy", None);
    check(None, "Dyu", None);
}

#[test]
fn leaving_asks_if_a_game_is_under_way() {
    let check = |keys: &str, expected: Option<Wish>| {
        assert_eq!(press(&mut state("mixtour", None), keys), expected, "{keys}");
    };
    check("q", Some(Wish::Leave));
    check("n", Some(Wish::Menu));
    check("⏎q", None);
    check("⏎qn", None);
    check("⏎qy", Some(Wish::Leave));
    check("⏎n", None);
    check("⏎ny", Some(Wish::Menu));
    check("O", Some(Wish::Open));
    check("⏎O", None);
    check("⏎On", None);
    check("⏎Oy", Some(Wish::Open));
    let mut state = state("mixtour", None);
    press(&mut state, "⏎q");
    assert!(state.question_in_words(Decision::Leave).contains("not saved"));
    press(&mut state, "s");
    assert!(matches!(state.mode, Mode::Saving(_)));
}

#[test]
fn long_texts_are_scrolled() {
    let mut state = state("mixtour", None);
    state.page_height = 5;
    let line = |state: &State| match state.mode {
        Mode::Reading { line, .. } => Some(line),
        _ => None,
    };
    press(&mut state, "r↓↓↑");
    assert_eq!(line(&state), Some(1));
    press(&mut state, " ");
    assert_eq!(line(&state), Some(6));
    for _ in 0..200 {
        press(&mut state, "↓");
    }
    let last = state.lines(Page::Rules).len() - 5;
    assert_eq!(line(&state), Some(last));
    press(&mut state, "⎋?");
    assert_eq!(line(&state), Some(0));
    press(&mut state, "q");
    assert_eq!(line(&state), None);
}

#[test]
fn a_flipped_board_keeps_the_cursor() {
    let mut state = state("mixtour", None);
    press(&mut state, "→⏎");
    assert_eq!(moves(&state), "d3");
    press(&mut state, "f→⏎");
    assert_eq!(moves(&state), "d3 c3");
}

/// Whatever is pressed, nothing panics and the game stays one that the rules allow.
#[test]
fn any_keys_are_survived() {
    const KEYS: &str = "←→↑↓⏎⏎⏎⏎⇥⌫⎋⎋ MHUEWLFR?NOADQy0123abce-:#";
    let keys: Vec<char> = KEYS.chars().collect();
    for name in AnyOptions::all().iter().map(ToString::to_string) {
        for engine in [None, Some(Player::Second)] {
            let mut random = Random::new(7);
            let mut state = state(&name, engine);
            let mut has_played = false;
            for _ in 0..3000 {
                let key = keys[random.below(keys.len())];
                press(&mut state, &key.to_string());
                has_played |= !state.table.game().moves().is_empty();
                let target = match random.below(8) {
                    0 => Target::Place(random.below(state.places.all.len())),
                    1 => Target::Item(random.below(12)),
                    _ => continue,
                };
                state.click(target);
                if state.question().is_some() {
                    answer(&mut state);
                }
            }
            assert!(has_played, "{name}");
        }
    }
}
