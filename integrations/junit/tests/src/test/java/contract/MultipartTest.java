package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sparring.junit.Rule;
import dev.sparring.junit.Sparring;
import dev.sparring.junit.SparringExtension;
import dev.sparring.junit.Step;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The multipart body of OkHttp; `test/clients/multipart.test.ts` has those of other clients. */
@ExtendWith(SparringExtension.class)
class MultipartTest {
  /** Bytes that are no text, with a line that looks like a boundary. */
  private static final byte[] FILE = "\0\u00ff\r\n--boundary\r\n\u0080\n".getBytes(StandardCharsets.ISO_8859_1);

  @Test
  void a_rule_selects_a_body_by_its_parts(Sparring sparring) throws Exception {
    String sha256 = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(FILE));
    Object match = Map.of("method", "POST", "path", "/v1/photos", "body", Map.of("parts", List.of(
        Map.of("name", "title", "text", "Zürich"),
        Map.of("name", "file", "filename", "photo 1.png", "type", "image/png", "sha256", sha256))));
    Rule rule = sparring.respond(match, Step.status(201));
    sparring.allowUnmatched();
    assertEquals(201, upload(sparring.url() + "/v1/photos", FILE));
    assertEquals(404, upload(sparring.url() + "/v1/photos", Arrays.copyOf(FILE, FILE.length + 1)));
    assertEquals(1, rule.requests().size());
  }

  private static int upload(String url, byte[] file) throws Exception {
    RequestBody form = new MultipartBody.Builder().setType(MultipartBody.FORM)
        .addFormDataPart("title", "Zürich")
        .addFormDataPart("file", "photo 1.png", RequestBody.create(file, MediaType.get("image/png")))
        .build();
    try (Response response = new OkHttpClient().newCall(new Request.Builder().url(url).post(form).build()).execute()) {
      return response.code();
    }
  }
}
