import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRuntime } from '#runtime.ts';
import { faultTranscript } from '#test/support/faults/fault-transcript.ts';
import { composer } from '#test/support/servers/composer.ts';
import { serve } from '#test/support/servers/serve.ts';
import { DirectiveError } from '../syntax/directive-error.ts';
import { faultKinds } from './declarations.ts';
import { parseFault } from './fault.ts';

const get = (query: string) => `GET /compose?${query} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

describe('a fault', () => {
  it('that is unknown or invalid is rejected with the reason', async (t) => {
    const { errorOf } = await composer(t);
    for (const [fault, reason] of [
      ['rest', /does not have the kind rest .*did you mean reset/],
      ['RESET', /must be KIND/],
      ['reset@', /must be KIND/],
      ['reset@middle', /must have a place of start, request, request:N, headers, N, end/],
      ['reset@request:', /must have a place/],
      ['reset@99999999999', /must have a place/],
      ['reset:1', /reset has no argument/],
      ['truncate', /must have a place of N/],
      ['truncate@start', /must have a place of N/],
      ['half-close@start', /half-close has no place/],
      ['length', /length must have one of more, less/],
      ['length:more', /a number from 1 to/],
      ['length:more-0', /a number from 1 to/],
      ['field:long:1048577', /a number from 1 to 1048576/],
      ['field:toString', /must be KIND/],
      ['chunk:constructor', /cannot have constructor/],
      ['stall,code=2', /stall cannot have code; it has no options/],
      ['reset,code', /code=NUMBER/],
      ['reset,code=1.5', /code=NUMBER/],
      ['reset,connection=1', /must have connection once/],
      ['reset,connection,connection', /must have connection once/],
      ['reset,code=8', /which HTTP\/1\.1 cannot carry/],
      ['idle-close,after=10.1', /after=SECONDS from 0 to 10/],
      ['idle-close,after=1.2.3', /after=SECONDS/],
      ['truncate@6', /a place of at most 5, the length of the content/],
      ['length:less-6', /at most 5/],
      ['length:less-1,close', /cannot have close/],
      ['framing:content-on-head', /needs the method HEAD/],
    ] as const) {
      assert.match(await errorOf(['body', 'hello'], ['fault', fault]), reason, fault);
    }
    assert.match(
      await errorOf(['body', 'hello'], ['chunk', '2'], ['fault', 'truncate@3']),
      /cannot be chunked/,
    );
    assert.match(await errorOf(['bytes', '65537'], ['fault', 'chunk:split']), /at most 65536 bytes/);
    assert.match(await errorOf(['body', 'x'], ['rate', '9'], ['fault', 'extra:bytes']), /cannot be combined/);
    assert.match(await errorOf(['fault', 'reset'], ['status', 'x']), /status/);
  });

  it('is parsed or rejected, whatever the text', () => {
    const names = faultKinds.flatMap(({ name, variants = {} }) => [
      name,
      ...Object.keys(variants).map((variant) => `${name}:${variant}`),
    ]);
    const part = fc.constantFrom(
      '',
      '@',
      ':',
      ',',
      '-',
      '3',
      '@3',
      '@request:5',
      ',close',
      ',code=',
      '=',
      '__proto__',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 30 }),
          fc
            .tuple(fc.constantFrom(...names), fc.array(part, { maxLength: 4 }))
            .map(([name, parts]) => name + parts.join('')),
        ),
        (text) => {
          try {
            assert.equal(parseFault(text).text, text);
          } catch (error) {
            assert.ok(error instanceof DirectiveError, String(error));
          }
        },
      ),
    );
  });

  it('stalls not at all while the clock is frozen', async (t) => {
    const server = await serve(t, { runtime: createRuntime({ now: 0 }), maxDuration: 10_000 });
    const { end, milliseconds } = await faultTranscript(server.port, get('fault=stall'), { patience: 5000 });
    assert.equal(end, 'fin');
    assert.ok(milliseconds < 2000, `${milliseconds}`);
  });

  it('repeats its bytes with the seed', async (t) => {
    const texts: string[] = [];
    for (let run = 0; run < 2; run++) {
      const server = await serve(t, { runtime: createRuntime({ seed: 5 }) });
      texts.push((await faultTranscript(server.port, get('fault=garbage'))).text);
    }
    assert.equal(texts[0]?.length, 64);
    assert.equal(texts[0], texts[1]);
  });

  it('works with delay, pause, rate, chunks, trailers and the path form', async (t) => {
    const server = await serve(t);
    const path =
      '/compose/body=hello/delay=0.05/pause=0.05/rate=100/chunk=2/trailer=X-A:1/fault=close@3/end/users';
    const { text, end, milliseconds } = await faultTranscript(
      server.port,
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    );
    assert.match(text, /Trailer: X-A\r\nTransfer-Encoding: chunked\r\n[\s\S]*\r\n\r\n2\r\nhe\r\n1\r\nl\r\n$/);
    assert.equal(end, 'fin');
    assert.ok(milliseconds >= 100, `${milliseconds}`);
  });
});
