//! ureq with its default features. With `http_status_as_error` off it reports a status 404 as a response.

use std::io::{Cursor, Read};

use sparring_conformance::{json, serve, version_in, versions_in, Outcome, Request};
use ureq::http;
use ureq::tls::{parse_pem, PemItem, RootCerts, TlsConfig};
use ureq::{Agent, AsSendBody, SendBody};

type Failure = Box<dyn std::error::Error>;

/// The authorities of the suite. ureq does not read the variables that name their file.
fn authorities() -> RootCerts {
    let pem = std::env::var("SSL_CERT_FILE").and_then(|file| std::fs::read(file).or(Err(std::env::VarError::NotPresent)));
    let items: Vec<_> = parse_pem(&pem.unwrap_or_default()).filter_map(Result::ok).collect();
    items
        .into_iter()
        .filter_map(|item| if let PemItem::Certificate(each) = item { Some(each) } else { None })
        .into()
}

fn open() -> Agent {
    let tls = TlsConfig::builder().root_certs(authorities()).build();
    Agent::config_builder().http_status_as_error(false).allow_non_standard_methods(true).tls_config(tls).build().into()
}

fn run(q: &Request, agent: &Agent, out: &mut Outcome) -> Result<(), Failure> {
    let mut builder = http::Request::builder().method(q.method()).uri(q.url());
    for (name, value) in q.headers() {
        builder = builder.header(name, value);
    }
    match q.content() {
        None => send(q, builder.body(())?, agent, out),
        Some(content) if q.is_stream() => send(q, builder.body(SendBody::from_owned_reader(Cursor::new(content)))?, agent, out),
        Some(content) => send(q, builder.body(content)?, agent, out),
    }
}

fn send(q: &Request, request: http::Request<impl AsSendBody>, agent: &Agent, out: &mut Outcome) -> Result<(), Failure> {
    let config = agent.configure_request(request).timeout_global(Some(q.timeout()));
    let request = match (q.follows(), q.max_redirects()) {
        (false, _) => config.max_redirects(0).build(),
        (true, Some(limit)) => config.max_redirects(limit as u32).build(),
        (true, None) => config.build(),
    };
    let mut response = agent.run(request)?;
    let headers = response.headers().iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    out.head(response.status().as_u16(), headers);
    if let Some(limit) = q.aborts_at() {
        let mut part = vec![0; limit];
        response.body_mut().as_reader().read_exact(&mut part)?;
        out.error("aborted", "");
        return Ok(());
    }
    out.content(&response.body_mut().read_to_vec()?);
    Ok(())
}

const LOCK: &str = include_str!("../Cargo.lock");

fn main() {
    let hello = json!({
        "client": "ureq", "version": version_in(LOCK, "ureq"), "versions": versions_in(LOCK),
        "supports": ["redirects", "max-redirects", "stream", "ca", "abort", "raw-fields"],
    });
    serve(hello, open, run);
}
