import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kohsuke.github.GHAuthorization;
import org.kohsuke.github.GHMyself;
import org.kohsuke.github.GitHub;
import org.kohsuke.github.GitHubBuilder;

/** github-api 1.115: one task a run, its outcome as JSON. */
public class Client {
  private static final String CLIENT_ID = System.getenv("CLIENT_ID");
  private static final String CLIENT_SECRET = System.getenv("CLIENT_SECRET");

  public static void main(String[] args) throws IOException {
    Object outcome =
        switch (args[0]) {
          case "sign-in" -> signIn();
          case "get-or-create" -> getOrCreate();
          case "family" -> family();
          case "token-in-path" -> tokenInPath();
          default -> throw new IllegalArgumentException(args[0]);
        };
    System.out.println(new ObjectMapper().writeValueAsString(outcome));
  }

  private static Object signIn() throws IOException {
    GHAuthorization made = asUser().createToken(List.of("user"), "github-api", null, Client::ask);
    GitHub github = builder().withOAuthToken(made.getToken()).build();
    GHMyself user = github.getMyself();
    // What the OAuth plugin of Jenkins calls on each login.
    user.getAllOrganizations();
    github.getMyTeams();
    return Map.of("token", made.getToken(), "login", github.getUser(user.getLogin()).getLogin());
  }

  private static Object getOrCreate() throws IOException {
    List<Object> answers = new ArrayList<>();
    for (int i = 0; i < 2; i++)
      answers.add(view(asUser().createOrGetAuth(CLIENT_ID, CLIENT_SECRET, List.of("user"), null, null)));
    return Map.of("answers", answers);
  }

  private static Object family() throws IOException {
    GitHub user = asUser();
    GHAuthorization made = user.createToken(List.of("gist"), "github-api", null);
    List<Long> listed = new ArrayList<>();
    for (GHAuthorization each : user.listMyAuthorizations()) listed.add(each.getId());
    user.deleteAuth(made.getId());
    boolean again = isFound(() -> user.deleteAuth(made.getId()));
    return Map.of("id", made.getId(), "listed", listed, "again", again);
  }

  private static Object tokenInPath() throws IOException {
    GHAuthorization made = asUser().createOrGetAuth(CLIENT_ID, CLIENT_SECRET, List.of("user"), null, null);
    GitHub application = builder().withPassword(CLIENT_ID, CLIENT_SECRET).build();
    GHAuthorization checked = application.checkAuth(CLIENT_ID, made.getToken());
    GHAuthorization renewed = application.resetAuth(CLIENT_ID, made.getToken());
    boolean old = isFound(() -> application.checkAuth(CLIENT_ID, made.getToken()));
    return Map.of("made", view(made), "checked", view(checked), "renewed", view(renewed), "after", List.of(old));
  }

  private static Map<String, Object> view(GHAuthorization authorization) {
    return Map.of("id", authorization.getId(), "token", authorization.getToken());
  }

  private static GitHub asUser() throws IOException {
    return builder().withPassword(System.getenv("LOGIN"), System.getenv("PASSWORD")).build();
  }

  private static GitHubBuilder builder() {
    return new GitHubBuilder().withEndpoint(System.getenv("BASE"));
  }

  private static String ask() {
    System.err.print("code: ");
    System.err.flush();
    try {
      return new BufferedReader(new InputStreamReader(System.in)).readLine().strip();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private interface Call {
    void run() throws IOException;
  }

  private static boolean isFound(Call call) throws IOException {
    try {
      call.run();
      return true;
    } catch (FileNotFoundException error) {
      return false;
    }
  }
}
