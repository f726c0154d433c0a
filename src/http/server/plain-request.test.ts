import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { transcript } from '#test/support/wire/transcript.ts';

const HEAD = 'GET /get HTTP/1.1\r\nHost: sparring.example\r\n\r\n';

test('a request without TLS to a port with TLS gets 400, and other bytes end the connection', async (t) => {
  for (const journal of [0, 10]) {
    const server = await serve(t, { tls: true, journal });
    for (const rest of ['', HEAD]) {
      const { text, end } = await transcript(server.port, [HEAD + rest]);
      const [head = '', content = ''] = text.split('\r\n\r\n');
      assert.match(head, /^HTTP\/1\.1 400 BAD REQUEST\r\nContent-Type: application\/problem\+json\r\n/);
      assert.match(head, /\r\nConnection: close$/);
      assert.equal(JSON.parse(content).detail, 'This port expects TLS. Use a URL that begins with https.');
      assert.equal(end, 'end');
    }
    // The system resets the connection because of unread bytes.
    await transcript(server.port, [HEAD + 'x'.repeat(1_000_000)]);
    const { text } = await transcript(server.port, ['\0no TLS, and no request\r\n\r\n']);
    assert.doesNotMatch(text, /HTTP/);
    assert.equal((await server.get('/get')).status, 400);
  }
});
