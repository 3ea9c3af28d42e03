//! What other sites show of an address that somebody shares: a title, a sentence, a picture, and where it may be shown in
//! a frame.

use halte_answers::puzzles::{self, PuzzleSummary};
use halte_game::Player;
use halte_games::{AnyOptions, GameId};
use halte_table::{Occupant, Person, TableId};
use halte_words::{Language, Words, say};
use http::{HeaderMap, header};

use crate::api::escape;
use crate::error::{ApiError, NotFound};
use crate::state::App;

/// What the page shows at an address, of what is worth sharing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    Game(GameId),
    Analysis(GameId),
    Puzzle { game: GameId, puzzle: String },
    Table(TableId),
}

impl Subject {
    /// What a path leads to.
    pub(crate) fn at(path: &str) -> Option<Subject> {
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        match parts[..] {
            ["table", table] => table.parse().ok().map(Subject::Table),
            [game] => game.parse().ok().map(Subject::Game),
            [game, "analysis"] => game.parse().ok().map(Subject::Analysis),
            [game, "puzzles", puzzle] => {
                let puzzle = puzzle.to_owned();
                game.parse().ok().map(|game| Subject::Puzzle { game, puzzle })
            }
            _ => None,
        }
    }

    /// The path of the page that other sites may show in a frame, where there is one.
    pub(crate) fn frame(&self) -> Option<String> {
        match self {
            Subject::Table(table) => Some(format!("/embed/table/{table}")),
            Subject::Analysis(game) => Some(format!("/embed/{game}/analysis")),
            Subject::Game(_) | Subject::Puzzle { .. } => None,
        }
    }

    /// The path of its picture.
    fn picture(&self) -> String {
        match self {
            Subject::Table(table) => format!("/api/tables/{table}/picture"),
            Subject::Puzzle { puzzle, .. } => format!("/api/puzzles/{puzzle}/picture"),
            Subject::Game(game) | Subject::Analysis(game) => format!("/api/games/{game}/picture"),
        }
    }
}

/// What is said of a page elsewhere.
#[derive(Debug)]
pub(crate) struct Card {
    pub(crate) game: GameId,
    pub(crate) title: String,
    description: String,
    subject: Subject,
}

impl App {
    /// What is said of something elsewhere. Of a table no more than everybody sees who has its address.
    pub(crate) async fn card(&self, subject: Subject, words: &Words) -> Result<Card, ApiError> {
        let (game, title, description) = match &subject {
            Subject::Game(game) => (*game, by_authors(&game.standard(), words), summary(*game, words)),
            Subject::Analysis(game) => {
                let title = say!(words, "share-analysis", title: game.about().title);
                (*game, title, by_authors(&game.standard(), words))
            }
            Subject::Puzzle { game, puzzle } => {
                let PuzzleSummary { game: of, player, .. } = puzzles::summary(puzzle)?;
                if of != game.to_string() {
                    return Err(NotFound::Address.into());
                }
                let title = say!(words, "share-puzzle", title: game.about().title);
                let colour = game.about().players[player.index()].to_lowercase();
                let colour = words.say(&format!("colour-{colour}"), &[]);
                (*game, title, say!(words, "puzzles-task", colour: colour))
            }
            Subject::Table(table) => {
                let seen = self.hall.look(table, |table| {
                    let seats = [Player::First, Player::Second].map(|seat| table.occupant(seat).cloned());
                    (table.options().clone(), seats, table.terms().brought)
                });
                let (options, seats, is_brought) = seen.await?;
                let [first, second] = seats.map(|occupant| name(occupant.as_ref(), words));
                let (title, authors) = (full_title(&options), options.game().about().authors);
                let about = say!(words, "share-table-about", title: title.as_str(), authors: authors);
                let brought = if is_brought {
                    say!(words, "brought")
                } else {
                    String::new()
                };
                (
                    options.game(),
                    say!(words, "share-table", title: title, first: first, second: second),
                    [about, brought].join(" ").trim_end().to_owned(),
                )
            }
        };
        Ok(Card {
            game,
            title,
            description,
            subject,
        })
    }
}

/// The game with its variant: `Mixtour 20/1`.
fn full_title(options: &AnyOptions) -> String {
    let title = options.game().about().title;
    options
        .variant()
        .map_or_else(|| title.to_owned(), |variant| format!("{title} {variant}"))
}

fn by_authors(options: &AnyOptions, words: &Words) -> String {
    let about = options.game().about();
    say!(words, "share-game", title: about.title, authors: about.authors)
}

fn summary(game: GameId, words: &Words) -> String {
    let found = words.find(&format!("{game}-summary"), &[]);
    found.unwrap_or_else(|| game.about().summary.to_owned())
}

/// What somebody on a seat is called.
fn name(occupant: Option<&Occupant>, words: &Words) -> String {
    match occupant {
        None => say!(words, "free-seat"),
        Some(Occupant::Engine { level }) => say!(words, "engine-name", level: *level),
        Some(Occupant::Person(Person::Guest { mark, .. })) => say!(words, "guest-name", mark: mark.as_str()),
        Some(Occupant::Person(Person::Account { name, .. })) => name.clone(),
    }
}

impl Card {
    /// What the head of the page says for other sites.
    pub(crate) fn tags(&self, origin: &str, path: &str) -> String {
        let url = format!("{origin}{path}");
        let picture = format!("{origin}{}", self.subject.picture());
        let meta = |kind: &str, name: &str, content: &str| {
            format!("<meta {kind}=\"{name}\" content=\"{}\" />\n    ", escape(content))
        };
        let mut tags = [
            meta("property", "og:site_name", "Halte"),
            meta("property", "og:type", "website"),
            meta("property", "og:url", &url),
            meta("property", "og:title", &self.title),
            meta("property", "og:description", &self.description),
            meta("property", "og:image", &picture),
            meta("property", "og:image:type", "image/png"),
            meta("name", "twitter:card", "summary_large_image"),
            meta("name", "twitter:title", &self.title),
            meta("name", "twitter:description", &self.description),
            meta("name", "twitter:image", &picture),
        ]
        .concat();
        if self.subject.frame().is_some() {
            let address = format!("{origin}/api/oembed?format=json&url={}", encoded(&url));
            tags += &format!(
                "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"{}\" title=\"{}\" />\n    ",
                escape(&address),
                escape(&self.title)
            );
        }
        tags
    }
}

/// An address as a value in another one.
fn encoded(address: &str) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~".contains(byte);
    address
        .bytes()
        .map(|byte| match is_plain(&byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}

/// The words of the first language that a browser asks for and that there is.
pub(crate) fn words(headers: &HeaderMap) -> &'static Words {
    language(headers).words()
}

/// The first language that a browser asks for and that there is.
pub(crate) fn language(headers: &HeaderMap) -> Language {
    let asked = headers.get(header::ACCEPT_LANGUAGE).and_then(|list| list.to_str().ok());
    let mut tags = asked
        .unwrap_or_default()
        .split(',')
        .map(|item| item.trim().split(['-', ';']).next().unwrap_or_default());
    let language = tags.find_map(|tag| tag.parse::<Language>().ok());
    language.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn what_is_worth_sharing() {
        let check = |path: &str, frame: Option<&str>, is_shared: bool| {
            let subject = Subject::at(path);
            assert_eq!(subject.is_some(), is_shared, "{path}");
            assert_eq!(subject.and_then(|subject| subject.frame()).as_deref(), frame, "{path}");
        };
        check("/mixtour", None, true);
        check("/move/analysis", Some("/embed/move/analysis"), true);
        check("/mobius/puzzles/0d9edc6ac8e1", None, true);
        check("/table/abcdefghijkm", Some("/embed/table/abcdefghijkm"), true);
        for path in [
            "/",
            "/chess",
            "/table/",
            "/table/<script>",
            "/about",
            "/mixtour/rules",
            "/embed/table/abcdefghijkm",
        ] {
            check(path, None, false);
        }
    }

    /// Whatever somebody is called, and by whatever name the server is asked, it stays a text.
    #[test]
    fn nothing_gets_out_of_its_place() {
        let evil = "\"><script>alert('1')</script>&";
        let card = Card {
            game: GameId::Mixtour,
            title: evil.to_owned(),
            description: evil.to_owned(),
            subject: Subject::Table("abcdefghijkm".parse().expect("a table")),
        };
        let tags = card.tags(&format!("http://{evil}"), "/table/abcdefghijkm");
        assert!(!tags.contains("<script"), "{tags}");
        assert!(!tags.contains("\">&") && !tags.contains("='"), "{tags}");
        assert_eq!(tags.matches("&quot;&gt;&lt;script&gt;").count(), 9, "{tags}");
        // Every line is one tag.
        for line in tags.trim().lines().map(str::trim) {
            assert_eq!(line.matches('<').count() + line.matches('>').count(), 2, "{line}");
            assert_eq!(line.matches('"').count() % 2, 0, "{line}");
        }
    }

    #[test]
    fn languages_that_are_asked_for() {
        let check = |list: &'static str, expected: Language| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(list));
            assert_eq!(words(&headers).language(), expected, "{list}");
        };
        check("fr-CA,fr;q=0.9,en;q=0.8", Language::French);
        check("de, fr;q=0.5", Language::French);
        check("en-GB", Language::English);
        check("frp", Language::English);
        check("", Language::English);
    }
}
