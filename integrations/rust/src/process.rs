use std::collections::VecDeque;
use std::env;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value;

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
pub(crate) const MINOR: &str = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
const MAX_LINES: usize = 200;
/// The endings of programs. Windows finds scripts, such as `npx.cmd`, only with theirs.
const ENDINGS: &[&str] = if cfg!(windows) { &[".exe", ".cmd"] } else { &[""] };

/// The process of a server, which ends when its input is closed.
pub(crate) struct Process {
    name: String,
    limit: Duration,
    child: Mutex<Child>,
    line: Mutex<Receiver<Vec<u8>>>,
    last: Arc<Mutex<VecDeque<String>>>,
    errors: JoinHandle<()>,
}

impl Process {
    /// Starts the command of `SPARRING_COMMAND`, `sparring` of the PATH, or npx.
    pub(crate) fn start() -> Result<Process, String> {
        let failed = |name: &str, error| format!("{name} cannot be started: {error}.");
        if let Some(words) = chosen_words()? {
            return Process::spawn(&words[0], &words[1..]).map_err(|error| failed(&words[0], error));
        }
        let package = format!("sparring@~{MINOR}.0");
        for (program, words) in [("sparring", vec![]), ("npx", vec!["--yes".to_owned(), package])] {
            for ending in ENDINGS {
                let name = format!("{program}{ending}");
                match Process::spawn(&name, &words) {
                    Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) => {}
                    result => return result.map_err(|error| failed(&name, error)),
                }
            }
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = env::split_paths(&path).filter(|folder| !folder.as_os_str().is_empty());
        Err(format!(
            "Sparring was not found. Run \"npm install --save-dev sparring\", put the executable \"sparring\" on the PATH, \
             or set SPARRING_COMMAND or SPARRING_URL. Searched: PATH ({} folders), npx (not found).",
            folders.count()
        ))
    }

    fn spawn(name: &str, words: &[String]) -> io::Result<Process> {
        let is_npx = Path::new(name).file_stem().is_some_and(|stem| stem == "npx");
        let seconds = env::var("SPARRING_START_TIMEOUT").ok();
        let limit = seconds.and_then(|text| Duration::try_from_secs_f64(text.parse().ok()?).ok());
        let limit = limit.unwrap_or(Duration::from_secs(if is_npx { 120 } else { 30 }));
        let mut child = Command::new(name)
            .args(words)
            .args(["serve", "--print", "json", "--until-stdin-closes"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (sender, line) = channel();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read_output(output, &sender));
        }
        let last = Arc::new(Mutex::new(VecDeque::new()));
        let (output, lines) = (child.stderr.take(), last.clone());
        let errors = thread::spawn(move || {
            for line in output
                .into_iter()
                .flat_map(|output| BufReader::new(output).split(b'\n'))
                .map_while(Result::ok)
            {
                let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
                lines.push_back(String::from_utf8_lossy(&line).trim_end().to_owned());
                if lines.len() > MAX_LINES {
                    lines.pop_front();
                }
            }
        });
        Ok(Process {
            name: name.to_owned(),
            limit,
            child: Mutex::new(child),
            line: Mutex::new(line),
            last,
            errors,
        })
    }

    /// Returns the line of JSON, or the error that the server has printed in its place.
    pub(crate) fn read_line(&self) -> Result<Vec<u8>, String> {
        let received = self
            .line
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv_timeout(self.limit);
        match received {
            Ok(line) => return Ok(line),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = self.limit.as_secs_f64();
                let lines = self.last_lines();
                return Err(format!("{} printed no line of JSON in {seconds} s.{lines}", self.name));
            }
            Err(RecvTimeoutError::Disconnected) => {}
        }
        let end = self.describe_end();
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let problem: Value = last
            .back()
            .and_then(|line| serde_json::from_str(line).ok())
            .unwrap_or_default();
        let message = problem["error"]["message"].as_str().map(str::to_owned);
        Err(message
            .or(end)
            .unwrap_or_else(|| format!("{} closed its output.", self.name)))
    }

    /// A sentence with the exit status and the last lines; none while the process runs.
    pub(crate) fn describe_end(&self) -> Option<String> {
        let status = self.wait(Duration::from_secs(1))?;
        let limit = Instant::now() + Duration::from_secs(1);
        while !self.errors.is_finished() && Instant::now() < limit {
            thread::sleep(Duration::from_millis(10));
        }
        Some(format!(
            "The server has ended: {status}. Its command: {}.{}",
            self.name,
            self.last_lines()
        ))
    }

    fn wait(&self, time: Duration) -> Option<ExitStatus> {
        let limit = Instant::now() + time;
        loop {
            let status = self.child.lock().unwrap_or_else(PoisonError::into_inner).try_wait();
            match status {
                Ok(None) if Instant::now() < limit => thread::sleep(Duration::from_millis(10)),
                other => return other.ok().flatten(),
            }
        }
    }

    fn last_lines(&self) -> String {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let skipped = last.len().saturating_sub(20);
        last.iter().skip(skipped).map(|line| format!("\n  {line}")).collect()
    }

    pub(crate) fn stop(&mut self) {
        let child = self.child.get_mut().unwrap_or_else(PoisonError::into_inner);
        drop(child.stdin.take());
        if self.wait(Duration::from_secs(1)).is_none() {
            let child = self.child.get_mut().unwrap_or_else(PoisonError::into_inner);
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Sends the line of JSON, and reads the rest, because a full pipe would block the server.
fn read_output(output: impl Read, sender: &Sender<Vec<u8>>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while output.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        if line.starts_with(br#"{"sparring""#) {
            let _ = sender.send(line);
            let _ = io::copy(&mut output, &mut io::sink());
            return;
        }
        line.clear();
    }
}

/// The words of `SPARRING_COMMAND`; none if it is not set.
fn chosen_words() -> Result<Option<Vec<String>>, String> {
    let chosen = env::var("SPARRING_COMMAND").unwrap_or_default();
    if chosen.trim_start().starts_with('[') {
        let words: Option<Vec<String>> = serde_json::from_str(&chosen).ok();
        return match words.filter(|words| !words.is_empty()) {
            Some(words) => Ok(Some(words)),
            None => Err("SPARRING_COMMAND is no list of texts in JSON.".to_owned()),
        };
    }
    if Path::new(&chosen).is_file() {
        return Ok(Some(vec![chosen]));
    }
    let words: Vec<String> = chosen.split_whitespace().map(str::to_owned).collect();
    Ok(Some(words).filter(|words| !words.is_empty()))
}
