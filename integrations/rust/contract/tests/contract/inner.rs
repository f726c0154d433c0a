//! The tests of inner runs, which the other tests start.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{json, Value};
use sparring::{Match, Sparring, Step};

use crate::support::*;

#[test]
#[ignore = "inner run"]
fn inner_passes() {
    let sparring = Sparring::start();
    sparring.respond("GET /a", [Step::text("x")]);
    expect_get(&format!("{}/a", sparring.url()), 200, b"x");
    assert_eq!(format!("{sparring:?}"), format!("Sparring({})", sparring.url()));
    sparring.verify();
}

#[test]
#[ignore = "inner run"]
fn inner_fails() {
    let sparring = Sparring::start();
    get(&format!("{}/get", sparring.url())).unwrap();
    panic!("a failure");
}

/// A child holds the input of the server, as the child of a fork does.
#[test]
#[ignore = "inner run"]
fn inner_waits() {
    let _sparring = Sparring::start();
    let server = fs::read_to_string(format!("{}/pid", std::env::var("FOLDER").unwrap())).unwrap();
    let program = format!("exec sleep 60 9>/proc/{}/fd/0", server.trim());
    let child = Command::new("sh").args(["-c", &program]).spawn().unwrap().id();
    expect_soon(5, "the child holds the input", || {
        fs::exists(format!("/proc/{child}/fd/9")).unwrap()
    });
    println!("CHILD {child}");
    thread::sleep(Duration::from_secs(60));
}

#[test]
#[ignore = "inner run"]
fn inner_loses_the_server() {
    let sparring = Sparring::start();
    let folder = std::env::var("FOLDER").unwrap();
    kill(
        fs::read_to_string(format!("{folder}/pid"))
            .unwrap()
            .trim()
            .parse()
            .unwrap(),
    );
    let begun = Instant::now();
    let message = failure(|| drop(sparring.requests(Match::all())));
    assert!(begun.elapsed() < Duration::from_secs(2));
    // No second server is started.
    assert_eq!(failure(|| drop(Sparring::start())), message);
    panic!("{message}");
}

#[test]
#[ignore = "inner run"]
fn inner_is_a_near_miss() {
    let sparring = Sparring::start();
    sparring.respond("/{rest*}", [Step::text("x")]);
    get(&format!("{}/users/1/", sparring.url())).unwrap();
    let message = failure(|| drop(sparring.next("GET /users/1", Duration::ZERO)));
    let bin = sparring.requests(Match::all())[0].raw()["bin"].clone();
    let body = json!({"bin": bin, "match": "GET /users/1", "consume": true, "within": 0});
    let url = format!("{}/_sparring/requests/await", std::env::var("SPARRING_URL").unwrap());
    let token = std::env::var("SPARRING_CONTROL_TOKEN").unwrap();
    let request = blocking()
        .post(url)
        .bearer_auth(token)
        .header("Content-Type", "application/json");
    let response = request.body(body.to_string()).send().unwrap();
    assert_eq!(response.status(), 408);
    let problem: Value = serde_json::from_str(&response.text().unwrap()).unwrap();
    let detail = problem["detail"].as_str().unwrap();
    assert_eq!(without_times(&message), without_times(detail));
    expect_text(detail, &["(a slash more at the end)"]);
}

#[test]
#[ignore = "inner run"]
fn inner_prints_everything() {
    let sparring = Sparring::start();
    let rule = sparring.respond("GET /a", [Step::text("x")]);
    get(&format!("{}/get", sparring.url())).unwrap();
    println!("{}", failure(|| drop(sparring.next("GET /b", Duration::ZERO))));
    println!("{}", failure(|| drop(sparring.respond("no match", [Step::status(1)]))));
    println!("{}", failure(|| drop(sparring.control("GET", "/nothing", None))));
    println!("{}", sparring.report());
    let requests = sparring.requests(Match::all());
    println!("{sparring:?} {sparring:#?} {rule:?} {rule:#?} {requests:?} {requests:#?}");
    for entry in fs::read_dir("/proc").unwrap().map_while(Result::ok) {
        let read = |name| fs::read(entry.path().join(name)).unwrap_or_default();
        let [words, variables] =
            ["cmdline", "environ"].map(|name| String::from_utf8_lossy(&read(name)).replace('\0', " "));
        if words.contains("--until-stdin-closes") {
            println!("{words} {variables}");
        }
    }
    println!("[everything is printed]");
    let line = fs::read_to_string(format!("{}/line", std::env::var("FOLDER").unwrap())).unwrap();
    let server: Value = serde_json::from_str(&line).unwrap();
    kill(server["pid"].as_u64().unwrap().try_into().unwrap());
    println!("{}", failure(|| drop(sparring.requests(Match::all()))));
    panic!("so that the output is shown");
}

fn unmatched(path: &str) -> Sparring {
    let sparring = Sparring::start();
    sparring.respond("GET /a", [Step::text("x")]);
    get(&format!("{}{path}", sparring.url())).unwrap();
    sparring
}

#[test]
#[ignore = "inner run"]
fn inner_unmatched_one() {
    unmatched("/a/");
}

#[test]
#[ignore = "inner run"]
fn inner_unmatched_two() {
    unmatched("/a");
}

#[test]
#[ignore = "inner run"]
fn inner_unmatched_three() {
    unmatched("/a/").allow_unmatched();
}

#[test]
#[ignore = "inner run"]
fn inner_unmatched_four() {
    unmatched("/a/").verify();
}

#[test]
#[ignore = "inner run"]
fn inner_leaves_nothing() {
    let threads = || fs::read_dir("/proc/self/task").unwrap().count();
    let one = || {
        let sparring = Sparring::start_tls();
        sparring.expect_none(Match::all(), Duration::ZERO);
        fs::write(format!("{}/url", std::env::var("MARK").unwrap()), sparring.url()).unwrap();
    };
    one();
    let before = threads();
    for _ in 0..10 {
        one();
    }
    expect_soon(2, "no thread is left", || threads() <= before);
}
