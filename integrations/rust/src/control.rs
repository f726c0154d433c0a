use std::env;
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;

use crate::process::{Process, MINOR, VERSION};
use crate::text;

const PROTOCOL: u64 = 1;

/// A server that this process has started, or that `SPARRING_URL` names.
pub(crate) struct Server {
    pub(crate) url: String,
    pub(crate) ca_pem: Option<String>,
    control: String,
    token: Option<String>,
    process: Option<Process>,
}

/// Never dropped: the operating system closes the input of the process, which ends it.
static SHARED: OnceLock<Result<Server, String>> = OnceLock::new();

impl Server {
    /// The server of this process. A failed start is not repeated.
    pub(crate) fn shared() -> Result<&'static Server, String> {
        SHARED.get_or_init(Server::find).as_ref().map_err(String::clone)
    }

    fn find() -> Result<Server, String> {
        let url = env::var("SPARRING_URL").unwrap_or_default();
        let url = url.trim_end_matches('/');
        if !url.is_empty() {
            return attach(url);
        }
        let mut process = Process::start()?;
        let line = process.read_line();
        match line.and_then(|line| Server::new(&line, "the command")) {
            Ok(mut server) => {
                server.process = Some(process);
                Ok(server)
            }
            Err(error) => {
                process.stop();
                Err(error)
            }
        }
    }

    fn new(content: &[u8], name: &str) -> Result<Server, String> {
        let values: Value = serde_json::from_slice(content).unwrap_or_default();
        let (Some(version), Some(protocol)) = (values["sparring"].as_str(), values["protocol"].as_u64()) else {
            return Err(format!("{name} is no Sparring server, or older than 0.1.0."));
        };
        let url = text(&values["url"]);
        if protocol != PROTOCOL {
            let minor: Vec<&str> = version.split('.').take(2).collect();
            return Err(format!(
                "The crate sparring {VERSION} speaks protocol {PROTOCOL}, the server {version} at {url} speaks {protocol}. \
                 Install the crate sparring {} or the server sparring {MINOR}.",
                minor.join(".")
            ));
        }
        for warning in values["warnings"].as_array().into_iter().flatten() {
            // Not by a macro, whose output is that of the first test and hidden when the test passes.
            let _ = writeln!(io::stderr(), "sparring: {}", text(warning));
        }
        Ok(Server {
            url,
            ca_pem: values["ca"]["pem"].as_str().map(str::to_owned),
            control: text(&values["control"]),
            token: values["token"].as_str().map(str::to_owned),
            process: None,
        })
    }

    /// Calls the control API, and returns the JSON of the response. An error status is an error with its detail.
    pub(crate) fn require(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
        self.wait(method, path, body, Duration::from_secs(1))
    }

    /// The same for a call for which the server may wait.
    pub(crate) fn wait(
        &self,
        method: &str,
        path: &str,
        body: Option<&Value>,
        within: Duration,
    ) -> Result<Value, String> {
        let url = format!("{}{path}", self.control);
        let (status, content) = send(method, &url, self.token.as_deref(), body, within).map_err(|error| {
            let end = self.process.as_ref().and_then(Process::describe_end);
            end.unwrap_or_else(|| format!("The server at {} did not respond: {error}", self.url))
        })?;
        if status >= 400 {
            return Err(detail_of(status, &content));
        }
        Ok(serde_json::from_slice(&content).unwrap_or_default())
    }
}

fn attach(url: &str) -> Result<Server, String> {
    let token = match (
        env::var("SPARRING_CONTROL_TOKEN"),
        env::var("SPARRING_CONTROL_TOKEN_FILE"),
    ) {
        (Ok(token), _) if !token.is_empty() => Some(token),
        (_, Ok(file)) if !file.is_empty() => {
            let content = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
            Some(content.trim().to_owned())
        }
        _ => None,
    };
    let connection = format!("{url}/_sparring/connection");
    let (status, content) = send("GET", &connection, token.as_deref(), None, Duration::ZERO)
        .map_err(|error| format!("The server at {url} did not respond: {error}"))?;
    let rejected = || format!("The server at {url} rejects the call: {}", detail_of(status, &content));
    match status {
        404 => Err(format!("{url} is no Sparring server, or older than 0.1.0.")),
        401 | 403 => Err(format!("{} Set SPARRING_CONTROL_TOKEN.", rejected())),
        400.. => Err(rejected()),
        _ => Server::new(&content, url).map(|server| Server { token, ..server }),
    }
}

/// Sends one request on a connection of its own. The control API sends the length of each response.
fn send(
    method: &str,
    url: &str,
    token: Option<&str>,
    body: Option<&Value>,
    within: Duration,
) -> io::Result<(u16, Vec<u8>)> {
    let invalid = |text: &str| io::Error::new(io::ErrorKind::InvalidData, text);
    let rest = url
        .strip_prefix("http://")
        .ok_or_else(|| invalid("the URL must begin with http://"))?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let name = if host.contains(':') {
        host.to_owned()
    } else {
        format!("{host}:80")
    };
    let mut stream = connect(&name)?;
    stream.set_read_timeout(Some(within + Duration::from_secs(10)))?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let authorization = token
        .map(|token| format!("Authorization: Bearer {token}\r\n"))
        .unwrap_or_default();
    let length = body.len();
    let request = format!(
        "{method} /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{authorization}Content-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes())?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response)?;
    let end = response.windows(4).position(|bytes| bytes == b"\r\n\r\n");
    let end = end.ok_or_else(|| invalid("the response has no end of its headers"))?;
    let head = String::from_utf8_lossy(&response[..end]).into_owned();
    let status = head.get(9..12).and_then(|code| code.parse().ok());
    let content = response.split_off(end + 4);
    let mut fields = head.lines().filter_map(|line| line.split_once(':'));
    let length = fields.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let length = length.and_then(|(_, length)| length.trim().parse().ok());
    if length.unwrap_or(0) != content.len() {
        return Err(invalid("the response has another length than its content"));
    }
    Ok((status.ok_or_else(|| invalid("the response has no status"))?, content))
}

fn connect(name: &str) -> io::Result<TcpStream> {
    let mut result = Err(io::Error::new(io::ErrorKind::NotFound, "the host has no address"));
    for address in name.to_socket_addrs()? {
        result = TcpStream::connect_timeout(&address, Duration::from_secs(5));
        if result.is_ok() {
            break;
        }
    }
    result
}

fn detail_of(status: u16, content: &[u8]) -> String {
    let problem: Value = serde_json::from_slice(content).unwrap_or_default();
    problem["detail"]
        .as_str()
        .map_or_else(|| format!("status {status}"), str::to_owned)
}
