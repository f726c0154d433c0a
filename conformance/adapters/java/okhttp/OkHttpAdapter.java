import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import okhttp3.MediaType;
import okhttp3.OkHttp;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;

/** OkHttp, with a client for each session. It keeps no cookies by default, and its user answers challenges. */
class OkHttpAdapter implements Protocol.Session {
    public static void main(String[] args) throws Exception {
        Protocol.serve("okhttp", OkHttp.VERSION, List.of("redirects", "stream", "ca", "abort", "raw-fields"), OkHttpAdapter::new);
    }

    private final OkHttpClient client = new OkHttpClient();

    @Override
    public void run(Protocol.Request q, Protocol.Outcome out) throws Exception {
        OkHttpClient.Builder options = client.newBuilder().callTimeout(Duration.ofMillis(q.timeoutMs()));
        options.followRedirects(q.followsRedirects());
        Request.Builder builder = new Request.Builder().url(q.url());
        for (String[] field : q.headers()) builder.addHeader(field[0], field[1]);
        byte[] content = q.content();
        boolean mustHaveContent = q.method().equals("POST") || q.method().equals("PUT") || q.method().equals("PATCH");
        builder.method(q.method(), q.isStream() ? new Stream(content)
            : content != null ? RequestBody.create(content)
            : mustHaveContent ? RequestBody.create(new byte[0]) : null);
        try (Response response = options.build().newCall(builder.build()).execute()) {
            List<String[]> headers = new ArrayList<>();
            response.headers().forEach(field -> headers.add(new String[] {field.getFirst(), field.getSecond()}));
            out.head(response.code(), headers, response.request().url().toString());
            if (q.abortsAt() == null) out.content(response.body().bytes());
            else {
                InputStream stream = response.body().byteStream();
                stream.readNBytes(q.abortsAt());
                out.error("aborted", "");
            }
        }
    }

    @Override
    public void close() {
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }

    /** Content whose length is not known. */
    private static class Stream extends RequestBody {
        private final byte[] content;

        Stream(byte[] content) { this.content = content; }

        @Override
        public MediaType contentType() { return null; }

        @Override
        public boolean isOneShot() { return true; }

        @Override
        public void writeTo(BufferedSink sink) throws java.io.IOException { sink.write(content); }
    }
}
