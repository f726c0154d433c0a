package contract;

import dev.sparring.junit.Sparring;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The client of the tests. */
final class Client {
  private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Client() {}

  record Response(int status, byte[] body, java.net.http.HttpHeaders headers) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /** Whether the URL of a part of the server has a path, because the server opens no ports for bins. */
  static boolean hasPath(Sparring sparring) {
    return sparring.url().contains("/bin/");
  }

  static Response get(String url) throws IOException, InterruptedException {
    return send("GET", url, new byte[0]);
  }

  static Response send(String method, String url, byte[] body, String... headers) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10))
        .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
    if (headers.length > 0) request.headers(headers);
    HttpResponse<byte[]> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    return new Response(response.statusCode(), response.body(), response.headers());
  }
}
