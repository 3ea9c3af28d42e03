//! Choosing what to play: the game, its variant, the opponent and the side, without a terminal.

use halte_engine::Level;
use halte_game::{About, Random};
use halte_games::{AnyOptions, GameId};
use halte_words::{Words, say};
use ratatui::crossterm::event::KeyCode;

use super::state::Target;
use crate::play::table::Opponent;
use crate::play::{OtherSide, Side};
use crate::words;

/// What can be chosen, a row each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
    Game,
    Variant,
    Opponent,
    Side,
    Begin,
}

/// What a key in the menu leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// Play what is chosen.
    Begin,
    /// Open the file that is named.
    Open,
    /// Go back to where one came from.
    Close,
}

/// A file that is to be opened.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Opening {
    /// Its name, as far as it is typed.
    pub(super) name: String,
    /// Why it was not opened.
    pub(super) message: String,
    /// Whether a game waits behind it, and not the menu.
    leads_back: bool,
}

/// The choices as they stand.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Menu {
    /// What is asked for instead of the choices, if it is a file.
    pub(super) opening: Option<Opening>,
    /// The row that the arrow keys have come to.
    pub(super) row: Row,
    game: usize,
    /// The chosen variant of each game.
    variants: [usize; GameId::ALL.len()],
    /// The engine's level; 0 is a second person.
    level: usize,
    side: usize,
}

const SIDES: [Side; 3] = [Side::First, Side::Second, Side::Random];

/// The level that is offered first: one that a beginner can beat, but not at once.
const FIRST_LEVEL: usize = 2;

impl Menu {
    /// A menu that offers this level and side first.
    pub(super) fn new(level: Option<OtherSide>, side: Option<Side>) -> Menu {
        Menu {
            opening: None,
            row: Row::Game,
            game: 0,
            variants: [0; GameId::ALL.len()],
            level: level.map_or(FIRST_LEVEL, |OtherSide(level)| {
                level.map_or(0, |level| level.number().into())
            }),
            side: SIDES.iter().position(|&known| Some(known) == side).unwrap_or(0),
        }
    }

    /// A menu that offers what is being played.
    pub(super) fn at(options: &AnyOptions, opponent: Option<Opponent>) -> Menu {
        let game = options.game();
        let index = GameId::ALL.iter().position(|&known| known == game).unwrap_or(0);
        let mut menu = Menu::new(None, None);
        menu.game = index;
        let variant = options.variant();
        let mut variants = game.about().variants.iter();
        let known = variants.position(|known| variant.as_deref() == Some(known.name));
        menu.variants[index] = known.unwrap_or(0);
        menu.level = opponent.map_or(0, |opponent| opponent.level.number().into());
        menu.side = opponent.map_or(0, |opponent| 1 - opponent.player.index());
        menu
    }

    /// A menu that asks for a file, and leads back to the game if there is none.
    pub(super) fn opening(options: &AnyOptions, opponent: Option<Opponent>) -> Menu {
        let mut menu = Menu::at(options, opponent);
        menu.opening = Some(Opening {
            leads_back: true,
            ..Opening::default()
        });
        menu
    }

    fn game(&self) -> GameId {
        GameId::ALL[self.game]
    }

    pub(super) fn about(&self) -> &'static About {
        self.game().about()
    }

    /// The rows that there are for the chosen game and opponent.
    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Game];
        if !self.about().variants.is_empty() {
            rows.push(Row::Variant);
        }
        rows.push(Row::Opponent);
        if self.level > 0 {
            rows.push(Row::Side);
        }
        rows.push(Row::Begin);
        rows
    }

    /// What a row is about, and what is chosen in it.
    pub(super) fn words(&self, words: &Words, row: Row) -> (String, String) {
        let about = self.about();
        match row {
            Row::Game => (say!(words, "terminal-menu-game"), about.title.to_owned()),
            Row::Variant => {
                let variant = about.variants[self.variants[self.game]];
                let summary = words::variant(words, about, &variant);
                let value = say!(words, "named", name: variant.name, value: summary);
                (say!(words, "terminal-menu-variant"), value)
            }
            Row::Opponent => {
                let opponent = match self.level {
                    0 => say!(words, "terminal-menu-person"),
                    level => say!(words, "terminal-menu-engine", level: level),
                };
                (say!(words, "terminal-opponent"), opponent)
            }
            Row::Side => {
                let colour = |name: &str| words.say(&format!("colour-{}", name.to_lowercase()), &[]);
                let [first, second] = about.players.map(colour);
                let side = match SIDES[self.side] {
                    Side::First => say!(words, "terminal-menu-first", first: first),
                    Side::Second => second,
                    Side::Random => say!(words, "terminal-menu-either", first: first, second: second),
                };
                (say!(words, "terminal-menu-you"), side)
            }
            Row::Begin => (String::new(), say!(words, "terminal-menu-begin")),
        }
    }

    /// The game and variant that are chosen; none if the menu offers one that there is not.
    pub(super) fn options(&self) -> Option<AnyOptions> {
        let variant = self.about().variants.get(self.variants[self.game]);
        self.game().options(variant.map(|variant| variant.name)).ok()
    }

    /// The engine that is chosen, and its side.
    pub(super) fn opponent(&self, random: &mut Random) -> Option<Opponent> {
        let level = Level::all().find(|level| usize::from(level.number()) == self.level)?;
        let player = SIDES[self.side].opponent(random);
        Some(Opponent { player, level })
    }

    pub(super) fn key(&mut self, key: KeyCode) -> Option<Choice> {
        if let Some(opening) = &mut self.opening {
            match key {
                KeyCode::Esc if opening.leads_back => return Some(Choice::Close),
                KeyCode::Esc => self.opening = None,
                KeyCode::Enter if !opening.name.is_empty() => return Some(Choice::Open),
                KeyCode::Backspace => {
                    opening.name.pop();
                }
                KeyCode::Char(character) => {
                    opening.name.push(character);
                    opening.message.clear();
                }
                _ => {}
            }
            return None;
        }
        match key {
            KeyCode::Up => self.go(-1),
            KeyCode::Down | KeyCode::Tab => self.go(1),
            KeyCode::Left => self.change(-1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(1),
            KeyCode::Enter => return Some(Choice::Begin),
            KeyCode::Char('o' | 'O') => self.opening = Some(Opening::default()),
            KeyCode::Esc | KeyCode::Char('q' | 'Q') => return Some(Choice::Close),
            _ => {}
        }
        None
    }

    pub(super) fn click(&mut self, target: Target) -> Option<Choice> {
        match target {
            Target::Key(key) => return self.key(key),
            Target::Item(item) if self.opening.is_none() => {
                self.row = *self.rows().get(item)?;
                if self.row == Row::Begin {
                    return Some(Choice::Begin);
                }
                self.change(1);
            }
            Target::Item(_) | Target::Place(_) => {}
        }
        None
    }

    fn go(&mut self, step: isize) {
        let rows = self.rows();
        let now = rows.iter().position(|&row| row == self.row).unwrap_or(0);
        let next = now.saturating_add_signed(step).min(rows.len() - 1);
        self.row = rows[next];
    }

    fn change(&mut self, step: isize) {
        let turn = |value: &mut usize, count: usize| {
            *value = (*value as isize + step).rem_euclid(count as isize) as usize;
        };
        match self.row {
            Row::Game => turn(&mut self.game, GameId::ALL.len()),
            Row::Variant => {
                let count = self.about().variants.len();
                turn(&mut self.variants[self.game], count.max(1));
            }
            Row::Opponent => turn(&mut self.level, Level::COUNT + 1),
            Row::Side => turn(&mut self.side, SIDES.len()),
            Row::Begin => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halte_game::Player;

    fn press(menu: &mut Menu, keys: &str) -> Option<Choice> {
        let mut choice = None;
        for key in keys.chars() {
            choice = menu.key(match key {
                '<' => KeyCode::Left,
                '>' => KeyCode::Right,
                '^' => KeyCode::Up,
                'v' => KeyCode::Down,
                '!' => KeyCode::Enter,
                '~' => KeyCode::Esc,
                other => KeyCode::Char(other),
            });
        }
        choice
    }

    #[test]
    fn keys_choose_what_is_played() {
        let check = |keys: &str, options: &str, opponent: Option<(Player, u8)>| {
            let mut menu = Menu::new(None, None);
            press(&mut menu, keys);
            assert_eq!(menu.options().expect("a game").to_string(), options, "{keys}");
            let found = menu.opponent(&mut Random::new(1));
            let found = found.map(|opponent| (opponent.player, opponent.level.number()));
            assert_eq!(found, opponent, "{keys}");
        };
        check("", "mobius", Some((Player::Second, 2)));
        check(">", "move", Some((Player::Second, 2)));
        let last = GameId::ALL[GameId::ALL.len() - 1].standard().to_string();
        check("<", &last, Some((Player::Second, 2)));
        check(">>>", "mixtour 25/5", Some((Player::Second, 2)));
        check(">>>v>", "mixtour 20/1", Some((Player::Second, 2)));
        check(">>v>", "fibonacci cards", Some((Player::Second, 2)));
        check("v>", "mobius", Some((Player::Second, 3)));
        check("v<<", "mobius", None);
        check("v<<<", "mobius", Some((Player::Second, 10)));
        check("vv>", "mobius", Some((Player::First, 2)));
        // Without an engine there is no side to choose: the row below is the last one.
        check("v<<v>", "mobius", None);
    }

    #[test]
    fn the_menu_begins_or_closes() {
        assert_eq!(press(&mut Menu::new(None, None), "!"), Some(Choice::Begin));
        assert_eq!(press(&mut Menu::new(None, None), "~"), Some(Choice::Close));
        let mut menu = Menu::new(None, None);
        assert_eq!(menu.click(Target::Item(0)), None);
        assert_eq!(menu.about().name, "move");
        assert_eq!(menu.click(Target::Item(3)), Some(Choice::Begin));
    }

    #[test]
    fn the_menu_asks_for_a_file() {
        let name = |menu: &Menu| menu.opening.as_ref().map(|opening| opening.name.clone());
        let mut menu = Menu::new(None, None);
        assert_eq!(press(&mut menu, "o!"), None);
        assert_eq!(press(&mut menu, "qo 2!"), Some(Choice::Open));
        assert_eq!(name(&menu).as_deref(), Some("qo 2"));
        assert_eq!(press(&mut menu, "~"), None);
        assert_eq!(name(&menu), None);
        // Asked for at a game, the way back leads there.
        let mut menu = Menu::opening(&"move".parse().expect("a game"), None);
        assert_eq!(press(&mut menu, "a~"), Some(Choice::Close));
    }

    #[test]
    fn a_menu_remembers_the_game_before() {
        let options = "mixtour 20/2".parse().expect("a variant");
        let opponent = Opponent {
            player: Player::First,
            level: "7".parse().expect("a level"),
        };
        let menu = Menu::at(&options, Some(opponent));
        assert_eq!(menu.options(), Some(options));
        assert_eq!(menu.opponent(&mut Random::new(1)), Some(opponent));
        let menu = Menu::at(&"move".parse().expect("a game"), None);
        assert_eq!(menu.opponent(&mut Random::new(1)), None);
    }
}
