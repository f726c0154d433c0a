use std::error::Error;
use std::sync::Arc;

use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};

use crate::support::{blocking_with, reqwest_client};

/// Gets a URL with a client that trusts an authority, or its defaults. Returns the content, or the error with its causes.
type Get = fn(&str, Option<&[u8]>) -> Result<String, String>;

pub const ALL: &[(&str, Get)] = &[
    ("reqwest", reqwest),
    ("reqwest, blocking", reqwest_blocking),
    #[cfg(feature = "native-tls")]
    ("reqwest, native-tls", reqwest_native),
    ("ureq", ureq),
    ("hyper", hyper),
];

fn reqwest(url: &str, ca: Option<&[u8]>) -> Result<String, String> {
    block_on(async {
        let response = reqwest_client(ca).get(url).send().await.map_err(describe)?;
        response.text().await.map_err(describe)
    })
}

fn reqwest_blocking(url: &str, ca: Option<&[u8]>) -> Result<String, String> {
    blocking_with(ca)
        .get(url)
        .send()
        .and_then(|response| response.text())
        .map_err(describe)
}

#[cfg(feature = "native-tls")]
fn reqwest_native(url: &str, ca: Option<&[u8]>) -> Result<String, String> {
    let mut builder = reqwest::blocking::Client::builder().tls_backend_native();
    if let Some(pem) = ca {
        builder = builder.add_root_certificate(reqwest::Certificate::from_pem(pem).map_err(describe)?);
    }
    let client = builder.build().map_err(describe)?;
    client
        .get(url)
        .send()
        .and_then(|response| response.text())
        .map_err(describe)
}

fn ureq(url: &str, ca: Option<&[u8]>) -> Result<String, String> {
    let mut config = ureq::Agent::config_builder().proxy(None);
    if let Some(pem) = ca {
        let roots = vec![ureq::tls::Certificate::from_pem(pem).map_err(describe)?];
        let roots = ureq::tls::RootCerts::Specific(Arc::new(roots));
        config = config.tls_config(ureq::tls::TlsConfig::builder().root_certs(roots).build());
    }
    let mut response = config.build().new_agent().get(url).call().map_err(describe)?;
    response.body_mut().read_to_string().map_err(describe)
}

fn hyper(url: &str, ca: Option<&[u8]>) -> Result<String, String> {
    let mut roots = RootCertStore::empty();
    if let Some(pem) = ca {
        roots
            .add(CertificateDer::from_pem_slice(pem).map_err(describe)?)
            .map_err(describe)?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(describe)?;
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let connector = hyper_rustls::HttpsConnectorBuilder::new()
        .with_tls_config(config)
        .https_only()
        .enable_http1()
        .build();
    let client: Client<_, Empty<Bytes>> = Client::builder(TokioExecutor::new()).build(connector);
    block_on(async {
        let response = client.get(url.parse().map_err(describe)?).await.map_err(describe)?;
        let content = response.into_body().collect().await.map_err(describe)?.to_bytes();
        Ok(String::from_utf8_lossy(&content).into_owned())
    })
}

fn block_on<T>(future: impl std::future::Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

fn describe(error: impl Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(each) = source {
        text += &format!(": {each}");
        source = each.source();
    }
    text
}
