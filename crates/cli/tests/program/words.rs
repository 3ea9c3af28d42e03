//! Every error that somebody may be told of has its words in every language but English, whose words are its own.

use std::collections::BTreeSet;

use halte_cli::mistake::codes;
use halte_words::{Language, Value};

#[test]
fn every_error_has_its_words() {
    let words = Language::French.words();
    let mut known = BTreeSet::new();
    let mut wrong = Vec::new();
    for code in codes().iter() {
        let id = format!("error-{}", code.code);
        let values: Vec<(&str, Value<'_>)> = code.parameters.iter().map(|name| (*name, Value::from(7))).collect();
        // What is named in words and is no parameter stays as it is written: `{$name}`.
        let said = words.find(&id, &values);
        if said.as_ref().is_none_or(|said| said.contains("{$")) {
            wrong.push(format!("{id} {:?} ({}): {said:?}", code.parameters, code.text));
        }
        known.insert(id);
    }
    wrong.extend(words.ids("error-").filter(|id| !known.contains(*id)).map(str::to_owned));
    assert!(known.len() > 200 && wrong.is_empty(), "{wrong:#?}");
}
