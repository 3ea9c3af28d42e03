//! The conversation about a game: typed lines in, boards and words out.

use std::sync::atomic::AtomicBool;

use halte_game::board::{Board, Site};
use halte_game::draw::text;
use halte_game::record::{EditError, Ending};
use halte_game::{Explain, Game, ParseError, Turn};
use halte_games::{AnyFault, AnyGame, AnyMove, GameId};
use halte_words::{Words, say};

use super::console::Console;
use super::engine::{Advice, Question, Thinker};
use super::expanded;
use super::table::Table;
use crate::draw::{Marks, drawing};
use crate::failure::Failure;
use crate::mistake::Mistake;
use crate::{letters, rules, words};

/// What can be typed besides moves, as scripts do; each has a name in the language that is spoken as well.
const COMMANDS: [&str; 15] = [
    "moves", "board", "undo", "hint", "level", "rules", "about", "position", "save", "load", "resign", "draw", "new",
    "help", "quit",
];

/// What a typed line leads to.
enum Next {
    /// Show the board, then read on.
    Board,
    Line,
    Quit,
}

pub(super) struct Session {
    words: &'static Words,
    console: Console,
    colour: bool,
    thinker: Option<Thinker>,
    /// The seed of the engine's choices.
    seed: u64,
}

impl Session {
    pub(super) fn new(words: &'static Words, console: Console, colour: bool, seed: u64) -> Session {
        Session {
            words,
            console,
            colour,
            thinker: None,
            seed,
        }
    }

    /// Lets the player choose a game and a variant; none if the player leaves.
    pub(super) fn choose_start(&mut self) -> Result<Option<AnyGame>, Failure> {
        let words = self.words;
        let question = say!(words, "terminal-which-game");
        self.console.print(&format!("{question}\n\n"))?;
        for (number, game) in (1..).zip(GameId::ALL) {
            let about = game.about();
            let made = format!("{}{}", words::made_by(words, about, ""), words::link(about));
            self.console.print(&words::item(&format!("  {number}"), 5, &made))?;
            self.console.say(&format!("     {}", words::summary(words, about)))?;
        }
        let names = GameId::ALL.map(|game| game.about().name);
        let Some(game) = self.choose(&say!(words, "terminal-choose"), &names, str::parse::<GameId>)? else {
            return Ok(None);
        };
        let variants = game.about().variants;
        let Some(standard) = variants.first() else {
            return Ok(Some(AnyGame::start(&game.options(None)?)));
        };
        let question = say!(words, "terminal-which-variant", title: game.about().title);
        self.console.print(&format!("\n{question}\n\n"))?;
        for (number, variant) in (1..).zip(variants) {
            let label = format!("  {number}  {}", variant.name);
            let summary = words::variant(words, game.about(), variant);
            self.console.print(&words::item(&label, 14, &summary))?;
        }
        let names: Vec<&str> = variants.iter().map(|variant| variant.name).collect();
        let prompt = say!(words, "terminal-choose-or-enter", name: standard.name);
        let options = self.choose(&prompt, &names, |name| game.options((!name.is_empty()).then_some(name)))?;
        Ok(options.as_ref().map(AnyGame::start))
    }

    /// Asks until a line says which of several things is meant, by its number or its name.
    fn choose<T>(
        &mut self,
        prompt: &str,
        names: &[&str],
        read: impl Fn(&str) -> Result<T, ParseError<AnyFault>>,
    ) -> Result<Option<T>, Failure> {
        self.console.print("\n")?;
        loop {
            let offered: Vec<String> = names.iter().map(ToString::to_string).collect();
            let line = self
                .console
                .line(&format!("{prompt} "), &offered)?
                .map(|line| line.to_lowercase());
            let Some(line) = line.filter(|line| self.command(line) != "quit") else {
                return Ok(None);
            };
            let number = line.parse::<usize>().ok();
            let numbered = number.and_then(|number| names.get(number.wrapping_sub(1)));
            match read(numbered.unwrap_or(&line.as_str())) {
                Ok(chosen) => return Ok(Some(chosen)),
                Err(problem) => self.refuse(&Mistake::Choose { problem })?,
            }
        }
    }

    /// Says why something is not done.
    fn refuse(&mut self, mistake: &Mistake) -> Result<(), Failure> {
        self.console.say(&self.words.explain(&mistake.explanation()))
    }

    pub(super) fn play(&mut self, table: &mut Table) -> Result<(), Failure> {
        self.introduce(table)?;
        self.legend(table)?;
        self.tell_where_kept(table)?;
        self.console.say(&table.who_plays(self.words))?;
        if self.console.is_terminal() {
            self.console.say(&say!(self.words, "terminal-begin"))?;
        }
        let mut next = Next::Board;
        loop {
            if self.others_act(table)? || matches!(next, Next::Board) {
                self.board(table)?;
            }
            if let Err(failure) = table.keep() {
                self.console.say(&failure.words(self.words))?;
            }
            let Some(line) = self.console.line(&self.prompt(table), &self.offered(table))? else {
                return self.farewell(table);
            };
            // A mistake is told and the game goes on; only a broken terminal ends it.
            next = match self.obey(table, &line) {
                Ok(Next::Quit) => return self.farewell(table),
                Ok(next) => next,
                Err(Failure::Io(error)) => return Err(Failure::Io(error)),
                Err(failure) => {
                    self.console.say(&failure.words(self.words))?;
                    Next::Line
                }
            };
        }
    }

    /// Says where the game is kept, or what is lost.
    fn farewell(&mut self, table: &Table) -> Result<(), Failure> {
        self.console.say(&table.farewell(self.words))
    }

    fn tell_where_kept(&mut self, table: &Table) -> Result<(), Failure> {
        let Some(kept) = table.where_kept(self.words) else {
            return Ok(());
        };
        let advice = match table.protected_file() {
            Some(_) => say!(self.words, "terminal-save-elsewhere"),
            None => String::new(),
        };
        self.console.say(&format!("{kept} {advice}"))
    }

    /// Does what is not the person's to do: draws cards and plays the engine's moves. Whether there was anything.
    fn others_act(&mut self, table: &mut Table) -> Result<bool, Failure> {
        let mut has_acted = false;
        loop {
            let player = self.mover(table);
            let said = if let Some(card) = table.draw_card()? {
                say!(self.words, "terminal-draws", player: player, card: card.to_string())
            } else if let Some(mv) = self.engines_move(table) {
                table.play(mv)?;
                let geometry = AnyGame::geometry(&table.options());
                let mv = words::explained(self.words, &geometry, mv);
                say!(self.words, "terminal-plays", player: player, move: mv)
            } else {
                return Ok(has_acted);
            };
            self.console.say(&said)?;
            has_acted = true;
        }
    }

    fn engines_move(&mut self, table: &Table) -> Option<AnyMove> {
        let opponent = table.opponent.filter(|_| table.is_engines_turn())?;
        self.ask(table, Question::Move(opponent.level)).map(|advice| advice.mv)
    }

    fn ask(&mut self, table: &Table, question: Question) -> Option<Advice> {
        let thinker = &mut self.thinker;
        let thinker = thinker.get_or_insert_with(|| Thinker::new(table.game().start(), self.seed));
        thinker.think(table.game(), question, &AtomicBool::new(false))
    }

    fn hint(&mut self, table: &Table) -> Result<(), Failure> {
        if table.is_over() || !matches!(table.game().turn(), Turn::Player(_)) {
            return Err(Mistake::NoMoveNow.into());
        }
        let advice = self.ask(table, Question::Hint);
        let hint = advice.map(|advice| table.hint(self.words, &advice));
        self.console
            .say(&hint.unwrap_or_else(|| say!(self.words, "terminal-no-advice")))
    }

    /// Lets the engine play at another level, or people play both sides.
    fn level(&mut self, table: &mut Table, argument: &str) -> Result<(), Failure> {
        let level = match argument {
            "" => return Err(Mistake::WhichLevel.into()),
            off if off == "off" || off == say!(self.words, "terminal-off") => None,
            level => Some(level.parse()?),
        };
        self.console.say(&table.set_level(self.words, level))
    }

    fn board(&mut self, table: &Table) -> Result<(), Failure> {
        let drawing = drawing(table.game(), &Marks::LAST)?.with_wording(words::wording(self.words));
        let board = text(&drawing, self.colour);
        self.console
            .print(&format!("\n{board}\n{}\n", table.words(self.words)))?;
        match table.phase(self.words) {
            Some(phase) => self.console.say(&phase),
            None => Ok(()),
        }
    }

    /// Says what is played, in short.
    fn introduce(&mut self, table: &Table) -> Result<(), Failure> {
        let options = table.options();
        let about = options.game().about();
        let title = words::title(self.words, &options);
        self.console.say(&format!("{title}{}", words::link(about)))?;
        self.console.say(&words::summary(self.words, about))
    }

    fn legend(&mut self, table: &Table) -> Result<(), Failure> {
        let options = table.options();
        let legend = words::legend(self.words, &AnyGame::geometry(&options));
        self.console.print(&legend)
    }

    fn help(&mut self, table: &Table) -> Result<(), Failure> {
        let words = self.words;
        let notation = rules::notation(words, &table.options());
        let (moves, or) = (say!(words, "terminal-help-moves"), say!(words, "terminal-help-or"));
        self.console.print(&format!("{moves}\n{notation}{or}\n"))?;
        for command in COMMANDS {
            let id = format!("terminal-command-{command}");
            let mut label = format!("  {}", say!(words, &id));
            for (part, text) in words.parts(&id) {
                match part.as_str() {
                    "argument" => label.push_str(&format!(" {text}")),
                    _ => self.console.print(&words::item(&label, 20, &text))?,
                }
            }
        }
        self.legend(table)
    }

    fn obey(&mut self, table: &mut Table, line: &str) -> Result<Next, Failure> {
        let (command, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = argument.trim();
        match self.command(command).as_str() {
            "" => {}
            "hint" => self.hint(table)?,
            "level" => self.level(table, argument)?,
            "help" => self.help(table)?,
            "about" => self.console.say(&words::credits(self.words, &table.options()))?,
            "rules" => self.console.print(&rules::text(self.words, &table.options()))?,
            "position" => self.console.print(&format!("{}\n", table.position()))?,
            "moves" => self.legal_moves(table, &argument.to_lowercase())?,
            "board" => return Ok(Next::Board),
            "undo" => return self.undo(table, argument),
            "save" => self.save(table, argument)?,
            "load" => return self.load(table, argument),
            "new" => return self.begin_again(table),
            "resign" => {
                let player = table.person();
                let question = say!(self.words, "terminal-resigns", player: table.colour(self.words, player));
                self.end(table, question, Ending::Resignation { winner: !player })?;
            }
            "draw" if table.opponent.is_some() => return Err(Mistake::EnginePlaysOn.into()),
            "draw" => self.end(table, say!(self.words, "terminal-agree"), Ending::Agreement)?,
            "quit" if self.may_leave(table)? => return Ok(Next::Quit),
            "quit" => {}
            _ => return self.play_moves(table, line),
        }
        Ok(Next::Line)
    }

    /// Plays the moves of a line up to the first bad one.
    fn play_moves(&mut self, table: &mut Table, line: &str) -> Result<Next, Failure> {
        let options = table.options();
        let mut texts = line.split_whitespace();
        let mut next = Next::Line;
        while let Some(text) = texts.next() {
            let refusal = match words::read_move(self.words, &options, text) {
                Err(error) if matches!(next, Next::Line) => Mistake::Neither {
                    text: format!("{text:.40}"),
                    reason: error.reason().clone(),
                },
                Err(error) => error.into(),
                Ok(_) if table.is_over() => Mistake::Over,
                Ok(mv) => match table.play(mv) {
                    Ok(()) => {
                        next = Next::Board;
                        // More moves may follow on the line, and others may have to act between them.
                        self.others_act(table)?;
                        continue;
                    }
                    Err(EditError::Illegal(problem)) => Mistake::IllegalTyped { problem },
                    Err(error) => error.into(),
                },
            };
            self.refuse(&refusal)?;
            if matches!(next, Next::Board) && texts.next().is_some() {
                self.console.say(&say!(self.words, "terminal-rest-of-line"))?;
            }
            break;
        }
        Ok(next)
    }

    fn legal_moves(&mut self, table: &Table, place: &str) -> Result<(), Failure> {
        let cell = place.split([':', '-']).next().unwrap_or_default();
        let geometry = AnyGame::geometry(&table.options());
        let is_named =
            |site: &Site| begins_with(&site.name, cell) || begins_with(&words::site(self.words, &geometry, site), cell);
        if !geometry.sites.iter().any(is_named) {
            let cell = cell.to_owned();
            return Err(Mistake::NoSuchCell { cell }.into());
        }
        let mut moves = table.legal_moves();
        moves.retain(|mv| {
            let name = words::move_name(self.words, &geometry, *mv);
            begins_with(&mv.to_string(), place) || begins_with(&name, place)
        });
        let answer = if table.is_over() {
            say!(self.words, "terminal-no-moves-over")
        } else if moves.is_empty() {
            say!(self.words, "terminal-none-begins-with", place: place)
        } else {
            words::legal_moves_explained(self.words, &geometry, &moves)
        };
        self.console.print(&format!("{answer}\n"))
    }

    fn undo(&mut self, table: &mut Table, argument: &str) -> Result<Next, Failure> {
        let text = argument.to_owned();
        let count = if argument.is_empty() {
            Ok(1)
        } else {
            argument.parse::<usize>()
        };
        let count = count.map_err(|_| Mistake::Undo { text })?;
        let geometry = AnyGame::geometry(&table.options());
        let mut undone = Vec::new();
        for _ in 0..count {
            let taken_back = table.take_back()?;
            if taken_back.is_empty() {
                break;
            }
            undone.extend(taken_back.iter().map(|undone| undone.words(self.words, &geometry)));
        }
        if undone.is_empty() {
            self.console.say(&say!(self.words, "terminal-nothing-to-take-back"))?;
            return Ok(Next::Line);
        }
        let moves = undone.join(", ");
        self.console
            .say(&say!(self.words, "terminal-took-back", moves: moves))?;
        Ok(Next::Board)
    }

    fn save(&mut self, table: &mut Table, argument: &str) -> Result<(), Failure> {
        if argument.is_empty() {
            return Err(Mistake::SaveWhere.into());
        }
        table.save(&expanded(argument))?;
        self.console.say(&say!(self.words, "terminal-saved", file: argument))
    }

    fn load(&mut self, table: &mut Table, argument: &str) -> Result<Next, Failure> {
        if argument.is_empty() {
            return Err(Mistake::LoadWhat.into());
        }
        let mut loaded = super::load(argument)?;
        if !self.may_leave(table)? {
            return Ok(Next::Line);
        }
        loaded.seed = table.seed;
        *table = loaded;
        self.introduce(table)?;
        self.tell_where_kept(table)?;
        self.console.say(&table.who_plays(self.words))?;
        Ok(Next::Board)
    }

    fn begin_again(&mut self, table: &mut Table) -> Result<Next, Failure> {
        if !self.may_leave(table)? {
            return Ok(Next::Line);
        }
        if let Some(file) = table.kept_in() {
            self.console
                .say(&say!(self.words, "terminal-old-kept", file: file.name(self.words)))?;
        }
        *table = table.again();
        self.console.say(&say!(self.words, "terminal-new-unsaved"))?;
        Ok(Next::Board)
    }

    fn end(&mut self, table: &mut Table, question: String, ending: Ending) -> Result<(), Failure> {
        if table.is_over() {
            return Err(Mistake::OverAlready.into());
        }
        if self.console.confirms(self.words, question)? {
            table.end(ending)?;
            self.console.say(&table.words(self.words))?;
        }
        Ok(())
    }

    /// Whether the game on the table may be left: an unsaved one only after a second thought.
    fn may_leave(&mut self, table: &Table) -> Result<bool, Failure> {
        if !table.is_unsaved() {
            return Ok(true);
        }
        let question = say!(self.words, "terminal-leave-unsaved");
        self.console.confirms(self.words, question)
    }

    /// The colour of who is to move.
    fn mover(&self, table: &Table) -> String {
        table.colour(self.words, table.position().player())
    }

    /// Whose line is read.
    fn prompt(&self, table: &Table) -> String {
        let prompt = match table.is_over() {
            true => say!(self.words, "terminal-prompt-over"),
            false => say!(self.words, "terminal-prompt", colour: self.mover(table)),
        };
        format!("{prompt} ")
    }

    /// What a line may begin with.
    fn offered(&self, table: &Table) -> Vec<String> {
        let commands = COMMANDS.iter().map(|name| self.name_of(name));
        let moves = table.legal_moves().into_iter().map(|mv| mv.to_string());
        let geometry = AnyGame::geometry(&table.options());
        let named = table.legal_moves().into_iter();
        // A move's own name in this language, such as `fin`, unless no keyboard has it.
        let named = named.map(|mv| words::move_name(self.words, &geometry, mv));
        let named = named.filter(|name| name.is_ascii());
        let mut offered: Vec<String> = commands.chain(moves).chain(named).collect();
        offered.sort();
        offered.dedup();
        offered
    }

    /// What a command is called in the language that is spoken.
    fn name_of(&self, command: &str) -> String {
        self.words.say(&format!("terminal-command-{command}"), &[])
    }

    /// The command that a word means, by any of its names; the word itself if it is none.
    fn command(&self, word: &str) -> String {
        let word = word.to_lowercase();
        let command = match word.as_str() {
            "h" | "?" => Some("help"),
            "q" | "exit" => Some("quit"),
            // Not everybody has accents on the keyboard.
            _ => COMMANDS.into_iter().find(|command| {
                let name = self.name_of(command);
                name == word || letters::ascii(&name) == word
            }),
        };
        command.map_or(word, str::to_owned)
    }
}

/// Whether a name or a move begins with a text that does not break off within a number: `e10` does not begin with `e1`.
fn begins_with(name: &str, text: &str) -> bool {
    let is_digit = |character: Option<char>| character.is_some_and(|character| character.is_ascii_digit());
    let rest = name.strip_prefix(text);
    rest.is_some_and(|rest| !(is_digit(text.chars().last()) && is_digit(rest.chars().next())))
}
