//! hyper with the client of hyper-util. It has no TLS, no redirects, and no limit of time but that of its user.

use bytes::Bytes;
use http_body_util::{combinators::UnsyncBoxBody, BodyExt, Full, StreamBody};
use hyper::{body::Frame, Method};
use hyper_util::client::legacy::{connect::HttpConnector, Client};
use hyper_util::rt::TokioExecutor;
use sparring_conformance::{json, serve, version_in, versions_in, Outcome, Request};
use tokio::{runtime::Runtime, time::timeout};

type Failure = Box<dyn std::error::Error>;
type Body = UnsyncBoxBody<Bytes, std::convert::Infallible>;

fn body_of(q: &Request) -> Body {
    let content = Bytes::from(q.content().unwrap_or_default());
    if q.is_stream() {
        let frames = futures_util::stream::iter([Ok(Frame::data(content))]);
        return StreamBody::new(frames).boxed_unsync();
    }
    Full::new(content).boxed_unsync()
}

async fn run(q: &Request, client: &Client<HttpConnector, Body>, out: &mut Outcome) -> Result<(), Failure> {
    let mut builder = hyper::Request::builder().method(Method::from_bytes(q.method().as_bytes())?).uri(q.url());
    for (name, value) in q.headers() {
        builder = builder.header(name, value);
    }
    let response = client.request(builder.body(body_of(q))?).await?;
    let headers = response.headers().iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    out.head(response.status().as_u16(), headers);
    let mut body = response.into_body();
    if let Some(limit) = q.aborts_at() {
        let mut received = 0;
        while received < limit {
            let frame = body.frame().await.ok_or("the content ended")??;
            received += frame.data_ref().map_or(0, |data| data.len());
        }
        out.error("aborted", "");
        return Ok(());
    }
    out.content(&body.collect().await?.to_bytes());
    Ok(())
}

const LOCK: &str = include_str!("../Cargo.lock");

fn main() {
    let hello = json!({
        "client": "hyper", "version": version_in(LOCK, "hyper"), "versions": versions_in(LOCK),
        "supports": ["stream", "abort", "raw-fields"],
    });
    let runtime = Runtime::new().expect("a runtime");
    let handle = runtime.handle().clone();
    let open = move || {
        let _guard = handle.enter();
        Client::builder(TokioExecutor::new()).build_http()
    };
    serve(hello, open, move |q, client, out| {
        runtime.block_on(async { timeout(q.timeout(), run(q, client, out)).await? })
    });
}
