use std::collections::VecDeque;
use std::env;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value;

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
pub(crate) const MINOR: &str = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
const MAX_LINES: usize = 200;

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
    pub(crate) fn start(words: &[String]) -> Result<Process, String> {
        let [name, arguments @ ..] = words else {
            return Err("SPARRING_COMMAND is empty.".to_owned());
        };
        let is_npx = Path::new(name).file_stem().is_some_and(|stem| stem == "npx");
        let seconds = env::var("SPARRING_START_TIMEOUT")
            .ok()
            .and_then(|text| text.parse().ok());
        let limit = Duration::try_from_secs_f64(seconds.unwrap_or(if is_npx { 120.0 } else { 30.0 }));
        let mut child = Command::new(name)
            .args(arguments)
            .args(["serve", "--print", "json", "--until-stdin-closes"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{name} cannot be started: {error}."))?;
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
            name: name.clone(),
            limit: limit.map_err(|error| format!("SPARRING_START_TIMEOUT: {error}"))?,
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
        Some(format!("The server has ended: {status}.{}", self.last_lines()))
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

/// The words of the command, before those of `serve`.
pub(crate) fn find_command() -> Result<Vec<String>, String> {
    let chosen = env::var("SPARRING_COMMAND").unwrap_or_default();
    if chosen.trim_start().starts_with('[') {
        let words: Vec<String> = serde_json::from_str::<Value>(&chosen)
            .ok()
            .and_then(|list| {
                list.as_array()?
                    .iter()
                    .map(|word| Some(word.as_str()?.to_owned()))
                    .collect()
            })
            .unwrap_or_default();
        return if words.is_empty() {
            Err("SPARRING_COMMAND is no list of texts in JSON.".to_owned())
        } else {
            Ok(words)
        };
    }
    if Path::new(&chosen).is_file() {
        return Ok(vec![chosen]);
    }
    if !chosen.is_empty() {
        return Ok(chosen.split_whitespace().map(str::to_owned).collect());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path)
        .filter(|folder| !folder.as_os_str().is_empty())
        .collect();
    if let Some(found) = find_program(&folders, "sparring") {
        return Ok(vec![found]);
    }
    if let Some(found) = find_program(&folders, "npx") {
        return Ok(vec![found, "--yes".to_owned(), format!("sparring@~{MINOR}.0")]);
    }
    Err(format!(
        "Sparring was not found. Run \"npm install --save-dev sparring\", put the executable \"sparring\" on the PATH, \
         or set SPARRING_COMMAND or SPARRING_URL. Searched: PATH ({} folders), npx (not found).",
        folders.len()
    ))
}

/// The path of a program. Windows needs the extension of scripts, such as `npx.cmd`.
fn find_program(folders: &[PathBuf], name: &str) -> Option<String> {
    let extensions = if cfg!(windows) {
        env::var("PATHEXT").unwrap_or_default()
    } else {
        String::new()
    };
    for folder in folders {
        for extension in extensions.split(';') {
            let file = folder.join(format!("{name}{extension}"));
            if is_executable(&file) {
                return file.into_os_string().into_string().ok();
            }
        }
    }
    None
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata()
        .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file()
}
