use std::fmt;

use base64::{engine::general_purpose::STANDARD, Engine};
use serde_json::Value;

/// A request that the server has received.
#[derive(Clone)]
pub struct Request {
    raw: Value,
    body: Vec<u8>,
}

impl Request {
    pub(crate) fn list(mut found: Value) -> Vec<Request> {
        let Value::Array(entries) = found["requests"].take() else {
            return Vec::new();
        };
        entries.into_iter().map(Request::new).collect()
    }

    fn new(raw: Value) -> Request {
        let content = &raw["request"]["body"];
        let body = match content["base64"].as_str() {
            Some(encoded) => STANDARD.decode(encoded).unwrap_or_default(),
            None => content["text"].as_str().unwrap_or_default().into(),
        };
        Request { raw, body }
    }

    /// The method, such as `GET`.
    pub fn method(&self) -> &str {
        self.raw["request"]["method"].as_str().unwrap_or_default()
    }

    /// The path, without the query.
    pub fn path(&self) -> &str {
        self.raw["request"]["path"].as_str().unwrap_or_default()
    }

    /// The names and values of the query.
    pub fn query(&self) -> Vec<(&str, &str)> {
        pairs(&self.raw["request"]["query"]).collect()
    }

    /// The headers in their case and order.
    pub fn headers(&self) -> Vec<(&str, &str)> {
        pairs(&self.raw["request"]["headers"]).collect()
    }

    /// The first header with a name in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = pairs(&self.raw["request"]["headers"]);
        headers
            .find(|(each, _)| each.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    /// The exact body.
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON. Panics if it is none.
    #[track_caller]
    pub fn json(&self) -> Value {
        match serde_json::from_slice(&self.body) {
            Ok(value) => value,
            Err(error) => panic!("The body of {self} is not JSON: {error}"),
        }
    }

    /// The status of the response; 0 while it is in progress.
    pub fn status(&self) -> u16 {
        let status = self.raw["response"]["status"].as_u64().unwrap_or_default();
        status.try_into().unwrap_or_default()
    }

    /// The entry of the journal.
    pub fn raw(&self) -> &Value {
        &self.raw
    }
}

fn pairs(list: &Value) -> impl Iterator<Item = (&str, &str)> {
    let pairs = list.as_array().map(Vec::as_slice).unwrap_or_default();
    pairs
        .iter()
        .filter_map(|pair| Some((pair[0].as_str()?, pair[1].as_str()?)))
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.method(), self.path(), self.status())
    }
}

/// Without headers and body, which can have credentials.
impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Request({self})")
    }
}
