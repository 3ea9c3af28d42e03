//! The conversation about a game: typed lines in, boards and words out.

use std::sync::atomic::AtomicBool;

use halte_engine::Level;
use halte_game::board::Board;
use halte_game::draw::text;
use halte_game::record::{EditError, Ending};
use halte_game::{Game, ParseError, Turn};
use halte_games::{AnyFault, AnyGame, AnyMove, GameId};

use super::console::Console;
use super::engine::{Advice, Question, Thinker};
use super::table::{Opponent, Table};
use super::{expanded, read_move};
use crate::draw::{Marks, drawing};
use crate::failure::Failure;
use crate::mistake::Mistake;
use crate::{rules, words};

/// What can be typed besides moves: names, what follows them, and what they do.
const COMMANDS: [(&str, &str, &str); 15] = [
    ("moves", " [CELL]", "the legal moves, or those that begin with CELL"),
    ("board", "", "draw the board again"),
    ("undo", " [N]", "take back the last move, or the last N"),
    ("hint", "", "what the engine would play"),
    (
        "level",
        " N",
        "play against the engine: 1 is easiest, 10 hardest; `level off`: two people",
    ),
    ("rules", "", "the rules of this game"),
    ("about", "", "who made this game"),
    ("position", "", "the position as a line of text"),
    ("save", " FILE", "keep the game in a new file from now on"),
    (
        "load",
        " FILE [N]",
        "go on with the game in a file, or its game number N",
    ),
    ("resign", "", "give the game up"),
    ("draw", "", "agree to a draw"),
    ("new", "", "begin again"),
    ("help", "", "this help; also h or ?"),
    ("quit", "", "leave; also q"),
];

/// What a typed line leads to.
enum Next {
    /// Show the board, then read on.
    Board,
    /// Read on.
    Line,
    /// Leave.
    Quit,
}

/// A conversation.
pub(super) struct Session {
    console: Console,
    colour: bool,
    thinker: Option<Thinker>,
    /// The seed of the engine's choices.
    seed: u64,
}

impl Session {
    pub(super) fn new(console: Console, colour: bool, seed: u64) -> Session {
        Session {
            console,
            colour,
            thinker: None,
            seed,
        }
    }

    /// Lets the player choose a game and a variant; none if the player leaves.
    pub(super) fn choose_start(&mut self) -> Result<Option<AnyGame>, Failure> {
        self.console.print("Which game?\n\n")?;
        for (number, game) in (1..).zip(GameId::ALL) {
            let about = game.about();
            let made = format!("{} by {}{}", about.title, about.authors, words::link(about));
            self.console.print(&words::item(&format!("  {number}"), 5, &made))?;
            self.console.say(&format!("     {}", about.summary))?;
        }
        let names = GameId::ALL.map(|game| game.about().name);
        let Some(game) = self.choose("Number or name: ", &names, str::parse::<GameId>)? else {
            return Ok(None);
        };
        let variants = game.about().variants;
        let Some(standard) = variants.first() else {
            return Ok(Some(AnyGame::start(&game.options(None)?)));
        };
        self.console
            .print(&format!("\nWhich variant of {}?\n\n", game.about().title))?;
        for (number, variant) in (1..).zip(variants) {
            let label = format!("  {number}  {}", variant.name);
            self.console.print(&words::item(&label, 14, variant.summary))?;
        }
        let names: Vec<&str> = variants.iter().map(|variant| variant.name).collect();
        let prompt = format!("Number or name, Enter for {}: ", standard.name);
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
            let offered = names.iter().map(ToString::to_string).collect();
            let Some(line) = self.console.line(prompt, offered)?.map(|line| line.to_lowercase()) else {
                return Ok(None);
            };
            if matches!(line.as_str(), "quit" | "exit" | "q") {
                return Ok(None);
            }
            let number = line.parse::<usize>().ok();
            let numbered = number.and_then(|number| names.get(number.wrapping_sub(1)));
            match read(numbered.unwrap_or(&line.as_str())) {
                Ok(chosen) => return Ok(Some(chosen)),
                Err(problem) => self.console.say(&Mistake::Choose { problem }.to_string())?,
            }
        }
    }

    /// Plays until the players leave.
    pub(super) fn play(&mut self, table: &mut Table) -> Result<(), Failure> {
        self.introduce(table)?;
        self.legend(table)?;
        self.tell_where_kept(table)?;
        if self.console.is_terminal() {
            self.console.say("Type a move, `moves`, `rules` or `help`.")?;
        }
        let mut next = Next::Board;
        loop {
            if self.others_act(table)? || matches!(next, Next::Board) {
                self.board(table)?;
            }
            if let Err(failure) = table.keep() {
                self.console.say(&failure.to_string())?;
            }
            let Some(line) = self.console.line(&prompt(table), offered(table))? else {
                return self.farewell(table);
            };
            // A mistake is told and the game goes on; only a broken terminal ends it.
            next = match self.obey(table, &line) {
                Ok(Next::Quit) => return self.farewell(table),
                Ok(next) => next,
                Err(Failure::Io(error)) => return Err(Failure::Io(error)),
                Err(failure) => {
                    self.console.say(&failure.to_string())?;
                    Next::Line
                }
            };
        }
    }

    /// Says where the game is kept, or what is lost.
    fn farewell(&mut self, table: &Table) -> Result<(), Failure> {
        self.console.say(&table.farewell())
    }

    fn tell_where_kept(&mut self, table: &Table) -> Result<(), Failure> {
        if let Some(words) = table.where_kept() {
            let elsewhere = if table.protected_file().is_some() {
                " `save FILE` keeps it elsewhere."
            } else {
                ""
            };
            self.console.say(&format!("{words}{elsewhere}"))?;
        }
        Ok(())
    }

    /// Does what is not the person's to do: draws cards and plays the engine's moves. Whether there was anything.
    fn others_act(&mut self, table: &mut Table) -> Result<bool, Failure> {
        let mut has_acted = false;
        loop {
            let player = words::colour(table.position(), table.position().player());
            let said = if let Some(card) = table.draw_card()? {
                format!("{player} draws {card}")
            } else if let Some(mv) = self.engines_move(table) {
                table.play(mv)?;
                format!("{player} plays {mv}")
            } else {
                return Ok(has_acted);
            };
            self.console.say(&said)?;
            has_acted = true;
        }
    }

    /// The engine's move, if it is to move.
    fn engines_move(&mut self, table: &Table) -> Option<AnyMove> {
        let opponent = table.opponent.filter(|_| table.is_engines_turn())?;
        self.ask(table, Question::Move(opponent.level)).map(|advice| advice.mv)
    }

    fn ask(&mut self, table: &Table, question: Question) -> Option<Advice> {
        let seed = self.seed;
        let thinker = self
            .thinker
            .get_or_insert_with(|| Thinker::new(table.game().start(), seed));
        thinker.think(table.game(), question, &AtomicBool::new(false))
    }

    fn hint(&mut self, table: &Table) -> Result<(), Failure> {
        if table.is_over() || !matches!(table.game().turn(), Turn::Player(_)) {
            return Err(Mistake::NoMoveNow.into());
        }
        let player = words::colour(table.position(), table.position().player());
        match self.ask(table, Question::Hint) {
            Some(advice) => {
                let chances = words::chances(player, advice.score);
                self.console.say(&format!("Hint: {} ({chances})", advice.mv))
            }
            None => self.console.say("The engine has no advice."),
        }
    }

    /// Lets the engine play at another level, or people play both sides.
    fn level(&mut self, table: &mut Table, argument: &str) -> Result<(), Failure> {
        if argument == "off" {
            table.opponent = None;
            return self.console.say("Two people play.");
        }
        if argument.is_empty() {
            return Err(Mistake::WhichLevel.into());
        }
        let level: Level = argument.parse()?;
        let player = table
            .opponent
            .map_or(!table.position().player(), |opponent| opponent.player);
        table.opponent = Some(Opponent { player, level });
        let colour = words::colour(table.position(), player);
        self.console
            .say(&format!("The engine plays {colour} at level {level}."))
    }

    fn board(&mut self, table: &Table) -> Result<(), Failure> {
        let marks = Marks {
            last: true,
            ..Marks::default()
        };
        let board = text(&drawing(table.game(), &marks)?, self.colour);
        self.console.print(&format!("\n{board}\n{}\n", table.words()))
    }

    /// Says what is played, in short.
    fn introduce(&mut self, table: &Table) -> Result<(), Failure> {
        let options = table.options();
        let about = options.game().about();
        self.console
            .say(&format!("{}{}", words::title(&options), words::link(about)))?;
        self.console.say(about.summary)
    }

    fn legend(&mut self, table: &Table) -> Result<(), Failure> {
        self.console.print(&words::legend(&AnyGame::geometry(&table.options())))
    }

    fn help(&mut self, table: &Table) -> Result<(), Failure> {
        let notation = rules::notation(&table.options());
        self.console
            .print(&format!("A move, or several on one line:\n{notation}\nOr:\n"))?;
        for (name, argument, meaning) in COMMANDS {
            self.console
                .print(&words::item(&format!("  {name}{argument}"), 20, meaning))?;
        }
        self.legend(table)
    }

    /// Does what a line says.
    fn obey(&mut self, table: &mut Table, line: &str) -> Result<Next, Failure> {
        let (command, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = argument.trim();
        match command.to_lowercase().as_str() {
            "" => {}
            "hint" => self.hint(table)?,
            "level" => self.level(table, argument)?,
            "help" | "h" | "?" => self.help(table)?,
            "about" => self.console.say(&words::credits(&table.options()))?,
            "rules" => self.console.print(&rules::text(&table.options()))?,
            "position" => self.console.print(&format!("{}\n", table.position()))?,
            "moves" => self.legal_moves(table, &argument.to_lowercase())?,
            "board" => return Ok(Next::Board),
            "undo" => return self.undo(table, argument),
            "save" => self.save(table, argument)?,
            "load" => return self.load(table, argument),
            "new" => return self.begin_again(table),
            "resign" => {
                let player = table.person();
                let question = format!("{} resigns?", words::colour(table.position(), player));
                let winner = player.opponent();
                self.end(table, &question, Ending::Resignation { winner })?;
            }
            "draw" if table.opponent.is_some() => {
                return Err(Mistake::EnginePlaysOn.into());
            }
            "draw" => self.end(table, "Both agree to a draw?", Ending::Agreement)?,
            "quit" | "exit" | "q" => {
                if self.may_leave(table)? {
                    return Ok(Next::Quit);
                }
            }
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
            let refusal = match read_move(&options, text) {
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
            self.console.say(&refusal.to_string())?;
            if matches!(next, Next::Board) && texts.next().is_some() {
                self.console.say("The rest of the line was not played.")?;
            }
            break;
        }
        Ok(next)
    }

    fn legal_moves(&mut self, table: &Table, place: &str) -> Result<(), Failure> {
        let cell = place.split([':', '-']).next().unwrap_or_default();
        let geometry = AnyGame::geometry(&table.options());
        if !geometry.sites.iter().any(|site| begins_with(&site.name, cell)) {
            let cell = cell.to_owned();
            return Err(Mistake::NoSuchCell { cell }.into());
        }
        let mut moves = table.legal_moves();
        moves.retain(|mv| begins_with(&mv.to_string(), place));
        let answer = if table.is_over() {
            "No legal moves: the game is over".to_owned()
        } else if moves.is_empty() {
            format!("No legal move begins with {place}")
        } else {
            words::legal_moves(&moves)
        };
        self.console.print(&format!("{answer}\n"))
    }

    fn undo(&mut self, table: &mut Table, argument: &str) -> Result<Next, Failure> {
        let count = match argument {
            "" => 1,
            number => number.parse::<usize>().map_err(|_| Mistake::Undo {
                text: number.to_owned(),
            })?,
        };
        let mut undone = Vec::new();
        for _ in 0..count {
            let taken_back = table.take_back()?;
            if taken_back.is_empty() {
                break;
            }
            undone.extend(taken_back.iter().map(ToString::to_string));
        }
        if undone.is_empty() {
            self.console.say("There is nothing to take back.")?;
            return Ok(Next::Line);
        }
        self.console.say(&format!("Took back {}.", undone.join(", ")))?;
        Ok(Next::Board)
    }

    fn save(&mut self, table: &mut Table, argument: &str) -> Result<(), Failure> {
        if argument.is_empty() {
            return Err(Mistake::SaveWhere.into());
        }
        table.save(&expanded(argument))?;
        self.console
            .say(&format!("Saved in {argument}, and kept there from now on."))
    }

    fn load(&mut self, table: &mut Table, argument: &str) -> Result<Next, Failure> {
        if argument.is_empty() {
            return Err(Mistake::LoadWhat.into());
        }
        let numbered = argument
            .rsplit_once(' ')
            .and_then(|(path, number)| Some((path, number.parse().ok()?)));
        // A file's name may end in a number too.
        let (path, number) = match numbered.filter(|_| !expanded(argument).exists()) {
            Some((path, number)) => (path.trim_end(), Some(number)),
            None => (argument, None),
        };
        let mut loaded = Table::load(&expanded(path), number)?;
        if !self.may_leave(table)? {
            return Ok(Next::Line);
        }
        loaded.seed = table.seed;
        loaded.opponent = table.opponent;
        *table = loaded;
        self.introduce(table)?;
        self.tell_where_kept(table)?;
        Ok(Next::Board)
    }

    fn begin_again(&mut self, table: &mut Table) -> Result<Next, Failure> {
        if !self.may_leave(table)? {
            return Ok(Next::Line);
        }
        if let Some(file) = table.kept_in() {
            self.console.say(&format!("The old game is kept in {file}."))?;
        }
        *table = table.again();
        self.console
            .say("The new game is not saved yet: `save FILE` keeps it.")?;
        Ok(Next::Board)
    }

    fn end(&mut self, table: &mut Table, question: &str, ending: Ending) -> Result<(), Failure> {
        if table.is_over() {
            return Err(Mistake::OverAlready.into());
        }
        if self.console.confirms(question)? {
            table.end(ending)?;
            self.console.say(&table.words())?;
        }
        Ok(())
    }

    /// Whether the game on the table may be left: an unsaved one only after a second thought.
    fn may_leave(&mut self, table: &Table) -> Result<bool, Failure> {
        if !table.is_unsaved() {
            return Ok(true);
        }
        self.console.confirms("This game is not saved. Leave it?")
    }
}

/// Whose line is read.
fn prompt(table: &Table) -> String {
    if table.is_over() {
        return "game over> ".to_owned();
    }
    format!("{}> ", words::colour(table.position(), table.position().player()))
}

/// What a line may begin with.
fn offered(table: &Table) -> Vec<String> {
    let commands = COMMANDS.iter().map(|(name, _, _)| (*name).to_owned());
    let moves = table.legal_moves().into_iter().map(|mv| mv.to_string());
    commands.chain(moves).collect()
}

/// Whether a name or a move begins with a text that does not break off within a number: `e10` does not begin with `e1`.
fn begins_with(name: &str, text: &str) -> bool {
    let is_digit = |character: Option<char>| character.is_some_and(|character| character.is_ascii_digit());
    let rest = name.strip_prefix(text);
    rest.is_some_and(|rest| !(is_digit(text.chars().last()) && is_digit(rest.chars().next())))
}
