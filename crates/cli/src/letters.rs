//! Which characters a terminal has: all of them where the locale says UTF-8, else ASCII with the nearest likeness of
//! every other one.

use std::borrow::Cow;
use std::sync::LazyLock;

/// Whether what is printed may be more than ASCII. Windows has no such variables, and its terminals have every character.
pub(crate) fn is_unicode() -> bool {
    static IS_UNICODE: LazyLock<bool> =
        LazyLock::new(|| cfg!(windows) || says_utf8(|name| std::env::var_os(name)?.into_string().ok()));
    *IS_UNICODE
}

/// Whether the locale's characters are UTF-8: by `LC_ALL`, else by `LC_CTYPE`, else by `LANG`, as in POSIX. Where nothing is
/// set, as in many containers, terminals have every character all the same.
fn says_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let mut set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable);
    set.find(|locale| !locale.is_empty()).is_none_or(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// A text in characters that the terminal has.
pub(crate) fn readable(text: &str) -> Cow<'_, str> {
    if is_unicode() || text.is_ascii() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(ascii(text))
}

/// A text in ASCII alone.
pub(crate) fn ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            ascii if ascii.is_ascii() => plain.push(ascii),
            other => plain.push_str(likeness(other)),
        }
    }
    plain
}

/// What comes nearest to a character that is not ASCII; its first character is enough where there is room for one.
fn likeness(character: char) -> &'static str {
    match character {
        '\u{a0}' | '\u{202f}' => " ",
        '’' | '‘' => "'",
        '“' | '”' => "\"",
        '«' => "<<",
        '»' => ">>",
        '‹' | '←' => "<",
        '›' | '→' => ">",
        '↑' => "^",
        '↓' => "v",
        '–' | '—' | '─' => "-",
        '…' => "...",
        '·' | '░' => ".",
        '×' => "x",
        '│' => "|",
        '┌' | '┐' | '└' | '┘' => "+",
        '█' => "#",
        'à' | 'â' | 'ä' => "a",
        'ç' => "c",
        'é' | 'è' | 'ê' | 'ë' => "e",
        'î' | 'ï' => "i",
        'ô' | 'ö' => "o",
        'ù' | 'û' | 'ü' => "u",
        'ÿ' => "y",
        'æ' => "ae",
        'œ' => "oe",
        'À' | 'Â' | 'Ä' => "A",
        'Ç' => "C",
        'É' | 'È' | 'Ê' | 'Ë' => "E",
        'Î' | 'Ï' => "I",
        'Ô' | 'Ö' => "O",
        'Ù' | 'Û' | 'Ü' => "U",
        'Æ' => "AE",
        'Œ' => "OE",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halte_words::Language;

    #[test]
    fn the_locale_says_which_characters_there_are() {
        let check = |set: &[(&str, &str)], expected: bool| {
            let variable = |name: &str| {
                let found = set.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(says_utf8(variable), expected, "{set:?}");
        };
        check(&[], true);
        check(&[("LANG", "fr_FR.UTF-8")], true);
        check(&[("LANG", "en_GB.utf8")], true);
        check(&[("LANG", "fr_FR@euro")], false);
        check(&[("LANG", "fr_FR.UTF-8"), ("LC_CTYPE", "C")], false);
        check(&[("LANG", "C"), ("LC_CTYPE", "C.UTF-8")], true);
        check(&[("LC_ALL", "C"), ("LC_CTYPE", "C.UTF-8")], false);
        check(&[("LC_ALL", ""), ("LANG", "C.UTF-8")], true);
        // What messages are in says nothing about their characters.
        check(&[("LC_MESSAGES", "fr_FR.UTF-8"), ("LANG", "C")], false);
    }

    #[test]
    fn texts_stay_readable() {
        assert_eq!(ascii("Légende\u{a0}: « fin »…"), "Legende : << fin >>...");
        assert_eq!(ascii("3→ b↓ »·«"), "3> bv >>.<<");
    }

    /// Nothing that is ever said has a character without a likeness.
    #[test]
    fn every_character_of_the_words_has_a_likeness() {
        for language in Language::ALL {
            let words = language.words();
            for id in words.ids("") {
                let parts = words.parts(id).into_iter().map(|(_, text)| text);
                for text in parts.chain(words.find(id, &[])) {
                    let unknown: Vec<char> = text
                        .chars()
                        .filter(|&other| !other.is_ascii() && likeness(other) == "?")
                        .collect();
                    assert!(unknown.is_empty(), "{id}: {unknown:?}");
                }
            }
        }
    }
}
