use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use sparring::Sparring;

/// The command under test, as a list in JSON.
pub fn command() -> String {
    env::var("SPARRING_COMMAND").expect("SPARRING_COMMAND is the command under test")
}

fn words() -> Vec<String> {
    let list: Value = serde_json::from_str(&command()).unwrap();
    list.as_array()
        .unwrap()
        .iter()
        .map(|word| word.as_str().unwrap().to_owned())
        .collect()
}

/// A folder that is removed at the end.
pub struct Folder(String);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("sparring-rust-{}-{number}", std::process::id());
        let path = env::temp_dir().join(name).into_os_string().into_string().unwrap();
        fs::create_dir(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &str {
        &self.0
    }

    pub fn has(&self, name: &str) -> bool {
        fs::exists(format!("{}/{name}", self.0)).unwrap()
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(format!("{}/{name}", self.0))
            .unwrap()
            .trim()
            .to_owned()
    }

    pub fn pid(&self) -> u32 {
        self.read("pid").parse().unwrap()
    }

    pub fn write(&self, name: &str, content: &str) {
        fs::write(format!("{}/{name}", self.0), content).unwrap();
    }

    /// Creates an executable of sh, and returns its path.
    pub fn script(&self, name: &str, source: &str) -> String {
        let file = format!("{}/{name}", self.0);
        fs::write(&file, format!("#!/bin/sh\n{source}")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        file
    }

    /// Creates an executable that records its words and its process, drops the first words, and then is the command under
    /// test with further words at the end.
    pub fn wrapper(&self, name: &str, drop: usize, further: &str) -> String {
        let (folder, command) = (&self.0, words().join("' '"));
        self.script(
            name,
            &format!(
                "echo $$ >'{folder}/pid'\necho \"$@\" >>'{folder}/words'\nshift {drop}\nexec '{command}' \"$@\" {further}\n"
            ),
        )
    }
}

impl Folder {
    /// Creates an executable that is the command under test with the most log, and records what the server prints.
    pub fn recording(&self, name: &str) -> String {
        let (folder, command) = (&self.0, words().join("' '"));
        let words = "--log-level debug --log-requests";
        self.script(
            name,
            &format!("'{command}' \"$@\" {words} 2>'{folder}/log' | tee '{folder}/line'\n"),
        )
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// An inner run of the ignored tests with a name, in a process of its own. Returns the output, and whether they passed.
pub fn run(name: &str, variables: &[(&str, &str)]) -> (String, bool) {
    let output = inner_command(name, variables).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&text).into_owned(), output.status.success())
}

/// The variables with which an inner run uses the server of this run, or the command under test.
pub fn outer_server() -> Vec<(String, String)> {
    ["SPARRING_COMMAND", "SPARRING_URL", "SPARRING_CONTROL_TOKEN"]
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), env::var(name).ok()?)))
        .collect()
}

/// Whether the URL of a part of the server has a path, because the server opens no ports for bins.
pub fn has_path(sparring: &Sparring) -> bool {
    sparring.url().contains("/bin/")
}

pub fn inner_command(name: &str, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--ignored", name]);
    for (name, _) in env::vars().filter(|(name, _)| name.starts_with("SPARRING_")) {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied());
    command
}

/// A server that the integration has not started.
pub struct OwnServer {
    pub url: String,
    token: String,
    process: Option<Child>,
}

impl OwnServer {
    /// The server of `SPARRING_URL`; without it, one that the test starts itself.
    pub fn start() -> OwnServer {
        if let (Ok(url), Ok(token)) = (env::var("SPARRING_URL"), env::var("SPARRING_CONTROL_TOKEN")) {
            let process = None;
            return OwnServer { url, token, process };
        }
        let words = words();
        let mut process = Command::new(&words[0])
            .args(&words[1..])
            .args(["serve", "--print", "json", "--until-stdin-closes"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let values: Value = serde_json::from_str(&line).unwrap();
        let text = |name: &str| values[name].as_str().unwrap().to_owned();
        OwnServer {
            url: text("url"),
            token: text("token"),
            process: Some(process),
        }
    }

    pub fn variables(&self) -> Vec<(&str, &str)> {
        vec![
            ("SPARRING_URL", &self.url),
            ("SPARRING_CONTROL_TOKEN", &self.token),
            ("PATH", "/nothing"),
        ]
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            drop(process.stdin.take());
            let _ = process.wait();
        }
    }
}

/// Gets a URL. Returns status and content, or the error.
pub fn get(url: &str) -> Result<(u16, Vec<u8>), String> {
    let config = ureq::Agent::config_builder().http_status_as_error(false).proxy(None);
    let mut response = config
        .build()
        .new_agent()
        .get(url)
        .call()
        .map_err(|error| error.to_string())?;
    let content = response.body_mut().read_to_vec().map_err(|error| error.to_string())?;
    Ok((response.status().as_u16(), content))
}

pub fn expect_get(url: &str, status: u16, content: &[u8]) {
    let (found, text) = get(url).unwrap();
    assert_eq!(
        (found, String::from_utf8_lossy(&text)),
        (status, String::from_utf8_lossy(content))
    );
    assert_eq!(text, content);
}

pub fn expect_text(output: &str, texts: &[&str]) {
    for text in texts {
        assert!(output.contains(text), "{text:?} is not in:\n{output}");
    }
}

/// A client that trusts an authority; without one, its defaults.
pub fn reqwest_client(ca: Option<&[u8]>) -> reqwest::Client {
    install_provider();
    let builder = reqwest::Client::builder().no_proxy();
    let ca = ca.map(|pem| reqwest::Certificate::from_pem(pem).unwrap());
    ca.into_iter()
        .fold(builder, reqwest::ClientBuilder::add_root_certificate)
        .build()
        .unwrap()
}

pub fn blocking() -> reqwest::blocking::Client {
    blocking_with(None)
}

pub fn blocking_with(ca: Option<&[u8]>) -> reqwest::blocking::Client {
    install_provider();
    let builder = reqwest::blocking::Client::builder().no_proxy();
    let ca = ca.map(|pem| reqwest::Certificate::from_pem(pem).unwrap());
    ca.into_iter()
        .fold(builder, reqwest::blocking::ClientBuilder::add_root_certificate)
        .build()
        .unwrap()
}

fn install_provider() {
    // An error means that there is one.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// The message of the panic of a function.
pub fn failure(function: impl FnOnce()) -> String {
    let error = catch_unwind(AssertUnwindSafe(function)).unwrap_err();
    error.downcast_ref::<String>().unwrap().clone()
}

pub fn expect_soon(seconds: u64, what: &str, is_true: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(
            begun.elapsed() < Duration::from_secs(seconds),
            "after {seconds} s, it is not true that {what}"
        );
        thread::sleep(Duration::from_millis(20));
    }
}

pub fn is_alive(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.starts_with(" Z"))
}

pub fn kill(pid: u32) {
    assert!(Command::new("kill")
        .args(["-9", &pid.to_string()])
        .status()
        .unwrap()
        .success());
}

/// The processes with a variable, which ends with a zero.
pub fn processes(variable: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names
        .filter(|name| fs::read(format!("/proc/{name}/environ")).is_ok_and(|content| contains(&content, variable)))
        .collect()
}

fn contains(content: &[u8], text: &str) -> bool {
    content.windows(text.len()).any(|window| window == text.as_bytes())
}

/// The server names the times that have passed.
pub fn without_times(text: &str) -> String {
    let words = text.split(' ').collect::<Vec<_>>();
    let is_unit = |word: &&str| word.starts_with("ms") || *word == "s";
    let is_time = |index: usize| words.get(index).is_some_and(is_unit) || words.get(index + 1).is_some_and(is_unit);
    let kept = words.iter().enumerate().filter(|(index, _)| !is_time(*index));
    kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}
