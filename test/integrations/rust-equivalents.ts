import { equivalentsOf, formatIdentifier } from './equivalents.ts';

const responds = (path: string, status: number, text = '') =>
  `expect(&sparring, "${path}", ${status}, ${JSON.stringify(text)});`;

/** What shows the effect of each line of the table for Rust. */
const CHECKS: Readonly<Record<string, string>> = {
  Server: responds('/status/204', 204),
  TLS: 'assert!(sparring.url().starts_with("https://127.0.0.1:"));',
  URL: 'assert_eq!(reqwest::blocking::get(url).unwrap().status(), 200);',
  JSON: responds('/v1', 200, '{"a":1}'),
  'Status and headers': `let response = send(&sparring, "/v1").unwrap();
    assert_eq!((response.status().as_u16(), &response.headers()["retry-after"]), (503, &"1".parse().unwrap()));`,
  Bytes: 'assert_eq!(send(&sparring, "/v1").unwrap().bytes().unwrap().as_ref(), b"\\xff");',
  'One after another': `${responds('/v1', 503)}\n    ${responds('/v1', 200, '1')}\n    ${responds('/v1', 200, '1')}`,
  'Part of the path': `${responds('/users/7', 200, 'x')}\n    ${responds('/users/a', 404, 'any')}\n    sparring.allow_unmatched();`,
  'JSON of the request': `let client = reqwest::blocking::Client::new();
    let post = |body: &'static str| client.post(sparring.url()).body(body).send().unwrap().status().as_u16();
    assert_eq!((post("{\\"a\\": 1}"), post("{}") == 201), (201, false));
    sparring.allow_unmatched();`,
  'Error of the connection': 'send(&sparring, "/v1").and_then(|response| response.text()).unwrap_err();',
  'Slow response': `let begun = Instant::now();
    ${responds('/get', 200, 'any')}
    assert!(begun.elapsed() >= Duration::from_millis(100));`,
  Requests: 'assert_eq!((requests.len(), requests[0].path()), (1, "/get"));',
  'Number of requests': '',
  'Next request': 'assert_eq!(request.path(), "/get");',
  'No request': '',
  'Other requests are allowed': responds('/v2', 404, 'any'),
  'Findings before the end': '',
};

const STARTS = ['Server', 'TLS'];
const AFTER_A_REQUEST = ['Requests', 'Number of requests', 'Next request'];

/** The lines for Rust in the guide, each as a test. */
export function rustEquivalents(): { readonly source: string; readonly count: number } {
  const lines = equivalentsOf('Rust', CHECKS);
  const tests = lines.map(({ name, line, check }) => {
    const start = STARTS.includes(name) ? '' : 'let sparring = Sparring::start();';
    const before = AFTER_A_REQUEST.includes(name) ? responds('/get', 200, 'any') : '';
    const body = [start, before, line, check].filter(Boolean).join('\n    ');
    return `#[test]\nfn equivalent_${formatIdentifier(name)}() {\n    ${body}\n}\n`;
  });
  const source = `//! The lines of docs/guide/from-test-servers.md.

use std::time::{Duration, Instant};

use reqwest::blocking::Response;
use serde_json::json;
use sparring::{Sparring, Step};

fn send(sparring: &Sparring, path: &str) -> reqwest::Result<Response> {
    reqwest::blocking::get(format!("{}{path}", sparring.url()))
}

/// Sends a request, and compares status and content, which can be "any".
fn expect(sparring: &Sparring, path: &str, status: u16, text: &str) {
    let response = send(sparring, path).unwrap();
    assert_eq!(response.status().as_u16(), status, "{path}");
    let content = response.text().unwrap();
    assert!(text == "any" || text == content, "{path}: {content}");
}

${tests.join('\n')}`;
  return { source, count: lines.length };
}
