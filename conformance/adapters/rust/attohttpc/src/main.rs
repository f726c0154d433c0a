//! attohttpc with its default features. It has no pool, and no cookies.

use std::io::Read;

use attohttpc::header::{HeaderName, HeaderValue};
use attohttpc::{Method, ProxySettings, RequestBuilder};
use sparring_conformance::{json, serve, version_in, versions_in, Outcome, Request};

type Failure = Box<dyn std::error::Error>;

fn run(q: &Request, _: &(), out: &mut Outcome) -> Result<(), Failure> {
    if q.is_digest() {
        out.unsupported("the client has no Digest");
        return Ok(());
    }
    let method = Method::from_bytes(q.method().as_bytes())?;
    let mut builder = RequestBuilder::try_new(method, q.url())?
        .timeout(q.timeout())
        .follow_redirects(q.follows())
        .proxy_settings(ProxySettings::builder().build());
    if let Some(limit) = q.max_redirects() {
        builder = builder.max_redirections(limit as u32);
    }
    if let Some((user, password)) = q.auth() {
        builder = builder.basic_auth(user, Some(password));
    }
    for (name, value) in q.headers() {
        builder = builder.try_header_append(HeaderName::from_bytes(&name)?, HeaderValue::from_bytes(&value)?)?;
    }
    let response = match q.content() {
        None => builder.send()?,
        Some(content) => builder.bytes(content).send()?,
    };
    let (status, headers, mut reader) = response.split();
    out.head(status.as_u16(), headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes())));
    if let Some(limit) = q.aborts_at() {
        let mut part = vec![0; limit];
        reader.read_exact(&mut part)?;
        out.error("aborted", "");
        return Ok(());
    }
    out.content(&reader.bytes()?);
    Ok(())
}

const LOCK: &str = include_str!("../Cargo.lock");

fn main() {
    let hello = json!({
        "client": "attohttpc", "version": version_in(LOCK, "attohttpc"), "versions": versions_in(LOCK),
        "supports": ["redirects", "max-redirects", "auth", "ca", "abort", "raw-fields"],
    });
    serve(hello, || (), run);
}
