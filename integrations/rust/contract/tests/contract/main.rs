//! The behaviours of ../../../CONTRACT.md, by number.

mod clients;
mod inner;
mod support;

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{json, Value};
use sparring::{Match, Sparring, Step};
use support::*;

#[test]
fn test_01_found_on_path() {
    let folder = Folder::new();
    folder.wrapper("sparring", 0, "");
    let (output, passed) = run("inner_passes", &[("PATH", folder.path())]);
    assert!(passed, "{output}");
    assert_eq!(folder.read("words"), "serve --print json --until-stdin-closes");
}

#[test]
fn test_02_found_by_npx() {
    let folder = Folder::new();
    folder.wrapper("npx", 2, "");
    let (output, passed) = run("inner_passes", &[("PATH", folder.path())]);
    assert!(passed, "{output}");
    assert!(folder.read("words").starts_with("--yes sparring@~0.1.0 serve "));
}

#[test]
fn test_03_found_by_command() {
    let (spaced, plain) = (Folder::new(), Folder::new());
    let path = spaced.wrapper("with space", 0, "");
    let word = plain.wrapper("command", 1, "");
    for form in [path.clone(), json!([path]).to_string(), format!("{word} dropped")] {
        let (output, passed) = run("inner_passes", &[("SPARRING_COMMAND", &form), ("PATH", "/nothing")]);
        assert!(passed, "{form}\n{output}");
    }
    assert_eq!(spaced.read("words").lines().count(), 2);
    assert_eq!(plain.read("words").lines().count(), 1);
}

#[test]
fn test_04_found_by_url() {
    let server = OwnServer::start();
    let folder = Folder::new();
    let command = folder.wrapper("command", 0, "");
    let mut variables = server.variables();
    variables.push(("SPARRING_COMMAND", &command));
    let (output, passed) = run("inner_passes", &variables);
    assert!(passed, "{output}");
    assert!(!folder.has("pid"));
    assert_eq!(get(&format!("{}/get", server.url)).unwrap().0, 200);
    let wrong = [
        ("SPARRING_URL", server.url.as_str()),
        ("SPARRING_CONTROL_TOKEN", "wrong"),
    ];
    expect_text(
        &run("inner_passes", &wrong).0,
        &["rejects the call", "Set SPARRING_CONTROL_TOKEN."],
    );
}

#[test]
fn test_05_not_found() {
    let begun = Instant::now();
    let (output, passed) = run("inner_passes", &[("PATH", "/nothing")]);
    assert!(!passed && begun.elapsed() < Duration::from_secs(5));
    let sentence =
        "Sparring was not found. Run \"npm install --save-dev sparring\", put the executable \"sparring\" on the \
                    PATH, or set SPARRING_COMMAND or SPARRING_URL. Searched: PATH (1 folders), npx (not found).\n";
    expect_text(&output, &[sentence]);
}

#[test]
fn test_06_ready_in_time() {
    let folder = Folder::new();
    let silent = folder.script("silent", &format!("echo $$ >'{}/pid'\nexec sleep 60\n", folder.path()));
    let begun = Instant::now();
    let variables = [("SPARRING_COMMAND", silent.as_str()), ("SPARRING_START_TIMEOUT", "2")];
    let (output, passed) = run("inner_passes", &variables);
    assert!(!passed && begun.elapsed() < Duration::from_secs(10));
    expect_text(&output, &["printed no line of JSON in 2 s."]);
    assert!(!is_alive(folder.pid()));
}

#[test]
fn test_07_start_error() {
    let server = OwnServer::start();
    let port = server.url.rsplit(':').next().unwrap();
    let folder = Folder::new();
    let command = folder.wrapper("command", 0, &format!("--port {port}"));
    let (output, _) = run("inner_passes", &[("SPARRING_COMMAND", &command)]);
    expect_text(&output, &[&format!("\nPort {port} ")]);
}

#[test]
fn test_08_version_checked() {
    let other = (
        r#"{"sparring":"9.8.7","protocol":99,"url":"http://127.0.0.1:1"}"#,
        "The crate sparring 0.1.0 speaks protocol 1, the server 9.8.7 at http://127.0.0.1:1 speaks 99. \
         Install the crate sparring 9.8 or the server sparring 0.1.\n",
    );
    let none = (
        r#"{"sparring":"0.0.9"}"#,
        "the command is no Sparring server, or older than 0.1.0.\n",
    );
    for (line, expected) in [other, none] {
        let folder = Folder::new();
        let fake = folder.script("fake", &format!("echo '{line}'\n"));
        expect_text(&run("inner_passes", &[("SPARRING_COMMAND", &fake)]).0, &[expected]);
    }
}

#[test]
fn test_09_ends_with_run() {
    for (name, passes) in [("inner_passes", true), ("inner_fails", false)] {
        let folder = Folder::new();
        let command = folder.wrapper("command", 0, "");
        let (output, passed) = run(name, &[("SPARRING_COMMAND", &command)]);
        assert_eq!(passed, passes, "{output}");
        expect_soon(2, "the server has ended", || !is_alive(folder.pid()));
    }
}

#[test]
fn test_10_ends_when_killed() {
    let folder = Folder::new();
    let command = folder.wrapper("command", 0, "");
    let mut run = inner_command(
        "inner_waits",
        &[("SPARRING_COMMAND", &command), ("FOLDER", folder.path())],
    );
    let mut process = run.arg("--nocapture").stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(process.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    let child = { lines }
        .find_map(|line| Some(line.split_once("CHILD ")?.1.parse::<u32>().unwrap()))
        .unwrap();
    process.kill().unwrap();
    expect_soon(5, "the server has ended", || !is_alive(folder.pid()));
    assert!(is_alive(child));
    kill(child);
    process.wait().unwrap();
}

#[test]
fn test_11_log_on_failure() {
    let folder = Folder::new();
    let command = folder.wrapper("command", 0, "");
    let (output, passed) = run("inner_fails", &[("SPARRING_COMMAND", &command)]);
    assert!(!passed);
    expect_text(&output, &["a failure", "Requests of this test (1):", "GET /get 200"]);
    let (output, _) = run(
        "inner_loses_the_server",
        &[("SPARRING_COMMAND", &command), ("FOLDER", folder.path())],
    );
    expect_text(&output, &["The server has ended: signal: 9 (SIGKILL). Its command: "]);
}

#[test]
fn test_12_own_scope() {
    thread::scope(|threads| {
        for index in 0..50 {
            threads.spawn(move || {
                let sparring = Sparring::start();
                sparring.respond("GET /a", [Step::text(index.to_string())]);
                let url = format!("{}/a", sparring.url());
                if index % 2 == 1 {
                    sparring.fault("reset@headers", "GET /a");
                    get(&url).unwrap_err();
                }
                expect_get(&url, 200, index.to_string().as_bytes());
                assert_eq!(sparring.requests(Match::all()).len(), 1 + index % 2);
            });
        }
    });
}

#[test]
fn test_13_scope_ends() {
    let before = {
        let sparring = Sparring::start();
        sparring.respond("GET /a", [Step::text("x")]);
        let url = format!("{}/a", sparring.url());
        expect_get(&url, 200, b"x");
        url
    };
    let sparring = Sparring::start();
    sparring.allow_unmatched();
    let late = thread::spawn(move || get(&before)).join().unwrap();
    if has_path(&sparring) {
        let (status, content) = late.unwrap();
        assert_eq!(status, 404);
        expect_text(&String::from_utf8(content).unwrap(), &["has ended"]);
    } else {
        expect_text(&late.unwrap_err(), &["refused"]);
    }
    assert_eq!(get(&format!("{}/a", sparring.url())).unwrap().0, 404);
    let statuses: Vec<u16> = sparring
        .requests(Match::all())
        .iter()
        .map(|request| request.status())
        .collect();
    assert_eq!(statuses, [404]);
}

#[test]
fn test_14_respond() {
    let sparring = Sparring::start();
    let step = Step::json(json!([1, null]))
        .with_status(201)
        .header("X-One", "a")
        .header("X-One", "b");
    sparring.respond("GET /a", [step]);
    sparring.respond(json!({"path": "/b"}), [Step::text("é")]);
    sparring.respond("GET /c", [Step::bytes(b"\xff\x00")]);
    // The client joins an absolute path, which leaves a URL with a path.
    let path = if has_path(&sparring) { "../a" } else { "/a" };
    let base = reqwest::Url::parse(&format!("{}/base/", sparring.url())).unwrap();
    let response = blocking().get(base.join(path).unwrap()).send().unwrap();
    let values: Vec<_> = response.headers().get_all("x-one").iter().collect();
    assert_eq!(values, ["a", "b"]);
    assert_eq!(
        (response.status().as_u16(), response.text().unwrap()),
        (201, "[1,null]".to_owned())
    );
    expect_get(&format!("{}/b", sparring.url()), 200, "é".as_bytes());
    expect_get(&format!("{}/c", sparring.url()), 200, b"\xff\x00");
}

#[test]
fn test_15_respond_list() {
    let sparring = Sparring::start();
    let rule = sparring.respond("GET /a", [Step::status(503), Step::text("two"), Step::text("three")]);
    let url = format!("{}/a", sparring.url());
    for (status, content) in [(503, ""), (200, "two"), (200, "three"), (200, "three")] {
        expect_get(&url, status, content.as_bytes());
    }
    assert_eq!(rule.requests().len(), 4);
    assert_eq!(rule.next(Duration::ZERO).status(), 503);
    rule.remove();
    sparring.respond("GET /a", [Step::status(204)]);
    expect_get(&url, 204, b"");
}

#[test]
fn test_16_fault_and_delay() {
    let sparring = Sparring::start();
    sparring.respond("GET /a", [Step::text("x")]);
    sparring.fault("reset@headers", "GET /a");
    let url = format!("{}/a", sparring.url());
    get(&url).unwrap_err();
    expect_get(&url, 200, b"x");
    sparring.delay(Duration::from_millis(300), "GET /a");
    let begun = Instant::now();
    expect_get(&url, 200, b"x");
    assert!(begun.elapsed() >= Duration::from_millis(300));
}

#[test]
fn test_17_requests() {
    let sparring = Sparring::start();
    sparring.respond("/{rest*}", [Step::text("x")]);
    let one = format!("{}/a?q=1&q=%202", sparring.url());
    let one = blocking()
        .post(one)
        .body(b"\xff\xfe".to_vec())
        .header("X-One", "a")
        .header("X-One", "b");
    one.send().unwrap();
    blocking()
        .put(format!("{}/b", sparring.url()))
        .body(r#"{"a":1}"#)
        .send()
        .unwrap();
    let found = sparring.requests(Match::all());
    let [one, two] = found.as_slice() else {
        panic!("{found:?}")
    };
    assert_eq!(
        (one.method(), one.path(), one.body(), one.status()),
        ("POST", "/a", b"\xff\xfe".as_slice(), 200)
    );
    assert_eq!(one.query(), [("q", "1"), ("q", " 2")]);
    assert_eq!(one.header("x-oNE"), Some("a"));
    let values = one
        .headers()
        .into_iter()
        .filter(|(name, _)| name.eq_ignore_ascii_case("x-one"));
    assert_eq!(values.map(|(_, value)| value).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!((two.json(), two.text()), (json!({"a": 1}), r#"{"a":1}"#.to_owned()));
    assert_eq!(format!("{:?}", sparring.requests("PUT /b")), "[Request(PUT /b 200)]");
    assert_eq!(two.raw()["request"]["method"], "PUT");
}

/// The client and the wait share one thread.
#[tokio::test]
async fn test_18_next() {
    let sparring = Sparring::start();
    sparring.respond("/{rest*}", [Step::text("x")]);
    let url = format!("{}/a", sparring.url());
    let client = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(200)).await;
        reqwest_client(None).get(url).send().await.unwrap();
    });
    assert_eq!(sparring.next_async("GET /a", Duration::from_secs(2)).await.path(), "/a");
    client.await.unwrap();
    let begun = Instant::now();
    let message = failure(|| drop(sparring.next("GET /a", Duration::from_millis(500))));
    let took = begun.elapsed();
    assert!(
        took >= Duration::from_millis(500) && took < Duration::from_millis(1500),
        "{took:?}"
    );
    expect_text(&message, &["Waited 500 ms for GET /a"]);
    let wait = sparring.next_async("GET /a", Duration::ZERO);
    let error = tokio::spawn(wait).await.unwrap_err().into_panic();
    expect_text(error.downcast_ref::<String>().unwrap(), &["Waited ", "main.rs:"]);
}

#[tokio::test(start_paused = true)]
async fn paused_time_of_tokio_changes_no_limit() {
    let sparring = Sparring::start();
    sparring.respond("GET /a", [Step::text("x")]);
    let begun = Instant::now();
    let wait = sparring.next_async("GET /a", Duration::from_millis(300));
    let error = tokio::spawn(wait).await.unwrap_err().into_panic();
    expect_text(error.downcast_ref::<String>().unwrap(), &["Waited 300 ms for GET /a"]);
    assert!(begun.elapsed() >= Duration::from_millis(300));
}

#[test]
fn test_19_expect_none() {
    let sparring = Sparring::start();
    sparring.respond("/{rest*}", [Step::text("x")]);
    let begun = Instant::now();
    sparring.expect_none(Match::all(), Duration::from_millis(200));
    assert!(begun.elapsed() >= Duration::from_millis(200));
    expect_get(&format!("{}/a", sparring.url()), 200, b"x");
    let begun = Instant::now();
    expect_text(
        &failure(|| sparring.expect_none("GET /a", Duration::from_secs(5))),
        &["/a"],
    );
    assert!(begun.elapsed() < Duration::from_secs(2));
}

#[test]
fn test_20_near_misses() {
    let server = OwnServer::start();
    let (output, passed) = run("inner_is_a_near_miss", &server.variables());
    assert!(passed, "{output}");
}

#[test]
fn test_21_unmatched_fails() {
    let server = outer_server();
    let variables: Vec<(&str, &str)> = server.iter().map(|(name, value)| (&**name, &**value)).collect();
    let (output, passed) = run("inner_unmatched", &variables);
    assert!(!passed);
    expect_text(
        &output,
        &[
            "test inner::inner_unmatched_one ... FAILED",
            "test inner::inner_unmatched_two ... ok",
            "test inner::inner_unmatched_three ... ok",
            "test inner::inner_unmatched_four ... FAILED",
            "\nSparring was started at tests/contract/inner.rs:",
            "thread 'inner::inner_unmatched_four'",
            "panicked at tests/contract/inner.rs:",
        ],
    );
    assert_eq!(output.matches("(a slash more at the end)").count(), 2, "{output}");
}

#[test]
fn test_22_tls() {
    let before = std::env::var_os("SSL_CERT_FILE");
    let sparring = Sparring::start_tls();
    sparring.respond("GET /a", [Step::text("x")]);
    let url = format!("{}/a", sparring.url());
    for (name, client) in clients::ALL {
        assert_eq!(client(&url, Some(sparring.ca_pem())).as_deref(), Ok("x"), "{name}");
        let error = client(&url, None).unwrap_err().to_lowercase();
        assert!(
            error.contains("certificate") || error.contains("unknownissuer"),
            "{name}: {error}"
        );
    }
    assert_eq!(std::env::var_os("SSL_CERT_FILE"), before);
}

#[test]
fn test_23_nothing_left() {
    let (folder, temporary) = (Folder::new(), Folder::new());
    let command = folder.wrapper("command", 0, "");
    let variables = [
        ("MARK", folder.path()),
        ("TMPDIR", temporary.path()),
        ("SPARRING_COMMAND", &command),
    ];
    let (output, passed) = run("inner_leaves_nothing", &variables);
    assert!(passed, "{output}");
    let mark = format!("MARK={}\0", folder.path());
    expect_soon(3, "no process is left", || processes(&mark).is_empty());
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0);
    let url = folder.read("url");
    expect_text(&get(&url).unwrap_err(), &["refused"]);
}

#[test]
fn test_24_token_is_secret() {
    let folder = Folder::new();
    let command = folder.recording("command");
    let variables = [("SPARRING_COMMAND", command.as_str()), ("FOLDER", folder.path())];
    let (output, _) = run("inner_prints_everything", &variables);
    let server: Value = serde_json::from_str(&folder.read("line")).unwrap_or_else(|error| panic!("{error}\n{output}"));
    let (token, log) = (server["token"].as_str().unwrap(), folder.read("log"));
    assert!(token.len() > 32);
    expect_text(
        &output,
        &[
            "[everything is printed]",
            "serve --print json",
            "Waited 0 ms",
            "GET /get 200",
        ],
    );
    expect_text(&log, &["/get"]);
    assert!(!format!("{output}{log}").contains(token));
}

#[test]
fn test_25_hostile_environment() {
    let home = Folder::new();
    home.write("company.pem", "COMPANY\n");
    home.write(".netrc", "machine 127.0.0.1 login mona password secret\n");
    let (command, authority) = (command(), format!("{}/company.pem", home.path()));
    let mut variables = vec![
        ("SPARRING_COMMAND", command.as_str()),
        ("MARK", home.path()),
        ("HOME", home.path()),
        ("NO_PROXY", ""),
        ("no_proxy", ""),
        ("LC_ALL", "tr_TR.UTF-8"),
        ("REQUESTS_CA_BUNDLE", &authority),
        ("SSL_CERT_FILE", &authority),
    ];
    for name in ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"] {
        variables.push((name, "http://127.0.0.1:1"));
    }
    let (output, passed) = run("inner_leaves_nothing", &variables);
    assert!(passed, "{output}");
    let warning = "HTTP_PROXY is set and NO_PROXY does not contain 127.0.0.1.";
    assert_eq!(output.matches(warning).count(), 1, "{output}");
    let (output, passed) = run("inner_passes", &[("SPARRING_COMMAND", &command), ("HOME", "")]);
    assert!(passed, "{output}");
}
