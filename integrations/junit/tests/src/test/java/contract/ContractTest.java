package contract;

import static contract.Client.get;
import static contract.Client.send;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sparring.junit.Request;
import dev.sparring.junit.Rule;
import dev.sparring.junit.Sparring;
import dev.sparring.junit.SparringExtension;
import dev.sparring.junit.Step;
import dev.sparring.junit.Tls;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import okhttp3.OkHttpClient;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The behaviours of ../../CONTRACT.md, by number. */
@ExtendWith(SparringExtension.class)
class ContractTest {
  private static final String COMMAND = System.getenv("SPARRING_COMMAND");
  private static final String SERVE = "serve --print json --until-stdin-closes";

  /** The command under test as words of a shell. */
  private static String shellWords() {
    return Arrays.stream(COMMAND.replaceAll("^\\[\"|\"\\]$", "").split("\",\"")).map(word -> "'" + word + "'").reduce((a, b) -> a + " " + b).get();
  }

  /** An executable that records its words, and then is the command under test without the first of them. */
  private static Path wrapper(Path folder, String name, int skip) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    String drop = skip == 0 ? "" : "shift " + skip + "\n";
    Files.writeString(file, "#!/bin/sh\necho \"$@\" >>'" + folder + "/words'\n" + drop + "exec " + shellWords() + " \"$@\"\n");
    assertTrue(file.toFile().setExecutable(true));
    return file;
  }

  private static Map<String, String> pathOf(Path program) {
    return Map.of("PATH", program.getParent().toString());
  }

  private static String list(String... words) {
    return Stream.of(words).map(word -> "\"" + word.replace("\\", "\\\\").replace("\"", "\\\"") + "\"").toList().toString();
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /** Whether the processes end in the time. */
  private static boolean end(List<Long> pids, Duration within) throws InterruptedException {
    long limit = System.nanoTime() + within.toNanos();
    while (pids.stream().anyMatch(ContractTest::isAlive) && System.nanoTime() < limit) Thread.sleep(20);
    return pids.stream().noneMatch(ContractTest::isAlive);
  }

  @Test
  void test_01_found_on_path(@TempDir Path folder) throws Exception {
    Inner.Output output = Inner.run(Samples.Passes.class, pathOf(wrapper(folder, "bin/sparring", 0)));
    assertEquals(List.of("one"), output.passed(), output.text());
    assertEquals(SERVE + "\n", Files.readString(folder.resolve("words")));
  }

  @Test
  void test_02_found_by_npx(@TempDir Path folder) throws Exception {
    Inner.Output output = Inner.run(Samples.Passes.class, pathOf(wrapper(folder, "bin/npx", 2)));
    assertEquals(List.of("one"), output.passed(), output.text());
    assertEquals("--yes sparring@~0.1.0 " + SERVE + "\n", Files.readString(folder.resolve("words")));
  }

  @Test
  void test_03_found_by_command(@TempDir Path folder) throws Exception {
    String withSpace = wrapper(folder, "with space/command", 0).toString();
    String other = wrapper(folder, "command", 1).toString();
    for (String command : List.of(withSpace, list(other, "one"), other + " one")) {
      Inner.Output output = Inner.run(Samples.Passes.class, Map.of("SPARRING_COMMAND", command));
      assertEquals(List.of("one"), output.passed(), output.text());
    }
    assertEquals(SERVE + "\none " + SERVE + "\none " + SERVE + "\n", Files.readString(folder.resolve("words")));
  }

  @Test
  void test_04_found_by_url(Sparring sparring) throws Exception {
    Map<?, ?> connection = (Map<?, ?>) sparring.control("GET", "/connection", null);
    Map<String, String> variables = Map.of("SPARRING_URL", connection.get("url") + "/", "PATH", "/nothing",
        "SPARRING_CONTROL_TOKEN", connection.get("token").toString());
    Inner.Output output = Inner.run(Samples.Passes.class, variables);
    assertEquals(List.of("one"), output.passed(), output.text());
    assertEquals(List.of(), output.pids());
    assertEquals(200, get(connection.get("url") + "/get").status());
  }

  @Test
  void test_05_not_found() throws Exception {
    Inner.Output output = Inner.run(Samples.PassesAndFails.class, Map.of("PATH", "/nothing"));
    String expected = "Sparring was not found. Run \"npm install --save-dev sparring\", put the executable \"sparring\" on the PATH, "
        + "or set SPARRING_COMMAND or SPARRING_URL. Searched: PATH (1 folders), npx (not found).";
    assertEquals(List.of(expected, expected), output.lines("MESSAGE ").toList(), output.text());
    // It takes a second, but the process starts slowly beside other tests. The limit of a start is 30 seconds or more.
    assertTrue(output.lines("SECONDS ").allMatch(seconds -> Double.parseDouble(seconds) < 29), output.text());
  }

  @Test
  void test_06_ready_in_time(@TempDir Path folder) throws Exception {
    String command = list("/bin/sh", "-c", "echo $$ >'" + folder + "/pid'; exec sleep 60");
    Inner.Output output = Inner.run(Samples.PassesAndFails.class, Map.of("SPARRING_COMMAND", command, "SPARRING_START_TIMEOUT", "2"));
    assertEquals(2, output.lines("MESSAGE /bin/sh printed no line of JSON in 2 s.").count(), output.text());
    assertFalse(isAlive(Long.parseLong(Files.readString(folder.resolve("pid")).strip())));
  }

  @Test
  void test_07_start_error(Sparring sparring) throws Exception {
    String port = ((Map<?, ?>) sparring.control("GET", "/connection", null)).get("url").toString().replaceAll(".*:", "");
    String command = list("/bin/sh", "-c", "exec " + shellWords() + " \"$@\" --port " + port, "sparring");
    Inner.Output output = Inner.run(Samples.Passes.class, Map.of("SPARRING_COMMAND", command));
    assertEquals(1, output.lines("MESSAGE Port " + port + " ").count(), output.text());
  }

  @Test
  void test_08_version_checked() throws Exception {
    String command = list("/bin/sh", "-c", "echo '{\"sparring\":\"9.8.7\",\"protocol\":99,\"url\":\"http://127.0.0.1:1\"}'");
    Inner.Output output = Inner.run(Samples.Passes.class, Map.of("SPARRING_COMMAND", command));
    assertEquals(List.of("sparring-junit 0.1.0 speaks protocol 1, the server 9.8.7 at http://127.0.0.1:1 speaks 99. "
        + "Install sparring-junit 9.8 or sparring 0.1."), output.lines("MESSAGE ").toList(), output.text());
  }

  @Test
  void test_09_ends_with_run() throws Exception {
    Inner.Output output = Inner.run(Samples.PassesAndFails.class, Map.of());
    assertEquals(List.of(List.of("one"), List.of("two")), List.of(output.passed(), output.failed()), output.text());
    assertFalse(output.pids().isEmpty());
    assertTrue(end(output.pids(), Duration.ofSeconds(2)));
  }

  @Test
  void test_10_ends_when_killed() throws Exception {
    Process run = Inner.start(Samples.Waits.class, Map.of());
    StringBuilder text = new StringBuilder();
    BufferedReader lines = run.inputReader();
    for (String line = lines.readLine(); line != null && !line.equals("END"); line = lines.readLine()) text.append(line).append('\n');
    Inner.Output output = new Inner.Output(text.toString());
    run.destroyForcibly().waitFor();
    long child = output.lines("CHILD ").map(Long::valueOf).findFirst().get();
    assertTrue(isAlive(child));
    assertFalse(output.pids().isEmpty());
    assertTrue(end(output.pids(), Duration.ofSeconds(3)));
    ProcessHandle.of(child).ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void test_11_log_on_failure() throws Exception {
    Inner.Output failed = Inner.run(Samples.PassesAndFails.class, Map.of());
    assertEquals(1, failed.lines("SUPPRESSED 1 request in bin ").count(), failed.text());
    assertEquals(1, failed.lines("Requests of this test (2):").count(), failed.text());
    assertTrue(failed.text().contains("(a slash more at the end)"), failed.text());
    assertTrue(failed.text().contains("GET /get 200"), failed.text());
    Inner.Output killed = Inner.run(Samples.KillsServer.class, Map.of());
    assertEquals(2, killed.lines("MESSAGE The server has ended with exit code 137.").count(), killed.text());
  }

  @Test
  void test_12_own_scope() throws Exception {
    Inner.Output output = Inner.run(Samples.Fifty.class, Map.of());
    assertEquals(50, output.passed().size(), output.text());
    assertEquals(List.of(), output.failed());
  }

  @Test
  void test_13_scope_ends() throws Exception {
    Inner.Output output = Inner.run(Samples.TwoInOrder.class, Map.of());
    assertEquals(List.of("one", "two"), output.passed(), output.text());
  }

  record User(String name, List<Integer> numbers) {}

  @Test
  void test_14_respond(Sparring sparring) throws Exception {
    sparring.respond("GET /a", Step.json("[1, null]").with("status", 201).header("X-One", "a").header("X-One", "b"));
    sparring.respond("GET /b", Step.text("é"));
    sparring.respond("GET /c", Step.bytes(new byte[] {-1, 0}));
    sparring.respond("GET /d", Step.json(new User("Mona \"é\n", List.of(1, 2))));
    sparring.respond(Map.of("method", "GET", "path", "/e"), Step.json(Map.of("a", List.of(true))));
    sparring.respond("GET /f");
    // The client joins an absolute path, which leaves a URL with a path.
    String path = Client.hasPath(sparring) ? "../a" : "/a";
    Client.Response one = get(URI.create(sparring.url() + "/base/").resolve(path).toString());
    assertEquals(List.of(201, "[1, null]"), List.of(one.status(), one.text()));
    assertEquals(List.of("a", "b"), one.headers().allValues("x-one"));
    assertEquals(List.of("application/json"), one.headers().allValues("content-type"));
    assertEquals("é", get(sparring.url() + "/b").text());
    assertArrayEquals(new byte[] {-1, 0}, get(sparring.url() + "/c").body());
    assertEquals("{\"name\":\"Mona \\\"é\\n\",\"numbers\":[1,2]}", get(sparring.url() + "/d").text());
    assertEquals("{\"a\":[true]}", get(sparring.url() + "/e").text());
    assertEquals(List.of(200, ""), List.of(get(sparring.url() + "/f").status(), get(sparring.url() + "/f").text()));
  }

  @Test
  void test_15_respond_list(Sparring sparring) throws Exception {
    Rule rule = sparring.respond("GET /a", Step.status(503), Step.text("two"), Step.text("three"));
    List<Object> found = new ArrayList<>();
    for (int request = 0; request < 4; request++) {
      Client.Response response = get(sparring.url() + "/a");
      found.add(response.status() == 200 ? response.text() : response.status());
    }
    assertEquals(List.of(503, "two", "three", "three"), found);
    assertEquals(4, rule.requests().size());
    assertEquals(503, rule.next().status());
    rule.remove();
    sparring.allowUnmatched();
    assertEquals(404, get(sparring.url() + "/a").status());
  }

  @Test
  void test_16_fault_and_delay(Sparring sparring) throws Exception {
    sparring.respond("/a", Step.text("x"));
    sparring.fault("reset@headers", "/a");
    assertThrows(IOException.class, () -> send("POST", sparring.url() + "/a", new byte[0]));
    assertEquals(200, send("POST", sparring.url() + "/a", new byte[0]).status());
    sparring.delay(Duration.ofMillis(300), "/a");
    long begun = System.nanoTime();
    assertEquals("x", get(sparring.url() + "/a").text());
    assertTrue(System.nanoTime() - begun >= 300e6);
  }

  @Test
  void test_17_requests(Sparring sparring) throws Exception {
    sparring.respond("/{rest*}", Step.text("x"));
    byte[] bytes = {-1, -2};
    send("POST", sparring.url() + "/a?q=1&q=%202", bytes, "X-One", "a", "X-One", "b");
    send("PUT", sparring.url() + "/b", "{\"a\": [1, 2.5, null, \"\\u00e9\"]}".getBytes(StandardCharsets.UTF_8));
    List<Request> all = sparring.requests();
    assertEquals(2, all.size());
    assertEquals(List.of("POST", "/a", 200), List.of(all.get(0).method(), all.get(0).path(), all.get(0).status()));
    assertEquals(List.of(Map.entry("q", "1"), Map.entry("q", " 2")), all.get(0).query());
    assertEquals(List.of("a", "b"), all.get(0).headers("x-oNE"));
    assertEquals(URI.create(sparring.url()).getAuthority(), all.get(0).header("host"));
    assertNull(all.get(0).header("X-Two"));
    assertArrayEquals(bytes, all.get(0).body());
    assertEquals(Arrays.asList(1L, 2.5, null, "é"), ((Map<?, ?>) all.get(1).json()).get("a"));
    assertEquals(List.of("/b"), sparring.requests("PUT /b").stream().map(Request::path).toList());
    assertFalse(all.toString().contains(sparring.url()), all.toString());
  }

  @Test
  void test_18_next(Sparring sparring) throws Exception {
    sparring.respond("/{rest*}", Step.text("x"));
    CompletableFuture<Void> later = CompletableFuture.runAsync(() -> {
      try {
        Thread.sleep(200);
        get(sparring.url() + "/a");
      } catch (Exception error) {
        throw new IllegalStateException(error);
      }
    });
    assertEquals("/a", sparring.next("GET /a").path());
    later.get();
    long begun = System.nanoTime();
    AssertionError failure = assertThrows(AssertionError.class, () -> sparring.next("GET /a", Duration.ofMillis(500)));
    double seconds = (System.nanoTime() - begun) / 1e9;
    assertTrue(failure.getMessage().contains("Waited 500 ms for GET /a"), failure.getMessage());
    assertTrue(seconds >= 0.5 && seconds < 1.5, "" + seconds);
  }

  @Test
  void test_19_expect_none(Sparring sparring) throws Exception {
    sparring.respond("/{rest*}", Step.text("x"));
    long begun = System.nanoTime();
    sparring.expectNone(null);
    assertTrue(System.nanoTime() - begun >= 200e6);
    get(sparring.url() + "/a");
    begun = System.nanoTime();
    AssertionError failure = assertThrows(AssertionError.class, () -> sparring.expectNone("GET /a", Duration.ofSeconds(5)));
    assertTrue(failure.getMessage().contains("/a"), failure.getMessage());
    assertTrue(System.nanoTime() - begun < 4e9);
  }

  @Test
  void test_20_near_misses(Sparring sparring) throws Exception {
    sparring.respond("/{rest*}", Step.text("x"));
    get(sparring.url() + "/users/1/");
    AssertionError failure = assertThrows(AssertionError.class, () -> sparring.next("GET /users/1", Duration.ZERO));
    Map<?, ?> connection = (Map<?, ?>) sparring.control("GET", "/connection", null);
    String bin = sparring.report().replaceAll("(?s).*bin=([\\w.~-]+).*", "$1");
    Client.Response response = send("POST", connection.get("control") + "/requests/await",
        ("{\"bin\":\"" + bin + "\",\"match\":\"GET /users/1\",\"consume\":true,\"within\":0}").getBytes(StandardCharsets.UTF_8),
        "Content-Type", "application/json", "Authorization", "Bearer " + connection.get("token"));
    assertEquals(408, response.status(), response.text());
    // The server names the time that has passed. Its text is in JSON.
    String text = withoutTimes(failure.getMessage().replace("\"", "\\\"").replace("\n", "\\n"));
    assertTrue(withoutTimes(response.text()).contains(text), text + "\n" + response.text());
    assertTrue(text.contains("(a slash more at the end)"), text);
  }

  private static String withoutTimes(String text) {
    return text.replaceAll("\\b[\\d.]+ m?s\\b", "0 ms");
  }

  @Test
  void test_21_unmatched_fails() throws Exception {
    Inner.Output output = Inner.run(Samples.Unmatched.class, Map.of());
    assertEquals(List.of("one"), output.failed(), output.text());
    assertEquals(List.of("three", "two"), output.passed());
    assertEquals(1, output.text().split("\\(a slash more at the end\\)", -1).length - 1, output.text());
    Inner.Output allowed = Inner.run(Samples.AllowsUnmatched.class, Map.of());
    assertEquals(List.of("one"), allowed.passed(), allowed.text());
    Inner.Output beforeAll = Inner.run(Samples.BeforeAllMethod.class, Map.of());
    assertTrue(beforeAll.text().contains("Sparring is a parameter of tests"), beforeAll.text());
  }

  @Test
  void test_22_tls(@Tls Sparring sparring, Sparring plain) throws Exception {
    sparring.respond("GET /a", Step.text("x"));
    String url = sparring.url() + "/a";
    assertTrue(url.startsWith("https://127.0.0.1:"), url);
    SSLContext before = SSLContext.getDefault();
    javax.net.ssl.SSLSocketFactory factory = HttpsURLConnection.getDefaultSSLSocketFactory();

    assertEquals("x", jdk(HttpClient.newBuilder().sslContext(sparring.sslContext()).build(), url));
    assertThrows(SSLException.class, () -> jdk(HttpClient.newHttpClient(), url));

    OkHttpClient trusting = new OkHttpClient.Builder()
        .sslSocketFactory(sparring.sslContext().getSocketFactory(), sparring.trustManager()).build();
    assertEquals("x", okhttp(trusting, url));
    assertThrows(SSLException.class, () -> okhttp(new OkHttpClient(), url));

    assertEquals("x", apache(HttpClients.custom().setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
        .setTlsSocketStrategy(new DefaultClientTlsStrategy(sparring.sslContext())).build()).build(), url));
    assertThrows(SSLException.class, () -> apache(HttpClients.createDefault(), url));

    assertEquals(sparring.caPem(), Files.readString(sparring.caPath()));
    assertEquals(before, SSLContext.getDefault());
    assertEquals(factory, HttpsURLConnection.getDefaultSSLSocketFactory());
    assertNull(System.getProperty("javax.net.ssl.trustStore"));
    // Both URLs are those of one scope.
    assertNotEquals(sparring.url(), plain.url());
    assertEquals(3, plain.requests("GET /a").size());
  }

  private static String jdk(HttpClient client, String url) throws Exception {
    return client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  private static String okhttp(OkHttpClient client, String url) throws IOException {
    try (okhttp3.Response response = client.newCall(new okhttp3.Request.Builder().url(url).build()).execute()) {
      return response.body().string();
    }
  }

  private static String apache(CloseableHttpClient client, String url) throws IOException {
    try (client) {
      return client.execute(new HttpGet(url), response -> EntityUtils.toString(response.getEntity()));
    }
  }

  @Test
  void test_23_nothing_left(@TempDir Path folder) throws Exception {
    Inner.Output output = Inner.run(Samples.Passes.class, Map.of("TMPDIR", folder.toString(), "HOME", folder.toString()));
    assertEquals(List.of("one"), output.passed(), output.text());
    assertEquals(List.of("[]"), output.lines("THREADS ").toList(), output.text());
    assertEquals(List.of("0"), output.lines("CHILDREN ").toList(), output.text());
    assertFalse(output.pids().isEmpty());
    assertTrue(output.pids().stream().noneMatch(ContractTest::isAlive));
    List<String> urls = output.lines("URL ").toList();
    assertEquals(2, urls.size());
    for (String url : urls) assertThrows(ConnectException.class, () -> new Socket("127.0.0.1", URI.create(url).getPort()).close());
    try (Stream<Path> left = Files.walk(folder)) {
      assertEquals(List.of(), left.filter(path -> !path.equals(folder)).toList());
    }
  }

  @Test
  void test_24_token_is_secret(@TempDir Path folder) throws Exception {
    Path command = folder.resolve("command");
    Files.writeString(command, "#!/bin/sh\n" + shellWords() + " \"$@\" --log-level debug --log-requests 2>'" + folder
        + "/log' | tee '" + folder + "/line'\n");
    assertTrue(command.toFile().setExecutable(true));
    Inner.Output output = Inner.run(Samples.PrintsEverything.class, Map.of("SPARRING_COMMAND", command.toString()));
    String log = Files.readString(folder.resolve("log"));
    String token = Files.readString(folder.resolve("line")).replaceAll("(?s).*\"token\":\"([^\"]{32,})\".*", "$1");
    assertTrue(token.matches("[\\w-]+"), token);
    for (String each : List.of("[everything is printed]", "serve --print json", "MESSAGE", "Waited 0 ms", "GET /get 200"))
      assertTrue(output.text().contains(each), output.text());
    assertTrue(log.contains("/get"), log);
    assertFalse((output.text() + log).contains(token));
  }

  @Test
  void test_25_hostile_environment(@TempDir Path home) throws Exception {
    Files.writeString(home.resolve("company.pem"), "COMPANY\n");
    Files.writeString(home.resolve(".netrc"), "machine 127.0.0.1 login mona password secret\n");
    Map<String, String> hostile = new HashMap<>();
    for (String name : List.of("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"))
      hostile.put(name, "http://127.0.0.1:1");
    for (String name : List.of("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")) hostile.put(name, home.resolve("company.pem").toString());
    hostile.putAll(Map.of("NO_PROXY", "", "no_proxy", "", "HOME", home.toString(), "LC_ALL", "tr_TR.UTF-8"));
    // The digits of this locale are not those of ASCII.
    hostile.put("JAVA_TOOL_OPTIONS", "-Duser.language=ar -Duser.country=EG -Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=1 "
        + "-Dhttp.nonProxyHosts=");
    Inner.Output output = Inner.run(Samples.UsesItTwice.class, hostile);
    assertEquals(List.of("one", "two"), output.passed(), output.text());
    String warning = "HTTP_PROXY is set and NO_PROXY does not contain 127.0.0.1.";
    assertEquals(2, output.text().split(Pattern.quote(warning), -1).length, output.text());
    hostile.put("PATH", "/nothing");
    assertTrue(Inner.run(Samples.Passes.class, hostile).text().contains("Searched: PATH (1 folders), npx"));
    hostile.put("PATH", System.getenv("PATH"));
    hostile.put("SPARRING_COMMAND", list("/bin/sh", "-c", "echo '{\"sparring\":\"9.8.7\",\"protocol\":99}'"));
    assertTrue(Inner.run(Samples.Passes.class, hostile).text().contains(" speaks protocol 1, "));
    assertEquals(List.of("one"), Inner.run(Samples.Passes.class, Map.of("HOME", "")).passed());
  }
}
