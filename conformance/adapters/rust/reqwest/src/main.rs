//! reqwest with its default features. Whether redirects are followed is an option of the client.

use std::sync::OnceLock;

use reqwest::{redirect::Policy, Client, Method};
use sparring_conformance::{json, serve, version_in, versions_in, Outcome, Request};
use tokio::runtime::Runtime;

type Failure = Box<dyn std::error::Error>;

async fn run(q: &Request, session: &OnceLock<Client>, out: &mut Outcome) -> Result<(), Failure> {
    if q.is_digest() {
        out.unsupported("the client has no Digest");
        return Ok(());
    }
    let client = session.get_or_init(|| {
        let builder = match (q.follows(), q.max_redirects()) {
            (false, _) => Client::builder().redirect(Policy::none()),
            (true, Some(limit)) => Client::builder().redirect(Policy::limited(limit)),
            (true, None) => Client::builder(),
        };
        builder.build().expect("a client")
    });
    let mut builder = client.request(Method::from_bytes(q.method().as_bytes())?, q.url()).timeout(q.timeout());
    for (name, value) in q.headers() {
        builder = builder.header(name, value);
    }
    if let Some((user, password)) = q.auth() {
        builder = builder.basic_auth(user, Some(password));
    }
    if let Some(content) = q.content() {
        builder = builder.body(content);
    }
    let mut response = builder.send().await?;
    let headers = response.headers().iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    out.head(response.status().as_u16(), headers);
    out.url(response.url().as_str());
    if let Some(limit) = q.aborts_at() {
        let mut received = 0;
        while received < limit {
            received += response.chunk().await?.ok_or("the content ended")?.len();
        }
        out.error("aborted", "");
        return Ok(());
    }
    out.content(&response.bytes().await?);
    Ok(())
}

const LOCK: &str = include_str!("../Cargo.lock");

fn main() {
    let hello = json!({
        "client": "reqwest", "version": version_in(LOCK, "reqwest"), "versions": versions_in(LOCK),
        "supports": ["redirects", "max-redirects", "auth", "ca", "abort", "raw-fields"],
    });
    let runtime = Runtime::new().expect("a runtime");
    serve(hello, OnceLock::new, move |q, session, out| runtime.block_on(run(q, session, out)));
}
