//! `halte play`: two people at one terminal, or a script that pipes moves in.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use halte_game::draw::text;
use halte_game::record::Ending;
use halte_game::{Game, Playthrough, Random, Turn};
use halte_games::{AnyGame, AnyOptions, GameId};

use crate::arguments::game_parser;
use crate::colour::ColourArguments;
use crate::draw::{Marks, drawing};
use crate::failure::Failure;
use crate::file::Saved;
use crate::words;

/// Play a game for two at this terminal
///
/// Type moves in the game's notation, several on one line if you like, or `help`. Works piped as well: every line of
/// standard input is a line typed.
#[derive(Args)]
#[command(after_help = "Examples:
  halte play                               choose a game from a list
  halte play mixtour --variant 20/1
  halte play mobius --save game.txt        keep the game in a file, move by move
  halte play --load game.txt               go on with a saved game")]
pub(crate) struct Arguments {
    /// The game; a list to choose from if not given
    #[arg(value_parser = game_parser())]
    game: Option<GameId>,
    /// The variant: `classic` or `cards` for Fibonacci, `P/N` for Mixtour
    #[arg(long, value_name = "V", requires = "game")]
    variant: Option<String>,
    /// The position to start from; the standard start if not given
    #[arg(long, value_name = "P", requires = "game")]
    position: Option<String>,
    /// Go on with the game in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "variant", "position"])]
    load: Option<PathBuf>,
    /// Keep the game in this file: it is written after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Draw your own cards and type them (`#4`) instead of letting the program draw
    #[arg(long)]
    own_cards: bool,
    /// The seed of the cards; different in every game if not given
    #[arg(long, value_name = "N", conflicts_with = "own_cards")]
    seed: Option<u64>,
    #[command(flatten)]
    colour: ColourArguments,
}

const HELP: &str = "\
  a move            play it; several on one line are played one after the other
  moves [CELL]      the legal moves, or those that begin with CELL
  board             draw the board again
  undo [N]          take back the last move, or the last N
  position          the position as a line of text
  save FILE         write the game to a file, and keep it up to date from now on
  load FILE         go on with the game in a file
  resign            give the game up
  draw              agree to a draw
  about             who made this game
  new               begin again
  quit              leave";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let input = io::stdin();
    let mut session = Session {
        is_terminal: input.is_terminal(),
        input: input.lock(),
        output: io::stdout().lock(),
        colour: arguments.colour.is_on(),
    };
    let seed = match arguments.seed {
        Some(seed) => seed,
        None => getrandom::u64().map_err(|error| Failure::Usage(format!("cannot draw cards: {error}")))?,
    };
    let table = match &arguments.load {
        Some(path) => Table::load(path)?,
        None => {
            let Some(game) = (match arguments.game {
                Some(game) => Some(game),
                None => session.choose_game()?,
            }) else {
                return Ok(());
            };
            let options = game.options(arguments.variant.as_deref())?;
            Table::new(match (&arguments.position, &arguments.variant) {
                (None, _) => AnyGame::start(&options),
                (Some(text), None) => game.position(text)?,
                (Some(text), Some(_)) => AnyGame::parse(&options, text)?,
            })
        }
    };
    let mut table = Table {
        cards: (!arguments.own_cards).then(|| Random::new(seed)),
        ..table
    };
    if let Some(path) = &arguments.save {
        table.save(path)?;
    }
    session.play(&mut table)
}

/// A game at the table, and the file it is kept in.
struct Table {
    saved: Saved,
    /// Draws the cards, unless the players do.
    cards: Option<Random>,
    file: Option<PathBuf>,
    /// Whether there are moves that no file has.
    is_unsaved: bool,
}

impl Table {
    fn new(start: AnyGame) -> Table {
        Table {
            saved: Saved::new(start),
            cards: None,
            file: None,
            is_unsaved: false,
        }
    }

    /// The game of a file. It is kept there from now on, unless the file holds more than a plain game: comments and
    /// variations would be lost.
    fn load(path: &Path) -> Result<Table, Failure> {
        let (saved, is_plain) = Saved::read(path)?;
        Ok(Table {
            saved,
            cards: None,
            file: is_plain.then(|| path.to_owned()),
            is_unsaved: false,
        })
    }

    fn game(&self) -> &Playthrough<AnyGame> {
        &self.saved.game
    }

    fn position(&self) -> &AnyGame {
        self.saved.game.position()
    }

    fn options(&self) -> AnyOptions {
        self.position().options()
    }

    fn is_over(&self) -> bool {
        self.saved.ending.is_some() || self.game().turn().is_over()
    }

    /// Whether a card must be drawn now.
    fn awaits_card(&self) -> bool {
        !self.is_over() && self.game().turn() == Turn::Chance
    }

    fn words(&self) -> String {
        match self.saved.ending {
            Some(ending) => words::ending(self.position(), ending),
            None => words::turn(self.game()),
        }
    }

    /// Writes the game to a new file and keeps it there from now on.
    fn save(&mut self, path: &Path) -> Result<(), Failure> {
        if self.file.as_deref() != Some(path) && path.exists() {
            let message = format!("{} exists already: choose another name", path.display());
            return Err(Failure::Usage(message));
        }
        self.saved.write(path)?;
        self.file = Some(path.to_owned());
        self.is_unsaved = false;
        Ok(())
    }

    /// Notes that the game has changed: what is seen on the screen is in the file, if there is one.
    fn changed(&mut self) -> Result<(), Failure> {
        self.is_unsaved = true;
        match self.file.clone() {
            Some(path) => self.save(&path),
            None => Ok(()),
        }
    }
}

/// What a typed line leads to.
enum Next {
    /// Show the board, then read on.
    Board,
    /// Read on.
    Line,
    /// Leave.
    Quit,
}

/// The conversation at the terminal.
struct Session<'a> {
    is_terminal: bool,
    input: io::StdinLock<'a>,
    output: io::StdoutLock<'a>,
    colour: bool,
}

impl Session<'_> {
    /// The next typed line without its end; none at the end of the input.
    fn line(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        if self.is_terminal {
            write!(self.output, "{prompt}")?;
        }
        self.output.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }

    fn choose_game(&mut self) -> Result<Option<GameId>, Failure> {
        writeln!(self.output, "Which game?\n")?;
        for (number, game) in (1..).zip(GameId::ALL) {
            let about = game.about();
            let link = about.link.map_or(String::new(), |link| format!(" ({link})"));
            writeln!(self.output, "  {number}  {} by {}{link}", about.title, about.authors)?;
            writeln!(self.output, "     {}", about.summary)?;
        }
        writeln!(self.output)?;
        while let Some(line) = self.line("Number or name: ")? {
            let by_number = line
                .parse::<usize>()
                .ok()
                .and_then(|number| GameId::ALL.get(number.wrapping_sub(1)));
            if let Some(game) = by_number.copied().or_else(|| line.to_lowercase().parse().ok()) {
                return Ok(Some(game));
            }
            if line == "quit" {
                break;
            }
            if !line.is_empty() {
                writeln!(
                    self.output,
                    "There is no game {line:?}: type 1, 2, 3 or 4, a name, or quit."
                )?;
            }
        }
        Ok(None)
    }

    fn play(&mut self, table: &mut Table) -> Result<(), Failure> {
        self.about(table)?;
        if self.is_terminal {
            writeln!(self.output, "Type a move, `moves`, or `help`.")?;
        }
        let mut next = Next::Board;
        loop {
            if self.draw_card(table)? || matches!(next, Next::Board) {
                self.board(table)?;
            }
            let prompt = if table.is_over() {
                "game over> ".to_owned()
            } else {
                format!("{}> ", words::colour(table.position(), table.position().player()))
            };
            let Some(line) = self.line(&prompt)? else {
                return self.leave_unasked(table);
            };
            // A mistake is told and the game goes on; only a broken terminal ends it.
            next = match self.obey(table, &line) {
                Ok(Next::Quit) => return Ok(()),
                Ok(next) => next,
                Err(Failure::Io(error)) => return Err(Failure::Io(error)),
                Err(failure) => {
                    writeln!(self.output, "{failure}")?;
                    Next::Line
                }
            };
        }
    }

    /// The input has ended: nobody can be asked what to do with an unsaved game, but it can be shown.
    fn leave_unasked(&mut self, table: &Table) -> Result<(), Failure> {
        if self.is_terminal && table.is_unsaved {
            let moves: Vec<String> = table.game().moves().iter().map(ToString::to_string).collect();
            writeln!(self.output, "\nThis game was not saved. Its moves: {}", moves.join(" "))?;
        }
        Ok(())
    }

    /// Draws the card that is to be drawn, unless the players draw themselves.
    fn draw_card(&mut self, table: &mut Table) -> Result<bool, Failure> {
        if !table.awaits_card() {
            return Ok(false);
        }
        let position = table.saved.game.position();
        let Some(card) = table.cards.as_mut().and_then(|cards| position.random_move(cards)) else {
            return Ok(false);
        };
        writeln!(
            self.output,
            "{} draws {card}",
            words::colour(position, position.player())
        )?;
        table.saved.game.play(card)?;
        table.changed()?;
        Ok(true)
    }

    fn board(&mut self, table: &Table) -> Result<(), Failure> {
        let marks = Marks {
            last: true,
            ..Marks::default()
        };
        let drawing = drawing(table.game(), &marks)?;
        write!(self.output, "\n{}\n", text(&drawing, self.colour))?;
        writeln!(self.output, "{}", table.words())?;
        Ok(())
    }

    fn about(&mut self, table: &Table) -> Result<(), Failure> {
        let about = table.options().game().about();
        let link = about.link.map_or(String::new(), |link| format!(" ({link})"));
        writeln!(self.output, "{}{link}", words::title(table.position()))?;
        writeln!(self.output, "{}", about.summary)?;
        Ok(())
    }

    /// Does what a line says.
    fn obey(&mut self, table: &mut Table, line: &str) -> Result<Next, Failure> {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else {
            return Ok(Next::Line);
        };
        let argument = line[command.len()..].trim();
        match command {
            "help" | "?" => writeln!(self.output, "{HELP}")?,
            "about" => self.about(table)?,
            "position" => writeln!(self.output, "{}", table.position())?,
            "moves" => self.legal_moves(table, argument)?,
            "board" => return Ok(Next::Board),
            "undo" => return self.undo(table, argument),
            "save" => {
                if argument.is_empty() {
                    return Err(Failure::Usage("save where? type: save FILE".to_owned()));
                }
                table.save(Path::new(argument))?;
                writeln!(self.output, "Saved in {argument}.")?;
            }
            "load" => {
                if argument.is_empty() {
                    return Err(Failure::Usage("load what? type: load FILE".to_owned()));
                }
                let loaded = Table::load(Path::new(argument))?;
                if !self.may_leave(table)? {
                    return Ok(Next::Line);
                }
                let cards = table.cards.take();
                *table = Table { cards, ..loaded };
                self.about(table)?;
                return Ok(Next::Board);
            }
            "new" => {
                if !self.may_leave(table)? {
                    return Ok(Next::Line);
                }
                let cards = table.cards.take();
                *table = Table {
                    cards,
                    ..Table::new(table.game().start().clone())
                };
                return Ok(Next::Board);
            }
            "resign" => {
                let winner = table.position().player().opponent();
                return self.end(table, Ending::Resignation { winner });
            }
            "draw" => return self.end(table, Ending::Agreement),
            "quit" | "exit" => {
                return Ok(if self.may_leave(table)? { Next::Quit } else { Next::Line });
            }
            _ => return self.play_moves(table, line),
        }
        Ok(Next::Line)
    }

    /// Plays the moves of a line up to the first bad one.
    fn play_moves(&mut self, table: &mut Table, line: &str) -> Result<Next, Failure> {
        let options = table.options();
        for (played, text) in line.split_whitespace().enumerate() {
            let outcome = AnyGame::parse_move(&options, text)
                .map_err(Failure::from)
                .and_then(|mv| match table.saved.ending {
                    Some(_) => Err(Failure::Usage("the game is over: `undo`, `new` or `quit`".to_owned())),
                    None => Ok(table.saved.game.play(mv)?),
                });
            if let Err(failure) = outcome {
                let hint = if played == 0 {
                    "; `moves` lists the legal ones, `help` explains"
                } else {
                    ""
                };
                writeln!(self.output, "{failure}{hint}")?;
                return Ok(if played > 0 { Next::Board } else { Next::Line });
            }
            table.changed()?;
            // More moves may follow on the line, and a card may have to be drawn between them.
            self.draw_card(table)?;
        }
        Ok(Next::Board)
    }

    fn legal_moves(&mut self, table: &Table, prefix: &str) -> Result<(), Failure> {
        let mut moves = Vec::new();
        if !table.is_over() {
            table.game().legal_moves(&mut moves);
        }
        moves.retain(|mv| mv.to_string().starts_with(prefix));
        writeln!(self.output, "{}", words::legal_moves(&moves))?;
        Ok(())
    }

    /// Takes moves back. Cards that the program drew go back with the step before them.
    fn undo(&mut self, table: &mut Table, argument: &str) -> Result<Next, Failure> {
        let count = match argument {
            "" => 1,
            number => number
                .parse::<usize>()
                .map_err(|_| Failure::Usage(format!("undo how many moves? {number:?} is no number")))?,
        };
        for _ in 0..count {
            if table.saved.ending.take().is_some() {
                continue;
            }
            let Some(mut undone) = table.saved.game.undo() else {
                writeln!(self.output, "There is nothing to take back.")?;
                break;
            };
            while table.cards.is_some() && table.awaits_card() {
                match table.saved.game.undo() {
                    Some(step) => undone = step,
                    None => break,
                }
            }
            writeln!(self.output, "Took back {undone}.")?;
        }
        table.changed()?;
        Ok(Next::Board)
    }

    fn end(&mut self, table: &mut Table, ending: Ending) -> Result<Next, Failure> {
        if table.is_over() {
            return Err(Failure::Usage("the game is over already".to_owned()));
        }
        table.saved.ending = Some(ending);
        table.changed()?;
        writeln!(self.output, "{}", table.words())?;
        Ok(Next::Line)
    }

    /// Whether the game on the table may be left: an unsaved one only after a second thought.
    fn may_leave(&mut self, table: &Table) -> Result<bool, Failure> {
        if !self.is_terminal || !table.is_unsaved {
            return Ok(true);
        }
        let answer = self.line("This game is not saved. Leave it? [y/N] ")?;
        Ok(matches!(answer.as_deref(), None | Some("y" | "Y" | "yes")))
    }
}
