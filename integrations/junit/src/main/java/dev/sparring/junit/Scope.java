package dev.sparring.junit;

import java.util.Map;

/** A bin of the server that one test uses. */
final class Scope {
  final Server server;
  final String key;
  final String url;
  private final String tlsUrl;
  volatile boolean allowsUnmatched;
  private String report;

  Scope(Server server, String name) {
    this.server = server;
    String bounded = name.substring(0, Math.min(name.length(), 1000));
    Map<String, Object> values = Json.object(server.require("POST", "/bins", Map.of("name", bounded)));
    key = (String) values.get("key");
    url = (String) values.get("url");
    tlsUrl = (String) values.get("tlsUrl");
  }

  String tlsUrl() {
    server.ca();
    return tlsUrl;
  }

  /** Verifies and removes the scope. Returns the findings; an empty text if there are none. */
  String end(boolean failed) {
    try {
      Map<String, Object> body = Map.of("failed", failed, "unmatched", !allowsUnmatched);
      Map<String, Object> values = Json.object(server.require("POST", "/bins/" + key + "/end", body));
      report = (String) values.get("report");
      return (String) values.get("detail");
    } catch (SparringException error) {
      report = error.getMessage();
      return report;
    }
  }

  /** The findings and the requests of the test as text, after the end. */
  String report() {
    return report;
  }
}
