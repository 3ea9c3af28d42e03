//! The languages there are, and which one a person reads.

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use crate::Words;

/// A language of the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English, which everybody gets whose language is not here.
    #[default]
    English,
    /// French.
    French,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::English, Language::French];

    /// Its tag, as in names of folders: `fr`.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
        }
    }

    /// The language that a terminal is set to: by `LC_ALL`, else by `LC_MESSAGES`, else by `LANG`.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Language {
        let mut set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
        // `fr_CA.UTF-8`, `fr`, but not `frp`.
        let tag = set.find(|locale| !locale.is_empty()).unwrap_or_default();
        let tag = tag.split(['_', '-', '.', '@']).next().unwrap_or_default();
        tag.parse().unwrap_or_default()
    }

    /// What is said in it.
    pub fn words(self) -> &'static Words {
        static ENGLISH: LazyLock<Words> = LazyLock::new(|| Words::new(Language::English));
        static FRENCH: LazyLock<Words> = LazyLock::new(|| Words::new(Language::French));
        match self {
            Language::English => &ENGLISH,
            Language::French => &FRENCH,
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.tag())
    }
}

/// There are no words in this language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownLanguage;

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a language is en or fr")
    }
}

impl Error for UnknownLanguage {}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(tag: &str) -> Result<Language, UnknownLanguage> {
        let known = |language: &Language| language.tag().eq_ignore_ascii_case(tag);
        Language::ALL.into_iter().find(known).ok_or(UnknownLanguage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_says_its_language() {
        let check = |set: &[(&str, &str)], expected: Language| {
            let variable = |name: &str| {
                let found = set.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(Language::of_environment(variable), expected, "{set:?}");
        };
        check(&[], Language::English);
        check(&[("LANG", "fr_FR.UTF-8")], Language::French);
        check(&[("LANG", "fr")], Language::French);
        check(&[("LANG", "frp_FR")], Language::English);
        check(&[("LANG", "de_DE.UTF-8")], Language::English);
        check(&[("LANG", "fr_FR.UTF-8"), ("LC_MESSAGES", "C")], Language::English);
        check(&[("LANG", "C"), ("LC_MESSAGES", "fr_CA@euro")], Language::French);
        check(&[("LC_ALL", "fr_BE"), ("LC_MESSAGES", "en_GB")], Language::French);
        check(&[("LC_ALL", ""), ("LANG", "fr_CH")], Language::French);
    }
}
