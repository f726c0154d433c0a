package dev.sparring.junit;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * The server, with the requests, rules and faults of one test.
 *
 * <p>A {@code match} is text such as {@code "GET /users/{id}"}, a map or a record with the members of a match, or null for all
 * requests of the test. A wait takes real time.
 */
public final class Sparring {
  private static final Duration NEXT = Duration.ofSeconds(2);
  private static final Duration NONE = Duration.ofMillis(200);
  private final Scope scope;
  private final String url;

  Sparring(Scope scope, String url) {
    this.scope = scope;
    this.url = url;
  }

  /** The base of the URLs of the test, without a slash at the end. */
  public String url() {
    return url;
  }

  /** Responds to requests that match. The steps are sent in order, and the last is repeated; without any, status 200. */
  public Rule respond(Object match, Step... steps) {
    return add(match, "respond", steps.length == 0 ? Map.of() : Arrays.stream(steps).map(Step::members).toList(), 0);
  }

  /** Applies a fault by its name, such as {@code "reset@headers"}, to one request. */
  public Rule fault(String name, Object match) {
    return fault(name, match, 1);
  }

  /** Applies a fault to a number of requests; 0 for all. */
  public Rule fault(String name, Object match, int count) {
    return add(match, "fault", name, count);
  }

  /** Delays the responses to requests that match. */
  public Rule delay(Duration delay, Object match) {
    return add(match, "delay", seconds(delay), 0);
  }

  /** All requests of the test so far, the oldest first. */
  public List<Request> requests() {
    return requests(null);
  }

  /** All requests so far that match, the oldest first. */
  public List<Request> requests(Object match) {
    Map<String, Object> body = select(match);
    body.put("count", Map.of("min", 0));
    return Request.list(scope.server.require("POST", "/requests/verify?secrets=show", body));
  }

  /** Takes the oldest request that matches and has not been taken yet. Fails if there is none within 2 seconds. */
  public Request next(Object match) {
    return next(match, NEXT);
  }

  /** Takes the oldest request that matches and has not been taken yet. Fails if there is none in time. */
  public Request next(Object match, Duration within) {
    Map<String, Object> body = select(match);
    body.put("consume", true);
    return Request.list(await(body, within)).get(0);
  }

  /** Fails at the first request that matches, also an earlier one. Otherwise waits for 200 milliseconds. */
  public void expectNone(Object match) {
    expectNone(match, NONE);
  }

  /** Fails at the first request that matches, also an earlier one. Otherwise waits for the time. */
  public void expectNone(Object match, Duration within) {
    Map<String, Object> body = select(match);
    body.put("count", 0);
    await(body, within);
  }

  /** Requests that match no rule do not fail the test. */
  public void allowUnmatched() {
    scope.allowsUnmatched = true;
  }

  /** The latest requests as text, without credentials. */
  public String report() {
    return (String) Json.object(scope.server.require("GET", "/bins/" + scope.key + "/report", null)).get("report");
  }

  /**
   * Calls the control API, such as {@code control("GET", "/clock", null)}. Returns maps, lists, texts, numbers, booleans and
   * null. Throws {@link SparringException} for an error status.
   */
  public Object control(String method, String path, Object json) {
    return scope.server.require(method, path, json);
  }

  /** The authority of the server, as text in PEM. */
  public String caPem() {
    return (String) scope.server.ca().get("pem");
  }

  /** The file with the authority, on the machine of the server. */
  public Path caPath() {
    return Path.of((String) scope.server.ca().get("path"));
  }

  /** A trust manager that trusts the server, and nothing else. */
  public X509TrustManager trustManager() {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      byte[] pem = caPem().getBytes(StandardCharsets.UTF_8);
      store.setCertificateEntry(
          "sparring", CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem)));
      TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return (X509TrustManager) factory.getTrustManagers()[0];
    } catch (GeneralSecurityException | java.io.IOException error) {
      throw new IllegalStateException(error);
    }
  }

  /** A context with {@link #trustManager()}. */
  public SSLContext sslContext() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {trustManager()}, null);
      return context;
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  @Override
  public String toString() {
    return "Sparring " + url;
  }

  void remove(String id) {
    control("DELETE", "/rules/" + id + "?bin=" + scope.key, null);
  }

  private Rule add(Object match, String effect, Object value, int count) {
    Map<String, Object> body = select(match);
    body.put(effect, value);
    if (count > 0) body.put("count", count);
    List<?> rules = (List<?>) Json.object(control("POST", "/rules", body)).get("rules");
    return new Rule(this, scope.key, (String) Json.object(rules.get(0)).get("id"));
  }

  private Object await(Map<String, Object> body, Duration within) {
    body.put("within", seconds(within));
    Server.Response response = scope.server.call("POST", "/requests/await?secrets=show", body, within);
    if (response.status() == 408 || response.status() == 409) throw new AssertionError(response.detail());
    return response.require();
  }

  private Map<String, Object> select(Object match) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("bin", scope.key);
    if (match != null) body.put("match", match);
    return body;
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }
}
