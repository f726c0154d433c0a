/** A body that the decoder of HTTP/1 rejects. */
export interface RejectedBody {
  readonly name: string;
  /** The fields that frame the body. */
  readonly framing: string;
  readonly content: string;
  /** The status of an endpoint that reads the body. */
  readonly status: 400 | 413;
  /** Whether the head is wrong, so that no endpoint is called. */
  readonly isWrongHead?: true;
}

const CHUNKED = 'Transfer-Encoding: chunked\r\n';

const chunked = (name: string, content: string, status: RejectedBody['status'] = 400): RejectedBody => ({
  name,
  framing: CHUNKED,
  content,
  status,
});

/** RFC 9112 §6.3: a request whose final transfer coding is not chunked has no length that can be determined. */
const wrongCoding = (coding: string, content = '3\r\nabc\r\n0\r\n\r\n'): RejectedBody => ({
  name: `the transfer coding ${coding}${content && ' with content'}`,
  framing: `Transfer-Encoding: ${coding}\r\n`,
  content,
  status: 400,
  isWrongHead: true,
});

/** RFC 9112 §6.3: other codings than chunked. §7.1: chunk-size is 1*HEXDIG, chunk extensions and trailers have the form of tokens, each line ends with CRLF. */
export const REJECTED_BODIES: readonly RejectedBody[] = [
  ...['-5', 'zz', '+1', '0x1', ' 1', '1 ', '1_0', 'f'.repeat(17), ''].map((size) =>
    chunked(`the chunk size ${JSON.stringify(size)}`, `${size}\r\nabcde\r\n0\r\n\r\n`),
  ),
  chunked('a chunk size that ends with LF', '1\na\r\n0\r\n\r\n'),
  chunked('CR in a chunk extension', '1;a\rb=c\r\na\r\n0\r\n\r\n'),
  chunked('LF in a chunk extension', '1;a\nb=c\r\na\r\n0\r\n\r\n'),
  chunked('a chunk extension of 20 KB', `1;${'a'.repeat(20_000)}\r\na\r\n0\r\n\r\n`),
  chunked('a chunk that is longer than its size', '3\r\nabcde\r\n0\r\n\r\n'),
  chunked('a wrong chunk size behind a chunk', '3\r\nabc\r\nzz\r\n'),
  chunked('a trailer with a space in its name', '3\r\nabc\r\n0\r\nA B: c\r\n\r\n'),
  ...['xchunked', 'identity', 'gzip', 'chunked, gzip', 'chunked, identity'].map((coding) =>
    wrongCoding(coding),
  ),
  wrongCoding('xchunked', ''),
];

const find = (name: string): RejectedBody => {
  const found = REJECTED_BODIES.find((body) => body.name === name);
  if (!found) throw new Error(`There is no rejected body with ${name}`);
  return found;
};

/** The decoder rejects these with the head, directly behind the head, and behind content. */
export const REJECTED_AT = {
  head: find('the transfer coding xchunked'),
  content: find('the chunk size "zz"'),
  later: find('a wrong chunk size behind a chunk'),
};
