import assert from 'node:assert/strict';
import { connect } from 'node:http2';
import { describe, it } from 'node:test';
import { anything, endpoint, serveToy } from '../../test/support/toy.ts';
import { exchangeBytes, request } from '../../test/support/wire.ts';

const authority = endpoint({
  ...anything,
  path: '/authority',
  methods: ['GET', 'PATCH'],
  handle: ({ exchange }) => exchange.send(200, [], exchange.authority),
});

const overHttp1 = async (port: number, head: string) => {
  const [answer] = await exchangeBytes(port, `${head}\r\n\r\n`);
  assert.ok(answer, head);
  return answer;
};

describe('the host of a request (RFC 9112 §3.2)', () => {
  for (const host of ['a b', 'a/b', 'a@b', 'a:b', '[::1', '[::g]', 'a,b', 'a%41', "a'b", '', 'a:99999', 'é'])
    it(`is rejected with 400 when it is ${JSON.stringify(host)}`, async (t) => {
      const { port } = await serveToy(t, [authority]);
      const answer = await overHttp1(port, `GET /authority HTTP/1.1\r\nHost: ${host}`);
      assert.deepEqual([answer.status, answer.field('Connection')], [400, 'close']);
    });

  for (const host of ['a', 'A.example:80', '127.0.0.1:1', '[::1]', '[2001:db8::1]:8080', 'a_b.c~', 'a:'])
    it(`is accepted when it is ${JSON.stringify(host)}`, async (t) => {
      const { port } = await serveToy(t, [authority]);
      assert.equal((await overHttp1(port, `GET /authority HTTP/1.1\r\nHost: ${host}`)).text(), host);
    });

  it('is rejected with 400 when it is repeated, also in HTTP/1.0', async (t) => {
    const { port } = await serveToy(t, [authority]);
    for (const version of ['1.1', '1.0']) {
      const answer = await overHttp1(port, `GET /authority HTTP/${version}\r\nHost: a\r\nhost: a`);
      assert.equal(answer.status, 400, version);
    }
  });

  it('is that of a target in absolute form, whatever the Host field is (§3.2.2)', async (t) => {
    const { port } = await serveToy(t, [authority]);
    const ask = (target: string) => overHttp1(port, `GET ${target} HTTP/1.1\r\nHost: b:2`);
    assert.equal((await ask('http://a:1/authority?x')).text(), 'a:1');
    assert.equal((await ask('HTTP://a/authority')).text(), 'a');
    for (const target of ['http://a@b/authority', 'http:///authority', 'http://a:b/authority'])
      assert.equal((await ask(target)).status, 400, target);
  });

  it('is required beside a target in absolute form', async (t) => {
    const { port } = await serveToy(t, [authority]);
    assert.equal((await overHttp1(port, 'GET http://a/authority HTTP/1.1')).status, 400);
  });

  it('is the local address for an HTTP/1.0 request without Host', async (t) => {
    const { port } = await serveToy(t, [authority]);
    assert.equal((await overHttp1(port, 'GET /authority HTTP/1.0')).text(), `127.0.0.1:${port}`);
  });

  it('is the same in host and :authority of HTTP/2 (RFC 9113 §8.3.1)', async (t) => {
    const { port } = await serveToy(t, [authority], {}, { h2c: true });
    const session = connect(`http://127.0.0.1:${port}`);
    t.after(() => session.destroy());
    const ask = (headers: Record<string, string>) =>
      new Promise<string>((resolve, reject) => {
        let text = '';
        const stream = session.request({ ':path': '/authority', ...headers });
        stream.on('response', (head) => {
          text = `${head[':status']} `;
        });
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        stream.on('end', () => resolve(text)).on('error', reject);
      });
    assert.equal(await ask({ ':authority': 'a' }), '200 a');
    assert.equal(await ask({ ':authority': 'a', host: 'A' }), '200 A');
    assert.match(await ask({ ':authority': 'a', host: 'b' }), /^400 /);
    assert.match(await ask({ ':authority': 'a:b' }), /^400 /);
  });
});

describe('the version of HTTP', () => {
  for (const line of ['GET /authority HTTP/2.0', 'GET /authority HTTP/0.9', 'GET /authority'])
    it(`is rejected with 505 in ${line} (RFC 9110 §15.6.6)`, async (t) => {
      const { port } = await serveToy(t, [authority]);
      const answer = await overHttp1(port, `${line}\r\nHost: h`);
      assert.deepEqual([answer.status, answer.field('Connection')], [505, 'close']);
    });
});

describe('OPTIONS *', () => {
  it('returns all methods of the server (RFC 9110 §9.3.7)', async (t) => {
    const { port } = await serveToy(t, [authority]);
    const answer = await request(port, { path: '*', method: 'OPTIONS' });
    assert.deepEqual([answer.status, answer.field('Allow')], [204, 'GET, HEAD, PATCH, OPTIONS']);
  });

  it('is the only method with the target *', async (t) => {
    const { port } = await serveToy(t, [authority]);
    assert.equal((await request(port, { path: '*' })).status, 404);
  });
});
