//! The description of the interface: an OpenAPI document for programs, and a page made from it for people.

use std::collections::BTreeMap;

use axum::Router;
use axum::routing::get;
use halte_game::{Codes, Parameter};
use halte_table::{Incoming, Outgoing, Standing};
use http::header;
use serde_json::json;
use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Components, OpenApi as Document, Ref, RefOr, Response, Schema};
use utoipa::{IntoResponses, Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;

use super::page;
use super::responses::{Any, Forbidden, LoggedOut, Missing, Wrong, WrongBody};
use crate::caching::FOR_AN_HOUR;
use crate::error::ApiError;
use crate::state::Shared;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Halte",
        version = "1.0.0",
        description = "Tables for Mobius, Move, Fibonacci and Mixtour. Requests and answers are JSON; times are \
            milliseconds since 1970. A browser proves who it is by cookies, and then a request that changes something \
            must come from the site's own pages (`Origin`) and be JSON or have a header `X-Halte`; a program uses an \
            API token. Pages of other sites may read what needs no cookies. Answers that may be kept have an `ETag`, \
            and `RateLimit` says how many requests more may come. What is described here is added to and not changed.",
    ),
    // Whoever is nobody yet becomes a guest where that is needed.
    security((), ("guest" = []), ("session" = []), ("token" = [])),
    tags(
        (name = "server", description = "Whether the server is there"),
        (name = "accounts", description = "For those who want a name and a rating; nobody needs one to play"),
        (name = "sessions", description = "Who one is, logging in and out"),
        (name = "tokens", description = "Keys for programs that act for an account"),
        (name = "games", description = "The games, their boards, and where a line of play leads"),
        (name = "tables", description = "Opening and finding tables, looking at them and playing at them"),
        (name = "analyses", description = "What an engine finds in positions and games, and hints"),
        (name = "puzzles", description = "Positions with a proven win, to be found"),
        (name = "players", description = "People with an account: their ratings, results and games"),
        (name = "administration", description = "For those who run the site: administrators with a browser, and the \
            operator, who can read its database and uses `halte administer`"),
        (name = "work", description = "For `halte work`, which searches for engines' moves on another machine"),
    ),
    // Sockets are no part of OpenAPI, but what is said over them is described all the same.
    components(schemas(Incoming, Outgoing<'_>, Standing, Parameter)),
    modifiers(&Schemes)
)]
struct Api;

/// By what one proves who one is.
struct Schemes;

impl Modify for Schemes {
    fn modify(&self, document: &mut Document) {
        let components = document.components.get_or_insert_default();
        let session = ApiKey::Cookie(ApiKeyValue::with_description(
            "halte-session",
            "What logging in gives a browser; with TLS the name is `__Host-halte-session`.",
        ));
        components.add_security_scheme("session", SecurityScheme::ApiKey(session));
        let guest = ApiKey::Cookie(ApiKeyValue::with_description(
            "halte-guest",
            "What a browser gets that is nobody yet; with TLS the name is `__Host-halte-guest`.",
        ));
        components.add_security_scheme("guest", SecurityScheme::ApiKey(guest));
        let operator = ApiKey::Header(ApiKeyValue::with_description(
            "authorization",
            "`Operator` and a pass that `halte administer` makes from the server's own secret.",
        ));
        components.add_security_scheme("operator", SecurityScheme::ApiKey(operator));
        let mut worker = Http::new(HttpAuthScheme::Bearer);
        worker.description = Some("A `work_token` of the server's configuration.".to_owned());
        components.add_security_scheme("worker", SecurityScheme::Http(worker));
        components.add_security_scheme("token", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

/// The description without any route.
pub(super) fn start() -> OpenApiRouter<Shared> {
    OpenApiRouter::with_openapi(Api::openapi())
}

/// Says of the operations of a part of the interface that they belong to it, unless they say otherwise.
pub(super) fn tagged(tag: &str, mut part: OpenApiRouter<Shared>) -> OpenApiRouter<Shared> {
    for item in part.get_openapi_mut().paths.paths.values_mut() {
        for (_, operation) in operations(item) {
            operation.tags.get_or_insert_with(|| vec![tag.to_owned()]);
        }
    }
    part
}

/// The operations of a path, each with whether it only reads.
fn operations(item: &mut PathItem) -> impl Iterator<Item = (bool, &mut Operation)> {
    let changing = [&mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
    let changing = changing.into_iter().flatten().map(|operation| (false, operation));
    item.get.iter_mut().map(|operation| (true, operation)).chain(changing)
}

/// Adds what holds for all operations and what follows from what an operation takes, and puts an operation's tag before its
/// name: several parts of the interface have a `list`, and names must differ.
pub(super) fn complete(document: &mut Document) {
    for item in document.paths.paths.values_mut() {
        for (reads, operation) in operations(item) {
            let tag = operation.tags.iter().flatten().next().cloned().unwrap_or_default();
            operation.operation_id = operation.operation_id.as_ref().map(|name| format!("{tag}_{name}"));
            for parameter in operation.parameters.iter_mut().flatten() {
                if let RefOr::T(parameter) = parameter
                    && parameter.parameter_in == ParameterIn::Path
                {
                    parameter.description = Some(named(&parameter.name, &tag));
                }
            }
            let usual = usual_responses(reads, operation);
            let responses = &mut operation.responses.responses;
            for (status, response) in usual {
                responses.entry(status).or_insert(response);
            }
            for (status, _) in Any::responses() {
                let named = Ref::from_response_name(any_name(&status));
                responses.entry(status).or_insert(named.into());
            }
            for (status, response) in responses {
                if let RefOr::T(response) = response
                    && response.description.is_empty()
                {
                    response.description = described(status).to_owned();
                }
            }
        }
    }
    let components = document.components.get_or_insert_default();
    for (status, response) in Any::responses() {
        components.responses.insert(any_name(&status), response);
    }
    merge_facts(components);
    for (name, schema) in &mut components.schemas {
        title_kinds(name, schema);
    }
}

/// What is said of a place in a path.
fn named(parameter: &str, tag: &str) -> String {
    match parameter {
        "analysis" => "The analysis' name".to_owned(),
        "id" => format!("The {}'s id", tag.trim_end_matches('s')),
        "name" => "The account's name".to_owned(),
        thing => format!("The {thing}'s name"),
    }
}

/// What an operation may answer because of what it takes: a body, parameters, a name, and who may ask.
fn usual_responses(reads: bool, operation: &Operation) -> BTreeMap<String, RefOr<Response>> {
    let security = serde_json::to_value(&operation.security).unwrap_or_default();
    let schemes = security.as_array();
    let is_for_some = schemes.is_some_and(|schemes| !schemes.contains(&json!({})));
    let takes_token = schemes.is_none_or(|schemes| schemes.contains(&json!({"token": []})));
    let mut parameters = operation.parameters.iter().flatten();
    let has_name = parameters.any(|each| matches!(each, RefOr::T(each) if each.parameter_in == ParameterIn::Path));
    let mut usual = BTreeMap::new();
    if operation.request_body.is_some() {
        usual.extend(WrongBody::responses());
    }
    if operation.parameters.is_some() {
        usual.extend(Wrong::responses());
    }
    if !reads || (is_for_some && !takes_token) {
        usual.extend(Forbidden::responses());
    }
    if is_for_some {
        usual.extend(LoggedOut::responses());
    }
    if has_name {
        usual.extend(Missing::responses());
    }
    usual
}

/// The name of an answer that any request may get.
fn any_name(status: &str) -> String {
    format!("Any{status}")
}

/// Gives each kind of a thing its own name, which generators of clients make types of: an `Action` is an `ActionPlay`.
fn title_kinds(name: &str, schema: &mut RefOr<Schema>) {
    let RefOr::T(Schema::OneOf(kinds)) = schema else { return };
    for kind in &mut kinds.items {
        let RefOr::T(Schema::Object(kind)) = kind else { continue };
        let word = ["type", "kind"]
            .iter()
            .find_map(|name| match kind.properties.get(*name) {
                Some(RefOr::T(Schema::Object(word))) => word.enum_values.as_ref()?.first()?.as_str(),
                _ => None,
            });
        let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
        kind.title = word.map(|word| name.to_owned() + &word.split('_').map(capital).collect::<String>());
    }
}

/// What is said of an answer that was asked for, unless an operation says more.
fn described(status: &str) -> &'static str {
    match status {
        "101" => "The socket is open",
        "201" => "It was made",
        "204" => "It was done, and there is nothing to say",
        _ => "What was asked for",
    }
}

/// An event is one of many kinds of facts with a few fields besides. Said so, the description would be a puzzle for
/// generators of clients: each kind is written with all its fields instead.
fn merge_facts(components: &mut Components) {
    let Some(RefOr::T(Schema::OneOf(facts))) = components.schemas.remove("Fact") else {
        return;
    };
    let Some(RefOr::T(Schema::AllOf(event))) = components.schemas.get("Event") else {
        return;
    };
    let common = event.items.iter().find_map(|item| match item {
        RefOr::T(Schema::Object(object)) => Some(object),
        _ => None,
    });
    let Some(common) = common.cloned() else { return };
    let mut merged = OneOfBuilder::new().description(event.description.clone());
    for fact in facts.items {
        let RefOr::T(Schema::Object(mut fact)) = fact else {
            continue;
        };
        for (name, field) in &common.properties {
            fact.properties.insert(name.clone(), field.clone());
        }
        fact.required.extend(common.required.iter().cloned());
        merged = merged.item(fact);
    }
    components.schemas.insert("Event".to_owned(), merged.into());
}

/// Names the codes that an error may have.
pub(super) fn list_codes(document: &mut Document) {
    let schemas = &mut document.components.get_or_insert_default().schemas;
    let codes = Codes::of::<ApiError>();
    let code = ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(
            "What is wrong: a name that never changes. docs/errors.md lists them with their parameters.",
        ))
        .enum_values(Some(codes.iter().map(|code| code.code)));
    schemas.insert("ErrorCode".to_owned(), code.into());
    if let Some(RefOr::T(Schema::Object(explanation))) = schemas.get_mut("Explanation") {
        let code = Ref::from_schema_name("ErrorCode");
        explanation.properties.insert("code".to_owned(), code.into());
    }
}

pub(super) fn router(document: &Document) -> Router<Shared> {
    let json = document.to_pretty_json().unwrap_or_default();
    let html = page::render(&serde_json::from_str(&json).unwrap_or_default());
    let file = |kind: &'static str, text: String| {
        let headers = [(header::CONTENT_TYPE, kind), FOR_AN_HOUR];
        get(async move || (headers, text))
    };
    Router::new()
        .route("/api/openapi.json", file("application/json", json))
        .route("/api", file("text/html; charset=utf-8", html))
        .route("/api/style.css", file("text/css", page::STYLE.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use serde_json::Value;

    /// The page's types are made from the copy in the repository, without a server being built first.
    #[test]
    fn the_description_is_kept() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");
        let description = super::super::description() + "\n";
        if std::env::var_os("HALTE_REGENERATE").is_some() {
            std::fs::write(path, &description).expect("the file can be written");
        }
        let is_kept = std::fs::read_to_string(path).unwrap_or_default() == description;
        assert!(is_kept, "web/openapi.json is out of date: cargo xtask regen");
    }

    /// Every operation has an answer, a summary and a tag that is explained, and every reference leads somewhere.
    #[test]
    fn the_description_is_whole() {
        let document: Value = serde_json::to_value(super::super::parts().1).expect("JSON");
        let tags = document["tags"].as_array().expect("tags");
        let tags: Vec<&Value> = tags.iter().map(|tag| &tag["name"]).collect();
        let mut operations = 0;
        let mut names = HashSet::new();
        for (path, methods) in document["paths"].as_object().expect("paths") {
            for (method, operation) in methods.as_object().expect("methods") {
                let name = format!("{method} {path}");
                let is_said = |text: Option<&str>| text.is_some_and(|text| !text.is_empty());
                assert!(is_said(operation["summary"].as_str()), "{name}");
                let is_new = names.insert(operation["operationId"].clone());
                assert!(is_new, "{name}: its name is taken");
                assert!(tags.contains(&&operation["tags"][0]), "{name}: {}", operation["tags"]);
                let responses = operation["responses"].as_object().expect("responses");
                assert!(!responses.is_empty(), "{name}");
                for (status, answer) in responses {
                    let named = answer["$ref"].as_str().and_then(|name| document.pointer(&name[1..]));
                    let description = named.unwrap_or(answer)["description"].as_str();
                    assert!(is_said(description), "{name}: {status}");
                }
                let is_safe = method == "get" || responses.contains_key("403");
                assert!(is_safe, "{name} may be refused as forged");
                operations += 1;
            }
        }
        assert!(operations >= 14);
        check_references(&document, &document);
    }

    /// What goes over sockets is described too, to the last field: no operation names it.
    #[test]
    fn messages_on_sockets_are_described() {
        let document = super::super::described().split_for_parts().1;
        let document: Value = serde_json::to_value(&document).expect("JSON");
        let types = |name: &str| -> Vec<String> {
            let variants = document["components"]["schemas"][name]["oneOf"].as_array();
            let word = |variant: &Value| {
                let find = |schema: &Value| schema["properties"]["type"]["enum"][0].as_str().map(str::to_owned);
                let parts = variant["allOf"].as_array();
                let of_parts = parts.and_then(|parts| parts.iter().find_map(find));
                find(variant).or(of_parts).unwrap_or_default()
            };
            variants.expect("variants").iter().map(word).collect()
        };
        let told = ["snapshot", "events", "presence", "done", "refused", "pong", "reconnect"];
        assert_eq!(types("Outgoing"), told);
        assert_eq!(types("Incoming"), ["command", "ping"]);
        for name in [
            "Snapshot", "Standing", "Event", "Action", "Presence", "View", "Change", "Choices", "Geometry", "Scene",
        ] {
            assert!(document["components"]["schemas"][name].is_object(), "{name}");
        }
    }

    /// Every code is well formed and there once, and the description names it.
    #[test]
    fn codes_are_listed() {
        let document: Value = serde_json::to_value(super::super::parts().1).expect("JSON");
        let schemas = &document["components"]["schemas"];
        let code = &schemas["Explanation"]["properties"]["code"];
        assert_eq!(code["$ref"], "#/components/schemas/ErrorCode");
        let codes = schemas["ErrorCode"]["enum"].as_array().expect("codes");
        let codes: Vec<&str> = codes.iter().filter_map(Value::as_str).collect();
        assert!(codes.len() > 200, "{}", codes.len());
        for code in "over illegal_move mixtour_distance too_many_requests no_such_table".split(' ') {
            assert!(codes.contains(&code), "{code}");
        }
    }

    fn check_references(value: &Value, document: &Value) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(reference)) = fields.get("$ref") {
                    let pointer = reference.strip_prefix('#').expect("a reference within the document");
                    assert!(document.pointer(pointer).is_some(), "{reference}");
                }
                fields.values().for_each(|value| check_references(value, document));
            }
            Value::Array(items) => items.iter().for_each(|value| check_references(value, document)),
            _ => {}
        }
    }
}
