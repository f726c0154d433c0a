package dev.sparring.junit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/** A server that this process has started, or that SPARRING_URL names. */
@SuppressWarnings("deprecation") // Before 5.13, JUnit closes no other values of a store.
final class Server implements Store.CloseableResource, AutoCloseable {
  static final String VERSION = "0.1.0";
  static final String MINOR = minor(VERSION);
  private static final long PROTOCOL = 1;

  // Without proxy, redirects, cookies and credentials, whatever the defaults of the process are.
  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
      .connectTimeout(Duration.ofSeconds(5)).proxy(HttpClient.Builder.NO_PROXY).build();
  private final ServerProcess process;
  private final Map<String, Object> connection;

  Server() {
    String url = System.getenv("SPARRING_URL");
    boolean isRunning = url != null && !url.isEmpty();
    process = isRunning ? null : new ServerProcess(Command.find());
    try {
      connection = isRunning ? attach(url.replaceAll("/+$", "")) : check(process.readObject(), "the command");
    } catch (RuntimeException failure) {
      close();
      throw failure;
    }
    ((Iterable<?>) connection.get("warnings")).forEach(warning -> System.err.println("sparring: " + warning));
  }

  @Override
  public void close() {
    if (process != null) process.end();
  }

  /** The process of the server; null if SPARRING_URL names it. */
  Long pid() {
    return (Long) connection.get("pid");
  }

  String url() {
    return (String) connection.get("url");
  }

  /** The authority of the server. */
  Map<String, Object> ca() {
    if (connection.get("ca") == null || connection.get("tlsUrl") == null)
      throw new SparringException("The server at " + url() + " has no TLS; start it with --tls-port 0.");
    return Json.object(connection.get("ca"));
  }

  /** The status and the JSON of a response of the control API. */
  record Response(int status, Object content) {
    /** The sentence of an error. */
    String detail() {
      return content instanceof Map<?, ?> error && error.get("detail") instanceof String text ? text : "status " + status;
    }

    /** The content. Throws the sentence of an error status. */
    Object require() {
      if (status >= 400) throw new SparringException(detail());
      return content;
    }
  }

  /** Calls the control API. Throws the sentence of an error status. */
  Object require(String method, String path, Object body) {
    return call(method, path, body, Duration.ZERO).require();
  }

  /** Calls the control API, which may wait for the time. */
  Response call(String method, String path, Object body, Duration within) {
    try {
      return send(connection.get("control") + path, (String) connection.get("token"), method, body, within);
    } catch (IOException error) {
      String end = process == null ? null : process.describeEnd();
      throw new SparringException(end != null ? end : "The server at " + url() + " did not respond: " + error);
    }
  }

  private Response send(String url, String token, String method, Object body, Duration within) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(within.plusSeconds(10));
    if (token != null) request.header("Authorization", "Bearer " + token);
    request.header("Content-Type", "application/json").method(method,
        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(Json.write(body)));
    try {
      HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Response(response.statusCode(), response.body().isEmpty() ? null : Json.parse(response.body()));
    } catch (IllegalArgumentException noJson) {
      throw new IOException("its response is no JSON");
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new SparringException("The thread was interrupted during a call of the server.");
    }
  }

  private Map<String, Object> attach(String url) {
    Response response;
    try {
      String token = System.getenv("SPARRING_CONTROL_TOKEN");
      String file = System.getenv("SPARRING_CONTROL_TOKEN_FILE");
      if (token == null && file != null) token = Files.readString(Path.of(file)).strip();
      response = send(url + "/_sparring/connection", token, "GET", null, Duration.ZERO);
    } catch (IOException error) {
      throw new SparringException("The server at " + url + " did not respond: " + error);
    }
    if (response.status() < 400 && response.content() instanceof Map<?, ?>) return check(Json.object(response.content()), url);
    if (response.status() < 400 || response.status() == 404) throw noServer(url);
    throw new SparringException("The server at " + url + " rejects the call: " + response.detail()
        + (response.status() == 401 || response.status() == 403 ? " Set SPARRING_CONTROL_TOKEN." : ""));
  }

  private static Map<String, Object> check(Map<String, Object> values, String name) {
    if (!(values.get("protocol") instanceof Long protocol && values.get("sparring") instanceof String version))
      throw noServer(name);
    if (protocol == PROTOCOL) return values;
    // Without a format, whose digits would be those of the locale.
    throw new SparringException("sparring-junit " + VERSION + " speaks protocol " + PROTOCOL + ", the server " + version + " at "
        + values.getOrDefault("url", name) + " speaks " + protocol + ". Install sparring-junit " + minor(version)
        + " or sparring " + MINOR + ".");
  }

  private static SparringException noServer(String name) {
    return new SparringException(name + " is no Sparring server, or older than 0.1.0.");
  }

  private static String minor(String version) {
    return version.replaceFirst("^(\\d+\\.\\d+).*", "$1");
  }
}
