import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.Authenticator;
import java.net.CookieManager;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** The client of the JDK. {@code java Adapter.java} runs this file; the other adapters in Java compile it for its {@link Protocol}. */
class Adapter {
    public static void main(String[] args) throws Exception {
        List<String> supports = List.of("redirects", "cookies", "auth", "stream", "ca", "expect", "abort", "raw-fields");
        Protocol.serve("java.net.http", Runtime.version().toString(), supports, Jdk::new);
    }
}

/** One session. Whether redirects are followed and the credentials are options of the client, so each combination has one. */
class Jdk implements Protocol.Session {
    private final CookieManager cookies = new CookieManager();
    private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();

    @Override
    public void run(Protocol.Request q, Protocol.Outcome out) throws Exception {
        if (q.isDigest()) {
            out.unsupported("the client has no Digest");
            return;
        }
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(q.url())).timeout(Duration.ofMillis(q.timeoutMs()));
        byte[] content = q.content();
        if (q.method().equals("GET") && content == null) builder.GET();
        else builder.method(q.method(), content == null ? BodyPublishers.noBody()
            : q.isStream() ? BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(content))
            : BodyPublishers.ofByteArray(content));
        for (String[] field : q.headers()) builder.header(field[0], field[1]);
        if (q.isTrue("expect")) builder.expectContinue(true);
        HttpClient client = clients.computeIfAbsent(q.followsRedirects() + q.user() + q.password(), key -> newClient(q));
        if (q.abortsAt() != null) {
            HttpResponse<InputStream> aborted = client.send(builder.build(), BodyHandlers.ofInputStream());
            out.head(aborted.statusCode(), Protocol.pairs(aborted.headers().map()), aborted.uri().toString());
            try (InputStream stream = aborted.body()) {
                stream.readNBytes(q.abortsAt());
            }
            out.error("aborted", "");
            return;
        }
        HttpResponse<byte[]> response = client.send(builder.build(), BodyHandlers.ofByteArray());
        out.head(response.statusCode(), Protocol.pairs(response.headers().map()), response.uri().toString());
        out.content(response.body());
    }

    private HttpClient newClient(Protocol.Request q) {
        HttpClient.Builder builder = HttpClient.newBuilder().cookieHandler(cookies);
        builder.connectTimeout(Duration.ofMillis(q.timeoutMs()));
        if (q.followsRedirects()) builder.followRedirects(HttpClient.Redirect.NORMAL);
        if (q.user() == null) return builder.build();
        return builder.authenticator(new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                // Whom the credentials are for is decided here, by its user.
                URI uri = URI.create(q.url());
                boolean isOrigin = uri.getHost().equals(getRequestingHost()) && uri.getPort() == getRequestingPort();
                return isOrigin ? new PasswordAuthentication(q.user(), q.password().toCharArray()) : null;
            }
        }).build();
    }
}

/** The protocol of adapters: lines of JSON. The client is all that an adapter adds. */
class Protocol {
    interface Session {
        /** Makes one request. What it throws is the error of the outcome. */
        void run(Request request, Outcome outcome) throws Exception;

        default void close() throws Exception {}
    }

    private static final PrintStream OUTPUT = System.out;

    static void serve(String client, String version, List<String> supports, Supplier<Session> open) throws Exception {
        // Lines of the client for its user are no lines of the protocol.
        System.setOut(System.err);
        Map<String, Session> sessions = new ConcurrentHashMap<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            Map<?, ?> message = (Map<?, ?>) new Json(line).read();
            if (message.get("hello") != null) {
                trust((String) message.get("caFile"));
                say(Map.of("hello", 1, "client", client, "version", version, "language", "Java", "parallel", 8, "supports", supports, "versions", versionsBeneath()));
            } else if (message.get("end") != null) {
                Session session = sessions.remove(message.get("end"));
                if (session != null) threads.submit(() -> { session.close(); return null; });
            } else {
                Session session = sessions.computeIfAbsent((String) message.get("session"), name -> open.get());
                threads.submit(() -> say(outcomeOf(session, new Request(message))));
            }
        }
        System.exit(0);
    }

    /** The runtime, whose library has TLS, and the archives of the class path. */
    private static Map<String, Object> versionsBeneath() {
        Map<String, Object> versions = new LinkedHashMap<>();
        versions.put("java", Runtime.version().toString());
        versions.put("vendor", System.getProperty("java.vendor"));
        for (String file : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            String name = Path.of(file).getFileName().toString();
            if (name.matches(".+-\\d[\\w.]*\\.jar"))
                versions.put(name.replaceFirst("-\\d[\\w.]*\\.jar$", ""), name.replaceFirst("^.+?-(\\d[\\w.]*)\\.jar$", "$1"));
        }
        return versions;
    }

    private static Map<String, Object> outcomeOf(Session session, Request request) {
        Outcome outcome = new Outcome();
        outcome.members.put("id", request.message.get("id"));
        try {
            session.run(request, outcome);
        } catch (Throwable thrown) {
            outcome.error(classify(thrown), thrown.toString());
        }
        return outcome.members;
    }

    /** All clients of Java trust what the key store of these properties contains, without an option of their own. */
    private static void trust(String caFile) throws Exception {
        if (caFile == null || !Files.isReadable(Path.of(caFile))) return;
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream pem = new FileInputStream(caFile)) {
            store.setCertificateEntry("sparring", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        Path file = Files.createTempFile("sparring-trust", ".p12");
        file.toFile().deleteOnExit();
        try (FileOutputStream target = new FileOutputStream(file.toFile())) {
            store.store(target, "sparring".toCharArray());
        }
        System.setProperty("javax.net.ssl.trustStore", file.toString());
        System.setProperty("javax.net.ssl.trustStorePassword", "sparring");
        // Classes of TLS take longer to load than the limit of a request.
        SSLContext.getDefault();
    }

    private static String classify(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            String text = each.toString();
            if (text.matches("(?is).*(time-?out|timed out).*")) return "timeout";
            if (text.matches("(?s).*(SSL|CertPath|Certificate).*")) return "tls";
            if (text.matches("(?is).*(redirect|follow-up).*")) return "redirect";
            if (text.matches("(?s).*(Zip|GZIP|inflat).*")) return "decode";
            if (text.matches("(?s).*(UnknownHost|UnresolvedAddress).*")) return "dns";
            if (text.matches("(?s).*(IllegalArgument|URISyntax|InvalidUri).*")) return "invalid-request";
            if (text.matches("(?is).*(protocol|EOF|header|chunk|length|premature|malformed|parse|status|closed).*")) return "protocol";
            if (text.matches("(?is).*connect.*")) return "connection";
        }
        return "other";
    }

    static List<String[]> pairs(Map<String, List<String>> fields) {
        List<String[]> pairs = new ArrayList<>();
        fields.forEach((name, values) -> values.forEach(value -> pairs.add(new String[] {name, value})));
        return pairs;
    }

    private static synchronized void say(Object message) {
        StringBuilder line = new StringBuilder();
        Json.write(message, line);
        OUTPUT.write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8), 0, line.length());
        OUTPUT.flush();
    }

    record Request(Map<?, ?> message) {
        String method() { return (String) message.get("method"); }

        String url() { return (String) message.get("url"); }

        long timeoutMs() { return Math.round(((Number) message.get("timeout")).doubleValue() * 1000); }

        boolean isStream() { return "stream".equals(message.get("bodyKind")); }

        boolean isTrue(String name) { return Boolean.TRUE.equals(message.get(name)); }

        boolean followsRedirects() { return message.get("redirects") instanceof Number || isTrue("redirects"); }

        /** The maximum number of redirects; null for that of the client. */
        Integer maxRedirects() { return message.get("redirects") instanceof Number limit ? limit.intValue() : null; }

        String user() { return message.get("auth") instanceof Map<?, ?> auth ? (String) auth.get("user") : null; }

        String password() { return message.get("auth") instanceof Map<?, ?> auth ? (String) auth.get("password") : null; }

        boolean isDigest() { return message.get("auth") instanceof Map<?, ?> auth && "digest".equals(auth.get("scheme")); }

        /** After how many bytes of content to cancel: 0 at the head, null never. */
        Integer abortsAt() {
            if (!(message.get("abort") instanceof Map<?, ?> abort)) return null;
            return abort.get("at") instanceof Number count ? count.intValue() : 0;
        }

        List<String[]> headers() {
            List<String[]> pairs = new ArrayList<>();
            if (message.get("headers") instanceof List<?> list)
                for (Object each : list) pairs.add(((List<?>) each).toArray(String[]::new));
            return pairs;
        }

        /** The content of the request; null for none. */
        byte[] content() {
            if (message.get("body") instanceof String base64) return Base64.getDecoder().decode(base64);
            if (!(message.get("bodySize") instanceof Number size)) return null;
            byte[] bytes = new byte[size.intValue()];
            for (int index = 0; index < bytes.length; index++) bytes[index] = (byte) (97 + index);
            return bytes;
        }
    }

    static class Outcome {
        final Map<String, Object> members = new LinkedHashMap<>();

        void head(int status, List<String[]> headers, String url) {
            members.put("status", status);
            members.put("headers", headers.stream().map(List::of).toList());
            if (url != null) members.put("url", url);
        }

        void content(byte[] bytes) {
            if (bytes.length <= 1 << 20) {
                members.put("body", Base64.getEncoder().encodeToString(bytes));
                return;
            }
            members.put("size", bytes.length);
            try {
                members.put("sha256", HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
            } catch (NoSuchAlgorithmException missing) {
                throw new IllegalStateException(missing);
            }
        }

        void unsupported(String reason) { members.put("unsupported", reason); }

        void error(String kind, String message) {
            members.put("error", kind);
            members.put("message", message.substring(0, Math.min(300, message.length())));
        }
    }
}

/** The values of JSON (RFC 8259) as maps, lists, strings, numbers and booleans. The JDK has no parser. */
class Json {
    private final String text;
    private int at;

    Json(String text) { this.text = text; }

    Object read() {
        char first = next();
        if (first == '{') return readObject();
        if (first == '[') return readArray();
        if (first == '"') return readText();
        int start = at - 1;
        while (at < text.length() && ",]} ".indexOf(text.charAt(at)) < 0) at++;
        String word = text.substring(start, at);
        if (word.equals("true") || word.equals("false")) return Boolean.valueOf(word);
        if (word.equals("null")) return null;
        if (word.matches("-?\\d+")) return Long.valueOf(word);
        return Double.valueOf(word);
    }

    private char next() {
        while (Character.isWhitespace(text.charAt(at))) at++;
        return text.charAt(at++);
    }

    private Map<String, Object> readObject() {
        Map<String, Object> members = new LinkedHashMap<>();
        for (char each = next(); each != '}'; each = next()) {
            if (each == ',') each = next();
            String name = readText();
            next();
            members.put(name, read());
        }
        return members;
    }

    private List<Object> readArray() {
        List<Object> items = new ArrayList<>();
        for (char each = next(); each != ']'; each = next()) {
            if (each != ',') at--;
            items.add(read());
        }
        return items;
    }

    private String readText() {
        StringBuilder value = new StringBuilder();
        for (char each = text.charAt(at++); each != '"'; each = text.charAt(at++)) {
            if (each != '\\') {
                value.append(each);
                continue;
            }
            char escape = text.charAt(at++);
            if (escape == 'u') {
                value.append((char) Integer.parseInt(text, at, at + 4, 16));
                at += 4;
            } else value.append("nrtbf".indexOf(escape) < 0 ? escape : "\n\r\t\b\f".charAt("nrtbf".indexOf(escape)));
        }
        return value.toString();
    }

    static void write(Object value, StringBuilder target) {
        if (value instanceof Map<?, ?> members) {
            target.append('{');
            members.forEach((name, member) -> {
                if (target.charAt(target.length() - 1) != '{') target.append(',');
                write(name, target);
                target.append(':');
                write(member, target);
            });
            target.append('}');
        } else if (value instanceof List<?> items) {
            target.append('[');
            for (int index = 0; index < items.size(); index++) {
                if (index > 0) target.append(',');
                write(items.get(index), target);
            }
            target.append(']');
        } else if (value instanceof String string) {
            target.append('"');
            for (char each : string.toCharArray()) {
                if (each == '"' || each == '\\') target.append('\\').append(each);
                else if (each < ' ' || each > '~') target.append(String.format("\\u%04x", (int) each));
                else target.append(each);
            }
            target.append('"');
        } else target.append(value);
    }
}
