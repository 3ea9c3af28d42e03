//! The catalogue of one language.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use halte_game::{Explanation, Parameter};
use rust_embed::RustEmbed;

use crate::Language;

/// The words of everything.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../words"]
struct Common;

/// The words of each game.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../games"]
struct Games;

/// A number or a text that a sentence names. Numbers choose between singular and plural.
pub type Value<'v> = FluentValue<'v>;

/// Everything that is said in one language.
pub struct Words {
    language: Language,
    bundle: FluentBundle<FluentResource>,
    /// The ids of all messages; those of a file in its order.
    ids: Vec<String>,
}

impl Words {
    /// Reads the catalogue.
    ///
    /// # Panics
    ///
    /// If a file of the catalogue is broken or says something twice: the tests of this crate read all of them.
    pub(crate) fn new(language: Language) -> Words {
        let tag = language.tag();
        let mut bundle = FluentBundle::new_concurrent(vec![tag.parse().expect("a language")]);
        // Marks around what is put in would protect text that runs the other way; there is none.
        bundle.set_use_isolating(false);
        let mut ids = Vec::new();
        for (name, text) in files(language) {
            let resource = FluentResource::try_new(text).unwrap_or_else(|(_, errors)| panic!("{name}: {errors:?}"));
            ids.extend(message_ids(resource.source()).map(str::to_owned));
            let added = bundle.add_resource(resource);
            added.unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        }
        Words { language, bundle, ids }
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// What is said under this id; [`say!`](crate::say) is shorter. The id itself if there is nothing, which the tests
    /// rule out.
    pub fn say(&self, id: &str, values: &[(&str, Value<'_>)]) -> String {
        self.find(id, values).unwrap_or_else(|| id.to_owned())
    }

    /// What is said under an id that need not be there: one made of a code.
    pub fn find(&self, id: &str, values: &[(&str, Value<'_>)]) -> Option<String> {
        let message = self.bundle.get_message(id)?;
        let values: FluentArgs<'_> = values.iter().map(|(name, value)| (*name, value.clone())).collect();
        // What cannot be put in is shown by its name, and the rest is still worth reading.
        let text = self
            .bundle
            .format_pattern(message.value()?, Some(&values), &mut Vec::new());
        Some(unfolded(&text))
    }

    /// What is wrong. English is the error's own text; in other languages what it names is explained first.
    pub fn explain(&self, error: &Explanation) -> String {
        let values = error.parameters.iter().map(|(name, parameter)| {
            let value = match parameter {
                Parameter::Number(number) => Value::from(*number),
                Parameter::Text(text) => Value::from(text),
                Parameter::Explanation(inner) => Value::from(self.explain(inner)),
            };
            (name.as_str(), value)
        });
        let values: Vec<_> = values.collect();
        let words = self.find(&format!("error-{}", error.code), &values);
        words.unwrap_or_else(|| error.message.clone())
    }

    /// What belongs to a message, part by part: `text-1` and what it says.
    pub fn parts(&self, id: &str) -> Vec<(String, String)> {
        let Some(message) = self.bundle.get_message(id) else {
            return Vec::new();
        };
        let part = |part: fluent_bundle::FluentAttribute<'_>| {
            let text = self.bundle.format_pattern(part.value(), None, &mut Vec::new());
            (part.id().to_owned(), unfolded(&text))
        };
        message.attributes().map(part).collect()
    }

    /// The ids that begin so, in the order of their file.
    pub fn ids<'a>(&'a self, beginning: &'a str) -> impl Iterator<Item = &'a str> {
        self.ids
            .iter()
            .map(String::as_str)
            .filter(move |id| id.starts_with(beginning))
    }
}

/// The files of a language, with their names.
fn files(language: Language) -> impl Iterator<Item = (String, String)> {
    let (folder, ending) = (format!("{language}/"), format!(".{language}.ftl"));
    let common = Common::iter().filter(move |name| name.starts_with(&folder));
    let common = common.filter_map(|name| Some((name.to_string(), Common::get(&name)?)));
    let games = Games::iter().filter(move |name| name.ends_with(&ending));
    let games = games.filter_map(|name| Some((name.to_string(), Games::get(&name)?)));
    let text =
        |(name, file): (String, rust_embed::EmbeddedFile)| (name, String::from_utf8_lossy(&file.data).into_owned());
    common.chain(games).map(text)
}

/// The ids of a file's messages: everything else in it is indented or a comment.
fn message_ids(source: &str) -> impl Iterator<Item = &str> {
    let lines = source
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_alphabetic()));
    lines
        .filter_map(|line| line.split_once('='))
        .map(|(id, _)| id.trim_end())
}

/// Lines of a file joined to the paragraphs they are; an empty line stands between paragraphs.
fn unfolded(text: &str) -> String {
    let paragraphs: Vec<String> = text
        .split("\n\n")
        .map(|paragraph| paragraph.replace('\n', " "))
        .collect();
    paragraphs.join("\n\n")
}

#[cfg(test)]
mod tests {
    use halte_game::{Explanation, Parameter};

    use crate::{Language, say};

    #[test]
    fn sentences_name_what_they_are_told() {
        let check = |language: Language, count: usize, expected: &str| {
            assert_eq!(say!(language.words(), "move-count", count: count), expected);
        };
        check(Language::English, 0, "0 moves");
        check(Language::English, 1, "1 move");
        check(Language::French, 0, "0 coup");
        check(Language::French, 2, "2 coups");
    }

    #[test]
    fn lines_become_paragraphs() {
        let text = say!(Language::English.words(), "about-text");
        assert_eq!(text.split("\n\n").count(), 4);
        assert!(
            text.lines().all(|line| line.is_empty() || line.ends_with('.')),
            "{text}"
        );
    }

    #[test]
    fn errors_are_explained_from_within() {
        let error = |code: &str, parameters: &[(&str, Parameter)], message: &str| Explanation {
            code: code.to_owned(),
            parameters: parameters
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone()))
                .collect(),
            message: message.to_owned(),
            at: None,
        };
        let inner = error(
            "mixtour_distance",
            &[
                ("to", Parameter::Text("c1".to_owned())),
                ("pieces", Parameter::Number(1)),
                ("distance", Parameter::Number(2)),
            ],
            "c1 has 1 piece, but is 2 away",
        );
        let message = "illegal move \"a1-c1\": c1 has 1 piece, but is 2 away";
        let outer = [
            ("move", Parameter::Text("a1-c1".to_owned())),
            ("reason", Parameter::Explanation(Box::new(inner))),
        ];
        let error = error("illegal_move", &outer, message);
        assert_eq!(Language::English.words().explain(&error), message);
        assert_eq!(
            Language::French.words().explain(&error),
            "le coup a1-c1 est interdit\u{a0}: c1 porte 1 pion, mais est à 2 de distance"
        );
    }

    #[test]
    fn parts_and_ids_keep_their_order() {
        let words = Language::English.words();
        let sections: Vec<&str> = words.ids("mobius-rules-").collect();
        assert_eq!(sections[..2], ["mobius-rules-board", "mobius-rules-turn"]);
        let parts = words.parts("mobius-rules-board");
        assert_eq!(parts[0].0, "text-1");
        assert!(words.parts("nothing").is_empty() && words.find("nothing", &[]).is_none());
    }
}
