//! The catalogue is whole: both languages say the same things, everything that has a code has its words, nothing is said
//! that nobody asks for, and French is set as in print.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use halte_game::board::{Board, SiteKind};
use halte_game::{Game, Random};
use halte_games::{AnyGame, AnyOptions, GameId};
use halte_words::Language;

/// The top of the repository.
fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every file below a folder whose name ends so.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What is said under one name, `id` or `id.part`: what it names, and its text with 7 for whatever is put in.
#[derive(Default)]
struct Said {
    variables: BTreeSet<String>,
    texts: Vec<String>,
}

impl Said {
    fn pattern(&mut self, pattern: &Pattern<String>) {
        let mut text = String::new();
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => text.push_str(value),
                PatternElement::Placeable { expression } => {
                    text.push('7');
                    self.expression(expression);
                }
            }
        }
        self.texts.push(text);
    }

    fn expression(&mut self, expression: &Expression<String>) {
        let inline = match expression {
            Expression::Inline(inline) => inline,
            Expression::Select { selector, variants } => {
                for variant in variants {
                    self.pattern(&variant.value);
                }
                selector
            }
        };
        match inline {
            InlineExpression::VariableReference { id } => drop(self.variables.insert(id.name.clone())),
            InlineExpression::Placeable { expression } => self.expression(expression),
            _ => {}
        }
    }
}

/// Everything that is said in a language, file by file without the language in its name, in order.
fn catalogue(language: Language) -> BTreeMap<String, Vec<(String, Said)>> {
    let folder = top().join("words").join(language.tag());
    let ending = format!(".{language}.ftl");
    let paths = files(&folder, &[".ftl"])
        .into_iter()
        .chain(files(&top().join("games"), &[&ending]));
    let mut catalogue = BTreeMap::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a file");
        let parsed = fluent_syntax::parser::parse(text);
        let resource = parsed.unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", path.display()));
        let mut said = Vec::new();
        for entry in resource.body {
            let Entry::Message(message) = entry else { continue };
            let value = message.value.iter().map(|value| (message.id.name.clone(), value));
            let parts = message.attributes.iter();
            let parts = parts.map(|part| (format!("{}.{}", message.id.name, part.id.name), &part.value));
            for (name, pattern) in value.chain(parts) {
                let mut all = Said::default();
                all.pattern(pattern);
                said.push((name, all));
            }
        }
        let name = path.strip_prefix(top()).expect("a file of ours").display().to_string();
        let name = name.replace(&format!("/{language}/"), "/").replace(&ending, ".ftl");
        catalogue.insert(name, said);
    }
    catalogue
}

/// The ids of all messages.
fn ids() -> BTreeSet<String> {
    let said = catalogue(Language::English).into_values().flatten();
    said.map(|(name, _)| name).filter(|name| !name.contains('.')).collect()
}

#[test]
fn both_languages_say_the_same_things() {
    let (english, mut french) = (catalogue(Language::English), catalogue(Language::French));
    // English errors are told by their own text.
    french.retain(|file, _| !file.ends_with("errors.ftl"));
    for said in french.values_mut() {
        said.retain(|(name, _)| !name.starts_with("error-"));
    }
    assert!(english.keys().eq(french.keys()), "{:?}", french.keys());
    let mut all = BTreeSet::new();
    for (file, english) in &english {
        let names = |said: &[(String, Said)]| -> Vec<String> { said.iter().map(|(name, _)| name.clone()).collect() };
        assert_eq!(names(english), names(&french[file]), "{file}");
        for ((name, english), (_, french)) in english.iter().zip(&french[file]) {
            assert_eq!(english.variables, french.variables, "{file}: {name}");
            assert!(all.insert(name.clone()), "{name} is said twice");
            // The name of a variant is no word.
            if name.ends_with(".variant") {
                assert_eq!(english.texts, french.texts, "{name}");
            }
        }
    }
    assert!(all.len() > 700);
}

#[test]
fn french_is_set_as_in_print() {
    let mut wrong = Vec::new();
    for (name, said) in catalogue(Language::French).into_values().flatten() {
        for text in said.texts {
            let characters: Vec<char> = text.chars().collect();
            let is_right = |at: usize| {
                let before = at.checked_sub(1).map(|before| characters[before]);
                let after = characters.get(at + 1);
                match characters[at] {
                    ';' | '!' | '?' => before == Some('\u{202f}'),
                    // Moves are written with colons of their own: c4:3-d3.
                    ':' => before == Some('\u{a0}') || after.is_some_and(char::is_ascii_digit),
                    '«' => after == Some(&'\u{a0}'),
                    '»' => before == Some('\u{a0}'),
                    '\'' => false,
                    _ => true,
                }
            };
            if !(0..characters.len()).all(is_right) {
                wrong.push(format!("{name}: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Every id that the terminal, the server or the page asks for is there, and every message is asked for.
///
/// An id in a source stands in quotes. Where one is made of a code, the part before it does: `error-`.
#[test]
fn what_is_said_is_asked_for() {
    let mut quoted: BTreeSet<String> = BTreeSet::new();
    let folders = [
        ("crates/cli/src", vec![".rs"]),
        ("crates/server/src", vec![".rs"]),
        ("web/src", vec![".ts", ".svelte"]),
    ];
    for (folder, endings) in folders {
        for path in files(&top().join(folder), &endings) {
            let text = fs::read_to_string(path).expect("a source");
            let parts = text.split(['"', '\'', '`', '{', '}', '$']);
            quoted.extend(parts.map(str::to_owned));
        }
    }
    // A message may be part of another one.
    for path in files(&top().join("words"), &[".ftl"]) {
        let text = fs::read_to_string(path).expect("a catalogue");
        let parts = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
        quoted.extend(parts.map(|(part, _)| part.trim().to_owned()));
    }
    let games: Vec<&str> = GameId::ALL.iter().map(|game| game.about().name).collect();
    let is_asked = |id: &String| {
        if quoted.contains(id) {
            return true;
        }
        // A game's word: its name is put in before, and perhaps a code behind.
        let own = games.iter().find_map(|game| id.strip_prefix(game));
        let name = own.unwrap_or(id);
        let beginnings = name.match_indices('-').map(|(at, _)| &name[..=at]);
        quoted.contains(name)
            || beginnings
                .filter(|beginning| beginning.len() > 1)
                .any(|part| quoted.contains(part) || quoted.contains(part.trim_start_matches('-')))
    };
    let unasked: Vec<String> = ids().into_iter().filter(|id| !is_asked(id)).collect();
    assert!(unasked.is_empty(), "{unasked:#?}");
}

/// Ids that the program and the server ask for by `say!`.
#[test]
fn what_the_terminal_asks_for_is_there() {
    let ids = ids();
    let mut count = 0;
    let sources = ["crates/cli/src", "crates/server/src"];
    for path in sources.iter().flat_map(|folder| files(&top().join(folder), &[".rs"])) {
        let text = fs::read_to_string(&path).expect("a source");
        for asked in text.split("say!(").skip(1) {
            let id = asked
                .split_once(',')
                .and_then(|(_, rest)| rest.trim_start().strip_prefix('"')?.split('"').next());
            if let Some(id) = id {
                assert!(ids.contains(id), "{}: {id}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 100);
}

/// What lies beside the board in a random game, and how it ended, if it did.
fn played(options: &AnyOptions, seed: u64) -> (BTreeSet<&'static str>, Option<&'static str>) {
    let mut random = Random::new(seed);
    let mut position = AnyGame::start(options);
    let mut holdings = BTreeSet::new();
    for _ in 0..400 {
        holdings.extend(position.scene().holdings.iter().map(|holding| holding.name));
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    (holdings, position.ending())
}

/// Every game has its words: what is on its board, how it ends, its rules, its first game.
#[test]
fn every_game_has_its_words() {
    let ids = ids();
    let mut missing = Vec::new();
    let mut need = |id: String| {
        if !ids.contains(&id) {
            missing.push(id);
        }
    };
    for game in GameId::ALL {
        let about = game.about();
        for what in ["summary", "credit", "rules", "rules-moves", "first", "lesson-cell-1"] {
            need(format!("{game}-{what}"));
        }
        let names = about.variants.iter().map(|variant| Some(variant.name));
        for name in names.clone() {
            let id = format!("{game}-variant-{}", name.unwrap_or_default().replace('/', "-"));
            need(format!("{id}-short"));
            need(id);
        }
        for variant in names.chain([None]) {
            let options: AnyOptions = game.options(variant).expect("a variant");
            let geometry = AnyGame::geometry(&options);
            for piece in &geometry.pieces {
                need(format!("{game}-piece-{}", piece.name));
            }
            for site in geometry.sites.iter().filter(|site| site.kind == SiteKind::Button) {
                need(format!("{game}-site-{}", site.name));
                need(format!("{game}-move-{}", site.name));
            }
            for player in geometry.players {
                need(format!("colour-{}", player.name().to_lowercase()));
            }
            for seed in 0..20 {
                let (holdings, ending) = played(&options, seed);
                holdings.iter().for_each(|name| need(format!("{game}-holding-{name}")));
                ending
                    .into_iter()
                    .for_each(|name| need(format!("{game}-ending-{name}")));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
