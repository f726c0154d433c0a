use std::time::Duration;

use base64::{engine::general_purpose::STANDARD, Engine};
use serde_json::{json, Value};

/// What requests must have: text such as `GET /users/{id}`, or a JSON object with `method`, `path`, `body` and others.
#[derive(Clone, Debug)]
pub struct Match(pub(crate) Value);

impl Match {
    /// Matches all requests of the test.
    pub fn all() -> Match {
        Match(json!({}))
    }
}

impl From<&str> for Match {
    fn from(text: &str) -> Match {
        Match(json!(text))
    }
}

impl From<String> for Match {
    fn from(text: String) -> Match {
        Match(json!(text))
    }
}

impl From<Value> for Match {
    fn from(value: Value) -> Match {
        Match(value)
    }
}

/// One response of a rule.
#[derive(Clone, Debug)]
pub struct Step(pub(crate) Value);

impl Step {
    /// A response without content.
    pub fn status(code: u16) -> Step {
        Step(json!({ "status": code }))
    }

    /// A response with JSON.
    pub fn json(value: Value) -> Step {
        Step(json!({ "json": value }))
    }

    /// A response with text.
    pub fn text(text: impl Into<String>) -> Step {
        Step(json!({ "body": text.into() }))
    }

    /// A response with exactly these bytes.
    pub fn bytes(content: impl AsRef<[u8]>) -> Step {
        Step(json!({ "base64": STANDARD.encode(content) }))
    }

    /// Changes the status, which is 200 by default.
    pub fn with_status(mut self, code: u16) -> Step {
        self.0["status"] = json!(code);
        self
    }

    /// Adds a header, also one with the name of another.
    pub fn header(mut self, name: &str, value: &str) -> Step {
        match &mut self.0["headers"][name] {
            Value::Array(values) => values.push(json!(value)),
            empty => *empty = json!([value]),
        }
        self
    }

    /// Sends the response after a time.
    pub fn delay(mut self, time: Duration) -> Step {
        self.0["delay"] = json!(time.as_secs_f64());
        self
    }
}
