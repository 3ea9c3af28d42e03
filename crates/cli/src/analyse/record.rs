//! What became of a recorded game: its turning points, the graph, all turns.

use std::io::{self, Write};
use std::path::Path;

use halte_engine::{AnalysedTurn, Analysis, Control, Engine, Judgement, SystemThreads, analyse, annotate};
use halte_game::board::Board;
use halte_game::draw::{Drawing, Graph, GraphMark, GraphTurn};
use halte_game::record::{NodeId, Record, TurnNumber, result_text};
use halte_game::{Named, Player};
use halte_games::{AnyGame, AnyMove};
use halte_words::Language;
use indicatif::{ProgressBar, ProgressStyle};

use super::{Arguments, score_words};
use crate::draw::Target;
use crate::failure::Failure;
use crate::file::GameFile;
use crate::mistake::Mistake;
use crate::{letters, words};

/// Lines that are found for each turn if nothing is said: what was played is looked at in any case.
const STANDARD_LINES: u8 = 1;

/// A better line is shown for so many moves.
const LONGEST_LINE: usize = 10;

/// What follows the numbers of turns in lists begins in this column.
const COLUMN: usize = 8;

pub(super) fn run(arguments: &Arguments, path: &Path) -> Result<(), Failure> {
    let (file, record) = GameFile::read(path, arguments.line.number)?;
    if record.main_line().moves().is_empty() {
        let file = file.name(Language::English.words());
        return Err(Mistake::NothingToAnalyse { file }.into());
    }
    let new_file = check_files(arguments, &file)?;
    let annotated = Review::of(record, arguments)?.show()?;
    if arguments.in_place || new_file.is_some() {
        new_file.unwrap_or(file).write(&annotated)?;
    }
    Ok(())
}

/// Finds out before the work begins whether its results can be written, and makes ready the new file if one is wanted.
fn check_files(arguments: &Arguments, file: &GameFile) -> Result<Option<GameFile>, Failure> {
    if arguments.in_place && file.is_protected() {
        let file = file.path().display().to_string();
        return Err(Mistake::FileProtected { file }.into());
    }
    if let Some(path) = &arguments.graph {
        Target::of_one(path)?;
    }
    for path in arguments.graph.iter().chain(&arguments.output) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            let (file, folder) = (path.display().to_string(), folder.display().to_string());
            return Err(Mistake::NoFolder { file, folder }.into());
        }
    }
    arguments.output.as_deref().map(GameFile::new).transpose()
}

struct Review<'a> {
    record: Record<AnyGame>,
    analysis: Analysis<AnyMove>,
    title: String,
    arguments: &'a Arguments,
}

impl Review<'_> {
    fn of(record: Record<AnyGame>, arguments: &Arguments) -> Result<Review<'_>, Failure> {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} moves, {eta} left") {
            bar.set_style(style);
        }
        let mut search = AnyGame::search(&arguments.effort.settings(STANDARD_LINES));
        let analysis = analyse(
            record.main_line(),
            search.as_mut(),
            arguments.effort.limits(),
            &|limits| Control::within(limits).with_threads(&SystemThreads),
            &mut |progress| {
                bar.set_length(progress.total as u64);
                bar.set_position(progress.done as u64);
            },
        );
        bar.finish_and_clear();
        let analysis = analysis.ok_or(Mistake::AnalysisStopped)?;
        Ok(Review {
            title: halte_picture::words::title(&record.options()),
            record,
            analysis,
            arguments,
        })
    }

    /// Prints everything, draws the graph if asked to, and returns the annotated record.
    fn show(mut self) -> Result<Record<AnyGame>, Failure> {
        let graph = self.graph();
        let mut output = io::stdout().lock();
        let [first, second] = &graph.names;
        let result = result_text(self.record.result());
        let head = format!("{}\n{first} against {second}: {result}", self.title);
        write!(output, "{}", words::wrapped(&head))?;
        self.turning_points(&mut output)?;
        writeln!(output, "\nThe probability that {first} wins\n")?;
        write!(output, "{}", graph.text(!self.arguments.ascii && letters::is_unicode()))?;
        self.turns(&mut output)?;
        self.summary(&mut output)?;
        output.flush()?;
        if let Some(path) = &self.arguments.graph {
            Target::of_one(path)?.write_one(&graph.svg(), None)?;
        }
        annotate(&mut self.record, &self.analysis)?;
        Ok(self.record)
    }

    fn colour(&self, player: Player) -> &'static str {
        AnyGame::about(&self.record.options()).players[player.index()]
    }

    /// A player's name and colour, or the colour alone.
    fn name(&self, player: Player) -> String {
        let tag = ["First", "Second"][player.index()];
        let colour = self.colour(player);
        match self.record.tags().get(tag).filter(|name| !matches!(*name, "" | "?")) {
            Some(name) => format!("{name} ({colour})"),
            None => colour.to_owned(),
        }
    }

    fn number(&self, turn: &AnalysedTurn<AnyMove>) -> TurnNumber {
        let node = self.record.main_nodes().get(turn.moves.start + 1);
        let played = node.and_then(|&id| self.record.node(id)?.played());
        let (number, player) = (0, turn.player);
        played.map_or(TurnNumber { number, player }, |played| played.turn)
    }

    fn played(&self, turn: &AnalysedTurn<AnyMove>) -> String {
        words::listed(&self.record.main_line().moves()[turn.moves.clone()])
    }

    fn graph(&self) -> Graph {
        let turn = |turn: &AnalysedTurn<AnyMove>| {
            let number = self.number(turn);
            GraphTurn {
                number: number.number,
                name: format!("{number} {}", self.played(turn)),
                value: turn.after_for(Player::First).probability(),
                mark: turn.judgement().map(mark),
            }
        };
        let first = self.analysis.turns.first();
        Graph {
            title: self.title.clone(),
            names: Player::ALL.map(|player| self.name(player)),
            colours: AnyGame::geometry(&self.record.options()).players,
            start: first.map_or(0.5, |turn| turn.before_for(Player::First).probability()),
            turns: self.analysis.turns.iter().map(turn).collect(),
        }
    }

    fn turning_points(&self, output: &mut impl Write) -> Result<(), Failure> {
        let points = self.analysis.turning_points();
        if points.is_empty() {
            writeln!(output, "\nNo turning points: no turn gave away 5% or more.")?;
            return Ok(());
        }
        writeln!(output, "\nTurning points\n")?;
        for turn in points {
            let judgement = turn.judgement().map_or("", Judgement::name);
            let (before, after) = (score_words(turn.before), score_words(turn.after));
            let played = format!("{} {}", self.colour(turn.player), self.played(turn));
            let mut text = format!("{played}, {judgement}: from {before} to {after}");
            if let Some(better) = turn.better() {
                let moves = &better.moves[..better.moves.len().min(LONGEST_LINE)];
                text.push_str(&format!("; better {}", words::listed(moves)));
            }
            let number = format!("  {}", self.number(turn));
            write!(output, "{}", words::item(&number, COLUMN, &text))?;
            if self.arguments.boards {
                let node = self.record.main_nodes().get(turn.moves.start);
                self.board(output, node.copied().unwrap_or(NodeId::ROOT))?;
            }
        }
        Ok(())
    }

    fn board(&self, output: &mut impl Write, node: NodeId) -> Result<(), Failure> {
        if let Some(game) = self.record.game_at(node) {
            let drawing = Drawing::new(game.position(), String::new(), String::new());
            let board = halte_game::draw::text(&drawing, self.arguments.colour.is_on());
            writeln!(output, "\n{}", letters::readable(&board))?;
        }
        Ok(())
    }

    fn turns(&self, output: &mut impl Write) -> Result<(), Failure> {
        writeln!(output, "\n  Turn  {:<12}Loss     Played\n", self.colour(Player::First))?;
        for turn in &self.analysis.turns {
            let loss = match turn.loss() {
                loss if loss >= 0.005 => format!("{:.0}%", loss * 100.0),
                _ => String::new(),
            };
            let (number, score) = (
                self.number(turn).to_string(),
                score_words(turn.after_for(Player::First)),
            );
            let label = format!("  {number:<6}{score:<12}{loss:<9}");
            let sign = turn.judgement().map_or("", |judgement| mark(judgement).sign);
            let played = format!("{} {sign}", self.played(turn));
            write!(output, "{}", words::item(&label, label.chars().count(), &played))?;
        }
        Ok(())
    }

    /// How well each player played.
    fn summary(&self, output: &mut impl Write) -> Result<(), Failure> {
        writeln!(output)?;
        for player in Player::ALL {
            let turns = self.analysis.turns.iter().filter(|turn| turn.player == player);
            let losses: Vec<f32> = turns.map(AnalysedTurn::loss).collect();
            let mean = losses.iter().sum::<f32>() / losses.len().max(1) as f32;
            let count = |wanted: Judgement| {
                let judged = losses.iter().filter(|&&loss| Judgement::of(loss) == Some(wanted));
                match (judged.count(), wanted) {
                    (1, _) => format!("1 {}", wanted.name()),
                    (count, Judgement::Inaccuracy) => format!("{count} inaccuracies"),
                    (count, _) => format!("{count} {}s", wanted.name()),
                }
            };
            let [blunders, mistakes, inaccuracies] =
                [Judgement::Blunder, Judgement::Mistake, Judgement::Inaccuracy].map(count);
            let counts = format!("{}: {blunders}, {mistakes}, {inaccuracies}", self.name(player));
            let text = format!("{counts}; {:.1}% given away a turn", mean * 100.0);
            write!(output, "{}", words::wrapped(&text))?;
        }
        Ok(())
    }
}

/// How the graph marks a judged turn.
fn mark(judgement: Judgement) -> GraphMark {
    GraphMark {
        weight: match judgement {
            Judgement::Inaccuracy => 1,
            Judgement::Mistake => 2,
            Judgement::Blunder => 3,
        },
        sign: judgement.nag().sign().unwrap_or(""),
        name: judgement.name(),
    }
}
