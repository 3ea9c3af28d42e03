//! What the screen shows and what keys and clicks do to it, without a terminal: events in, state out.

use std::path::Path;

use halte_engine::{Level, Score};
use halte_game::board::Board;
use halte_game::record::Ending;
use halte_game::{Game, Player, Turn};
use halte_games::{AnyGame, AnyMove};
use halte_words::{Words, say};
use ratatui::crossterm::event::KeyCode;

use super::places::{Direction, Place, Places};
use crate::failure::Failure;
use crate::mistake::Mistake;
use crate::play::engine::{Advice, Question};
use crate::play::expanded;
use crate::play::table::Table;
use crate::{rules, words};

/// What a click of the mouse hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// A place of the board.
    Place(usize),
    /// An item of the list that is open.
    Item(usize),
    /// A key that is shown.
    Key(KeyCode),
}

/// What is going on.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Mode {
    /// The arrow keys move on the board.
    Board,
    /// A move is typed.
    Typing(String),
    /// The name of a file is typed.
    Saving(String),
    /// Several moves are entered by the same clicks: which is it?
    Choosing {
        moves: Vec<AnyMove>,
        /// The one that Enter takes.
        at: usize,
    },
    /// A second thought is asked for.
    Asking(Decision),
    /// The opponent's level is chosen: 0 is no engine at all.
    Levels {
        /// The one that Enter takes.
        at: usize,
    },
    /// A long text is read.
    Reading {
        page: Page,
        /// The line at the top.
        line: usize,
    },
}

/// A long text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Page {
    Rules,
    Keys,
}

/// What needs a second thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decision {
    Resign,
    Draw,
    NewGame,
    Open,
    Leave,
}

/// What is to be done outside a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    /// Choose another game.
    Menu,
    /// Open a game in a file.
    Open,
    /// End the program.
    Leave,
}

/// The keys of the board; a small letter does as well, unless moves begin with it. What each does is in the catalogue, with
/// a word for the bottom of the screen if it is shown there.
pub(super) const KEYS: [char; 15] = [
    'M', 'H', 'U', 'E', 'W', 'L', 'F', 'R', 'N', 'O', 'S', 'A', 'D', '?', 'Q',
];

/// The width of the keys' names on the page about them.
const KEY_WIDTH: usize = 16;

/// A game on the screen.
pub(super) struct State {
    /// The language it speaks.
    pub(super) words: &'static Words,
    pub(super) table: Table,
    pub(super) places: Places,
    /// The place that the arrow keys have come to.
    pub(super) cursor: usize,
    /// The column that up and down follow.
    column: f32,
    /// The sites that were pointed at so far, of a move that takes several.
    pub(super) chosen: Vec<usize>,
    pub(super) mode: Mode,
    /// What is said below the board.
    pub(super) message: String,
    pub(super) is_flipped: bool,
    /// What the engine would play here, once it was asked.
    pub(super) hint: Option<AnyMove>,
    is_hint_wanted: bool,
    /// Whether it is shown who is winning.
    pub(super) shows_chances: bool,
    /// The player to move, and what the engine thinks of that side.
    pub(super) chances: Option<(Player, Score)>,
    /// Grows whenever what the engine was asked before does not matter any more.
    question_number: u64,
    /// The legal moves, and the sites that enter each.
    legal: Vec<(AnyMove, Vec<usize>)>,
    /// How many lines of a long text fit on the screen, as far as known.
    pub(super) page_height: usize,
}

impl State {
    pub(super) fn new(table: Table, words: &'static Words) -> State {
        let places = Places::new(table.position(), false);
        let cursor = places.middle();
        let mut state = State {
            words,
            column: places.x(cursor),
            cursor,
            places,
            table,
            chosen: Vec::new(),
            mode: Mode::Board,
            message: String::new(),
            is_flipped: false,
            hint: None,
            is_hint_wanted: false,
            shows_chances: false,
            chances: None,
            question_number: 0,
            legal: Vec::new(),
            page_height: 10,
        };
        state.changed();
        if let Some(kept) = state.table.where_kept(words) {
            state.message = format!("{} {kept}", state.table.who_plays(words));
        }
        state
    }

    /// Goes on as a game before this one was shown.
    pub(super) fn follow(&mut self, before: &State) {
        self.shows_chances = before.shows_chances;
        if before.is_flipped {
            self.flip();
        }
    }

    /// Keeps the game in a new file.
    pub(super) fn save_in(&mut self, path: &Path) {
        self.message = match self.table.save(path) {
            Ok(()) => self.table.where_kept(self.words).unwrap_or_default(),
            Err(failure) => self.sentence(&failure),
        };
    }

    /// What the engine should think about now, and the number of that question.
    pub(super) fn question(&self) -> Option<(u64, Question)> {
        let question = match self.table.opponent {
            _ if self.table.is_over() => return None,
            Some(opponent) if self.table.is_engines_turn() => Question::Move(opponent.level),
            _ if !matches!(self.table.game().turn(), Turn::Player(_)) => return None,
            _ if self.is_hint_wanted => Question::Hint,
            _ if self.shows_chances && self.chances.is_none() => Question::Chances,
            _ => return None,
        };
        Some((self.question_number, question))
    }

    /// Takes the engine's answer to the question with this number.
    pub(super) fn answer(&mut self, number: u64, advice: Option<Advice>) {
        let Some((_, question)) = self.question().filter(|(asked, _)| *asked == number) else {
            return;
        };
        let player = self.table.position().player();
        match (question, advice) {
            (Question::Move(_), Some(advice)) => {
                let colour = self.colour(player);
                self.play(advice.mv);
                if !self.table.is_over() {
                    let mv = words::explained(self.words, &self.places.geometry, advice.mv);
                    let played = say!(self.words, "terminal-played", player: colour, move: mv);
                    self.message = format!("{played} {}", self.message).trim_end().to_owned();
                }
            }
            (Question::Move(_), None) => {
                self.table.opponent = None;
                self.changed();
                self.message = say!(self.words, "terminal-no-engine-move");
            }
            (Question::Hint, Some(advice)) => {
                self.is_hint_wanted = false;
                self.hint = Some(advice.mv);
                self.chances = Some((player, advice.score));
                self.message = self.table.hint(self.words, &advice);
            }
            (Question::Chances, Some(advice)) => self.chances = Some((player, advice.score)),
            (Question::Hint | Question::Chances, None) => {
                (self.is_hint_wanted, self.shows_chances) = (false, false);
                self.message = say!(self.words, "terminal-no-advice");
            }
        }
    }

    pub(super) fn key(&mut self, key: KeyCode) -> Option<Wish> {
        match &mut self.mode {
            Mode::Board => return self.board_key(key),
            Mode::Typing(text) => match key {
                KeyCode::Esc => self.mode = Mode::Board,
                KeyCode::Backspace if text.is_empty() => self.mode = Mode::Board,
                KeyCode::Backspace => {
                    text.pop();
                }
                KeyCode::Tab => self.complete(),
                KeyCode::Enter => self.play_typed(),
                KeyCode::Char(' ') => {}
                KeyCode::Char(character) => {
                    text.push(character);
                    self.message.clear();
                }
                _ => {}
            },
            Mode::Saving(text) => match key {
                KeyCode::Esc => self.mode = Mode::Board,
                KeyCode::Backspace => {
                    text.pop();
                }
                KeyCode::Enter if !text.is_empty() => self.save(),
                KeyCode::Char(character) => text.push(character),
                _ => {}
            },
            Mode::Choosing { moves, at } => match key {
                KeyCode::Esc => {
                    self.mode = Mode::Board;
                    self.chosen.clear();
                }
                KeyCode::Up => *at = at.saturating_sub(1),
                KeyCode::Down => *at = (*at + 1).min(moves.len() - 1),
                KeyCode::Enter | KeyCode::Char(' ') => {
                    let at = *at;
                    self.item(at);
                }
                KeyCode::Char(digit) => {
                    let number = digit.to_digit(10).map_or(0, |digit| digit as usize);
                    if (1..=moves.len()).contains(&number) {
                        self.item(number - 1);
                    }
                }
                _ => {}
            },
            Mode::Levels { at } => match key {
                KeyCode::Esc => self.mode = Mode::Board,
                KeyCode::Up => *at = at.saturating_sub(1),
                KeyCode::Down => *at = (*at + 1).min(Level::COUNT),
                KeyCode::Enter | KeyCode::Char(' ') => {
                    let at = *at;
                    self.item(at);
                }
                KeyCode::Char(digit) => {
                    if let Some(number) = digit.to_digit(10) {
                        // There is no key for ten.
                        *at = if number == 0 { Level::COUNT } else { number as usize };
                    }
                }
                _ => {}
            },
            Mode::Asking(decision) => {
                let decision = *decision;
                match key {
                    KeyCode::Char(key) if self.is_yes(key) => return self.decide(decision),
                    KeyCode::Char('s' | 'S') if decision == Decision::Leave && self.table.is_unsaved() => {
                        self.ask_for_file();
                    }
                    KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc | KeyCode::Enter => self.mode = Mode::Board,
                    _ => {}
                }
            }
            Mode::Reading { page, line } => {
                let (page, line) = (*page, *line);
                let last = self.lines(page).len().saturating_sub(self.page_height);
                let line = match key {
                    KeyCode::Up => line.saturating_sub(1),
                    KeyCode::Down => line + 1,
                    KeyCode::PageUp => line.saturating_sub(self.page_height),
                    KeyCode::PageDown | KeyCode::Char(' ') => line + self.page_height,
                    KeyCode::Home => 0,
                    KeyCode::End => last,
                    KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | 'r' | '?') => {
                        self.mode = Mode::Board;
                        return None;
                    }
                    _ => line,
                };
                self.mode = Mode::Reading {
                    page,
                    line: line.min(last),
                };
            }
        }
        None
    }

    pub(super) fn click(&mut self, target: Target) -> Option<Wish> {
        match (target, &self.mode) {
            (Target::Key(key), _) => return self.key(key),
            (Target::Item(item), Mode::Choosing { .. } | Mode::Levels { .. }) => self.item(item),
            (Target::Place(place), Mode::Board | Mode::Typing(_)) => {
                self.mode = Mode::Board;
                self.go_to(place);
                self.point();
            }
            // A click beside an open list closes nothing: it was meant for something that is not there now.
            _ => {}
        }
        None
    }

    fn board_key(&mut self, key: KeyCode) -> Option<Wish> {
        match key {
            KeyCode::Left => self.step(Direction::Left),
            KeyCode::Right => self.step(Direction::Right),
            KeyCode::Up => self.step(Direction::Up),
            KeyCode::Down => self.step(Direction::Down),
            KeyCode::Enter | KeyCode::Char(' ') => self.point(),
            KeyCode::Esc => {
                self.chosen.clear();
                self.hint = None;
                self.message.clear();
            }
            KeyCode::Char(character) if self.begins_move(character) => self.begin_typing(character.to_string()),
            KeyCode::Char(character) => match character.to_ascii_lowercase() {
                'm' => self.begin_typing(String::new()),
                'h' => self.ask_for_hint(),
                'u' => self.take_back(),
                'e' => self.end_turn(),
                'w' => self.toggle_chances(),
                'l' => {
                    let opponent = self.table.opponent;
                    let at = opponent.map_or(0, |opponent| opponent.level.number().into());
                    self.mode = Mode::Levels { at };
                }
                'f' => self.flip(),
                'r' => self.read(Page::Rules),
                '?' => self.read(Page::Keys),
                'n' if self.table.is_unsaved() => self.mode = Mode::Asking(Decision::NewGame),
                'n' => return Some(Wish::Menu),
                'o' if self.table.is_unsaved() => self.mode = Mode::Asking(Decision::Open),
                'o' => return Some(Wish::Open),
                's' => self.ask_for_file(),
                'a' | 'd' if self.table.is_over() => self.message = self.sentence(&Mistake::OverAlready.into()),
                'a' => self.mode = Mode::Asking(Decision::Resign),
                'd' if self.table.opponent.is_some() => {
                    self.message = self.sentence(&Mistake::EnginePlaysOn.into());
                }
                'd' => self.mode = Mode::Asking(Decision::Draw),
                'q' if self.table.is_unsaved() || !self.is_idle() => self.mode = Mode::Asking(Decision::Leave),
                'q' => return Some(Wish::Leave),
                _ => {}
            },
            _ => {}
        }
        None
    }

    /// Whether moves of this game may begin so: then it is typed, whoever is to move.
    fn begins_move(&self, character: char) -> bool {
        let geometry = &self.places.geometry;
        let begins = |site| words::site(self.words, geometry, site).starts_with(character);
        let mut sites = geometry.sites.iter();
        character.is_ascii_digit()
            || character == '#'
            || sites.any(|site| site.name.starts_with(character) || begins(site))
    }

    fn is_idle(&self) -> bool {
        self.table.is_over() || self.table.game().moves().is_empty()
    }

    fn step(&mut self, direction: Direction) {
        let is_open = |place: &Place| {
            !self.places.geometry.sites[place.site].faces.is_empty() || self.is_legal_button(place.site)
        };
        if let Some(next) = self.places.next(self.cursor, direction, self.column, is_open) {
            self.cursor = next;
            if matches!(direction, Direction::Left | Direction::Right) {
                self.column = self.places.x(next);
            }
        }
    }

    /// Whether a site is a button that may be pressed now.
    pub(super) fn is_legal_button(&self, site: usize) -> bool {
        self.is_persons_turn() && self.legal.iter().any(|(_, sites)| sites.as_slice() == [site])
    }

    /// Whether a person is to move, or to draw a card.
    fn is_persons_turn(&self) -> bool {
        !self.table.is_over() && !self.table.is_engines_turn()
    }

    /// The moves that begin with these sites.
    fn moves_after<'a>(&'a self, sites: &'a [usize]) -> impl Iterator<Item = &'a (AnyMove, Vec<usize>)> {
        self.legal.iter().filter(move |(_, clicks)| clicks.starts_with(sites))
    }

    /// The sites that may be pointed at next, if a move has been begun.
    pub(super) fn targets(&self) -> Vec<usize> {
        if self.chosen.is_empty() {
            return Vec::new();
        }
        let moves = self.moves_after(&self.chosen);
        moves
            .filter_map(|(_, sites)| sites.get(self.chosen.len()).copied())
            .collect()
    }

    /// Points at the site under the cursor.
    fn point(&mut self) {
        let site = self.places.all[self.cursor].site;
        if self.table.is_over() {
            self.message = say!(self.words, "terminal-over");
            return;
        }
        if self.table.is_engines_turn() {
            self.message = say!(self.words, "terminal-still-thinking");
            return;
        }
        if self.chosen.last() == Some(&site) {
            self.chosen.clear();
            return;
        }
        let mut sites = self.chosen.clone();
        sites.push(site);
        if self.moves_after(&sites).next().is_none() {
            // Not a way to go on: perhaps another beginning.
            sites = vec![site];
        }
        let entered = self.moves_after(&sites).filter(|(_, clicks)| *clicks == sites);
        let mut moves: Vec<AnyMove> = entered.map(|(mv, _)| *mv).collect();
        moves.sort_by_key(|&mv| AnyGame::clicks(mv).iter().find_map(|click| click.take));
        let name = words::site(self.words, &self.places.geometry, &self.places.geometry.sites[site]);
        match moves.as_slice() {
            [mv] => self.play(*mv),
            [] if self.moves_after(&sites).next().is_none() => {
                self.message = say!(self.words, "terminal-none-begins-at", place: name);
                self.chosen.clear();
            }
            [] => {
                self.message = say!(self.words, "terminal-now-where", place: name);
                self.chosen = sites;
            }
            [..] => {
                self.chosen = sites;
                self.mode = Mode::Choosing { moves, at: 0 };
            }
        }
    }

    /// Takes an item of the list that is open.
    fn item(&mut self, item: usize) {
        match &self.mode {
            Mode::Choosing { moves, .. } => {
                let mv = moves.get(item).copied();
                self.mode = Mode::Board;
                if let Some(mv) = mv {
                    self.play(mv);
                }
            }
            Mode::Levels { .. } => {
                self.mode = Mode::Board;
                let level = Level::all().find(|level| usize::from(level.number()) == item);
                self.question_number += 1;
                self.message = self.table.set_level(self.words, level);
            }
            _ => {}
        }
    }

    fn play(&mut self, mv: AnyMove) {
        let played = self.table.play(mv).map_err(Failure::from);
        self.follow_up(played);
    }

    /// Goes on after something was done, or says why it was not.
    fn follow_up(&mut self, done: Result<(), Failure>) {
        match done {
            Ok(()) => self.changed(),
            Err(failure) => self.message = self.sentence(&failure),
        }
    }

    /// Brings everything up to date after the game has changed.
    fn changed(&mut self) {
        self.message.clear();
        self.chosen.clear();
        self.hint = None;
        self.is_hint_wanted = false;
        self.chances = None;
        self.question_number += 1;
        if !matches!(self.mode, Mode::Reading { .. } | Mode::Saving(_) | Mode::Asking(_)) {
            self.mode = Mode::Board;
        }
        let player = self.table.position().player();
        match self.table.draw_card() {
            Ok(Some(card)) => {
                let colour = self.colour(player);
                self.message = say!(self.words, "terminal-drew", player: colour, card: card.to_string());
            }
            Ok(None) => {}
            Err(failure) => self.message = self.sentence(&failure),
        }
        if let Err(failure) = self.table.keep() {
            self.message = self.sentence(&failure);
        }
        let clicks = |mv| AnyGame::clicks(mv).iter().map(|click| click.site).collect();
        let moves = self.table.legal_moves().into_iter();
        self.legal = moves.map(|mv| (mv, clicks(mv))).collect();
        if self.table.is_over() {
            self.message = say!(self.words, "terminal-over-leave");
        }
        // The cursor does not stay on a button that is gone.
        let site = self.places.all[self.cursor].site;
        if self.cursor >= self.places.face_count && !self.is_legal_button(site) {
            self.go_to(self.places.middle());
        }
    }

    fn go_to(&mut self, place: usize) {
        self.cursor = place;
        self.column = self.places.x(place);
    }

    fn take_back(&mut self) {
        match self.table.take_back() {
            Ok(undone) if undone.is_empty() => self.message = say!(self.words, "terminal-nothing-to-take-back"),
            Ok(undone) => {
                self.changed();
                let geometry = &self.places.geometry;
                let undone = undone.iter().map(|undone| undone.words(self.words, geometry));
                let undone: Vec<String> = undone.collect();
                self.message = say!(self.words, "terminal-took-back", moves: undone.join(", "));
            }
            Err(failure) => self.message = self.sentence(&failure),
        }
    }

    fn end_turn(&mut self) {
        let sites = &self.places.geometry.sites;
        let is_button = |clicks: &[usize]| matches!(clicks, [site] if sites[*site].faces.is_empty());
        let legal = self
            .legal
            .iter()
            .filter(|(_, clicks)| self.is_persons_turn() && is_button(clicks));
        match legal.map(|(mv, _)| *mv).collect::<Vec<_>>()[..] {
            [mv] => self.play(mv),
            _ => self.message = say!(self.words, "terminal-no-turn-to-end"),
        }
    }

    fn ask_for_hint(&mut self) {
        if !self.is_persons_turn() || self.legal.is_empty() || self.table.game().turn() == Turn::Chance {
            self.message = say!(self.words, "terminal-hint-own-turn");
            return;
        }
        self.is_hint_wanted = true;
        self.question_number += 1;
        self.message = say!(self.words, "terminal-hint-thinking");
    }

    fn toggle_chances(&mut self) {
        self.shows_chances = !self.shows_chances;
        self.question_number += 1;
    }

    fn flip(&mut self) {
        self.is_flipped = !self.is_flipped;
        self.places = Places::new(self.table.position(), self.is_flipped);
        self.column = self.places.x(self.cursor);
    }

    fn read(&mut self, page: Page) {
        self.mode = Mode::Reading { page, line: 0 };
    }

    pub(super) fn lines(&self, page: Page) -> Vec<String> {
        let words = self.words;
        let options = self.table.options();
        let text = match page {
            Page::Rules => rules::text(words, &options),
            Page::Keys => {
                let named = |key: &str| {
                    let (what, label) = self.key_words(key);
                    words::item(&label.unwrap_or_default(), KEY_WIDTH, &what)
                };
                let mut text: String = ["arrows", "enter", "escape"].into_iter().map(named).collect();
                for key in KEYS.map(String::from) {
                    text.push_str(&words::item(&key, KEY_WIDTH, &self.key_words(&key).0));
                }
                text.push_str(&named("control-c"));
                text.push('\n');
                text.push_str(&words::legend(words, &self.places.geometry));
                let indent = say!(words, "terminal-legend").chars().count() + 1;
                text.push_str(&words::item("", indent, &say!(words, "terminal-legend-screen")));
                text.push_str(&format!("\n{}\n", say!(words, "terminal-moves-typed")));
                text.push_str(&rules::notation(words, &options));
                text
            }
        };
        text.lines().map(str::to_owned).collect()
    }

    /// What a key does, and a short word for it if it is shown at the bottom of the screen.
    pub(super) fn key_words(&self, key: &str) -> (String, Option<String>) {
        // An id has letters only.
        let id = match key {
            "?" => "terminal-key-help".to_owned(),
            key => format!("terminal-key-{}", key.to_ascii_lowercase()),
        };
        let short = self.words.parts(&id).into_iter().next().map(|(_, short)| short);
        (self.words.say(&id, &[]), short)
    }

    /// Whether a key says yes: by the first letter of the word in the language that is spoken.
    fn is_yes(&self, key: char) -> bool {
        let yes = say!(self.words, "terminal-yes");
        yes.starts_with(key.to_ascii_lowercase())
    }

    fn begin_typing(&mut self, text: String) {
        if self.is_persons_turn() {
            self.message.clear();
            self.chosen.clear();
            self.mode = Mode::Typing(text);
        } else {
            self.message = say!(self.words, "terminal-not-your-turn");
        }
    }

    /// The legal moves that begin with what has been typed, as people read or as the rules write them.
    pub(super) fn candidates(&self) -> Vec<AnyMove> {
        let Mode::Typing(typed) = &self.mode else {
            return Vec::new();
        };
        let lower = typed.to_lowercase();
        let begins = |mv: &AnyMove| {
            let text = mv.to_string();
            text.starts_with(typed.as_str()) || text.starts_with(&lower) || self.name(*mv).starts_with(&lower)
        };
        let moves = self.legal.iter().map(|(mv, _)| *mv);
        let mut moves: Vec<AnyMove> = moves.filter(begins).collect();
        moves.sort_by_cached_key(|&mv| words::natural_order(&self.name(mv)));
        moves
    }

    /// A move as people read it.
    pub(super) fn name(&self, mv: AnyMove) -> String {
        words::move_name(self.words, &self.places.geometry, mv)
    }

    /// Types as much as all fitting moves have in common.
    fn complete(&mut self) {
        let names: Vec<String> = self.candidates().into_iter().map(|mv| self.name(mv)).collect();
        let Some(first) = names.first() else {
            return;
        };
        let mut common = first.as_str();
        while !names.iter().all(|name| name.starts_with(common)) {
            let mut characters = common.chars();
            characters.next_back();
            common = characters.as_str();
        }
        // What was typed may fit the rules' own word for one and the players' for another.
        if !common.is_empty() {
            self.mode = Mode::Typing(common.to_owned());
        }
    }

    /// Plays the typed move, or the only one that begins so.
    fn play_typed(&mut self) {
        let candidates = self.candidates();
        let Mode::Typing(typed) = &self.mode else {
            return;
        };
        let read = words::read_move(self.words, &self.table.options(), typed);
        let legal = |mv: &AnyMove| self.legal.iter().any(|(other, _)| other == mv);
        let found = match (read, candidates.as_slice()) {
            (Ok(mv), _) if legal(&mv) => Ok(mv),
            (_, [only]) => Ok(*only),
            (Ok(mv), _) => self.table.game().check(mv).map(|()| mv).map_err(Failure::from),
            (Err(_), [_, ..]) => {
                self.message = say!(self.words, "terminal-several-begin-so");
                return;
            }
            (Err(error), []) => Err(error.into()),
        };
        let mv = match found {
            Ok(mv) => mv,
            Err(failure) => {
                self.message = self.sentence(&failure);
                return;
            }
        };
        self.mode = Mode::Board;
        if let Some(place) = AnyGame::touched(mv).last().and_then(|&site| self.places.of(site)) {
            self.go_to(place);
        }
        self.play(mv);
    }

    fn ask_for_file(&mut self) {
        if let Some(file) = self.table.kept_in() {
            self.message = say!(self.words, "terminal-kept-already", file: file.name(self.words));
            return;
        }
        let game = self.table.options().game();
        let mut names = (1..).map(|number| format!("{game}-{number}.txt"));
        self.mode = Mode::Saving(names.find(|name| !expanded(name).exists()).unwrap_or_default());
    }

    fn save(&mut self) {
        let Mode::Saving(name) = &self.mode else {
            return;
        };
        match self.table.save(&expanded(name)) {
            Ok(()) => {
                self.message = say!(self.words, "terminal-saved", file: name);
                self.mode = Mode::Board;
            }
            Err(failure) => self.message = self.sentence(&failure),
        }
    }

    /// What a second thought is asked about.
    pub(super) fn question_in_words(&self, decision: Decision) -> String {
        let words = self.words;
        let question = match decision {
            Decision::Resign => say!(words, "terminal-resigns", player: self.colour(self.table.person())),
            Decision::Draw => say!(words, "terminal-agree"),
            Decision::Leave if self.table.is_unsaved() => return say!(words, "terminal-ask-leave-unsaved"),
            Decision::Leave => {
                let kept = self.table.where_kept(words).unwrap_or_default();
                return format!("{kept} {}", say!(words, "terminal-ask-leave"));
            }
            Decision::NewGame | Decision::Open => say!(words, "terminal-leave-unsaved"),
        };
        say!(words, "terminal-ask", question: question)
    }

    fn decide(&mut self, decision: Decision) -> Option<Wish> {
        self.mode = Mode::Board;
        let ending = match decision {
            Decision::Leave => return Some(Wish::Leave),
            Decision::NewGame => return Some(Wish::Menu),
            Decision::Open => return Some(Wish::Open),
            Decision::Draw => Ending::Agreement,
            Decision::Resign => Ending::Resignation {
                winner: !self.table.person(),
            },
        };
        let ended = self.table.end(ending);
        self.follow_up(ended);
        None
    }

    /// What went wrong, as a sentence of its own.
    fn sentence(&self, failure: &Failure) -> String {
        words::sentence(&failure.words(self.words))
    }

    pub(super) fn colour(&self, player: Player) -> String {
        self.table.colour(self.words, player)
    }
}

#[cfg(test)]
mod tests;
