package dev.sparring.junit;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A response. */
public final class Step {
  private final Map<String, Object> members;

  private Step(Map<String, Object> members) {
    this.members = members;
  }

  /** A response without content. */
  public static Step status(int status) {
    return new Step(Map.of("status", status));
  }

  /** A response with text that is JSON already, or with a map, a list, a record, a number or a boolean as JSON. */
  public static Step json(Object value) {
    return new Step(value instanceof String ? Map.of("body", value, "type", "application/json") : Map.of("json", value));
  }

  /** A response with text. */
  public static Step text(String text) {
    return new Step(Map.of("body", text));
  }

  /** A response with any bytes. */
  public static Step bytes(byte[] bytes) {
    return new Step(Map.of("base64", Base64.getEncoder().encodeToString(bytes)));
  }

  /** A copy with one more header. */
  public Step header(String name, String value) {
    List<Object> headers = new ArrayList<>(members.get("headers") instanceof List<?> before ? before : List.of());
    headers.add(List.of(name, value));
    return with("headers", headers);
  }

  /** A copy with a member of a response of the control API, such as {@code with("status", 201).with("delay", "50ms")}. */
  public Step with(String member, Object value) {
    Map<String, Object> copy = new LinkedHashMap<>(members);
    copy.put(member, value);
    return new Step(copy);
  }

  Map<String, Object> members() {
    return members;
  }
}
