//! What the program says in words: in lines that fit, who made a game, what the letters of a board mean.

use std::collections::BTreeSet;
use std::fmt::Display;

use halte_engine::Score;
use halte_game::board::{Board, Colour, Feature, Geometry, Held, Holding, Push, Site, SiteKind};
use halte_game::draw::{Wording, push_arrow};
use halte_game::record::Ending;
use halte_game::{About, Game, Outcome, ParseError, Player, Playthrough, Turn, Variant};
use halte_games::{AnyFault, AnyGame, AnyMove, AnyOptions};
use halte_words::{Language, Value, Words, say};
use textwrap::{Options, WordSplitter, WrapAlgorithm, fill};

/// The most characters in a line of prose.
pub(crate) const WIDTH: usize = 78;

/// The column where it stands what an example of a move means.
const EXAMPLE_WIDTH: usize = 12;

/// Prose in lines that fit a terminal. Spaces at the beginning of a line of the text indent all that becomes of it.
pub(crate) fn wrapped(text: &str) -> String {
    wrapped_to(text, WIDTH)
}

/// Prose in lines of this many characters at most, except where a word is longer.
pub(crate) fn wrapped_to(text: &str, line_width: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
        // French has spaces that no line may be broken at.
        let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
        let options = Options::new(line_width)
            .initial_indent(indent)
            .subsequent_indent(indent)
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation)
            .wrap_algorithm(WrapAlgorithm::FirstFit);
        wrapped.push_str(fill(&words.join(" "), options).trim_end_matches(' '));
        wrapped.push('\n');
    }
    wrapped
}

/// An item of a list: a label, and beside it what it means, in lines that begin in this column.
pub(crate) fn item(label: &str, column: usize, text: &str) -> String {
    let lines = wrapped(&format!("{:column$}{text}", ""));
    // A label that leaves no space before the text has a line of its own.
    if label.trim_end().chars().count() >= column {
        return format!("{label}\n{lines}");
    }
    format!("{label:<column$}{}", lines.trim_start_matches(' '))
}

/// Moves separated by spaces.
pub(crate) fn listed<M: Display>(moves: &[M]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// A player's colour in this game: `Red`.
pub(crate) fn colour(words: &Words, game: &AnyGame, player: Player) -> String {
    let colour = game.options().game().about().players[player.index()].to_lowercase();
    words.say(&format!("colour-{colour}"), &[])
}

/// Whose turn it is, or how the game ended: `Red to move`, `White wins: a tower of five`.
pub(crate) fn turn(words: &Words, game: &Playthrough<AnyGame>) -> String {
    let position = game.position();
    match game.turn() {
        Turn::Player(player) => say!(words, "turn-of", colour: colour(words, position, player)),
        Turn::Chance => say!(words, "terminal-draws-card", player: colour(words, position, position.player())),
        Turn::Over(_) if game.is_repetition() => ending(words, position, Ending::Repetition),
        Turn::Over(outcome) => ending(words, position, Ending::Rules(outcome)),
    }
}

/// How a game ended: `Red wins: Blue resigned`.
pub(crate) fn ending(words: &Words, position: &AnyGame, ending: Ending) -> String {
    let how = match ending {
        Ending::Resignation { winner } => {
            say!(words, "terminal-resigned", player: colour(words, position, winner.opponent()))
        }
        Ending::Time { winner } => {
            say!(words, "terminal-ran-out-of-time", player: colour(words, position, winner.opponent()))
        }
        Ending::Agreement => say!(words, "reason-agreement"),
        Ending::Repetition => say!(words, "reason-repetition"),
        Ending::Abandoned(_) => say!(words, "reason-abandoned"),
        Ending::Adjudication(_) => say!(words, "reason-adjudication"),
        Ending::Rules(_) => {
            let game = position.options().game();
            let ending = position.ending();
            let how = ending.and_then(|code| words.find(&format!("{game}-ending-{code}"), &[]));
            how.unwrap_or_else(|| say!(words, "reason-rules"))
        }
    };
    match ending.result() {
        Some(Outcome::Win(winner)) => {
            say!(words, "terminal-wins", player: colour(words, position, winner), how: how)
        }
        Some(Outcome::Draw) => say!(words, "terminal-draw", how: how),
        None => say!(words, "terminal-no-result", how: how),
    }
}

/// What a kind of piece is called, by its game's name and its code.
pub(crate) fn piece(words: &Words, game: &str, code: &str) -> String {
    words.say(&format!("{game}-piece-{code}"), &[])
}

/// What is said of a board in a language.
#[derive(Debug)]
struct Spoken(Language);

/// How a drawing is said in these words.
pub(crate) fn wording(words: &Words) -> &'static dyn Wording {
    match words.language() {
        Language::English => &Spoken(Language::English),
        Language::French => &Spoken(Language::French),
    }
}

impl Spoken {
    fn pieces(&self, geometry: &Geometry, pieces: &[usize]) -> Vec<String> {
        let name = |&index: &usize| piece(self.0.words(), geometry.game, geometry.pieces[index].name);
        pieces.iter().map(name).collect()
    }
}

impl Wording for Spoken {
    fn colour(&self, colour: Colour) -> String {
        let words = self.0.words();
        words.say(&format!("colour-{}", colour.name().to_lowercase()), &[])
    }

    fn owned(&self, colour: Colour, holdings: &str) -> String {
        say!(self.0.words(), "named", name: self.colour(colour), value: holdings)
    }

    fn place(&self, geometry: &Geometry, name: &str, pieces: &[usize]) -> String {
        let words = self.0.words();
        let stands = match pieces {
            [] => say!(words, "site-empty"),
            [_] => self.pieces(geometry, pieces).join(""),
            _ => {
                let colours = pieces
                    .iter()
                    .rev()
                    .map(|&piece| self.colour(geometry.pieces[piece].colour));
                let colours: Vec<String> = colours.map(|colour| colour.to_lowercase()).collect();
                say!(words, "site-stack", count: pieces.len(), pieces: colours.join(", "))
            }
        };
        format!("{name}, {stands}")
    }

    fn holding(&self, geometry: &Geometry, holding: &Holding) -> String {
        let values = match &holding.held {
            Held::Counter { count, of, .. } => vec![
                ("count", Value::from(*count)),
                ("of", Value::from(of.unwrap_or_default())),
            ],
            Held::StepsLeft { count } | Held::StepsTakenAway { count } => vec![("count", Value::from(*count))],
            Held::Number { number } => vec![("number", Value::from(*number))],
            Held::Pieces { pieces } => vec![("pieces", Value::from(self.pieces(geometry, pieces).join(", ")))],
            Held::Cards { cards } => {
                let cards = cards.iter().map(|cards| (cards.value.to_string(), cards.left as usize));
                let cards = cards.flat_map(|(value, left)| std::iter::repeat_n(value, left));
                vec![("cards", Value::from(cards.collect::<Vec<_>>().join(" ")))]
            }
            Held::Notice => Vec::new(),
        };
        let id = format!("{}-holding-{}", geometry.game, holding.name);
        self.0.words().say(&id, &values)
    }
}

/// A site as people read its name: `3→`, and `fin` where French is spoken.
pub(crate) fn site(words: &Words, geometry: &Geometry, site: &Site) -> String {
    let shown = match site.kind {
        SiteKind::Button => words.find(&format!("{}-move-{}", geometry.game, site.name), &[]),
        SiteKind::Edge => site.shown.clone(),
        // A card's value alone would look like the number of a turn.
        SiteKind::Cell | SiteKind::Card => None,
    };
    shown.unwrap_or_else(|| site.name.clone())
}

/// A move as people read it. Files and programs have it as the rules write it.
pub(crate) fn move_name(words: &Words, geometry: &Geometry, mv: AnyMove) -> String {
    let text = mv.to_string();
    let named = geometry.sites.iter().find(|site| site.name == text);
    named.map_or(text, |named| site(words, geometry, named))
}

/// Reads a move as it was typed, as people read it or, failing that, in lower case: nobody means another cell by `E0`.
pub(crate) fn read_move(words: &Words, options: &AnyOptions, text: &str) -> Result<AnyMove, ParseError<AnyFault>> {
    let lower = text.to_lowercase();
    AnyGame::parse_move(options, text).or_else(|error| {
        let geometry = AnyGame::geometry(options);
        let mut sites = geometry.sites.iter();
        let named = sites.find(|known| site(words, &geometry, known) == lower);
        let text = named.map_or(&lower, |named| &named.name);
        AnyGame::parse_move(options, text).map_err(|_| error)
    })
}

/// What a move does, where its text does not speak for itself: the message that says it, and its words.
fn meaning(words: &Words, geometry: &Geometry, mv: AnyMove) -> Option<(String, String)> {
    let clicks = AnyGame::clicks(mv);
    let name = |site: usize| geometry.sites[site].name.as_str();
    match clicks.as_slice() {
        [click] => {
            if let Some(pushed) = geometry.pushes.iter().find(|push| push.from == click.site) {
                return Some((push_id(pushed).to_owned(), push(words, pushed)));
            }
            let id = format!("{}-hint-{}", geometry.game, name(click.site));
            words.find(&id, &[]).map(|meaning| (id, meaning))
        }
        [from, to] => {
            let count = from.take.filter(|&count| count > 1)?;
            let meaning = say!(words, "terminal-takes", count: count, from: name(from.site), to: name(to.site));
            Some(("terminal-takes".to_owned(), meaning))
        }
        _ => None,
    }
}

/// A move, and what it does where that needs to be said: `3→ (push row 3 to the right)`.
pub(crate) fn explained(words: &Words, geometry: &Geometry, mv: AnyMove) -> String {
    let name = move_name(words, geometry, mv);
    match meaning(words, geometry, mv) {
        Some((_, meaning)) => say!(words, "terminal-explained", move: name, meaning: meaning),
        None => name,
    }
}

/// What is going on besides a turn, by where moves begin now: `Marbles are still being placed`.
pub(crate) fn phase(words: &Words, geometry: &Geometry, moves: &[AnyMove]) -> Option<String> {
    let click = *AnyGame::clicks(*moves.first()?).first()?;
    let kind = match geometry.sites[click.site].kind {
        SiteKind::Cell => "cell",
        SiteKind::Edge => "edge",
        SiteKind::Button | SiteKind::Card => return None,
    };
    words.find(&format!("{}-phase-{kind}", geometry.game), &[])
}

/// What is pushed, and where to.
pub(crate) fn push(words: &Words, push: &Push) -> String {
    say!(words, push_id(push), line: push.name.as_str())
}

/// The message that says which way something is pushed.
fn push_id(push: &Push) -> &'static str {
    match push_arrow(push.way) {
        '>' => "push-right",
        '<' => "push-left",
        '^' => "push-up",
        _ => "push-down",
    }
}

/// The authors of a game.
fn authors(words: &Words, about: &About) -> String {
    match about.authors.rsplit_once(" and ") {
        Some((first, last)) => say!(words, "terminal-and", first: first, last: last),
        None => about.authors.to_owned(),
    }
}

/// The game with its author: `Mixtour 20/1 by Dieter Stein`.
pub(crate) fn title(words: &Words, options: &AnyOptions) -> String {
    let about = options.game().about();
    let variant = options.variant().map_or(String::new(), |variant| format!(" {variant}"));
    made_by(words, about, &variant)
}

/// A game's title, with what is added to it, and its author.
pub(crate) fn made_by(words: &Words, about: &About, variant: &str) -> String {
    let title = format!("{}{variant}", about.title);
    say!(words, "terminal-made-by", title: title, authors: authors(words, about))
}

/// One sentence about a game.
pub(crate) fn summary(words: &Words, about: &About) -> String {
    say!(words, &format!("{}-summary", about.name))
}

/// What a variant of a game is.
pub(crate) fn variant(words: &Words, about: &About, variant: &Variant) -> String {
    let id = format!("{}-variant-{}", about.name, variant.name.replace('/', "-"));
    words.find(&id, &[]).unwrap_or_else(|| variant.summary.to_owned())
}

/// How the players ended a game, as something that can be taken back.
pub(crate) fn ended_by(words: &Words, ending: Ending) -> String {
    match ending {
        Ending::Resignation { .. } => say!(words, "terminal-undone-resignation"),
        Ending::Agreement => say!(words, "terminal-undone-agreement"),
        _ => say!(words, "terminal-undone-ending"),
    }
}

/// What a score means for the player to move: `62 % for Red`, `Red can win in 5`.
pub(crate) fn chances(words: &Words, player: &str, score: Score) -> String {
    match score {
        Score::Win { moves } => say!(words, "terminal-can-win", player: player, moves: moves),
        Score::Loss { moves } => say!(words, "terminal-can-hold-out", player: player, moves: moves),
        Score::Draw => say!(words, "terminal-best-is-draw"),
        Score::Estimate(probability) => {
            let percent = format!("{:.0}", probability * 100.0);
            say!(words, "terminal-chance", player: player, percent: percent)
        }
    }
}

/// Where to read more about a game, in brackets, if its author has a site.
pub(crate) fn link(about: &About) -> String {
    about.link.map_or(String::new(), |link| format!(" ({link})"))
}

/// Who made a game, when, and where to read more; one fact a line.
pub(crate) fn credits(words: &Words, options: &AnyOptions) -> String {
    let about = options.game().about();
    let year = about.year.map_or(String::new(), |year| format!(", {year}"));
    let credit = words.find(&format!("{}-credit", about.name), &[]).unwrap_or_default();
    let facts = [
        &format!("{}{year}", title(words, options)),
        about.link.unwrap_or(""),
        &credit,
    ];
    let facts: Vec<&str> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
    facts.join("\n")
}

/// What the characters of a text board mean.
pub(crate) fn legend(words: &Words, geometry: &Geometry) -> String {
    let pieces = geometry.pieces.iter();
    let named = pieces.map(|kind| format!("{} {}", kind.letter, piece(words, geometry.game, kind.name)));
    let mut stands: Vec<String> = named.collect();
    for (player, mark) in Player::ALL.into_iter().zip(["#", "="]) {
        if geometry.bars.iter().any(|bar| bar.player == player) {
            let colour = geometry.players[player.index()].name().to_lowercase();
            let colour = words.say(&format!("colour-{colour}"), &[]);
            stands.push(say!(words, "terminal-legend-bar", mark: mark, colour: colour));
        }
    }
    let arrows: BTreeSet<char> = geometry.pushes.iter().map(|push| push_arrow(push.way)).collect();
    if !arrows.is_empty() {
        let arrows: Vec<String> = arrows.iter().map(ToString::to_string).collect();
        stands.push(say!(words, "terminal-legend-push", arrows: arrows.join(" ")));
    }
    let mut legend = say!(words, "terminal-legend-marks", pieces: stands.join(", "));
    if geometry.has(Feature::Stacks) {
        legend = say!(words, "terminal-legend-stack", legend: legend);
    }
    let label = say!(words, "terminal-legend");
    item(&label, label.chars().count() + 1, &legend)
}

/// The legal moves, in lines that fit a terminal.
pub(crate) fn legal_moves(words: &Words, moves: &[AnyMove]) -> String {
    listed_moves(words, moves.iter().map(ToString::to_string).collect())
}

/// The legal moves as people read them, and an example of each way to write one that needs an explanation.
pub(crate) fn legal_moves_explained(words: &Words, geometry: &Geometry, moves: &[AnyMove]) -> String {
    let names = moves.iter().map(|&mv| move_name(words, geometry, mv));
    let mut text = format!("{}\n", listed_moves(words, names.collect()));
    let mut known = BTreeSet::new();
    for &mv in moves {
        let Some((_, meaning)) = meaning(words, geometry, mv).filter(|(id, _)| known.insert(id.clone())) else {
            continue;
        };
        let name = move_name(words, geometry, mv);
        // No keyboard has arrows like these.
        let meaning = match name.is_ascii() {
            true => meaning,
            false => say!(words, "terminal-typed", meaning: meaning, move: mv.to_string()),
        };
        text.push_str(&item(&format!("  {name}"), EXAMPLE_WIDTH, &meaning));
    }
    text.trim_end().to_owned()
}

fn listed_moves(words: &Words, mut names: Vec<String>) -> String {
    let count = say!(words, "terminal-legal-moves", count: names.len());
    if names.is_empty() {
        return count;
    }
    names.sort_by_cached_key(|name| natural_order(name));
    let lines = wrapped(&format!("  {}", names.join(" ")));
    format!("{count}\n{}", lines.trim_end())
}

/// An error as a sentence of its own.
pub(crate) fn sentence(text: &str) -> String {
    format!("{}.", capitalised(text))
}

/// A text that begins with a capital letter.
pub(crate) fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), characters.as_str())
}

/// A text whose order among others is what a person expects: numbers go by their value, `e9` comes before `e10`.
pub(crate) fn natural_order(text: &str) -> String {
    let mut key = String::new();
    let mut digits = 0;
    for (index, character) in text.char_indices() {
        if !character.is_ascii_digit() {
            digits = 0;
        } else if digits == 0 {
            let rest = &text[index..];
            digits = rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
            key.extend(std::iter::repeat_n('0', 4_usize.saturating_sub(digits)));
        }
        key.push(character);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_wrapped_at_spaces() {
        let check = |text: &str, expected: &str| assert_eq!(wrapped(text), expected);
        let long = "x".repeat(80);
        check("a few words\nand more", "a few words\nand more\n");
        let (a, b) = ("a".repeat(70), "b".repeat(7));
        check(&format!("  {a} {b}"), &format!("  {a}\n  {b}\n"));
        check(&format!("{a} {b}"), &format!("{a} {b}\n"));
        check(&format!("a {long} b"), &format!("a\n{long}\nb\n"));
        check(&format!("{a}aaaaa b\u{202f}?"), &format!("{a}aaaaa\nb\u{202f}?\n"));
        assert_eq!(item("  1", 5, "first"), "  1  first\n");
        assert_eq!(item("  1  ", 5, "first"), "  1  first\n");
        assert_eq!(item("  100", 5, "first"), "  100\n     first\n");
    }

    #[test]
    fn numbers_are_ordered_by_value() {
        let mut moves = ["e10", "#2", "end", "e9-e10", "e9", "e1", "c4:3-d3"];
        moves.sort_by_cached_key(|mv| natural_order(mv));
        assert_eq!(moves, ["#2", "c4:3-d3", "e1", "e9", "e9-e10", "e10", "end"]);
    }

    #[test]
    fn the_legend_names_every_piece() {
        let legend = |name: &str| {
            let options: AnyOptions = name.parse().expect("a game");
            let legend = legend(Language::English.words(), &AnyGame::geometry(&options));
            legend.replace("\n        ", " ")
        };
        assert!(legend("mobius").contains("# Red's bar, = Blue's bar"));
        assert!(legend("fibonacci").contains("C red central piece, A red attack piece, D red defence"));
        assert!(legend("mixtour").contains("from the bottom to the top"));
        assert!(legend("move").contains("< > ^ v where to push") && !legend("move").contains("stack"));
    }
}
