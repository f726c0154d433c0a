//! Starts a [Sparring](Sparring) server for the tests of HTTP clients. Each test has ports, rules, faults and recorded
//! requests of its own.
//!
//! ```no_run
//! # use std::time::Duration;
//! use sparring::{json, Sparring, Step};
//!
//! let sparring = Sparring::start();
//! sparring.respond("GET /users/1", [Step::status(503), Step::json(json!({"name": "Mona"}))]);
//! // The client under test sends requests to sparring.url().
//! assert_eq!(sparring.next("GET /users/1", Duration::from_secs(2)).status(), 503);
//! ```

mod background;
mod control;
mod process;
mod request;
mod step;

use std::fmt;
use std::future::Future;
use std::panic::Location;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::Duration;

use control::Server;
pub use request::Request;
pub use serde_json::{json, Value};
pub use step::{Match, Step};

/// The part of the server that one test uses. Calls panic if the server rejects them.
///
/// When it is dropped, a request that no rule took is a panic, and a thread that panics prints the requests.
pub struct Sparring {
    scope: Arc<Scope>,
    url: String,
    place: &'static Location<'static>,
    ended: bool,
}

struct Scope {
    server: &'static Server,
    key: String,
    allow_unmatched: AtomicBool,
}

impl Sparring {
    /// Returns a part of the server for the test. The first call in the process starts the server, which ends with the
    /// process.
    #[track_caller]
    pub fn start() -> Sparring {
        Sparring::begin(false)
    }

    /// The same with a URL of HTTPS, whose authority is [`ca_pem`](Sparring::ca_pem).
    #[track_caller]
    pub fn start_tls() -> Sparring {
        Sparring::begin(true)
    }

    #[track_caller]
    fn begin(tls: bool) -> Sparring {
        let place = Location::caller();
        let server = must(Server::shared());
        // The thread of a test has its name, except with one thread for all tests.
        let thread = std::thread::current();
        let name = thread.name().filter(|name| *name != "main");
        let name = name.map_or_else(|| place.to_string(), str::to_owned);
        let name: String = name.chars().take(1000).collect();
        let bin = must(server.require("POST", "/bins", Some(&json!({ "name": name }))));
        let url = bin[if tls { "tlsUrl" } else { "url" }].as_str();
        let Some(url) = url else {
            panic!("The server at {} has no TLS; start it with --tls-port 0.", server.url);
        };
        let scope = Scope {
            server,
            key: text(&bin["key"]),
            allow_unmatched: AtomicBool::new(false),
        };
        Sparring {
            scope: Arc::new(scope),
            url: url.to_owned(),
            place,
            ended: false,
        }
    }

    /// The base of the URLs whose requests, rules and faults are those of the test.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The certificate of the server's authority, for a client with the URL of `start_tls`.
    #[track_caller]
    pub fn ca_pem(&self) -> &[u8] {
        let server = self.scope.server;
        match &server.ca_pem {
            Some(pem) => pem.as_bytes(),
            None => panic!("The server at {} has no TLS; start it with --tls-port 0.", server.url),
        }
    }

    /// Adds a rule: requests that match get the steps in order, and then the last step.
    #[track_caller]
    pub fn respond(&self, requests: impl Into<Match>, steps: impl IntoIterator<Item = Step>) -> Rule {
        let steps: Vec<Value> = steps.into_iter().map(|step| step.0).collect();
        self.add(requests.into(), json!({ "respond": steps }))
    }

    /// Adds a rule that applies a fault once, such as `reset@headers`.
    #[track_caller]
    pub fn fault(&self, name: &str, requests: impl Into<Match>) -> Rule {
        self.add(requests.into(), json!({ "fault": name, "count": 1 }))
    }

    /// Adds a rule that delays the responses to requests that match.
    #[track_caller]
    pub fn delay(&self, time: Duration, requests: impl Into<Match>) -> Rule {
        self.add(requests.into(), json!({ "delay": time.as_secs_f64() }))
    }

    #[track_caller]
    fn add(&self, requests: Match, mut rule: Value) -> Rule {
        rule["bin"] = json!(self.scope.key);
        rule["match"] = requests.0;
        let added = self.control("POST", "/rules", Some(rule));
        Rule {
            scope: self.scope.clone(),
            id: text(&added["rules"][0]["id"]),
        }
    }

    /// Returns all requests so far that match, the oldest first.
    #[track_caller]
    pub fn requests(&self, requests: impl Into<Match>) -> Vec<Request> {
        self.scope.requests(requests.into())
    }

    /// Takes the oldest request that matches and has not been taken yet. Panics if none arrives in time.
    #[track_caller]
    pub fn next(&self, requests: impl Into<Match>, within: Duration) -> Request {
        must(self.scope.next(requests.into(), within))
    }

    /// [`next`](Sparring::next) for a test whose client needs the thread meanwhile, with any executor.
    #[track_caller]
    pub fn next_async(
        &self,
        requests: impl Into<Match>,
        within: Duration,
    ) -> impl Future<Output = Request> + Send + 'static {
        let (scope, requests) = (self.scope.clone(), requests.into());
        in_thread(move || scope.next(requests, within))
    }

    /// Panics at the first request that matches, also an earlier one. Otherwise waits for the time.
    #[track_caller]
    pub fn expect_none(&self, requests: impl Into<Match>, within: Duration) {
        must(self.scope.expect_none(requests.into(), within));
    }

    /// [`expect_none`](Sparring::expect_none) for a test whose client needs the thread meanwhile.
    #[track_caller]
    pub fn expect_none_async(
        &self,
        requests: impl Into<Match>,
        within: Duration,
    ) -> impl Future<Output = ()> + Send + 'static {
        let (scope, requests) = (self.scope.clone(), requests.into());
        in_thread(move || scope.expect_none(requests, within))
    }

    /// Lets the test pass with requests that no rule took.
    pub fn allow_unmatched(&self) {
        self.scope.allow_unmatched.store(true, Ordering::Relaxed);
    }

    /// Returns the latest requests as text, without credentials.
    #[track_caller]
    pub fn report(&self) -> String {
        let path = format!("/bins/{}/report", self.scope.key);
        text(&self.control("GET", &path, None)["report"])
    }

    /// Calls the control API, such as `control("GET", "/clock", None)`.
    #[track_caller]
    pub fn control(&self, method: &str, path: &str, body: Option<Value>) -> Value {
        must(self.scope.server.require(method, path, body.as_ref()))
    }

    /// Ends the test's part of the server before the end of its scope. A test that returns an error prints the findings
    /// of a dropped value first.
    #[track_caller]
    pub fn verify(mut self) {
        if let Err(findings) = self.end() {
            panic!("{findings}");
        }
    }

    fn end(&mut self) -> Result<(), String> {
        self.ended = true;
        let failed = std::thread::panicking();
        let unmatched = !self.scope.allow_unmatched.load(Ordering::Relaxed);
        let body = json!({ "failed": failed, "unmatched": unmatched });
        let path = format!("/bins/{}/end", self.scope.key);
        let result = self.scope.server.require("POST", &path, Some(&body))?;
        if failed || result["detail"] != "" {
            return Err(text(&result["report"]));
        }
        Ok(())
    }
}

impl Drop for Sparring {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        if let Err(findings) = self.end() {
            // A second panic would abort the process.
            if std::thread::panicking() {
                eprintln!("{findings}");
            } else {
                panic!("{findings}\nSparring was started at {}", self.place);
            }
        }
    }
}

impl fmt::Debug for Sparring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sparring({})", self.url)
    }
}

impl Scope {
    #[track_caller]
    fn requests(&self, requests: Match) -> Vec<Request> {
        let body = json!({ "bin": self.key, "match": requests.0, "count": { "min": 0 } });
        let found = self
            .server
            .require("POST", "/requests/verify?secrets=show", Some(&body));
        Request::list(must(found))
    }

    fn next(&self, requests: Match, within: Duration) -> Result<Request, String> {
        let found = self.wait(requests, within, json!({ "consume": true }))?;
        Ok(Request::list(found).remove(0))
    }

    fn expect_none(&self, requests: Match, within: Duration) -> Result<(), String> {
        self.wait(requests, within, json!({ "count": 0 })).map(drop)
    }

    fn wait(&self, requests: Match, within: Duration, mut body: Value) -> Result<Value, String> {
        body["bin"] = json!(self.key);
        body["match"] = requests.0;
        body["within"] = json!(within.as_secs_f64());
        self.server
            .wait("POST", "/requests/await?secrets=show", Some(&body), within)
    }
}

/// A rule of the test.
pub struct Rule {
    scope: Arc<Scope>,
    id: String,
}

impl Rule {
    fn taken(&self) -> Match {
        Match(json!({ "rule": format!("{}/{}", self.scope.key, self.id) }))
    }

    /// Returns the requests that the rule has taken, the oldest first.
    #[track_caller]
    pub fn requests(&self) -> Vec<Request> {
        self.scope.requests(self.taken())
    }

    /// Takes the oldest request of the rule that has not been taken yet.
    #[track_caller]
    pub fn next(&self, within: Duration) -> Request {
        must(self.scope.next(self.taken(), within))
    }

    /// Removes the rule.
    #[track_caller]
    pub fn remove(self) {
        let path = format!("/rules/{}?bin={}", self.id, self.scope.key);
        must(self.scope.server.require("DELETE", &path, None));
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({}/{})", self.scope.key, self.id)
    }
}

#[track_caller]
fn must<T>(result: Result<T, String>) -> T {
    // A closure would not have the place of the caller.
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}

/// Panics with the place of the caller, because the future has none.
#[track_caller]
fn in_thread<T: Send + 'static>(
    call: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> impl Future<Output = T> + Send + 'static {
    let place = Location::caller();
    async move {
        match background::run(call).await {
            Ok(value) => value,
            Err(error) => panic!("{error}\nAwaited at {place}"),
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
