package dev.sparring.junit;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON as maps in their order, lists, texts, numbers, booleans and null, because the JDK has no JSON. */
final class Json {
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";
  private final String text;
  private int position;

  private Json(String text) {
    this.text = text;
  }

  /** Integers are Long, other numbers Double. Throws IllegalArgumentException for text that is no JSON. */
  static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value();
    if (json.peek() != '\0') throw json.invalid();
    return value;
  }

  /** The value as an object. Throws IllegalArgumentException for another value. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) {
    if (value instanceof Map<?, ?>) return (Map<String, Object>) value;
    throw new IllegalArgumentException("no object of JSON: " + value);
  }

  private Object value() {
    switch (peek()) {
      case '{':
        Map<String, Object> members = new LinkedHashMap<>();
        readList('}', () -> {
          String name = string();
          expect(':');
          members.put(name, value());
        });
        return members;
      case '[':
        List<Object> items = new ArrayList<>();
        readList(']', () -> items.add(value()));
        return items;
      case '"':
        return string();
      default:
        return literal();
    }
  }

  private void readList(char end, Runnable readItem) {
    position++;
    for (boolean isFirst = true; !skip(end); isFirst = false) {
      if (!isFirst) expect(',');
      readItem.run();
    }
  }

  private Object literal() {
    int start = position;
    while (position < text.length() && ",]} \t\r\n".indexOf(text.charAt(position)) < 0) position++;
    String word = text.substring(start, position);
    if (word.equals("null")) return null;
    if (word.equals("true") || word.equals("false")) return word.equals("true");
    if (word.matches("-?\\d{1,18}")) return Long.valueOf(word);
    if (word.matches("-?\\d[\\d.eE+-]*")) return Double.valueOf(word);
    throw invalid();
  }

  private String string() {
    StringBuilder found = new StringBuilder();
    expect('"');
    for (char next = take(); next != '"'; next = take()) {
      if (next != '\\') found.append(next);
      else if ((next = take()) != 'u') found.append(ESCAPED.charAt(indexIn(ESCAPES, next)));
      else found.append((char) Integer.parseInt("" + take() + take() + take() + take(), 16));
    }
    return found.toString();
  }

  private int indexIn(String all, char one) {
    int index = all.indexOf(one);
    if (index < 0) throw invalid();
    return index;
  }

  private char take() {
    if (position == text.length()) throw invalid();
    return text.charAt(position++);
  }

  /** The next character after white space; NUL at the end. */
  private char peek() {
    while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) position++;
    return position < text.length() ? text.charAt(position) : '\0';
  }

  private boolean skip(char expected) {
    boolean isNext = peek() == expected;
    if (isNext) position++;
    return isNext;
  }

  private void expect(char expected) {
    if (!skip(expected)) throw invalid();
  }

  private IllegalArgumentException invalid() {
    return new IllegalArgumentException("invalid JSON at character " + position);
  }

  /** Writes maps, collections, arrays of objects, records, numbers, booleans and null; other values as text. */
  static String write(Object value) {
    if (value == null || value instanceof Number || value instanceof Boolean) return String.valueOf(value);
    if (value instanceof Object[] items) return write(Arrays.asList(items));
    if (value instanceof Collection<?> items)
      return items.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
    if (value instanceof Map<?, ?> members)
      return members.entrySet().stream().map(each -> quote(each.getKey().toString()) + ":" + write(each.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    return value instanceof Record members ? write(toMap(members)) : quote(value.toString());
  }

  private static Map<String, Object> toMap(Record members) {
    Map<String, Object> map = new LinkedHashMap<>();
    try {
      for (RecordComponent each : members.getClass().getRecordComponents()) {
        each.getAccessor().setAccessible(true);
        map.put(each.getName(), each.getAccessor().invoke(members));
      }
    } catch (ReflectiveOperationException error) {
      throw new IllegalArgumentException(error);
    }
    return map;
  }

  private static String quote(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char each : text.toCharArray())
      if (each >= ' ' && each != '"' && each != '\\' && !Character.isSurrogate(each)) out.append(each);
      else out.append(String.format("\\u%04x", (int) each));
    return out.append('"').toString();
  }
}
