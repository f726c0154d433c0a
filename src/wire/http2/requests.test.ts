import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { data, encodeBlock, Http2Recorder, headers, request } from '#test/support/wire/http2-recorder.ts';
import { END_STREAM, EXPECT_CONTINUE, TE_TRAILERS } from '../request-head.ts';
import { FLAG, FRAME, formatFrame, formatUint32 } from './frames.ts';

const { END_HEADERS } = FLAG;
const open = (id: number, fields: readonly string[] = []) =>
  headers(id, request(fields, 'POST'), END_HEADERS);
const update = (id: number, value: string) =>
  formatFrame(FRAME.PRIORITY_UPDATE, 0, 0, formatUint32(id) + value);

describe('heads that are valid', () => {
  const GET = [':method', 'GET', ':scheme', 'http', ':path', '/', ':authority', 'a'];
  const pseudo = (index: number, value: string) => GET.with(index, value);
  const rows: readonly (readonly [title: string, fields: readonly string[]])[] = [
    ['the first visible characters', pseudo(5, '/!')],
    ['the last visible characters', pseudo(5, '/~\x80\xff')],
    ['an authority with the first visible character', pseudo(7, '!')],
    ['an empty authority', pseudo(7, '')],
    ['a scheme in capitals', pseudo(3, 'HTTPS')],
    ['a scheme with all characters', pseudo(3, 'zZ09+-.')],
    ['no authority, but a host', [...GET.slice(0, 6), 'host', 'b']],
    ['a value with all bytes but NUL, CR and LF', [...GET, 'a', '\x01\x09\x0b\x0c\x0e\x1f\x7f\x80\xff']],
    ['an empty value', [...GET, 'a', '']],
    ['a name with all characters', [...GET, "!#$%&'*+-.^_`|~09az", 'a']],
    ['names like those of connections', [...GET, 'upgrades', 'a', 'connectiom', 'a', 'keep-alivf', 'a']],
    ['te in capitals', [...GET, 'te', 'TRAILERS']],
    ['a content-length of 0 without content', [...GET, 'content-length', '0']],
  ];
  for (const [title, fields] of rows)
    it(`with ${title}`, () => {
      const recorder = Http2Recorder.connect();
      recorder.send(headers(1, encodeBlock(fields)));
      assert.deepEqual(recorder.sentErrors(), []);
      assert.deepEqual(recorder.errors, []);
      const [head] = recorder.heads;
      assert.equal(head?.scheme, fields[fields.indexOf(':scheme') + 1]);
      assert.deepEqual([head?.framing, head?.version, head?.raw], ['none', '2', undefined]);
    });

  it('have a content-length of at most 15 digits', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1, ['content-length', '999999999999999']), open(3, ['content-length', '0']));
    assert.deepEqual(
      recorder.heads.map(({ length, framing }) => [length, framing]),
      [
        [999_999_999_999_999, 'frames'],
        [0, 'frames'],
      ],
    );
    assert.equal(recorder.stream(1).contentLength, 999_999_999_999_999);
  });

  it('have flags', () => {
    const recorder = Http2Recorder.connect();
    const rows: readonly (readonly [fields: readonly string[], flags: number])[] = [
      [[], 0],
      [['expect', '100-continue'], EXPECT_CONTINUE],
      [['expect', '100-CONTINUE'], EXPECT_CONTINUE],
      [['expect', '100'], 0],
      [['te', 'trailers'], TE_TRAILERS],
      [['expect', '100-continue', 'te', 'trailers'], EXPECT_CONTINUE | TE_TRAILERS],
    ];
    for (const [index, [fields]] of rows.entries()) recorder.send(open(1 + 2 * index, fields));
    recorder.send(headers(101));
    assert.deepEqual(
      recorder.heads.map(({ flags }) => flags),
      [...rows.map(([, flags]) => flags), END_STREAM],
    );
  });
});

describe('heads that are malformed', () => {
  const rows: readonly (readonly [title: string, fields: readonly string[], message: string])[] = [
    [
      'a scheme that begins with a digit',
      [':scheme', '1a'],
      'The pseudo-field :scheme is missing or invalid',
    ],
    [
      'a scheme that ends with a space',
      [':scheme', 'http '],
      'The pseudo-field :scheme is missing or invalid',
    ],
    ['a path with DEL', [':path', '/\x7f'], 'The pseudo-field :path has white space or a control character'],
    ['a path with NUL', [':path', '/\0'], 'The pseudo-field :path has white space or a control character'],
    [
      'an authority with a space',
      [':authority', 'a b'],
      'The pseudo-field :authority has white space or a control character',
    ],
    ['a method that is no token', [':method', 'a b'], 'The pseudo-field :method is not a token'],
    ['a name with A', ['aA', 'a'], 'The name "aA" is not a token in lower case'],
    ['a name with Z', ['aZ', 'a'], 'The name "aZ" is not a token in lower case'],
    [
      'a number that ends with a letter',
      ['content-length', '1a'],
      'The field content-length is not a number',
    ],
    [
      'a number that begins with a letter',
      ['content-length', 'a1'],
      'The field content-length is not a number',
    ],
  ];
  for (const [title, [name = '', value = ''], message] of rows)
    it(`with ${title}`, () => {
      const recorder = Http2Recorder.connect();
      const fields = [':method', 'GET', ':scheme', 'http', ':path', '/', ':authority', 'a'];
      const index = fields.indexOf(name);
      recorder.send(
        headers(1, encodeBlock(index < 0 ? [...fields, name, value] : fields.with(index + 1, value))),
      );
      assert.deepEqual(recorder.sentErrors(), ['S 1 PROTOCOL_ERROR']);
      const [error] = recorder.errors;
      assert.deepEqual([error?.message, error?.bytes.length], [message, 0]);
    });
});

describe('trailers', () => {
  it('have their names and values, without outer white space', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(
      open(1),
      data(1, 'x'.repeat(64)),
      headers(1, encodeBlock(['a', ' b\t', 'a', '', 'c-d', 'e'])),
    );
    assert.equal(recorder.calls.at(-1), 'end 1 a|b|a||c-d|e');
  });
});

describe('PRIORITY_UPDATE', () => {
  it('is recorded up to its size, wherever it is in the received bytes', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(
      formatFrame(99, 0, 0, 'x'.repeat(5000)) + update(1, 'x'.repeat(1024)) + update(3, 'y'.repeat(1025)),
      open(1),
      open(3),
    );
    assert.deepEqual(
      [1, 3].map((id) => recorder.stream(id).priorityUpdate),
      ['x'.repeat(1024), ''],
    );
  });

  it('has a reserved bit, which is ignored', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(update(0x80000001, 'a'), open(1));
    assert.equal(recorder.stream(1).priorityUpdate, 'a');
  });

  it('is recorded for a number of streams to come, whose latest value counts', () => {
    const recorder = Http2Recorder.connect({ priorityUpdates: 2 });
    recorder.send(update(3, 'a'), update(5, 'b'), update(7, 'c'), update(5, 'd'));
    // The streams that are opened, and those that are skipped, make room.
    recorder.send(
      open(1),
      open(3),
      update(9, 'e'),
      open(9),
      update(11, 'f'),
      update(13, 'g'),
      open(11),
      open(13),
    );
    assert.deepEqual(
      [1, 3, 9, 11, 13].map((id) => recorder.stream(id).priorityUpdate),
      ['', 'a', 'e', 'f', 'g'],
    );
  });

  it('of a closed stream is ignored', () => {
    const recorder = Http2Recorder.connect({ priorityUpdates: 1 });
    recorder.send(headers(1));
    recorder.machine.respond(recorder.stream(1), 200, [], true);
    recorder.send(update(1, 'a'), update(3, 'b'), open(3));
    assert.equal(recorder.stream(1).priorityUpdate, '');
    assert.equal(recorder.stream(3).priorityUpdate, 'b');
  });
});
