//! Draws the full screen: board, side panel, lines below, lists and long texts. Says what a click would hit.

use halte_engine::Level;
use halte_game::board::{Board, Colour, SiteKind};
use halte_game::draw::{Drawing, Glyph, Ink, TextBoard, View};
use halte_game::{Game, Player, Turn};
use halte_games::{AnyGame, AnyMove};
use halte_words::{Words, say};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};

use super::menu::{Menu, Opening, Row};
use super::state::{KEYS, Mode, Page, State, Target};
use crate::draw::{Marks, drawing};
use crate::{letters, words};

/// The lines of the screen besides the board: the title, the buttons, two lines of words, the keys.
const OTHER_ROWS: u16 = 5;
/// The least width of the side panel.
const PANEL_WIDTH: u16 = 17;
/// The least width of the side panel beside an enlarged board.
const WIDE_PANEL: u16 = 30;
/// The most width that a side panel takes.
const WIDEST_PANEL: u16 = 34;
/// The most times a board is enlarged.
const MOST_ZOOM: u16 = 2;
/// The most rows from a cell to the next, as a part of the columns: a character is about twice as high as wide.
const STEEPEST: f32 = 0.6;
/// What the menu needs.
const MENU_SIZE: (u16, u16) = (40, 16);

/// What is where on the screen.
#[derive(Default)]
pub(super) struct Hits {
    areas: Vec<(Rect, Target)>,
    /// How many lines of a long text are shown, if one is.
    pub(super) page_height: Option<usize>,
}

impl Hits {
    /// What a click there hits.
    pub(super) fn at(&self, column: u16, row: u16) -> Option<Target> {
        let hit = |area: &Rect| area.contains(Position::new(column, row));
        // What was drawn last is on top.
        let found = self.areas.iter().rev().find(|(area, _)| hit(area));
        found.map(|(_, target)| *target)
    }

    fn add(&mut self, area: Rect, target: Target) {
        self.areas.push((area, target));
    }
}

const FAINT: Style = Style::new().add_modifier(Modifier::DIM);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
/// What stands out: the cursor, the item that Enter takes, a question.
const LIT: Style = Style::new().add_modifier(Modifier::REVERSED);
/// A key that can be pressed.
const KEY: Style = BOLD.add_modifier(Modifier::UNDERLINED);

/// How pieces and players look: in colour, or told apart by letters and brightness alone.
pub(super) struct Palette {
    pub(super) has_colour: bool,
}

impl Palette {
    /// The shade of a colour, and what is readable on it.
    const fn shades(colour: Colour) -> (Color, Color) {
        match colour {
            Colour::Red => (Color::Indexed(160), Color::Indexed(231)),
            Colour::Blue => (Color::Indexed(27), Color::Indexed(231)),
            Colour::Orange => (Color::Indexed(208), Color::Indexed(16)),
            Colour::Green => (Color::Indexed(34), Color::Indexed(16)),
            Colour::White => (Color::Indexed(255), Color::Indexed(16)),
            Colour::Neutral => (Color::Indexed(180), Color::Indexed(16)),
            Colour::Black => (Color::Indexed(238), Color::Indexed(231)),
        }
    }

    /// A piece: its letter on its colour.
    fn piece(&self, colour: Colour) -> Style {
        let (shade, readable) = Palette::shades(colour);
        if self.has_colour {
            BOLD.bg(shade).fg(readable)
        } else {
            BOLD
        }
    }

    /// Words or lines in a colour.
    fn tinted(&self, colour: Colour) -> Style {
        if self.has_colour {
            BOLD.fg(Palette::shades(colour).0)
        } else {
            BOLD
        }
    }

    fn glyph(&self, ink: Ink) -> Style {
        match ink {
            Ink::Plain => Style::new(),
            Ink::Faint => FAINT,
            Ink::Bold => BOLD,
            Ink::Coloured(colour) => self.tinted(colour),
        }
    }
}

pub(super) fn game(frame: &mut Frame<'_>, state: &State, palette: &Palette) -> Hits {
    let mut hits = Hits::default();
    let area = frame.area();
    // Only a group that there is not can fail, and none is asked for.
    let Ok(mut drawing) = drawing(state.table.game(), &Marks::LAST) else {
        return hits;
    };
    drawing = drawing.with_wording(words::wording(state.words));
    drawing.targets = state.targets();
    if !drawing.scene.winning.is_empty() {
        // What won matters more than how.
        drawing.last.clear();
    }
    let smallest = Picture::new(&drawing, state.is_flipped, (1, 1));
    let (width, height) = (smallest.width + PANEL_WIDTH + 1, smallest.height + OTHER_ROWS);
    if !fits(frame, state.words, width, height) {
        return hits;
    }
    if let Mode::Reading { page, line } = state.mode {
        long_text(frame, state, page, line, &mut hits);
        return hits;
    }
    let zoom = smallest.zoom_to_fit(area);
    let picture = Picture::new(&drawing, state.is_flipped, zoom);
    let panel_width = (area.width - picture.width - 1).clamp(PANEL_WIDTH, WIDEST_PANEL);
    let room = Rect::new(0, 1, area.width - panel_width - 1, area.height - OTHER_ROWS);
    title(frame.buffer_mut(), area, state);
    let cursor = picture.draw(frame.buffer_mut(), room, state, &drawing, palette, &mut hits);
    if let Some(cursor) = cursor.filter(|_| state.mode == Mode::Board) {
        frame.set_cursor_position(cursor);
    }
    let below = |up: u16, height: u16| Rect::new(0, area.height - up, area.width, height);
    buttons(frame.buffer_mut(), below(OTHER_ROWS - 1, 1), state, &mut hits);
    let panel_area = Rect::new(area.width - panel_width, 2, panel_width, area.height - OTHER_ROWS - 1);
    panel(frame.buffer_mut(), panel_area, state, &drawing, palette);
    conversation(frame, below(3, 2), state, &drawing);
    footer(frame.buffer_mut(), below(1, 1), state, &mut hits);
    let words = state.words;
    match &state.mode {
        Mode::Choosing { moves, at } => {
            let items = (1..).zip(moves);
            let items = items.map(|(number, &mv)| choice(words, number, mv, &state.name(mv)));
            let counts = |mv: &AnyMove| AnyGame::clicks(*mv).iter().any(|click| click.take.is_some());
            let question = match moves.iter().all(counts) {
                true => say!(words, "take-how-many"),
                false => say!(words, "terminal-which-move"),
            };
            list(frame, &question, &items.collect::<Vec<_>>(), *at, &mut hits);
        }
        Mode::Levels { at } => {
            let levels = Level::all().map(|level| say!(words, "terminal-level", level: level.number()));
            let items: Vec<String> = [say!(words, "terminal-people")].into_iter().chain(levels).collect();
            list(frame, &say!(words, "terminal-opponent"), &items, *at, &mut hits);
        }
        _ => {}
    }
    hits
}

/// Whether the screen is large enough; if not, says what size is needed.
fn fits(frame: &mut Frame<'_>, words: &Words, width: u16, height: u16) -> bool {
    let area = frame.area();
    if area.width >= width && area.height >= height {
        return true;
    }
    let (columns, rows) = (area.width, area.height);
    let needed = say!(words, "terminal-too-small", width: width, height: height, columns: columns, rows: rows);
    frame.render_widget(Paragraph::new(needed).wrap(Wrap { trim: true }), area);
    false
}

fn title(buffer: &mut Buffer, area: Rect, state: &State) {
    let options = state.table.options();
    let link = options.game().about().link.unwrap_or_default();
    let words = Line::from(vec![
        Span::styled(format!(" {}", words::title(state.words, &options)), BOLD),
        Span::styled(format!("  {link}"), FAINT),
    ]);
    buffer.set_line(0, 0, &words, area.width);
}

/// A board as characters, without empty columns beside it.
struct Picture {
    board: TextBoard,
    left: usize,
    width: u16,
    height: u16,
    /// Characters from a cell to the next, horizontally and vertically.
    spacing: (u16, u16),
}

impl Picture {
    fn new(drawing: &Drawing, flipped: bool, zoom: (u16, u16)) -> Picture {
        let board = TextBoard::new(drawing, View { zoom, flipped });
        let is_blank = |column: usize| board.rows.iter().all(|row| row[column].character == ' ');
        let columns = board.rows.first().map_or(0, Vec::len);
        let mut used = (0..columns).filter(|&column| !is_blank(column));
        let (first, last) = (used.next().unwrap_or(0), used.next_back().unwrap_or(0));
        // Brackets around the outermost cells have room even when there are none now.
        let before = board.spots.iter().map(|spot| spot.column.saturating_sub(1)).min();
        let after = board.spots.iter().map(|spot| spot.column + spot.width).max();
        let left = before.map_or(first, |before| before.min(first));
        let right = after.map_or(last, |after| after.max(last)) + 1;
        let (x, y) = drawing.geometry.text_scale;
        Picture {
            width: (right - left) as u16,
            height: board.rows.len() as u16,
            spacing: ((x * f32::from(zoom.0)) as u16, (y * f32::from(zoom.1)) as u16),
            board,
            left,
        }
    }

    /// How many times this smallest picture can be enlarged on a screen, horizontally and vertically.
    fn zoom_to_fit(&self, screen: Rect) -> (u16, u16) {
        let has_width = |zoom: u16| self.width * zoom + WIDE_PANEL < screen.width;
        let has_height = |zoom: u16| self.height * zoom + OTHER_ROWS <= screen.height;
        let across = (2..=MOST_ZOOM)
            .rev()
            .find(|&zoom| has_width(zoom) && has_height(zoom))
            .unwrap_or(1);
        let is_steep = |zoom: u16| f32::from(self.spacing.1 * zoom) > STEEPEST * f32::from(self.spacing.0 * across);
        let down = (2..=3 * MOST_ZOOM)
            .rev()
            .find(|&zoom| has_height(zoom) && !is_steep(zoom));
        (across, down.unwrap_or(1))
    }

    /// Draws the board in the middle of its room, and says where the cursor is.
    fn draw(
        &self,
        buffer: &mut Buffer,
        room: Rect,
        state: &State,
        drawing: &Drawing,
        palette: &Palette,
        hits: &mut Hits,
    ) -> Option<Position> {
        let area = Rect::new(
            room.x + room.width.saturating_sub(self.width) / 2,
            room.y + room.height.saturating_sub(self.height) / 2,
            self.width,
            self.height,
        );
        let mut put = |row: i32, column: i32, character: Option<char>, style: Style| {
            let (x, y) = (i32::from(area.x) + column - self.left as i32, i32::from(area.y) + row);
            // Large pieces reach out of the board's area, but not out of its room.
            let position = u16::try_from(x).ok().zip(u16::try_from(y).ok());
            let position = position.filter(|&place| room.contains(place.into()));
            if let Some(cell) = position.and_then(|place| buffer.cell_mut(place)) {
                if let Some(character) = character {
                    cell.set_char(character);
                }
                cell.set_style(style);
            }
        };
        for (row, glyphs) in self.board.rows.iter().enumerate() {
            for (column, &Glyph { character, ink }) in glyphs.iter().enumerate() {
                if character != ' ' {
                    put(row as i32, column as i32, Some(character), palette.glyph(ink));
                }
            }
        }
        // A finished game shows what won, and nothing in front of it.
        let cursor_place = Some(state.cursor).filter(|_| !state.table.is_over());
        let hint = state.hint.map_or(Vec::new(), AnyGame::touched);
        let mut cursor = None;
        for (place, spot) in self.board.spots.iter().enumerate() {
            let (row, column, width) = (spot.row as i32, spot.column as i32, spot.width as i32);
            let stack = drawing.scene.stacks.iter().find(|stack| stack.site == spot.site);
            if let Some(stack) = stack {
                let (beside, above) = self.margins();
                let last = stack.pieces.len() as i32 - 1;
                for (offset, &piece) in (0..).zip(&stack.pieces) {
                    let style = palette.piece(drawing.geometry.pieces[piece].colour);
                    // A single piece is as wide as its cell allows; in a stack each piece has its own column.
                    let margin = if last == 0 { beside } else { 0 };
                    for row in row - above..=row + above {
                        for column in column + offset - margin..=column + offset + margin {
                            put(row, column, None, style);
                        }
                    }
                }
            }
            let is_cursor = Some(place) == cursor_place;
            let is_target = drawing.targets.contains(&spot.site);
            let brackets = [
                (is_cursor, ('»', '«')),
                (state.chosen.contains(&spot.site), ('(', ')')),
                (is_target && stack.is_some(), ('+', '+')),
                (hint.contains(&spot.site), ('?', '?')),
            ];
            if let Some((_, (open, close))) = brackets.into_iter().find(|(is_marked, _)| *is_marked) {
                let style = if is_cursor { LIT } else { BOLD };
                put(row, column - 1, Some(open), style);
                put(row, column + width, Some(close), style);
                if is_cursor && stack.is_none() {
                    put(row, column, None, style);
                }
            }
            let x = area.x.saturating_add_signed((column - self.left as i32) as i16);
            let y = area.y + spot.row as u16;
            cursor = cursor.or(is_cursor.then_some(Position::new(x, y)));
            let (across, down) = self.spacing;
            let wide = across.max(spot.width as u16 + 2) - 1;
            let left = (x + spot.width as u16 / 2).saturating_sub(wide / 2);
            let reached = Rect::new(left, y.saturating_sub((down - 1) / 2), wide, down);
            hits.add(reached.intersection(area), Target::Place(place));
        }
        cursor
    }

    /// How many characters a piece reaches to each side of its letter, and how many rows above and below.
    fn margins(&self) -> (i32, i32) {
        let (across, down) = (i32::from(self.spacing.0), i32::from(self.spacing.1));
        // Three by one characters, or seven by three where there is room: larger ones are unsightly.
        let above = ((down - 2).max(0) / 2).min(1);
        let beside = if across >= 8 { 2 + above } else { 1 };
        (beside, above)
    }
}

/// Moves that have no place on the board, below it.
fn buttons(buffer: &mut Buffer, area: Rect, state: &State, hits: &mut Hits) {
    let mut x = area.x + 2;
    let places = state.places.all.iter().enumerate().skip(state.places.face_count);
    for (index, place) in places.filter(|(_, place)| state.is_legal_button(place.site)) {
        let geometry = &state.places.geometry;
        let name = words::site(state.words, geometry, &geometry.sites[place.site]);
        let label = format!("[ {name} ]");
        let width = label.chars().count() as u16;
        let style = if index == state.cursor { LIT } else { BOLD };
        buffer.set_string(x, area.y, &label, style);
        hits.add(Rect::new(x, area.y, width, 1), Target::Place(index));
        x += width + 2;
    }
}

/// Whose turn it is, what lies beside the board, who plays, who is winning, and the moves so far.
fn panel(buffer: &mut Buffer, area: Rect, state: &State, drawing: &Drawing, palette: &Palette) {
    let table = &state.table;
    let width = usize::from(area.width) - 1;
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut say = |text: &str, style: Style| {
        // An empty text is an empty line.
        for line in words::wrapped_to(text, width).trim_end_matches('\n').split('\n') {
            lines.push(Line::styled(line.to_owned(), style));
        }
    };
    let turn = if table.is_engines_turn() {
        say!(state.words, "terminal-thinking", player: state.colour(table.position().player()))
    } else if table.opponent.is_some() && matches!(table.game().turn(), Turn::Player(_)) && !table.is_over() {
        say!(state.words, "terminal-your-turn", player: state.colour(table.position().player()))
    } else {
        table.words(state.words)
    };
    say(&turn, LIT.add_modifier(Modifier::BOLD));
    if let Some(phase) = table.phase(state.words) {
        say(&phase, Style::new());
    }
    say("", Style::new());
    for player in Player::ALL {
        let colour = drawing.geometry.players[player.index()];
        let who = match table.opponent {
            Some(opponent) if opponent.player == player => {
                say!(state.words, "terminal-of-level", level: opponent.level.number())
            }
            Some(_) => say!(state.words, "you-mark"),
            None => String::new(),
        };
        let letters: Vec<String> = pieces_of(drawing, player).iter().map(char::to_string).collect();
        let name = format!("{} ({}) {who}", state.colour(player), letters.join(" "));
        say(name.trim_end(), palette.tinted(colour));
        let own = drawing.scene.holdings.iter();
        for holding in own.filter(|holding| holding.owner == Some(player)) {
            say(&format!("  {}", drawing.words(holding)), Style::new());
        }
    }
    let common = drawing.scene.holdings.iter();
    for holding in common.filter(|holding| holding.owner.is_none()) {
        say(&words::capitalised(&drawing.words(holding)), Style::new());
    }
    if state.shows_chances && !table.is_over() {
        say("", Style::new());
        match state.chances {
            Some((player, score)) => {
                let first = match player {
                    Player::First => score.probability(),
                    Player::Second => 1.0 - score.probability(),
                };
                let filled = (first * width as f32).round() as usize;
                let bar = format!("{}{}", "█".repeat(filled), "░".repeat(width.saturating_sub(filled)));
                say(&bar, palette.tinted(drawing.geometry.players[0]));
                let chances = words::chances(state.words, &state.colour(player), score);
                say(&chances, Style::new());
            }
            None => say(&say!(state.words, "terminal-who-is-winning"), FAINT),
        }
    }
    say("", Style::new());
    let room = usize::from(area.height).saturating_sub(lines.len());
    let turns = words::wrapped_to(&table.turns(state.words).join("\n"), width);
    let mut moves: Vec<Line<'_>> = turns.lines().map(|line| Line::from(line.to_owned())).collect();
    if let Some(last) = moves.last_mut() {
        last.style = BOLD;
    }
    let hidden = moves.len().saturating_sub(room);
    lines.extend(moves.drain(hidden..));
    Paragraph::new(Text::from(lines)).render(area, buffer);
}

/// The letters of a player's pieces.
fn pieces_of(drawing: &Drawing, player: Player) -> Vec<char> {
    let pieces = drawing.geometry.pieces.iter();
    let own = pieces.filter(|piece| piece.owner == Some(player));
    own.map(|piece| piece.letter).collect()
}

/// What is said, asked and typed; below it what is under the cursor.
fn conversation(frame: &mut Frame<'_>, area: Rect, state: &State, drawing: &Drawing) {
    let mut cursor = None;
    let (first, second) = match &state.mode {
        Mode::Typing(typed) => {
            let candidates = state.candidates();
            let width = usize::from(area.width) - 2;
            let shown = match candidates.as_slice() {
                _ if !state.message.is_empty() => state.message.clone(),
                [] => say!(state.words, "terminal-none-begins-so"),
                [only] => words::explained(state.words, &drawing.geometry, *only),
                [..] => {
                    let names: Vec<String> = candidates.iter().map(|&mv| state.name(mv)).collect();
                    // No keyboard has arrows like these.
                    let help = match names.iter().all(|name| name.is_ascii()) {
                        true => String::new(),
                        false => format!("  {}", say!(state.words, "terminal-type-arrows")),
                    };
                    let room = width.saturating_sub(help.chars().count());
                    format!("{}{help}", abridged(state.words, &names, room))
                }
            };
            (
                typing(&say!(state.words, "terminal-type-move"), typed, area, &mut cursor),
                Line::styled(format!(" {shown}"), FAINT),
            )
        }
        Mode::Saving(name) => (
            typing(&say!(state.words, "terminal-type-file"), name, area, &mut cursor),
            Line::styled(format!(" {}", state.message), FAINT),
        ),
        Mode::Asking(decision) => {
            let question = state.question_in_words(*decision);
            (Line::styled(format!(" {question} "), LIT), Line::default())
        }
        _ => (
            Line::styled(format!(" {}", state.message), BOLD),
            Line::styled(format!(" {}", under_cursor(state, drawing)), FAINT),
        ),
    };
    // A long question or message takes both lines.
    if first.width() > usize::from(area.width) {
        frame.render_widget(Paragraph::new(first).wrap(Wrap { trim: false }), area);
    } else {
        frame.render_widget(Paragraph::new(vec![first, second]), area);
    }
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
}

/// A line that is typed, its end in view, and where its cursor is.
fn typing(label: &str, typed: &str, area: Rect, cursor: &mut Option<Position>) -> Line<'static> {
    let room = usize::from(area.width).saturating_sub(label.chars().count() + 4);
    let hidden = typed.chars().count().saturating_sub(room);
    let shown: String = typed.chars().skip(hidden).collect();
    let line = Line::from(format!(" {label} {shown}"));
    *cursor = Some(Position::new(area.x + line.width() as u16, area.y));
    line
}

/// As many words as fit, and how many there are.
fn abridged(words: &Words, moves: &[String], width: usize) -> String {
    let mut text = String::new();
    let more = format!(" {}", say!(words, "terminal-in-all", count: moves.len()));
    for (index, word) in moves.iter().enumerate() {
        if text.chars().count() + 1 + word.chars().count() + more.chars().count() > width {
            text.push_str(&more);
            return text;
        }
        if index > 0 {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

fn under_cursor(state: &State, drawing: &Drawing) -> String {
    let site = state.places.all[state.cursor].site;
    let name = words::site(state.words, &drawing.geometry, &drawing.geometry.sites[site]);
    match drawing.geometry.sites[site].kind {
        SiteKind::Cell => drawing.describe(site).unwrap_or_default(),
        SiteKind::Edge => {
            let push = drawing.geometry.pushes.iter().find(|push| push.from == site);
            let pushed = push.map(|push| words::push(state.words, push));
            format!("{name}, {}", pushed.unwrap_or_default())
        }
        SiteKind::Button | SiteKind::Card => name,
    }
}

/// The keys that work now.
fn footer(buffer: &mut Buffer, area: Rect, state: &State, hits: &mut Hits) {
    let words = state.words;
    let (enter, escape) = (say!(words, "terminal-enter"), say!(words, "terminal-escape"));
    let to_board = say!(words, "terminal-to-board");
    let mut row = KeyRow { area, x: area.x + 1 };
    let mut key = |label: &str, word: &str, code: KeyCode| row.add(buffer, label, word, code, hits);
    match &state.mode {
        Mode::Typing(_) => {
            key(&enter, &say!(words, "terminal-play"), KeyCode::Enter);
            key("Tab", &say!(words, "terminal-complete"), KeyCode::Tab);
            key(&escape, &to_board, KeyCode::Esc);
        }
        Mode::Saving(_) => {
            key(&enter, &say!(words, "terminal-save"), KeyCode::Enter);
            key(&escape, &to_board, KeyCode::Esc);
        }
        Mode::Choosing { .. } | Mode::Levels { .. } => {
            key("↑", "", KeyCode::Up);
            key("↓", &say!(words, "terminal-choose-item"), KeyCode::Down);
            key(&enter, &say!(words, "terminal-take-item"), KeyCode::Enter);
            key(&escape, &to_board, KeyCode::Esc);
        }
        Mode::Asking(_) => {
            for answer in [say!(words, "terminal-yes"), say!(words, "terminal-no")] {
                let letter = answer.chars().next().unwrap_or('n');
                key(&letter.to_string(), &answer, KeyCode::Char(letter));
            }
        }
        Mode::Board | Mode::Reading { .. } => {
            for character in KEYS {
                let label = character.to_string();
                if let (_, Some(word)) = state.key_words(&label) {
                    key(&label, &word, KeyCode::Char(character));
                }
            }
        }
    }
}

/// Keys side by side at the bottom of the screen; a click presses one.
struct KeyRow {
    area: Rect,
    x: u16,
}

impl KeyRow {
    fn add(&mut self, buffer: &mut Buffer, label: &str, word: &str, code: KeyCode, hits: &mut Hits) {
        let line = Line::from(vec![
            Span::styled(label.to_owned(), KEY),
            Span::raw(format!(" {word}").trim_end().to_owned()),
        ]);
        let width = line.width() as u16;
        if self.x + width > self.area.right() {
            return;
        }
        buffer.set_line(self.x, self.area.y, &line, width);
        hits.add(Rect::new(self.x, self.area.y, width, 1), Target::Key(code));
        // A key without a word belongs to the next one.
        self.x += width + if word.is_empty() { 1 } else { 2 };
    }
}

/// A move as an item of a list: how many pieces it takes, where that is the choice.
fn choice(words: &Words, number: usize, mv: AnyMove, name: &str) -> String {
    let take = AnyGame::clicks(mv).iter().find_map(|click| click.take);
    match take {
        Some(count) => format!("{number}  {:16} {name}", say!(words, "terminal-take", count: count)),
        None => format!("{number}  {name}"),
    }
}

fn list(frame: &mut Frame<'_>, title: &str, items: &[String], at: usize, hits: &mut Hits) {
    let area = frame.area();
    let longest = items.iter().map(|item| item.chars().count()).max().unwrap_or(0);
    let width = (longest.max(title.len()) as u16 + 4).min(area.width);
    let height = (items.len() as u16 + 2).min(area.height);
    let window = Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height);
    let block = Block::bordered().title(format!(" {title} "));
    let inner = block.inner(window);
    frame.render_widget(Clear, window);
    frame.render_widget(block, window);
    // The item that Enter takes is always in view.
    let first = (at + 1).saturating_sub(usize::from(inner.height));
    for (row, (index, item)) in inner.rows().zip(items.iter().enumerate().skip(first)) {
        let style = if index == at { LIT } else { Style::new() };
        let text = format!(" {item:<width$}", width = usize::from(inner.width) - 1);
        let buffer = frame.buffer_mut();
        buffer.set_stringn(row.x, row.y, text, inner.width.into(), style);
        hits.add(row, Target::Item(index));
    }
}

/// The rules or the keys, to scroll through.
fn long_text(frame: &mut Frame<'_>, state: &State, page: Page, line: usize, hits: &mut Hits) {
    let area = frame.area();
    let words = state.words;
    let title = match page {
        Page::Rules => say!(words, "terminal-rules-title"),
        Page::Keys => say!(words, "terminal-keys-title"),
    };
    let lines = state.lines(page);
    let height = usize::from(area.height) - 3;
    hits.page_height = Some(height);
    let line = line.min(lines.len().saturating_sub(height));
    let left = lines.len().saturating_sub(line + height);
    let margin = (area.width.saturating_sub(words::WIDTH as u16) / 2).max(1);
    frame.buffer_mut().set_string(1, 0, title, BOLD);
    for (row, text) in (2..).zip(lines.iter().skip(line).take(height)) {
        let is_heading = page == Page::Rules && !text.starts_with(' ') && line + usize::from(row) > 3;
        let style = if is_heading { BOLD } else { Style::new() };
        let buffer = frame.buffer_mut();
        buffer.set_stringn(margin, row, text, (area.width - margin).into(), style);
    }
    let bottom = Rect::new(0, area.height - 1, area.width, 1);
    let mut row = KeyRow { area: bottom, x: 1 };
    let buffer = frame.buffer_mut();
    let mut key = |label: &str, word: &str, code: KeyCode| row.add(buffer, label, word, code, hits);
    let (escape, to_board) = (say!(words, "terminal-escape"), say!(words, "terminal-to-board"));
    key(&escape, &to_board, KeyCode::Esc);
    key("↑", "", KeyCode::Up);
    key("↓", &say!(words, "terminal-scroll", count: left), KeyCode::Down);
    let (space, next_page) = (say!(words, "terminal-space"), say!(words, "terminal-next-page"));
    key(&space, &next_page, KeyCode::PageDown);
}

/// Writes everything on the screen in ASCII, each character in its place.
pub(super) fn put_in_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let likeness = letters::ascii(cell.symbol()).chars().next();
            cell.set_char(likeness.unwrap_or(' '));
        }
    }
}

/// Asks for a file.
fn opening(frame: &mut Frame<'_>, words: &Words, opening: &Opening) -> Hits {
    let mut hits = Hits::default();
    let screen = frame.area();
    let area = Rect::new(0, 1, screen.width, screen.height - 2);
    let mut cursor = None;
    let asked = typing(&say!(words, "terminal-open-file"), &opening.name, area, &mut cursor);
    let lines = vec![
        Line::styled(format!(" {}", say!(words, "terminal-open-title")), BOLD),
        Line::default(),
        asked,
        Line::default(),
        Line::styled(format!(" {}", opening.message), BOLD),
    ];
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
    if let Some(cursor) = cursor {
        frame.set_cursor_position(Position::new(cursor.x, cursor.y + 2));
    }
    let bottom = Rect::new(0, screen.height - 1, screen.width, 1);
    let mut row = KeyRow { area: bottom, x: 1 };
    let buffer = frame.buffer_mut();
    let (enter, open) = (say!(words, "terminal-enter"), say!(words, "terminal-open"));
    row.add(buffer, &enter, &open, KeyCode::Enter, &mut hits);
    let (escape, back) = (say!(words, "terminal-escape"), say!(words, "terminal-back"));
    row.add(buffer, &escape, &back, KeyCode::Esc, &mut hits);
    hits
}

pub(super) fn menu(frame: &mut Frame<'_>, words: &Words, menu: &Menu) -> Hits {
    let mut hits = Hits::default();
    let (width, height) = MENU_SIZE;
    if !fits(frame, words, width, height) {
        return hits;
    }
    if let Some(file) = &menu.opening {
        return opening(frame, words, file);
    }
    let area = frame.area();
    let width = area.width.min(words::WIDTH as u16);
    let left = (area.width - width) / 2;
    let mut y = (area.height - height) / 4 + 1;
    let text_width = usize::from(width - 2);
    let buffer = frame.buffer_mut();
    buffer.set_string(left + 1, y, say!(words, "terminal-menu"), BOLD);
    y += 2;
    for (index, row) in menu.rows().into_iter().enumerate() {
        let (label, value) = menu.words(words, row);
        let is_lit = row == menu.row;
        let value = match (row, is_lit) {
            (Row::Begin, _) => format!("[ {value} ]"),
            (_, true) => format!("‹ {value} ›"),
            (_, false) => format!("  {value}"),
        };
        let style = if is_lit { LIT } else { Style::new() };
        buffer.set_string(left + 1, y, label, FAINT);
        let room = usize::from(width).saturating_sub(12);
        buffer.set_stringn(left + 11, y, value, room, style);
        hits.add(Rect::new(left, y, width, 1), Target::Item(index));
        y += 1;
    }
    y += 1;
    let about = menu.about();
    let year = about.year.map_or(String::new(), |year| format!(", {year}"));
    let made = format!("{}{year}", words::made_by(words, about, ""));
    let link = about.link.unwrap_or_default().to_owned();
    for (text, style) in [
        (made, BOLD),
        (link, Style::new()),
        (words::summary(words, about), Style::new()),
    ] {
        for line in words::wrapped_to(&text, text_width).lines() {
            if y + 1 < area.height {
                buffer.set_string(left + 1, y, line, style);
                y += 1;
            }
        }
    }
    let mut row = KeyRow {
        area: Rect::new(0, area.height - 1, area.width, 1),
        x: left + 1,
    };
    let mut key = |label: &str, word: &str, code: KeyCode| row.add(buffer, label, word, code, &mut hits);
    let (enter, begin) = (say!(words, "terminal-enter"), say!(words, "terminal-menu-start"));
    key(&enter, &begin, KeyCode::Enter);
    key("↑", "", KeyCode::Up);
    key("↓", &say!(words, "terminal-menu-line"), KeyCode::Down);
    key("←", "", KeyCode::Left);
    key("→", &say!(words, "terminal-menu-change"), KeyCode::Right);
    key("O", &say!(words, "terminal-open"), KeyCode::Char('o'));
    key("Q", &say!(words, "terminal-menu-leave"), KeyCode::Char('q'));
    hits
}

#[cfg(test)]
mod tests;
