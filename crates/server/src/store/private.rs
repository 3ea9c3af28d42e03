//! What an export without secrets leaves out of the events of tables.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::store::{StoredEvent, Summary};

/// What stands for a remark at a table that strangers do not find.
const REMARK: &str = "…";

/// The events as everybody may know them: without the secret of cards that may still come, without the replies that
/// players have planned, and at a table that strangers do not find without what was said there. No event is missing, and a
/// table can go on from them: it seals its cards anew before the next one.
pub(super) fn without_secrets(summary: &Summary, events: &mut [StoredEvent]) -> Result<(), serde_json::Error> {
    let mut read: Vec<Value> = Vec::new();
    for event in events.iter() {
        read.push(serde_json::from_str(&event.body)?);
    }
    let kind = |event: &Value| event["type"].as_str().unwrap_or_default().to_owned();
    let revealed = read.iter().filter(|event| kind(event) == "revealed");
    let revealed: HashSet<String> = revealed
        .filter_map(|event| event["secret"].as_str().map(str::to_owned))
        .collect();
    for (event, mut body) in events.iter_mut().zip(read) {
        match &*kind(&body) {
            "sealed" if !body["secret"].as_str().is_some_and(|secret| revealed.contains(secret)) => {
                body.as_object_mut().map(|fields| fields.remove("secret"));
            }
            "planned" => body["lines"] = json!([]),
            "said" if !summary.listed => body["text"] = json!(REMARK),
            _ => continue,
        }
        event.body = body.to_string();
    }
    Ok(())
}
