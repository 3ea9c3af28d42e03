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
    writeln!(
        page,
        "<p>For programs: <a href=\"/api/openapi.json\">openapi.json</a></p>"
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
        let name = escape(text(&parameter["name"]));
        let meaning = prose(text(&parameter["description"]));
        writeln!(
            page,
            "<tr><th>{name}</th><td>{}</td><td>{meaning}</td></tr>",
            kind(&parameter["schema"])
        )?;
    }
    for (_, content) in fields(&operation["requestBody"]["content"]) {
        writeln!(
            page,
            "<tr><th>body</th><td>{}</td><td></td></tr>",
            kind(&content["schema"])
        )?;
    }
    // What any request may be answered is said once, in the introduction.
    let own = |(_, response): &(&String, &Value)| response["$ref"].is_null();
    for (status, response) in fields(&operation["responses"]).filter(own) {
        let body = fields(&response["content"])
            .map(|(_, content)| kind(&content["schema"]))
            .next();
        let meaning = prose(text(&response["description"]));
        writeln!(
            page,
            "<tr><th>{}</th><td>{}</td><td>{meaning}</td></tr>",
            escape(status),
            body.unwrap_or_default()
        )?;
    }
    writeln!(page, "</table>\n</section>")
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
        let meaning = prose(text(&property["description"]));
        writeln!(
            page,
            "<tr><th>{}</th><td>{}</td><td>{meaning}</td></tr>",
            escape(field),
            kind(property)
        )?;
    }
    writeln!(page, "</table>\n</section>")
}

/// The kind of a value: a link to its type, or the words of the description.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"]
        .as_str()
        .and_then(|reference| reference.rsplit('/').next())
    {
        let name = escape(name);
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        if schema[key].is_array() {
            return items(&schema[key]).map(kind).collect::<Vec<_>>().join(" or ");
        }
    }
    if schema["enum"].is_array() {
        return items(&schema["enum"])
            .map(|value| escape(&value.to_string()))
            .collect::<Vec<_>>()
            .join(" or ");
    }
    match &schema["type"] {
        Value::String(name) if name == "array" => format!("list of {}", kind(&schema["items"])),
        Value::String(name) => escape(name),
        Value::Array(names) => names
            .iter()
            .map(|name| escape(text(name)))
            .collect::<Vec<_>>()
            .join(" or "),
        _ => String::new(),
    }
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
    let mut html = String::new();
    for (index, part) in text.split('`').enumerate() {
        let part = escape(part);
        html.push_str(&if index % 2 == 1 {
            format!("<code>{part}</code>")
        } else {
            part
        });
    }
    html
}

/// A text as HTML shows it.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
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
