//! Records of games as trees of moves, so that nobody else has to read or write them: a text becomes a tree, and a tree
//! a text.

use std::collections::{BTreeMap, HashMap};

use halte_game::Game;
use halte_game::record::{EditError, Ending, Nag, NodeId, Record, Records};
use halte_games::{AnyFault, AnyGame, AnyOptions};
use halte_table::{CheckedCards, check_cards, wire};
use serde::{Deserialize, Serialize};

use crate::lines::{check_length, start};
use crate::{Exploration, Invalid, Unanswered, options};

/// Something that somebody has written or found.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// A record, the first one if there are several; or a position; or moves, as a record has them.
    pub text: String,
    /// The game of a position, the game and variant of moves.
    #[cfg_attr(feature = "schema", schema(example = "mixtour 20/1"))]
    pub game: Option<String>,
}

/// A game with its variations.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordTree {
    /// The game and its variant.
    #[cfg_attr(feature = "schema", schema(example = "mixtour 20/1"))]
    pub game: String,
    /// The position to start from, if not the game's own.
    pub start: Option<String>,
    /// What is said about the game as a whole, by the names of the tags.
    pub tags: BTreeMap<String, String>,
    /// The start of the game, and all moves.
    pub nodes: Vec<RecordNode>,
    /// How the game ended. Where the rules ended it, they say how.
    pub ending: Option<wire::Ending>,
}

/// One move of a record, or at first the start of the game.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordNode {
    /// The move, in the game's notation; empty at the start.
    #[cfg_attr(feature = "schema", schema(example = "b2-c3"))]
    pub r#move: String,
    /// What follows, by number among the nodes: the line's own next move, then variations.
    pub children: Vec<usize>,
    /// What is said about it.
    #[serde(default)]
    pub comment: String,
    /// What is said before it, where it begins a variation.
    #[serde(default)]
    pub before: String,
    /// Judgements by their numbers in PGN: 1 is a good move, 2 a mistake.
    #[serde(default)]
    pub nags: Vec<u8>,
}

/// A record as text.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Written {
    /// The text.
    pub text: String,
}

/// The record of a game, whose cards somebody doubts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doubted {
    /// The record.
    pub record: String,
    /// The table of which it is said to be.
    pub table: String,
    /// The game there, as they have seen it.
    pub line: Exploration,
}

/// What came of checking it.
#[derive(Serialize)]
pub struct Checked {
    /// The cards, and the lot.
    #[serde(flatten)]
    pub cards: CheckedCards,
    /// Whether it is the record of what was seen.
    pub is_seen: bool,
}

impl Doubted {
    /// Are its cards, and the lot for its seats, those that were decided, and is it of that game at all?
    pub fn check(&self) -> Result<Checked, Unanswered> {
        let record = only_record(&self.record, "record")?;
        let cards = check_cards(&record).map_err(|uncheckable| Unanswered::invalid("record", uncheckable))?;
        let seen = self.line.play("line.")?;
        // Records of the first procedure do not say of which table they are.
        let is_here = cards.procedure == 1 || cards.table.as_ref() == Some(&self.table);
        let is_seen = is_here
            && record.options() == seen.position().options()
            && record.start() == seen.start()
            && record.main_line().moves() == seen.moves();
        Ok(Checked { cards, is_seen })
    }
}

impl Found {
    /// What does the record say?
    pub fn read(&self) -> Result<RecordTree, Unanswered> {
        let text = self.text.trim();
        let options = self.game.as_deref().map(|game| options("game", game)).transpose()?;
        let record = match &options {
            Some(options) if !text.starts_with('[') => match options.game().position(text) {
                Ok(position) => Record::new(position),
                Err(_) => first_record(&format!("{}{text}", header(options)))?,
            },
            _ => first_record(text)?,
        };
        Ok(tree(&record))
    }
}

/// The tags of a record without players.
fn header(options: &AnyOptions) -> String {
    let variant = options.variant().map(|variant| format!("[Variant \"{variant}\"]"));
    format!("[Game \"{}\"]{}\n\n", options.game(), variant.unwrap_or_default())
}

/// The first record of a text; its result may be missing.
fn first_record(text: &str) -> Result<Record<AnyGame>, Unanswered> {
    next_record(&mut Records::new(&format!("{text}\n*")), "text")
}

/// The one record of a text, which is no longer than what somebody can play through.
pub fn only_record(text: &str, place: &str) -> Result<Record<AnyGame>, Unanswered> {
    let mut records = Records::new(text);
    let record = next_record(&mut records, place)?;
    if records.next().is_some() {
        return Err(Unanswered::invalid(place, Invalid::SeveralRecords));
    }
    check_length(record.main_line().moves().len(), place)?;
    Ok(record)
}

fn next_record(records: &mut Records<'_, AnyGame>, place: &str) -> Result<Record<AnyGame>, Unanswered> {
    let record = records.next().transpose();
    let record = record.map_err(|error| Unanswered::invalid(place, error))?;
    record.ok_or_else(|| Unanswered::invalid(place, Invalid::NoRecord))
}

fn tree(record: &Record<AnyGame>) -> RecordTree {
    let options = record.options();
    let start = record.start();
    let tags = record.tags().iter();
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let mut tree = RecordTree {
        game: options.to_string(),
        start: (*start != AnyGame::start(&options)).then(|| start.to_string()),
        tags: tags.collect(),
        nodes: Vec::new(),
        ending: record.ending().map(Into::into),
    };
    add(record, NodeId::ROOT, &mut tree.nodes);
    tree
}

/// Adds a node and all that follows it, and says which number it has. Variations are nested only so deep, but a line may
/// be long: its moves are a loop.
fn add(record: &Record<AnyGame>, id: NodeId, nodes: &mut Vec<RecordNode>) -> usize {
    let first = nodes.len();
    let mut line = Some(id);
    let mut variations = Vec::new();
    while let Some(node) = line.and_then(|id| record.node(id)) {
        let number = nodes.len();
        let children = node.children();
        line = children.first().copied();
        nodes.push(RecordNode {
            r#move: node.played().map_or(String::new(), |played| played.mv.to_string()),
            children: line.map(|_| number + 1).into_iter().collect(),
            comment: node.comment().to_owned(),
            before: node.comment_before().to_owned(),
            nags: node.nags().iter().map(|nag| nag.0).collect(),
        });
        variations.push((number, children.get(1..).unwrap_or_default()));
    }
    for (number, children) in variations {
        for &child in children {
            let added = add(record, child, nodes);
            nodes[number].children.push(added);
        }
    }
    first
}

impl RecordTree {
    /// How is the game written down?
    pub fn write(self) -> Result<Written, Unanswered> {
        let text = self.record()?.to_string();
        Ok(Written { text })
    }

    fn record(self) -> Result<Record<AnyGame>, Unanswered> {
        let options = options("game", &self.game)?;
        let mut record = Record::new(start("start", &options, self.start.as_deref())?);
        for (name, value) in &self.tags {
            let set = record.tags_mut().set(name, value);
            set.map_err(|error| Unanswered::invalid(&format!("tags.{name}"), error))?;
        }
        self.play(&options, &mut record)?;
        // How the rules ended it is not for the one who writes it down to say.
        if let Some(ending) = self.ending.filter(|_| record.ending().is_none()) {
            let ending = Ending::try_from(ending);
            let ending = ending.map_err(|problem| Unanswered::invalid("ending", Invalid::Ending { problem }))?;
            record
                .end(ending)
                .map_err(|error| Unanswered::invalid("ending", error))?;
        }
        Ok(record)
    }

    /// Plays all moves: first the main line, then whatever varies it.
    fn play(&self, options: &AnyOptions, record: &mut Record<AnyGame>) -> Result<(), Unanswered> {
        fn wrong(number: usize, field: &str, invalid: impl Into<Invalid>) -> Unanswered {
            Unanswered::invalid(&format!("nodes[{number}].{field}"), invalid)
        }
        let mut known: HashMap<usize, NodeId> = HashMap::new();
        let mut waiting = vec![(0, NodeId::ROOT)];
        let mut is_main = true;
        while let Some((number, id)) = waiting.pop() {
            let node = self
                .nodes
                .get(number)
                .ok_or_else(|| Unanswered::invalid("nodes", Invalid::NoSuchNode))?;
            if known.insert(number, id).is_some() {
                return Err(wrong(number, "children", Invalid::NodeTwice));
            }
            let edit =
                |edited: Result<(), EditError<AnyFault>>, field| edited.map_err(|error| wrong(number, field, error));
            let [mut comment, before] = [&node.comment, &node.before].map(|text| text.replace('}', ")"));
            if !before.is_empty() {
                match record.set_comment_before(id, &before) {
                    // What once began a variation may be on the line itself now.
                    Err(EditError::NoCommentBefore) => comment = format!("{before} {comment}"),
                    other => edit(other, "before")?,
                }
            }
            edit(record.set_comment(id, &comment), "comment")?;
            if !node.nags.is_empty() {
                let nags: Vec<Nag> = node.nags.iter().copied().map(Nag).collect();
                edit(record.set_nags(id, &nags), "nags")?;
            }
            let mut children = Vec::new();
            for &child in &node.children {
                let text = self.nodes.get(child).map(|node| node.r#move.as_str());
                let text = text.ok_or_else(|| wrong(number, "children", Invalid::NoSuchNode))?;
                let mv = AnyGame::parse_move(options, text).map_err(|error| wrong(child, "move", error))?;
                let is_next = is_main && children.is_empty();
                let played = if is_next {
                    record.append(mv)
                } else {
                    record.add_variation(id, mv)
                };
                children.push((child, played.map_err(|error| wrong(child, "move", error))?));
            }
            is_main &= !children.is_empty();
            // The line's own next move comes first.
            children.reverse();
            waiting.extend(children);
        }
        Ok(())
    }
}
