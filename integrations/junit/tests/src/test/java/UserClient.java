import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** The client under test of the README: it repeats a request after an error of the server. */
final class UserClient {
  private final String base;

  UserClient(String base) {
    this.base = base;
  }

  String name(int id) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/users/" + id)).build();
    for (int attempt = 0; attempt < 3; attempt++)
      try {
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() < 500) return response.body().replaceAll(".*\"name\": ?\"([^\"]*)\".*", "$1");
      } catch (IOException | InterruptedException error) {
        throw new IllegalStateException(error);
      }
    throw new IllegalStateException("the server has errors");
  }
}
