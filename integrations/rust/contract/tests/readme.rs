use std::time::Duration;

use contract::fetch_name;
use sparring::{Sparring, Step};

#[test]
fn repeats_after_an_error() {
    let sparring = Sparring::start();
    sparring.respond("GET /users/1", [Step::status(503), Step::text("Mona")]);
    let client = reqwest::blocking::Client::new();
    assert_eq!(fetch_name(&client, sparring.url(), 1).unwrap(), "Mona");
    assert_eq!(sparring.next("GET /users/1", Duration::from_secs(2)).status(), 503);
    sparring.expect_none("DELETE /{rest*}", Duration::from_millis(200));
}
