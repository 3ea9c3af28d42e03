//! The page that shows the interface to people, made from its description. It has no script, and all text is escaped.

use std::fmt::{self, Write};

use serde_json::Value;

/// How the page looks.
pub(super) const STYLE: &str = include_str!("page.css");

pub(super) fn render(document: &Value) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut page, document);
    page
}

fn write_page(page: &mut String, document: &Value) -> fmt::Result {
    let title = escape(text(&document["info"]["title"]));
    writeln!(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">")?;
    writeln!(page, "<meta name=\"viewport\" content=\"width=device-width\">")?;
    writeln!(page, "<title>{title}: the interface for programs</title>")?;
    writeln!(page, "<link rel=\"stylesheet\" href=\"/api/style.css\">\n<main>")?;
    writeln!(page, "<h1>{title}: the interface for programs</h1>")?;
    writeln!(page, "<p>{}</p>", prose(text(&document["info"]["description"])))?;
    let link = "<a href=\"/api/openapi.json\">openapi.json</a>";
    writeln!(
        page,
        "<p>For programs: {link}. For people: <a href=\"/\">the games</a>.</p>"
    )?;
    for tag in items(&document["tags"]) {
        writeln!(page, "<h2>{}</h2>", escape(text(&tag["name"])))?;
        writeln!(page, "<p>{}</p>", prose(text(&tag["description"])))?;
        for (path, methods) in fields(&document["paths"]) {
            for (method, operation) in fields(methods) {
                if operation["tags"][0] == tag["name"] {
                    write_operation(page, path, method, operation)?;
                }
            }
        }
    }
    writeln!(page, "<h2>Types</h2>")?;
    for (name, schema) in fields(&document["components"]["schemas"]) {
        write_schema(page, name, schema)?;
    }
    writeln!(page, "</main>\n</html>")
}

fn write_operation(page: &mut String, path: &str, method: &str, operation: &Value) -> fmt::Result {
    writeln!(page, "<section>")?;
    let method = escape(&method.to_uppercase());
    writeln!(page, "<h3><code>{method} {}</code></h3>", escape(path))?;
    writeln!(page, "<p>{}</p>", prose(text(&operation["summary"])))?;
    if let Some(description) = operation["description"].as_str() {
        writeln!(page, "<p>{}</p>", prose(description))?;
    }
    writeln!(page, "<table>")?;
    for parameter in items(&operation["parameters"]) {
        let name = text(&parameter["name"]);
        write_row(page, name, &kind(&parameter["schema"]), &parameter["description"])?;
    }
    for (_, content) in fields(&operation["requestBody"]["content"]) {
        write_row(page, "body", &kind(&content["schema"]), &Value::Null)?;
    }
    // What any request may be answered is said once, in the introduction.
    let own = |(_, response): &(&String, &Value)| response["$ref"].is_null();
    for (status, response) in fields(&operation["responses"]).filter(own) {
        let body = fields(&response["content"]).next();
        let kind = body.map_or_else(String::new, |(_, content)| kind(&content["schema"]));
        write_row(page, status, &kind, &response["description"])?;
    }
    writeln!(page, "</table>\n</section>")
}

/// Writes what something is called, its kind as HTML, and what it means.
fn write_row(page: &mut String, name: &str, kind: &str, meaning: &Value) -> fmt::Result {
    let (name, meaning) = (escape(name), prose(text(meaning)));
    writeln!(page, "<tr><th>{name}</th><td>{kind}</td><td>{meaning}</td></tr>")
}

fn write_schema(page: &mut String, name: &str, schema: &Value) -> fmt::Result {
    let name = escape(name);
    writeln!(page, "<section>\n<h3 id=\"{name}\"><code>{name}</code></h3>")?;
    writeln!(page, "<p>{}</p>", prose(text(&schema["description"])))?;
    if fields(&schema["properties"]).next().is_none() {
        writeln!(page, "<p>{}</p>\n</section>", kind(schema))?;
        return Ok(());
    }
    writeln!(page, "<table>")?;
    for (field, property) in fields(&schema["properties"]) {
        write_row(page, field, &kind(property), &property["description"])?;
    }
    writeln!(page, "</table>\n</section>")
}

/// The kind of a value: a link to its type, or the words of the description.
fn kind(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = escape(reference.rsplit('/').next().unwrap_or_default());
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        if schema[key].is_array() {
            return any_of(&schema[key], kind);
        }
    }
    if schema["enum"].is_array() {
        return any_of(&schema["enum"], |value| escape(&value.to_string()));
    }
    match &schema["type"] {
        Value::String(name) if name == "array" => format!("list of {}", kind(&schema["items"])),
        Value::String(name) => escape(name),
        names => any_of(names, |name| escape(text(name))),
    }
}

fn any_of(list: &Value, shown: impl Fn(&Value) -> String) -> String {
    items(list).map(shown).collect::<Vec<_>>().join(" or ")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// A text with its code between backquotes.
fn prose(text: &str) -> String {
    let part = |(index, part): (usize, &str)| match index % 2 {
        1 => format!("<code>{}</code>", escape(part)),
        _ => escape(part),
    };
    text.split('`').enumerate().map(part).collect()
}

/// A text as HTML shows it.
pub(crate) fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn everything_is_shown_and_escaped() {
        let evil = "<script>alert('&\"')</script>";
        let schema =
            json!({"type": "object", "description": evil, "properties": {evil: {"type": evil, "description": evil}}});
        let operation = json!({
            "tags": [evil], "summary": evil, "description": evil,
            "parameters": [{"name": evil, "description": evil, "schema": {"type": [evil, "null"]}}],
            "requestBody": {"content": {evil: {"schema": {"$ref": format!("#/{evil}")}}}},
            "responses": {evil: {"description": evil, "content": {evil: {"schema": {"enum": [evil]}}}}},
        });
        let page = render(&json!({
            "info": {"title": evil, "description": format!("a `{evil}` b")},
            "tags": [{"name": evil, "description": evil}],
            "paths": {evil: {evil: operation}},
            "components": {"schemas": {evil: schema}},
        }));
        assert!(!page.contains("<script") && !page.contains("alert('"), "{page}");
        assert!(page.contains("&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;"));
        assert!(page.matches("&lt;").count() >= 30, "{page}");
        assert_eq!(render(&json!(null)).matches("</html>").count(), 1);
    }
}
