package dev.sparring.junit;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A request of the test. */
public final class Request {
  private final Map<String, Object> raw;
  private final Map<String, Object> request;

  private Request(Map<String, Object> raw) {
    this.raw = raw;
    request = Json.object(raw.get("request"));
  }

  static List<Request> list(Object found) {
    List<?> entries = (List<?>) Json.object(found).get("requests");
    return entries.stream().map(entry -> new Request(Json.object(entry))).toList();
  }

  /** The method, such as GET. */
  public String method() {
    return (String) request.get("method");
  }

  /** The path without the query, as it was sent. */
  public String path() {
    return (String) request.get("path");
  }

  /** The decoded names and values of the query, in their order. */
  public List<Map.Entry<String, String>> query() {
    return pairs("query");
  }

  /** The header fields, in their order. */
  public List<Map.Entry<String, String>> headers() {
    return pairs("headers");
  }

  /** The values of a header, whose name has any case. */
  public List<String> headers(String name) {
    return headers().stream().filter(field -> field.getKey().equalsIgnoreCase(name)).map(Map.Entry::getValue).toList();
  }

  /** The first value of a header, whose name has any case; null if there is none. */
  public String header(String name) {
    return headers(name).stream().findFirst().orElse(null);
  }

  /** The exact content. */
  public byte[] body() {
    if (!(request.get("body") instanceof Map<?, ?> body)) return new byte[0];
    return body.get("base64") instanceof String base64
        ? Base64.getDecoder().decode(base64)
        : String.valueOf(body.get("text")).getBytes(StandardCharsets.UTF_8);
  }

  /** The content as UTF-8. */
  public String text() {
    return new String(body(), StandardCharsets.UTF_8);
  }

  /** The content as maps, lists, texts, numbers, booleans and null. */
  public Object json() {
    return Json.parse(text());
  }

  /** The status of the response; 0 while it is in progress. */
  public int status() {
    return raw.get("response") instanceof Map<?, ?> response ? ((Number) response.get("status")).intValue() : 0;
  }

  /** The entry of the journal. */
  public Map<String, Object> raw() {
    return raw;
  }

  /** Headers can be credentials, and are not part of the text. */
  @Override
  public String toString() {
    return method() + " " + path() + " " + status();
  }

  private List<Map.Entry<String, String>> pairs(String name) {
    List<?> pairs = (List<?>) request.get(name);
    return pairs.stream().map(pair -> (List<?>) pair)
        .map(pair -> Map.entry((String) pair.get(0), (String) pair.get(1))).toList();
  }
}
