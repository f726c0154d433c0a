import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import { request } from '#test/support/wire/wire.ts';
import { HttpError } from '../errors/errors.ts';
import type { Exchange } from './exchange.ts';
import { type EndpointResponse, Interception } from './interception.ts';

/*
 * Faults and rules intercept responses in other ways for each fault; here, the sender shows what it gets.
 */

type Handle = (exchange: Exchange) => void | Promise<void>;
type Send = (response: EndpointResponse, exchange: Exchange) => Promise<void>;

/** The response to a request whose response is intercepted. */
async function respond(t: TestContext, handle: Handle, send: Send) {
  const at = endpoint({ ...anything, path: '/', handle: ({ exchange }) => handle(exchange) });
  const { port, logged } = await serveToy(t, [at], {
    rules: {
      request: async (exchange) => {
        const interception = new Interception((response) => send(response, exchange));
        exchange.interception = interception;
        assert.deepEqual([interception.isWaiting, interception.isSending], [true, false]);
        return false;
      },
    },
  });
  const { status, reason, body, field } = await request(port, { path: '/' });
  assert.equal(field('X-Common'), 'yes');
  return { status, reason, text: body.toString(), logged };
}

const fields = [['A', '1']] as const;

describe('an intercepted response', () => {
  it('is passed on as the endpoint sends it, and another one is sent', async (t) => {
    const seen: EndpointResponse[] = [];
    const states: unknown[] = [];
    const { status, reason, text } = await respond(
      t,
      (exchange) => exchange.send(200, fields, 'abc', 'Fine'),
      async (response, exchange) => {
        seen.push(response);
        const { interception } = exchange;
        states.push(interception?.isWaiting, interception?.isSending, exchange.hasResponse);
        exchange.send(299, [], 'def', 'Other');
        void interception?.sent?.then(() => states.push(interception.isSending));
      },
    );
    assert.deepEqual(seen, [
      { status: 200, fields, content: { kind: 'complete', data: 'abc' }, reason: 'Fine' },
    ]);
    assert.deepEqual([status, reason, text], [299, 'Other', 'def']);
    assert.deepEqual(states.slice(0, 3), [false, true, true]);
  });

  it('can be a stream, whose source and trailers are passed on', async (t) => {
    const source = ['a', 'b'];
    const trailers = () => [];
    const seen: EndpointResponse[] = [];
    const { status, text } = await respond(
      t,
      (exchange) => exchange.stream(201, fields, source, trailers),
      async (response, exchange) => {
        seen.push(response);
        await exchange.stream(202, [], ['c']);
      },
    );
    assert.deepEqual(seen, [{ status: 201, fields, content: { kind: 'stream', source, trailers } }]);
    assert.deepEqual([status, text], [202, 'c']);
  });

  it('that is rejected gets the error in its place', async (t) => {
    const { status, text, logged } = await respond(
      t,
      (exchange) => exchange.send(200, [], 'abc'),
      () => Promise.reject(new HttpError(503, 'Not now.')),
    );
    assert.deepEqual([status, text, logged], [503, '503 Not now.', []]);
  });

  it('can be that of an error, and be rejected, too', async (t) => {
    const fail: Handle = () => {
      throw new HttpError(409, 'Conflict.');
    };
    const seen: number[] = [];
    const passed = await respond(t, fail, async (response, exchange) => {
      seen.push(response.status);
      exchange.send(299, [], 'x');
    });
    assert.deepEqual([passed.status, passed.text, seen], [299, 'x', [409]]);
    const rejected = await respond(t, fail, () => Promise.reject(new HttpError(503, 'Not now.')));
    assert.deepEqual([rejected.status, rejected.text], [503, '503 Not now.']);
  });

  it('that fails is an unexpected error', async (t) => {
    const { status, logged } = await respond(
      t,
      (exchange) => exchange.send(200, [], 'abc'),
      () => Promise.reject(new TypeError('broken')),
    );
    assert.equal(status, 500);
    assert.deepEqual(
      logged.map(({ details }) => String(Object(details).error)),
      ['TypeError: broken'],
    );
  });
});
