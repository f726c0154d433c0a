import assert from 'node:assert/strict';
import { it as onToyServer } from 'node:test';
import { inConfigurations } from '#test/support/servers/in-configurations.ts';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import { statuses, type Transcript } from '#test/support/wire/transcript.ts';
import { request } from '#test/support/wire/wire.ts';

/** The host in the URL that the response contains. */
const hostIn = ({ text }: Transcript) => /"url": "https?:\/\/([^/]*)\/get/.exec(text)?.[1];

const VALID = ['a', 'A.example:80', '127.0.0.1:1', '[::1]', '[2001:db8::1]:8080', 'a_b.c~', 'a:'];

const isClosed = ({ text, end }: Transcript) => end === 'end' && /\r\nConnection: close\r\n/.test(text);

inConfigurations({}, (it) => {
  it('an invalid host is rejected with 400 (RFC 9112 §3.2)', async (server) => {
    for (const host of ['a b', 'a/b', 'a@b', 'a:b', '[::1', '[::g]', 'a,b', 'a%41', "a'b", 'a:99999', 'é']) {
      const response = await server.transcript([`GET /get HTTP/1.1\r\nHost: ${host}\r\n\r\n`]);
      assert.deepEqual([statuses(response), isClosed(response)], [[400], true], host);
    }
  });

  it('a valid host is accepted', async (server) => {
    for (const host of VALID) {
      const fields = `Host: ${host}\r\nConnection: close\r\n`;
      assert.deepEqual(
        statuses(await server.transcript([`GET /get HTTP/1.1\r\n${fields}\r\n`])),
        [200],
        host,
      );
    }
  });

  it('an empty host is the address of the server (§3.2, §3.3)', async (server) => {
    for (const host of ['', ' ']) {
      const fields = `Host:${host}\r\nConnection: close\r\n`;
      const response = await server.transcript([`GET /get HTTP/1.1\r\n${fields}\r\n`]);
      assert.deepEqual([statuses(response), hostIn(response)], [[200], `127.0.0.1:${server.port}`]);
    }
    const twice = await server.transcript(['GET /get HTTP/1.1\r\nHost:\r\nHost: a\r\n\r\n']);
    assert.deepEqual(statuses(twice), [400]);
  });

  it('a repeated host is rejected with 400, also in HTTP/1.0', async (server) => {
    for (const version of ['1.1', '1.0']) {
      const response = await server.transcript([`GET /get HTTP/${version}\r\nHost: a\r\nhost: a\r\n\r\n`]);
      assert.deepEqual([statuses(response), isClosed(response)], [[400], true], version);
    }
  });

  it('a target in absolute form has the host, whatever the Host field is (§3.2.2)', async (server) => {
    const ask = (target: string) =>
      server.transcript([`GET ${target} HTTP/1.1\r\nHost: b:2\r\nConnection: close\r\n\r\n`]);
    assert.equal(hostIn(await ask('http://a:1/get?x')), 'a:1');
    assert.equal(hostIn(await ask('HTTP://a/get')), 'a');
    for (const target of ['http://a@b/get', 'http:///get', 'http://a:b/get'])
      assert.deepEqual(statuses(await ask(target)), [400], target);
  });

  it('a host is required, also beside a target in absolute form, but not in HTTP/1.0', async (server) => {
    for (const target of ['/get', 'http://a/get', '/api/v3/meta'])
      assert.deepEqual(
        statuses(await server.transcript([`GET ${target} HTTP/1.1\r\n\r\n`], { path: target })),
        [400],
      );
    const response = await server.transcript(['GET /get HTTP/1.0\r\n\r\n']);
    assert.deepEqual([statuses(response), hostIn(response)], [[200], `127.0.0.1:${server.port}`]);
  });

  it('another version of HTTP is rejected with 505 (RFC 9110 §15.6.6)', async (server) => {
    for (const line of ['GET /get HTTP/2.0', 'GET /get HTTP/0.9', 'GET /get']) {
      const response = await server.transcript([`${line}\r\nHost: h\r\n\r\n`]);
      assert.deepEqual([statuses(response), isClosed(response)], [[505], true], line);
    }
  });

  it('OPTIONS * returns all methods of the server (RFC 9110 §9.3.7), and no other method has this target', async (server) => {
    const ask = (method: string) =>
      server.transcript([`${method} * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`]);
    const allowed = (await ask('OPTIONS')).text;
    assert.match(allowed, /^HTTP\/1\.1 20[04] /);
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      assert.match(allowed, new RegExp(`\r\nAllow: .*\\b${method}\\b`), method);
    assert.deepEqual(statuses(await ask('GET')), [404]);
  });
});

inConfigurations({ http2: true }, (it) => {
  it('host and :authority of HTTP/2 are the same (RFC 9113 §8.3.1)', async (server) => {
    const session = server.connectHttp2();
    const ask = (headers: Record<string, string>) =>
      new Promise<string>((resolve, reject) => {
        let text = '';
        const stream = session.request({ ':path': '/get', ...headers });
        stream.on('response', (head) => {
          text = `${head[':status']} `;
        });
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        stream.on('end', () => resolve(text)).on('error', reject);
      });
    assert.match(await ask({ ':authority': 'a' }), /^200 [\s\S]*"url": "https?:\/\/a\/get"/);
    assert.match(await ask({ ':authority': 'a', host: 'A' }), /^200 /);
    assert.match(await ask({ ':authority': 'a', host: 'b' }), /^400 /);
    assert.match(await ask({ ':authority': 'a:b' }), /^400 /);
  });
});

/** The services show the host of a request in lower case, and without a default port. */
onToyServer('a valid host is that of the request, unchanged', async (t) => {
  const authority = endpoint({
    ...anything,
    path: '/authority',
    methods: ['GET'],
    handle: ({ exchange }) => exchange.send(200, [], exchange.authority),
  });
  const { port } = await serveToy(t, [authority]);
  for (const host of VALID) {
    const response = await request(port, { path: '/authority', fields: [['Host', host]] });
    assert.equal(response.text(), host);
  }
});
