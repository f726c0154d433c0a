//! The client under test of the README.

/// Returns the name of a user. It repeats a request after an error of the server.
pub fn fetch_name(client: &reqwest::blocking::Client, base: &str, id: u32) -> reqwest::Result<String> {
    loop {
        let response = client.get(format!("{base}/users/{id}")).send()?;
        if !response.status().is_server_error() {
            return response.text();
        }
    }
}
