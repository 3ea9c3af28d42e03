//! The full screen of `halte play`: [`state`] and [`menu`] say what is going on, [`view`] draws it, and the loop here
//! brings keys, clicks, the engine and the clock together.

mod menu;
mod places;
mod state;
mod terminal;
mod view;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use halte_game::{Game, Random};
use halte_games::AnyGame;
use halte_words::Words;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};

use super::engine::{Advice, Study};
use super::table::Table;
use crate::failure::Failure;
use crate::{letters, words};
use menu::{Choice, Menu};
use state::{State, Target, Wish};
use terminal::FullScreen;
use view::{Hits, Palette};

/// How long the loop waits for a key before it looks whether the engine has an answer.
const GLANCE: Duration = Duration::from_millis(30);
/// How long it waits when the engine does not think.
const REST: Duration = Duration::from_millis(250);
/// The least time between two moves on the screen: a turn of several steps must be seen step by step.
const PACE: Duration = Duration::from_millis(400);

/// Plays on a full screen until the player leaves: at this table, or at one that a menu chooses.
pub(super) fn run(
    arguments: &super::Arguments,
    words: &'static Words,
    table: Option<Table>,
    random: &mut Random,
) -> Result<(), Failure> {
    let mut app = App {
        words,
        menu: table.is_none().then(|| Menu::new(arguments.level, arguments.side)),
        state: table.map(|table| State::new(table, words)),
        arguments,
        random,
    };
    let result = app.play();
    // The terminal is as it was before: whoever left at once is told what is lost.
    if let Some(state) = &app.state {
        let farewell = words::wrapped(&state.table.farewell(words));
        io::stdout().write_all(letters::readable(&farewell).as_bytes())?;
    }
    result
}

struct App<'a> {
    words: &'static Words,
    menu: Option<Menu>,
    state: Option<State>,
    arguments: &'a super::Arguments,
    random: &'a mut Random,
}

impl App<'_> {
    fn play(&mut self) -> Result<(), Failure> {
        let has_colour = self.arguments.colour.is_on();
        let palette = Palette { has_colour };
        let mut study = Study::new(self.random.bits());
        let mut screen = FullScreen::new()?;
        let mut hits = Hits::default();
        let mut is_drawn = false;
        // An answer that waits for its time, and when the question was asked.
        let mut waiting: Option<(u64, Option<Advice>)> = None;
        let mut asked = Instant::now();
        while !screen.is_ending() {
            if !is_drawn {
                screen.terminal.draw(|frame| {
                    hits = match (&self.menu, &self.state) {
                        (Some(menu), _) => view::menu(frame, self.words, menu),
                        (None, Some(state)) => view::game(frame, state, &palette),
                        (None, None) => Hits::default(),
                    };
                    if !letters::is_unicode() {
                        view::put_in_ascii(frame.buffer_mut());
                    }
                })?;
                is_drawn = true;
                if let (Some(state), Some(height)) = (&mut self.state, hits.page_height) {
                    state.page_height = height;
                }
            }
            let state = self.state.as_ref().filter(|_| self.menu.is_none());
            let question = state.and_then(State::question);
            let wanted = question.map(|(number, _)| number);
            waiting = waiting.filter(|(number, _)| Some(*number) == wanted);
            match (&self.state, question) {
                (Some(state), Some((number, question))) if waiting.is_none() && study.current() != wanted => {
                    study.ask(number, state.table.game(), question);
                    asked = Instant::now();
                }
                (_, None) => study.stop(),
                _ => {}
            }
            let patience = if wanted.is_some() { GLANCE } else { REST };
            if event::poll(patience)? {
                let event = event::read()?;
                // A mouse that only moves tells nothing, but often.
                is_drawn = matches!(&event, Event::Mouse(mouse) if mouse.kind == MouseEventKind::Moved);
                if self.event(&event, &hits, &mut screen)? {
                    return Ok(());
                }
            }
            waiting = waiting.or(study.answer()?);
            if asked.elapsed() >= PACE
                && let (Some((number, advice)), Some(state)) = (waiting.take(), &mut self.state)
            {
                state.answer(number, advice);
                is_drawn = false;
            }
        }
        Ok(())
    }

    /// Does what an event says; true if it says to leave.
    fn event(&mut self, event: &Event, hits: &Hits, screen: &mut FullScreen) -> Result<bool, Failure> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                if key.modifiers.contains(KeyModifiers::CONTROL) {
                    match key.code {
                        KeyCode::Char('c') => return Ok(true),
                        KeyCode::Char('z') => screen.suspend()?,
                        _ => {}
                    }
                    return Ok(false);
                }
                Ok(self.act(Target::Key(key.code)))
            }
            Event::Mouse(mouse) => {
                let target = match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => hits.at(mouse.column, mouse.row),
                    MouseEventKind::ScrollUp if hits.page_height.is_some() => Some(Target::Key(KeyCode::Up)),
                    MouseEventKind::ScrollDown if hits.page_height.is_some() => Some(Target::Key(KeyCode::Down)),
                    _ => None,
                };
                Ok(target.is_some_and(|target| self.act(target)))
            }
            _ => Ok(false),
        }
    }

    /// Does what a key or a click says; true if it says to leave.
    fn act(&mut self, target: Target) -> bool {
        if let Some(menu) = &mut self.menu {
            return match menu.click(target) {
                Some(Choice::Begin) => {
                    self.begin();
                    false
                }
                Some(Choice::Open) => {
                    self.open();
                    false
                }
                Some(Choice::Close) => {
                    self.menu = None;
                    self.state.is_none()
                }
                None => false,
            };
        }
        let Some(state) = &mut self.state else {
            return true;
        };
        match state.click(target) {
            Some(Wish::Leave) => return true,
            Some(Wish::Menu) => self.menu = Some(Menu::at(&state.table.options(), state.table.opponent)),
            Some(Wish::Open) => self.menu = Some(Menu::opening(&state.table.options(), state.table.opponent)),
            None => {}
        }
        false
    }

    /// Goes on with the game in the file that the menu names, or says why not: then nothing is lost.
    fn open(&mut self) {
        let Some(opening) = self.menu.as_mut().and_then(|menu| menu.opening.as_mut()) else {
            return;
        };
        let mut table = match super::load(opening.name.trim()) {
            Ok(table) => table,
            Err(failure) => {
                opening.message = words::sentence(&failure.words(self.words));
                return;
            }
        };
        self.menu = None;
        let before = self.state.take();
        table.seed = match &before {
            Some(state) => state.table.seed,
            None => self.arguments.card_seed(self.random),
        };
        let mut state = State::new(table, self.words);
        if let Some(before) = before {
            state.follow(&before);
        }
        self.state = Some(state);
    }

    /// Begins the game that the menu says.
    fn begin(&mut self) {
        let Some((menu, options)) = self
            .menu
            .take()
            .and_then(|menu| menu.options().map(|options| (menu, options)))
        else {
            return;
        };
        let opponent = menu.opponent(self.random);
        let before = self.state.take();
        let mut table = match &before {
            Some(state) if state.table.options() == options => state.table.again(),
            Some(state) => state.table.with_start(AnyGame::start(&options)),
            None => {
                let mut table = Table::new(AnyGame::start(&options));
                table.seed = self.arguments.card_seed(self.random);
                table
            }
        };
        table.opponent = opponent;
        let mut state = State::new(table, self.words);
        // The file of the command line is for the first game.
        if let (None, Some(path)) = (&before, &self.arguments.save) {
            state.save_in(path);
        }
        if let Some(before) = before {
            state.follow(&before);
        }
        self.state = Some(state);
    }
}
