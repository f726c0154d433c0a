import java.io.ByteArrayInputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.Authentication;
import org.eclipse.jetty.client.BasicAuthentication;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.DigestAuthentication;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.InputStreamRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.util.Jetty;

/** The client of Jetty, with a client for each session, which keeps cookies by default. */
class JettyAdapter implements Protocol.Session {
    public static void main(String[] args) throws Exception {
        List<String> supports = List.of("redirects", "max-redirects", "cookies", "auth", "auth-digest", "stream", "ca", "raw-fields");
        Protocol.serve("jetty-client", Jetty.VERSION, supports, JettyAdapter::new);
    }

    private final HttpClient client = new HttpClient();

    JettyAdapter() {
        try {
            client.start();
        } catch (Exception thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    @Override
    public void run(Protocol.Request q, Protocol.Outcome out) throws Exception {
        if (q.maxRedirects() != null) client.setMaxRedirects(q.maxRedirects());
        client.setConnectTimeout(q.timeoutMs());
        Request request = client.newRequest(q.url()).method(q.method());
        request.timeout(q.timeoutMs(), TimeUnit.MILLISECONDS).followRedirects(q.followsRedirects());
        for (String[] field : q.headers()) request.headers(fields -> fields.add(field[0], field[1]));
        if (q.user() != null)
            client.getAuthenticationStore().addAuthentication(q.isDigest()
                ? new DigestAuthentication(URI.create(q.url()), Authentication.ANY_REALM, q.user(), q.password())
                : new BasicAuthentication(URI.create(q.url()), Authentication.ANY_REALM, q.user(), q.password()));
        byte[] content = q.content();
        if (q.isStream()) request.body(new InputStreamRequestContent(new ByteArrayInputStream(content)));
        else if (content != null) request.body(new BytesRequestContent(content));
        ContentResponse response = request.send();
        List<String[]> headers = new ArrayList<>();
        response.getHeaders().forEach(field -> headers.add(new String[] {field.getName(), field.getValue() == null ? "" : field.getValue()}));
        out.head(response.getStatus(), headers, response.getRequest().getURI().toString());
        out.content(response.getContent());
    }

    @Override
    public void close() throws Exception {
        client.stop();
    }
}
