//! Questions as JSON.

use serde::de::DeserializeOwned;

use crate::{Invalid, Located};

/// Reads a question, or says where it is wrong.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Located<Invalid>> {
    let whole = |invalid| Located {
        fault: Box::new(invalid),
        at: None,
    };
    // A list would do for an object too, its items taken for the fields: the description says nothing of that.
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(whole(Invalid::BodyNotObject));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        // "." and "?" are the library's words for everywhere and somewhere.
        let at = error.path().to_string();
        let mut located = whole(problem(error.inner()));
        located.at = (at != "." && at != "?").then_some(at);
        located
    })?;
    deserializer.end().map_err(|error| whole(problem(&error)))?;
    Ok(value)
}

fn problem(error: &serde_json::Error) -> Invalid {
    let problem = error.to_string();
    Invalid::Body { problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Outer {
        #[allow(dead_code, reason = "it is only read")]
        inner: Vec<u8>,
    }

    #[test]
    fn mistakes_have_a_place() {
        let check = |text: &str, expected_at: Option<&str>, expected: &str| {
            let wrong = parse::<Outer>(text.as_bytes()).expect_err(text);
            assert_eq!(
                (wrong.at.as_deref(), &*wrong.to_string()),
                (expected_at, expected),
                "{text}"
            );
        };
        check("", None, "EOF while parsing a value at line 1 column 0");
        check("{}", None, "missing field `inner` at line 1 column 2");
        check(
            r#"{"inner": [1, "x"]}"#,
            Some("inner[1]"),
            "invalid type: string \"x\", expected u8 at line 1 column 17",
        );
        check(r#"{"inner": []} x"#, None, "trailing characters at line 1 column 15");
        check(
            r#"{"outer": 1}"#,
            Some("outer"),
            "unknown field `outer`, expected `inner` at line 1 column 8",
        );
        check("[[1, 2]]", None, "the body must be an object");
        let deep = "{\"a\":".repeat(100_000);
        assert!(parse::<serde_json::Value>(deep.as_bytes()).is_err());
    }
}
