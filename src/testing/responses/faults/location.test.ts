import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultTranscript } from '#test/support/faults/fault-transcript.ts';
import { addRule } from '#test/support/rules.ts';
import { composer } from '#test/support/servers/composer.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;

/** A target, and the bytes of its Location with each fault. */
const TARGETS = [
  ['/café', '/caf\xc3\xa9', '/caf\xe9'],
  ['/caf%C3%A9?é=%c3%bf#%C2%80', '/caf\xc3\xa9?\xc3\xa9=\xc3\xbf#\xc2\x80', '/caf\xe9?\xe9=\xff#\x80'],
  // These characters are not in Latin-1, and stay encoded.
  ['/€😀', '/\xe2\x82\xac\xf0\x9f\x98\x80', '/%E2%82%AC%F0%9F%98%80'],
  ['/%E9', '/\xe9', '/%E9'],
  ['/a%20%0D%0A%2F%7F', '/a%20%0D%0A%2F%7F', '/a%20%0D%0A%2F%7F'],
  ['http://bücher.example/é', 'http://xn--bcher-kva.example/\xc3\xa9', 'http://xn--bcher-kva.example/\xe9'],
  ['http://é@h.example/é', 'http://%C3%A9@h.example/\xc3\xa9', 'http://%C3%A9@h.example/\xe9'],
  ['//h.example?é', '//h.example?\xc3\xa9', '//h.example?\xe9'],
] as const;

describe('the fault location', () => {
  it('sends the bytes of the target, over HTTP/1.1 and HTTP/2', async (t) => {
    const server = await serve(t, { h2c: true });
    for (const [target, ...sent] of TARGETS)
      for (const [index, fault] of ['location:utf8', 'location:latin1'].entries()) {
        const path = `/compose?redirect=${encodeURIComponent(target)}&header=X-A:%201&fault=${fault}`;
        const { text, end } = await faultTranscript(server.port, get(path));
        assert.match(text, /^HTTP\/1\.1 302 FOUND\r\n/);
        assert.equal(/\r\nLocation: (.*)\r\n/.exec(text)?.[1], sent[index], `${target} with ${fault}`);
        assert.match(text, /\r\nX-A: 1\r\n/);
        assert.equal(end, 'fin');
        const { status, headers } = await requestHttp2(server.url, { path });
        assert.deepEqual([status, headers.location, headers['x-a']], [302, sent[index], '1'], target);
      }
  });

  it('applies to the responses of rules and of endpoints, and is recorded as sent', async (t) => {
    const server = await serve(t, { h2c: true });
    const respond = { status: 307, headers: { Location: '/é' }, fault: 'location:latin1' };
    addRule(server, { match: { path: '/own' }, respond });
    addRule(server, { match: { path: '/redirect-to' }, fault: 'location:utf8', count: 2 });
    for (const [path, location, fault] of [
      ['/own', '/\xe9', 'location:latin1'],
      ['/redirect-to?url=/%C3%A9', '/\xc3\xa9', 'location:utf8'],
      ['/sequence/k/redirect=%2F%C3%A9/fault=location:latin1/end', '/\xe9', 'location:latin1'],
    ] as const) {
      const { text } = await faultTranscript(server.port, get(path));
      assert.match(text, new RegExp(`\r\nLocation: ${location}\r\n`), path);
      const http2 = path.startsWith('/sequence/') ? undefined : await requestHttp2(server.url, { path });
      if (http2) assert.equal(http2.headers.location, location, `${path} over HTTP/2`);
      for (const entry of server.journal?.entries().slice(http2 ? -2 : -1) ?? []) {
        assert.ok(entry.kind === 'exchange');
        assert.equal(entry.response?.fault, fault);
        const recorded = entry.response?.headers.filter(([name]) => name.toLowerCase() === 'location');
        assert.deepEqual(
          recorded?.map(([, value]) => value),
          [location],
          path,
        );
      }
    }
  });

  it('does not lead to a host that is not on the list', async (t) => {
    const server = await serve(t, { allowedRedirectDomains: ['h.example'] });
    const path = (target: string) => `/compose?redirect=${encodeURIComponent(target)}&fault=location:utf8`;
    const { text } = await faultTranscript(server.port, get(path('http://evil.example／@h.example/é')));
    assert.match(text, /\r\nLocation: http:\/\/evil\.example%EF%BC%8F@h\.example\/\xc3\xa9\r\n/);
    assert.equal((await server.get(path('http://évil.example/'))).status, 403);
  });

  it('is rejected for a response without a Location', async (t) => {
    const { errorOf } = await composer(t);
    assert.match(
      await errorOf(['body', 'x'], ['fault', 'location:utf8']),
      /needs a response with a Location/,
    );
    assert.match(
      await errorOf(['redirect', '/'], ['fault', 'location:utf']),
      /must have one of utf8, latin1/,
    );
  });
});
