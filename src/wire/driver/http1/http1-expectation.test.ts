import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serveWire } from '#test/support/wire/served.ts';
import { statuses } from '#test/support/wire/transcript.ts';

const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: h\r\n${fields}\r\n`;
const post = (target: string, length: number, fields = '') =>
  `POST ${target} HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n${fields}\r\n`;
const CLOSE = 'Connection: close\r\n';
const EXPECT = 'Expect: 100-continue\r\n';
const EMPTY = [['Content-Length', '0']] as const;

describe('an expectation', () => {
  /** Answers each request at once, with 100 before it where the target says so. */
  const serveAt = (t: Parameters<typeof serveWire>[0]) =>
    serveWire(t, (exchange) => {
      const { target } = exchange.head;
      if (target.includes('continue')) exchange.inform(100, 'Continue', []);
      exchange.keepsExpectation = target.includes('keep');
      const answer = () => void exchange.respond(200, 'OK', EMPTY, '');
      if (!target.includes('read')) answer();
      else exchange.body.read({ data() {}, end: answer, fail() {} });
    });

  it('that is not met closes the connection, unless the content has arrived', async (t) => {
    const { send, events } = await serveAt(t);
    const unmet = await send([post('/unmet', 3, EXPECT), /\r\n\r\n/, `abc${get('/behind')}`]);
    assert.deepEqual([statuses(unmet), unmet.end], [[200], 'end']);
    assert.match(unmet.text, /\r\nConnection: close\r\n/);
    const chunked = post('/read', 0, EXPECT).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
    for (const content of [`${post('/read', 3, EXPECT)}abc`, `${chunked}0\r\n\r\n`])
      assert.deepEqual(statuses(await send([content + get('/behind', CLOSE)])), [200, 200]);
    assert.equal(events.filter((event) => event === 'GET /behind').length, 2);
  });

  it('of a client that has begun to send is none', async (t) => {
    const { send } = await serveWire(t, (exchange) => {
      const respond = () => void exchange.respond(200, 'OK', EMPTY, '');
      exchange.body.read({ data: respond, end: respond, fail() {} });
    });
    const steps = [`${post('/a', 3, EXPECT)}a`, /\r\n\r\n/, `bc${get('/b', CLOSE)}`];
    assert.deepEqual(statuses(await send(steps)), [200, 200]);
  });

  it('that is met, or kept, leaves it open', async (t) => {
    const { send } = await serveAt(t);
    for (const [target, expected] of [
      ['/continue', [100, 200, 200]],
      ['/continue/read', [100, 200, 200]],
      ['/keep', [200, 200]],
    ] as const) {
      const response = await send([post(target, 3, EXPECT), /\r\n\r\n/, `abc${get('/next', CLOSE)}`]);
      assert.deepEqual(statuses(response), expected, target);
    }
  });

  it('of a request without content is none', async (t) => {
    const { send } = await serveAt(t);
    const requests = [get('/a', EXPECT), post('/b', 0, EXPECT), get('/c', `Expect: tea\r\n${CLOSE}`)];
    assert.deepEqual(statuses(await send([requests.join('')])), [200, 200, 200]);
  });

  it('can be answered by other informational responses', async (t) => {
    const { send } = await serveWire(t, (exchange) => {
      assert.equal(exchange.inform(103, 'Early Hints', [['Link', '<\xe9>']]), true);
      assert.equal(exchange.inform(199, '', []), true);
      exchange.respond(200, 'OK', EMPTY, '');
    });
    const { text } = await send([post('/', 3, EXPECT)]);
    assert.ok(
      text.startsWith('HTTP/1.1 103 Early Hints\r\nLink: <\xe9>\r\n\r\nHTTP/1.1 199 \r\n\r\nHTTP/1.1 200'),
    );
    assert.match(text, /\r\nConnection: close\r\n/);
  });
});
