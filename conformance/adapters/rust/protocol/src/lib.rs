//! Answers the lines of the conformance suite. The client is all that an adapter adds.

use std::collections::HashMap;
use std::error::Error;
use std::io::{stdin, stdout, BufRead, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use base64::{engine::general_purpose::STANDARD, Engine};
pub use serde_json::{json, Value};
use sha2::{Digest, Sha256};

/// A line of the suite.
pub struct Request(Value);

impl Request {
    fn text(&self, name: &str) -> &str {
        self.0[name].as_str().unwrap_or_default()
    }

    pub fn method(&self) -> &str {
        self.text("method")
    }

    pub fn url(&self) -> &str {
        self.text("url")
    }

    pub fn timeout(&self) -> Duration {
        Duration::from_secs_f64(self.0["timeout"].as_f64().unwrap_or(1.0))
    }

    pub fn is_stream(&self) -> bool {
        self.text("bodyKind") == "stream"
    }

    /// Whether redirects are followed.
    pub fn follows(&self) -> bool {
        self.0["redirects"].is_u64() || self.0["redirects"] == true
    }

    /// The maximum number of redirects; none for that of the client.
    pub fn max_redirects(&self) -> Option<usize> {
        self.0["redirects"].as_u64().map(|count| count as usize)
    }

    /// The user and the password.
    pub fn auth(&self) -> Option<(&str, &str)> {
        let auth = self.0.get("auth")?;
        Some((auth["user"].as_str()?, auth["password"].as_str()?))
    }

    pub fn is_digest(&self) -> bool {
        self.0["auth"]["scheme"] == "digest"
    }

    /// After how many bytes of content to cancel: 0 at the head.
    pub fn aborts_at(&self) -> Option<usize> {
        let abort = self.0.get("abort")?;
        Some(abort["at"].as_u64().unwrap_or(0) as usize)
    }

    /// Names and values as octets. A character up to U+00FF is one octet.
    pub fn headers(&self) -> Vec<(Vec<u8>, Vec<u8>)> {
        let pairs = self.0["headers"].as_array().cloned().unwrap_or_default();
        let octets = |value: &Value| octets(value.as_str().unwrap_or_default());
        pairs.iter().map(|pair| (octets(&pair[0]), octets(&pair[1]))).collect()
    }

    /// The content of the request.
    pub fn content(&self) -> Option<Vec<u8>> {
        if let Some(text) = self.0["body"].as_str() {
            return STANDARD.decode(text).ok();
        }
        let size = self.0["bodySize"].as_u64()?;
        Some((0..size).map(|index| ((97 + index) % 256) as u8).collect())
    }
}

fn octets(text: &str) -> Vec<u8> {
    let octets: Result<Vec<u8>, _> = text.chars().map(|each| u8::try_from(each as u32)).collect();
    octets.unwrap_or_else(|_| text.as_bytes().to_vec())
}

/// What the client told its user.
pub struct Outcome(serde_json::Map<String, Value>);

impl Outcome {
    pub fn head<'a>(&mut self, status: u16, headers: impl Iterator<Item = (&'a str, &'a [u8])>) {
        let text = |octets: &[u8]| octets.iter().map(|&octet| octet as char).collect::<String>();
        let pairs: Vec<Value> = headers.map(|(name, value)| json!([name, text(value)])).collect();
        self.0.insert("status".into(), json!(status));
        self.0.insert("headers".into(), json!(pairs));
    }

    pub fn url(&mut self, url: &str) {
        self.0.insert("url".into(), json!(url));
    }

    /// The decoded content.
    pub fn content(&mut self, content: &[u8]) {
        if content.len() <= 1 << 20 {
            self.0.insert("body".into(), json!(STANDARD.encode(content)));
            return;
        }
        let digest: String = Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect();
        self.0.insert("size".into(), json!(content.len()));
        self.0.insert("sha256".into(), json!(digest));
    }

    pub fn unsupported(&mut self, reason: &str) {
        self.0.insert("unsupported".into(), json!(reason));
    }

    pub fn error(&mut self, class: &str, message: &str) {
        self.0.insert("error".into(), json!(class));
        self.0.insert("message".into(), json!(message.chars().take(300).collect::<String>()));
    }
}

/// The class of an error, by the texts of its causes. Only `timeout` decides a case.
fn classify(text: &str) -> &'static str {
    const CLASSES: [(&str, &[&str]); 7] = [
        ("timeout", &["timeout", "timed out", "elapsed"]),
        ("invalid-request", &["builder", "invalid uri", "invalid url", "invalid http method", "failed to parse header", "bad uri", "http: invalid"]),
        ("tls", &["certificate", "tls"]),
        ("redirect", &["redirect"]),
        ("decode", &["gzip", "deflate", "decompress"]),
        ("protocol", &["parse", "invalid", "incomplete", "eof", "chunk", "body", "protocol", "message"]),
        ("connection", &["connect", "reset", "closed", "broken pipe"]),
    ];
    let lower = text.to_lowercase();
    let found = CLASSES.iter().find(|(_, words)| words.iter().any(|word| lower.contains(word)));
    found.map_or("other", |(class, _)| class)
}

fn texts(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(each) = cause {
        text = format!("{text}: {each}");
        cause = each.source();
    }
    text
}

/// The version of a package in a Cargo.lock.
pub fn version_in<'a>(lock: &'a str, name: &str) -> &'a str {
    let start = format!("name = \"{name}\"\nversion = \"");
    lock.split_once(&start).and_then(|(_, rest)| rest.split('"').next()).unwrap_or("unknown")
}

/// The packages beneath a client that a Cargo.lock names: those of HTTP and TLS, where it has them.
pub fn versions_in(lock: &str) -> Value {
    const NAMES: [&str; 12] = [
        "http", "httparse", "hyper", "hyper-util", "tokio", "rustls", "ring", "aws-lc-rs", "native-tls", "openssl", "webpki-roots", "flate2",
    ];
    let known = NAMES.iter().map(|name| ((*name).to_owned(), json!(version_in(lock, name))));
    Value::Object(known.filter(|(_, version)| version != "unknown").collect())
}

fn say(message: &Value) {
    let mut output = stdout().lock();
    writeln!(output, "{message}").and_then(|()| output.flush()).expect("standard output is open");
}

/// Answers the lines until the end of the input. `open` makes the client of a session, and `run` one request.
pub fn serve<Session: Send + Sync + 'static>(
    hello: Value,
    open: impl Fn() -> Session,
    run: impl Fn(&Request, &Session, &mut Outcome) -> Result<(), Box<dyn Error>> + Send + Sync + 'static,
) {
    let run = Arc::new(run);
    let mut sessions: HashMap<String, Arc<Session>> = HashMap::new();
    for line in stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line.expect("lines of UTF-8")).expect("lines of JSON");
        if message["hello"] == 1 {
            let mut answer = json!({ "hello": 1, "language": "Rust", "parallel": 8 });
            answer.as_object_mut().unwrap().extend(hello.as_object().unwrap().clone());
            say(&answer);
        } else if let Some(name) = message["end"].as_str() {
            sessions.remove(name);
        } else {
            let name = message["session"].as_str().unwrap_or_default().to_owned();
            let session = Arc::clone(sessions.entry(name).or_insert_with(|| Arc::new(open())));
            let run = Arc::clone(&run);
            thread::spawn(move || {
                let mut outcome = Outcome(serde_json::Map::from_iter([("id".to_owned(), message["id"].clone())]));
                if let Err(error) = run(&Request(message), &session, &mut outcome) {
                    let text = texts(error.as_ref());
                    outcome.error(classify(&text), &text);
                }
                say(&Value::Object(outcome.0));
            });
        }
    }
}
