import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.util.Timeout;
import org.apache.hc.core5.util.VersionInfo;

/** Apache HttpClient 5, with a client for each session, which keeps cookies and repeats failed requests by default. */
class HttpClient5Adapter implements Protocol.Session {
    public static void main(String[] args) throws Exception {
        VersionInfo version = VersionInfo.loadVersionInfo("org.apache.hc.client5", HttpClients.class.getClassLoader());
        List<String> supports = List.of("redirects", "max-redirects", "cookies", "auth", "auth-digest", "stream", "ca", "expect", "abort", "raw-fields");
        Protocol.serve("Apache HttpClient", version.getRelease(), supports, HttpClient5Adapter::new);
    }

    private final CloseableHttpClient client = HttpClients.createDefault();
    private final HttpClientContext context = HttpClientContext.create();

    @Override
    @SuppressWarnings("deprecation")
    public void run(Protocol.Request q, Protocol.Outcome out) throws Exception {
        HttpUriRequestBase request = new HttpUriRequestBase(q.method(), URI.create(q.url()));
        Timeout timeout = Timeout.ofMilliseconds(q.timeoutMs());
        RequestConfig.Builder options = RequestConfig.custom().setConnectTimeout(timeout).setResponseTimeout(timeout);
        options.setRedirectsEnabled(q.followsRedirects()).setExpectContinueEnabled(q.isTrue("expect"));
        if (q.maxRedirects() != null) options.setMaxRedirects(q.maxRedirects());
        request.setConfig(options.build());
        for (String[] field : q.headers()) request.addHeader(field[0], field[1]);
        if (q.user() != null) {
            BasicCredentialsProvider credentials = new BasicCredentialsProvider();
            credentials.setCredentials(new AuthScope(HttpHost.create(URI.create(q.url()))), new UsernamePasswordCredentials(q.user(), q.password().toCharArray()));
            context.setCredentialsProvider(credentials);
        }
        byte[] content = q.content();
        if (q.isStream()) request.setEntity(new InputStreamEntity(new ByteArrayInputStream(content), -1, null));
        else if (content != null) request.setEntity(new ByteArrayEntity(content, (ContentType) null));
        client.execute(request, context, response -> {
            List<String[]> headers = new ArrayList<>();
            for (var field : response.getHeaders()) headers.add(new String[] {field.getName(), field.getValue()});
            out.head(response.getCode(), headers, null);
            if (q.abortsAt() != null) {
                InputStream stream = response.getEntity().getContent();
                stream.readNBytes(q.abortsAt());
                request.cancel();
                out.error("aborted", "");
                return null;
            }
            byte[] bytes = response.getEntity() == null ? new byte[0] : EntityUtils.toByteArray(response.getEntity());
            out.content(bytes);
            return null;
        });
    }

    @Override
    public void close() throws Exception {
        client.close();
    }
}
