import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { FIELDS } from '#test/support/wire/http1/fields.ts';
import { FRAMING } from '#test/support/wire/http1/framing.ts';
import { chunked, get, type Http1Case, post, summarize } from '#test/support/wire/http1/http1-case.ts';
import { REQUEST_LINES } from '#test/support/wire/http1/request-lines.ts';
import { SEQUENCES } from '#test/support/wire/http1/sequences.ts';
import { decode, Transcript } from '#test/support/wire/http1/transcript.ts';
import { Http1Decoder } from './decoder.ts';
import { DEFAULT_HTTP1_LIMITS } from './limits.ts';

const TABLES: readonly (readonly [string, readonly Http1Case[]])[] = [
  ['request lines', REQUEST_LINES],
  ['fields', FIELDS],
  ['framing of content', FRAMING],
  ['sequences, Expect and Upgrade', SEQUENCES],
];

for (const [title, cases] of TABLES)
  describe(title, () => {
    for (const [name, bytes, expected, others, hasEnd] of cases)
      it(`${name} (${others})`, () => {
        assert.deepEqual(summarize(decode([bytes], hasEnd).lines), expected);
      });
  });

test('the tables have no name twice', () => {
  const names = TABLES.flatMap(([, cases]) => cases.map(([name]) => name));
  assert.equal(new Set(names).size, names.length);
});

function start(isContinued: (call: number) => boolean = () => true) {
  const transcript = new Transcript();
  transcript.isContinued = isContinued;
  const decoder = new Http1Decoder(transcript, DEFAULT_HTTP1_LIMITS);
  return { transcript, decoder, receive: (text: string) => decoder.receive(Buffer.from(text, 'latin1')) };
}

describe('a head', () => {
  it('has names and values as received, without outer white space, one unit per byte', () => {
    const text = get('/caf\xe9', 'x-A:  \t a\tb \t \r\nX-a:\xe9\xff\r\nEmpty:\r\nSpaces:   \r\n');
    const [head] = decode([text]).heads;
    assert.deepEqual(head?.fields, [
      'Host',
      'h',
      'x-A',
      'a\tb',
      'X-a',
      '\xe9\xff',
      'Empty',
      '',
      'Spaces',
      '',
    ]);
    assert.equal(head?.target, '/caf\xe9');
    assert.equal(head?.raw, text);
    assert.deepEqual(head?.pseudo, []);
  });

  it('has its bytes without the CRLFs before it and without the content', () => {
    const head = post('Content-Length: 3\r\n', '');
    assert.equal(decode([`\r\n${head}abc`]).heads[0]?.raw, head);
    assert.equal(decode([...`\r\n${head}abc`]).heads[0]?.raw, head);
  });

  it('of the next message has nothing of the last one', () => {
    const text = post('Expect: 100-continue\r\nTE: trailers\r\nContent-Length: 1\r\n', 'a') + get('/2');
    const { lines, heads } = decode([text]);
    assert.deepEqual(lines.slice(-2), ['GET /2 1.1 none: keep, no content', 'end']);
    assert.deepEqual(heads[1]?.fields, ['Host', 'h']);
  });
});

describe('an error', () => {
  it('has the method and the target, as far as they are known', () => {
    const cases: readonly (readonly [string, string, string])[] = [
      ['G(\r\n', '', ''],
      ['GET\t/ HTTP/1.1\r\n', '', ''],
      ['GET  / HTTP/1.1\r\n', 'GET', ''],
      ['GET /a HTTP/2.0\r\n', 'GET', '/a'],
      ['GET /a HTTP/1.1\r\nX\r\n', 'GET', '/a'],
      [chunked('x'), 'POST', '/'],
      [`${get('/1')}\n`, '', ''],
      [`${get('/1')}G(\r\n`, '', ''],
    ];
    for (const [text, method, target] of cases) {
      for (const parts of [[text], [...text]]) {
        const [error] = decode(parts).errors;
        assert.ok(error);
        assert.deepEqual([error.code, error.method, error.target], [0, method, target], JSON.stringify(text));
      }
    }
  });

  it('has what arrived of the message, of its head and of its content', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['\r\nGET / HTTP/1.1\nHost: h\r\n\r\n', 'GET / HTTP/1.1\nHost: h\r\n\r\n'],
      [`${get('/1')}GET / HTTP/1.1\nrest`, 'GET / HTTP/1.1\nrest'],
      [chunked('1\r\na\r\nx and more'), chunked('1\r\na\r\nx and more')],
      ['\rG', '\rG'],
      ['\x16\x03\x01', '\x16\x03\x01'],
    ];
    for (const [text, expected] of cases) {
      assert.equal(decode([text]).errors[0]?.bytes.toString('latin1'), expected);
      const split = decode([...text]).errors[0]?.bytes.toString('latin1') ?? '';
      assert.ok(split.length > 0 && expected.startsWith(split), JSON.stringify(split));
    }
  });

  it('has at most 8 KiB in memory of its own', () => {
    const text = post('Content-Length: 99999\r\n', 'a'.repeat(20_000));
    for (const parts of [[text], [text.slice(0, 5000), text.slice(5000, 9000), text.slice(9000)]]) {
      const bytes = decode(parts, true).errors[0]?.bytes;
      assert.equal(bytes?.toString('latin1'), text.slice(0, 8192));
      assert.equal(bytes?.buffer.byteLength, 8192);
    }
  });

  it('ends the decoding: further bytes, FIN and the deadline call nothing', () => {
    const { transcript, decoder, receive } = start();
    receive('G(');
    receive(get());
    decoder.end();
    decoder.expire();
    decoder.resume();
    assert.equal(transcript.lines.length, 1);
    assert.equal(decoder.phase, 'failed');
    assert.equal(decoder.retained, 0);
    assert.equal(decoder.takeRest().length, 0);
    assert.equal(decoder.phase, 'failed');
  });
});

test('the first of two offending lines is reported, in a head and in a trailer section without an end', () => {
  const head = 'GET / HTTP/1.1\r\nX Y: 1\r\nZ: \0\r\n';
  const trailer = chunked('0\r\nX Y: 1\r\nZ: \0\r\n');
  for (const [text, offset] of [
    [head, 17],
    [trailer, 60],
  ] as const)
    for (const parts of [[text], [...text]])
      assert.equal(decode(parts).errors[0]?.message, `Space in a field name at byte ${offset}`);
});

test('each minor version of HTTP/1 is recorded as sent', () => {
  for (let minor = 0; minor <= 9; minor++)
    assert.equal(decode([get('/', '', `HTTP/1.${minor}`)]).heads[0]?.version, `1.${minor}`);
});

describe('the phase', () => {
  it('follows the bytes', () => {
    const { decoder, receive } = start();
    const phases: string[] = [];
    for (const part of [
      '',
      '\r',
      '\n',
      'P',
      'OST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n',
      '\r\n',
      '0',
      '\r\n\r\n',
    ]) {
      receive(part);
      phases.push(decoder.phase);
    }
    assert.deepEqual(phases, ['start', 'start', 'start', 'head', 'head', 'content', 'content', 'start']);
  });

  it('is stopped after the last message of a connection, whose further bytes are discarded', () => {
    const { transcript, decoder, receive } = start();
    receive(get('/', 'Connection: close\r\n') + get('/2'));
    receive(get('/3'));
    decoder.expire();
    decoder.end();
    assert.equal(decoder.phase, 'stopped');
    assert.equal(decoder.retained, 0);
    assert.deepEqual(transcript.lines, ['GET / 1.1 none: no content', 'end']);
  });
});

describe('a handler that returns false', () => {
  const text = post('Content-Length: 3\r\n', 'abc') + chunked('2\r\nde\r\n0\r\nX: 1\r\n\r\n') + get('/3');

  it('stops the decoder until resume(), at each call', () => {
    const expected = decode([text]).lines;
    const { transcript, decoder, receive } = start(() => false);
    receive(text);
    assert.equal(transcript.calls, 1);
    let calls = 0;
    for (; decoder.phase === 'stopped'; calls++) decoder.resume();
    assert.deepEqual(transcript.lines, expected);
    // Three heads, two parts of content and three ends.
    assert.equal(calls, 8);
    assert.equal(decoder.retained, 0);
  });

  it('gets the same calls when the bytes arrive while it is stopped', () => {
    const expected = decode([text]).lines;
    const { transcript, decoder, receive } = start(() => false);
    for (const byte of text) receive(byte);
    assert.equal(transcript.calls, 1);
    while (decoder.phase === 'stopped') decoder.resume();
    assert.deepEqual(transcript.lines, expected);
  });

  it('gets FIN after the retained bytes', () => {
    const { transcript, decoder, receive } = start((call) => call !== 0);
    receive(`${get('/1')}GET /2`);
    decoder.end();
    receive('discarded');
    assert.deepEqual(transcript.lines.length, 1);
    decoder.resume();
    assert.deepEqual(transcript.lines.slice(1), [
      'end',
      '400 incomplete: End of the connection in the head at byte 6',
    ]);
  });

  it('keeps few bytes alive', () => {
    const { decoder, receive } = start(() => false);
    receive(get() + get());
    assert.equal(decoder.retained, get().length);
    receive('x');
    assert.equal(decoder.retained, get().length + 1);
    decoder.resume();
    assert.equal(decoder.phase, 'stopped');
  });

  it('gets the rest for another protocol, also within a call', () => {
    const upgrade = get('/', 'Connection: upgrade, close\r\nUpgrade: foo\r\n');
    const { transcript, decoder, receive } = start((call) => call === 0);
    receive(`${upgrade}ab`);
    receive('cd');
    assert.equal(decoder.takeRest().toString(), 'abcd');
    receive(get());
    decoder.resume();
    decoder.end();
    assert.equal(decoder.phase, 'stopped');
    assert.equal(decoder.retained, 0);
    assert.deepEqual(transcript.lines, ['GET / 1.1 none: upgrade, no content', 'end']);
    for (const result of [true, false]) {
      let rest = '';
      const within = start(() => {
        rest = within.decoder.takeRest().toString();
        return result;
      });
      within.receive(`${upgrade}ab`);
      within.receive('cd');
      assert.equal(rest, 'ab');
      assert.equal(within.transcript.calls, 1);
      assert.equal(within.decoder.retained, 0);
    }
  });
});

describe('a call of the handler', () => {
  it('can receive more bytes, which follow the others', () => {
    const { transcript, receive } = start((call) => {
      if (call === 0) receive(get('/3'));
      return true;
    });
    receive(get('/1') + get('/2'));
    assert.deepEqual(
      transcript.heads.map(({ target }) => target),
      ['/1', '/2', '/3'],
    );
  });

  it('can end the connection, and cannot resume itself', () => {
    const { transcript, decoder, receive } = start((call) => {
      decoder.resume();
      decoder.end();
      return call !== 1;
    });
    receive(`${get('/1')}GET`);
    assert.deepEqual(transcript.calls, 2);
    decoder.resume();
    assert.deepEqual(transcript.lines.slice(-1), [
      '400 incomplete: End of the connection in the head at byte 3',
    ]);
  });

  it('can report the end of its time', () => {
    const { transcript, decoder, receive } = start(() => {
      decoder.expire();
      return true;
    });
    receive(get('/1') + get('/2'));
    assert.deepEqual(transcript.lines.slice(1), ['408 timeout: Timeout at byte 28']);
    assert.equal(decoder.phase, 'failed');
  });

  it('that throws ends the decoding, and the caller gets the exception', () => {
    // The calls 1 and 3 are chunks, which have no result.
    for (const throwing of [0, 2, 4, 5, 6, 7, 8]) {
      const { transcript, decoder, receive } = start((call) => {
        if (call === throwing) throw new RangeError('of the handler');
        return true;
      });
      assert.throws(() => receive(chunked('1\r\na\r\n0\r\n\r\n') + get('/2') + get('/3')), RangeError);
      const { calls } = transcript;
      receive(get());
      decoder.end();
      assert.equal(transcript.calls, calls);
      assert.equal(decoder.phase, 'failed');
    }
  });
});

test('the deadline reports what has arrived of a message', () => {
  const { transcript, decoder, receive } = start();
  receive('GET /a HTTP/1.1\r\nHos');
  decoder.expire();
  assert.deepEqual(transcript.lines, ['408 timeout: Timeout at byte 20']);
  const [error] = transcript.errors;
  assert.deepEqual(
    [error?.method, error?.target, error?.bytes.toString()],
    ['GET', '/a', 'GET /a HTTP/1.1\r\nHos'],
  );
});

test('content is a part of the received bytes, and is not copied', () => {
  const bytes = Buffer.from('abcdef');
  const chunks: Buffer[] = [];
  const decoder = new Http1Decoder(
    {
      onHead: () => true,
      onContent: (chunk) => chunks.push(chunk) > 0,
      onEnd: () => true,
      onError: (error) => assert.fail(error.message),
    },
    DEFAULT_HTTP1_LIMITS,
  );
  decoder.receive(Buffer.from(post('Content-Length: 6\r\n', '')));
  decoder.receive(bytes);
  assert.equal(chunks[0]?.buffer, bytes.buffer);
  assert.equal(chunks[0]?.toString(), 'abcdef');
});
