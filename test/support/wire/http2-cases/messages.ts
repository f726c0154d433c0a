import { FLAG, FRAME, formatFrame, formatUint32 } from '#wire/http2/frames.ts';
import { data, encodeBlock, headers } from '../http2-recorder.ts';
import { type CaseRow, COMPRESSION, type Http2Case, type RequestFrames, section } from './case.ts';

const { END_STREAM, END_HEADERS } = FLAG;
const MALFORMED = ['S 1 PROTOCOL_ERROR'];

/** Section 8 of RFC 7540: messages. */
export function messageCases(frames: RequestFrames): readonly Http2Case[] {
  /** A complete request with these pseudo-fields and fields. */
  const row = (title: string, fields: readonly string[]): CaseRow => [
    `sends ${title}`,
    [headers(1, encodeBlock(fields))],
    MALFORMED,
  ];
  const pseudo = frames.pseudo();
  /** The pseudo-fields without one. */
  const without = (name: string) => {
    const at = pseudo.indexOf(name);
    return pseudo.toSpliced(at, 2);
  };
  const pseudoValue = (name: string) => pseudo[pseudo.indexOf(name) + 1] ?? '';
  return [
    ...section('http2 8.1', [
      [
        'sends a second HEADERS without END_STREAM',
        [frames.open(1), data(1, 'test'), headers(1, encodeBlock(['x-test', 'ok']), END_HEADERS)],
        MALFORMED,
      ],
    ]),
    ...section('http2 8.1.2', [row('a name in upper case', [...pseudo, 'X-TEST', 'ok'])]),
    ...section('http2 8.1.2.1', [
      row('an unknown pseudo-field', [...pseudo, ':test', 'ok']),
      row('the pseudo-field of a response', [...pseudo, ':status', '200']),
      [
        'sends a pseudo-field as a trailer',
        [
          frames.open(1, ['trailer', ':method']),
          data(1, 'test'),
          headers(1, encodeBlock([':method', 'GET'])),
        ],
        MALFORMED,
      ],
      row('a pseudo-field behind a field', [
        ...without(':path'),
        'x-test',
        'ok',
        ':path',
        pseudoValue(':path'),
      ]),
    ]),
    ...section('http2 8.1.2.2', [
      row('a field of the connection', [...pseudo, 'connection', 'keep-alive']),
      row('te with another value than trailers', [...pseudo, 'te', 'trailers, deflate']),
    ]),
    ...section('http2 8.1.2.3', [
      row('an empty :path', [...without(':path'), ':path', '']),
      row('no :method', without(':method')),
      row('no :scheme', without(':scheme')),
      row('no :path', without(':path')),
      row(':method twice', [...pseudo, ':method', 'GET']),
      row(':scheme twice', [...pseudo, ':scheme', pseudoValue(':scheme')]),
      row(':path twice', [...pseudo, ':path', pseudoValue(':path')]),
    ]),
    ...section('http2 8.1.2.6', [
      [
        'sends a content-length that differs from DATA',
        [frames.open(1, ['content-length', '1']), data(1, 'test', END_STREAM)],
        MALFORMED,
      ],
      [
        'sends a content-length that differs from the sum of DATA',
        [frames.open(1, ['content-length', '1']), data(1, 'test'), data(1, 'test', END_STREAM)],
        MALFORMED,
      ],
    ]),
    ...section('http2 8.2', [
      [
        'sends PUSH_PROMISE',
        [formatFrame(FRAME.PUSH_PROMISE, END_HEADERS, 1, formatUint32(2) + frames.block())],
        ['C PROTOCOL_ERROR'],
      ],
    ]),
  ];
}

/** RFC 7541. */
export function hpackCases(frames: RequestFrames): readonly Http2Case[] {
  const block = frames.block();
  /** A request whose block is invalid. */
  const row = (title: string, text: string): CaseRow => [`sends ${title}`, [headers(1, text)], COMPRESSION];
  /** A field `x-test` with a Huffman code as its value. */
  const coded = (code: string) => `${block}\0\x06x-test${code}`;
  return [
    ...section('hpack 2.3.3', [
      row('an indexed field whose index no table has', `${block}\xc6`),
      row('a literal with an index that no table has', `${block}\x7f\x07\x05empty`),
    ]),
    ...section('hpack 4.2', [row('a size update at the end of a block', `${block}\x21`)]),
    ...section('hpack 5.2', [
      row('a Huffman code with more than 7 bits of padding', coded('\x86\xf2\xb2\x4a\x84\xff\xff')),
      row('a Huffman code that is padded with zeros', coded('\x85\xf2\xb2\x4a\x84\x80')),
      row('a Huffman code with EOS', coded('\x84\xff\xff\xff\xff')),
    ]),
    ...section('hpack 6.1', [row('an indexed field with index 0', `${block}\x80`)]),
    ...section('hpack 6.3', [row('a size update above SETTINGS_HEADER_TABLE_SIZE', `\x3f\xe2\x1f${block}`)]),
  ];
}
