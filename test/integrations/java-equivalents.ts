import { equivalentsOf, formatIdentifier } from './equivalents.ts';

const respondsWithOne = 'assertEquals("1", get(sparring.url() + "/v1").text());';
const isUnmatched = (call: string) => `assertEquals(404, ${call}.status()); sparring.allowUnmatched();`;
const post = (body: string) =>
  `send("POST", sparring.url() + "/v1", "${body}".getBytes(StandardCharsets.UTF_8))`;

/** What shows the effect of each line of the table for Java. */
const CHECKS: Readonly<Record<string, string>> = {
  URL: 'assertEquals(200, get(url).status());',
  JSON: 'assertEquals("{\\"a\\":1}", get(sparring.url() + "/v1").text());',
  'Status and headers': `var response = get(sparring.url() + "/v1");
    assertEquals(503, response.status());
    assertEquals("1", response.headers().firstValue("Retry-After").get());`,
  Bytes: 'assertArrayEquals(new byte[] {-1}, get(sparring.url() + "/v1").body());',
  'One after another': `assertEquals(503, get(sparring.url() + "/v1").status());
    ${respondsWithOne}
    ${respondsWithOne}`,
  'Part of the path': `assertEquals("1", get(sparring.url() + "/users/7").text());
    ${isUnmatched('get(sparring.url() + "/users/a")')}`,
  'JSON of the request': `assertEquals(201, ${post('{\\"b\\":2,\\"a\\":1}')}.status());
    ${isUnmatched(post('{\\"a\\":2}'))}`,
  'Error of the connection': `assertThrows(IOException.class, () -> ${post('')});`,
  'Slow response': `long begun = System.nanoTime();
    assertEquals(200, get(sparring.url() + "/get").status());
    assertTrue(System.nanoTime() - begun >= 100e6);`,
  'Next request': 'assertEquals("/get", request.path());',
  'Number of requests': '',
  'Header of a request': 'assertEquals("b", value);',
  'No request': '',
  'Other requests are allowed': 'assertEquals(404, get(sparring.url() + "/v2").status());',
  TLS: `var client = HttpClient.newBuilder().sslContext(context).build();
    var request = HttpRequest.newBuilder(URI.create(sparring.url() + "/get")).build();
    assertEquals(200, client.send(request, BodyHandlers.discarding()).statusCode());`,
};

const AFTER_A_REQUEST = ['Next request', 'Number of requests', 'Header of a request'];

/** The lines for Java in the guide, each as a test. */
export function javaEquivalents(): { readonly source: string; readonly count: number } {
  const lines = equivalentsOf('Java', CHECKS);
  const tests = lines.map(({ name, line, check }) => {
    const before = AFTER_A_REQUEST.includes(name)
      ? 'send("GET", sparring.url() + "/get", new byte[0], "X-A", "b");\n    '
      : '';
    const parameter = name === 'TLS' ? '@Tls Sparring' : 'Sparring';
    return `  @Test
  void equivalent_${formatIdentifier(name)}(${parameter} sparring) throws Exception {
    ${before}${line}
    ${check}
  }
`;
  });
  const source = `package contract;

import static contract.Client.get;
import static contract.Client.send;
import static org.junit.jupiter.api.Assertions.*;

import dev.sparring.junit.*;
import java.io.IOException;
import java.net.URI;
import java.net.http.*;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SparringExtension.class)
class EquivalentsTest {
${tests.join('\n')}}
`;
  return { source, count: lines.length };
}
