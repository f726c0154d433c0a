import { METHODS } from 'node:http';
import { accepted, countOf, type Difference, ended, hasOption, rejected } from './difference.ts';
import type { OracleName } from './oracle.ts';

const ALL: readonly OracleName[] = ['llhttp', 'go', 'h11'];
const NOT_LLHTTP: readonly OracleName[] = ['go', 'h11'];

/** What is not in the list is a fault of the decoder, or a difference without a decision. */
export const DIFFERENCES: readonly Difference[] = [
  // The request line.
  rejected(
    ['llhttp'],
    /^Space in the (?:target|version) /,
    'One SP separates the parts (RFC 9112 §3). More are permitted to be accepted, and are two readings of one line.',
  ),
  rejected(
    ['llhttp'],
    /^(?:LF without CR|CR without LF|More than 8 bytes of CRLF before a request line) at byte 0$/,
    'Some CRLFs before a request line are ignored, and nothing else (RFC 9112 §2.2).',
  ),
  rejected(
    NOT_LLHTTP,
    /^LF without CR /,
    'LF alone is permitted to end a line of a head (RFC 9112 §2.2), and is how requests are smuggled past those that do not read it so.',
  ),
  rejected(
    ALL,
    /^(?:No version|Version \d\.\d) /,
    'Another major version gets 505 (RFC 9110 §15.6.6). In Go, the server checks it, and not ReadRequest.',
  ),
  {
    kind: 'rejected',
    oracles: ['llhttp'],
    why: 'llhttp reads the line of a simple request of HTTP/0.9 without its end, and HTTP/2.0 (RFC 9110 §15.6.6).',
    applies: ({ theirs }) => theirs?.version === '0.9' || theirs?.version === '2.0',
  },
  {
    kind: 'rejected',
    oracles: ['llhttp'],
    why: 'The asterisk stands alone (RFC 9112 §3.2.4).',
    applies: ({ theirs }) => theirs?.target.startsWith('*') === true && theirs.target !== '*',
  },
  rejected(
    NOT_LLHTTP,
    /^Target without a slash or a scheme /,
    'The authority form is for CONNECT only (RFC 9112 §3.2.3), and other targets have no form.',
  ),
  rejected(ALL, /^"@" in the authority of the target /, 'An authority has one @ (RFC 3986 §3.2).'),
  rejected(
    NOT_LLHTTP,
    /^(?:"[^@]"|0x[0-9A-F]{2}) in the authority of the target /,
    'An authority has no byte that RFC 3986 §3.2 does not permit. llhttp rejects it, too.',
  ),
  rejected(
    NOT_LLHTTP,
    /^Method CONNECT /,
    'The server is no proxy: 501 (RFC 9110 §9.3.6). llhttp stops at CONNECT, which counts as an error.',
  ),
  accepted(
    'llhttp',
    /^HPE_INVALID_METHOD$/,
    ({ method }) => !METHODS.includes(method),
    'Any token is a method (RFC 9110 §9.1). llhttp has a list.',
  ),
  accepted(
    'llhttp',
    /^HPE_INVALID_URL$/,
    ({ target }) => /[\x80-\xff]/.test(target),
    'Targets of 8-bit bytes are served as they are: no intermediary splits a line at them. RFC 9112 §3.2 recommends 400.',
  ),
  accepted(
    'h11',
    /^illegal request line/,
    ({ target }) => /[\x80-\xff]/.test(target),
    'As for llhttp: targets of 8-bit bytes are served as they are.',
  ),
  accepted(
    'llhttp',
    /^HPE_INVALID_VERSION$/,
    ({ version }) => version > '1.1',
    'A higher minor version is read as 1.1 (RFC 9110 §2.5).',
  ),
  accepted(
    'go',
    /^parse .*: invalid URL escape /,
    ({ target }) => target.includes('%'),
    'Go decodes the path of the target. Here the service of the path does (RFC 3986 §2.1).',
  ),
  accepted(
    'go',
    /^parse .*: invalid port /,
    ({ target }) => target.includes('://'),
    'The kernel rejects the port of an authority (RFC 3986 §3.2.3), so that an error has the form of a service.',
  ),
  // Fields.
  rejected(
    NOT_LLHTTP,
    /^White space at the start of a field line /,
    'A folded line is rejected, one of the two choices of RFC 9112 §5.2; white space before the first field, too (§2.2).',
  ),
  rejected(
    ['go'],
    /^Space in a field name /,
    'A name is a token (RFC 9110 §5.1). In Go, the server checks it, and not ReadRequest.',
  ),
  rejected(
    ['h11'],
    /^0x[0-9A-F]{2} in a field value /,
    'Control bytes are invalid in a value; a recipient may keep them (RFC 9110 §5.5).',
  ),
  accepted(
    'go',
    /^too many Host headers$/,
    ({ fields }) => countOf(fields, 'host') > 1,
    'The kernel rejects a second Host field (RFC 9112 §3.2), so that the service of the path answers.',
  ),
  accepted(
    'h11',
    /^(?:Missing mandatory|Found multiple) Host: header/,
    ({ fields }) => countOf(fields, 'host') !== 1,
    'The kernel rejects a second Host field, and none (RFC 9112 §3.2), so that the service of the path answers.',
  ),
  // The framing of content.
  rejected(
    ALL,
    /^Transfer coding other than chunked /,
    'Other lists of codings than chunked alone are rejected (RFC 9112 §6.1, §6.3). Go and h11 read a folded value.',
  ),
  rejected(
    ALL,
    /^Tab behind the transfer coding /,
    'llhttp reads the tab as a part of the coding, unless an upgrade or a second coding follows: two readings of one field.',
  ),
  rejected(
    ALL,
    /^Transfer-Encoding in HTTP\/1\.0 /,
    'The framing of such a message is faulty (RFC 9112 §6.1). Go ignores the field; the others use it.',
  ),
  rejected(
    NOT_LLHTTP,
    /^(?:Content-Length beside Transfer-Encoding|Transfer-Encoding beside Content-Length) /,
    'Such a message might be an attempt to smuggle a request, and ought to be an error (RFC 9112 §6.3).',
  ),
  rejected(
    NOT_LLHTTP,
    /^Second Content-Length field /,
    'Equal values in several fields may be rejected (RFC 9110 §8.6).',
  ),
  rejected(NOT_LLHTTP, /^Empty Content-Length /, 'The value is folded (RFC 9112 §5.2).'),
  rejected(
    ['h11'],
    /^Content-Length is not a number /,
    'A list of equal values may be rejected (RFC 9110 §8.6).',
  ),
  rejected(
    ALL,
    /^(?:Content-Length over 15 digits|Chunk size over \d+(?: digits)?) /,
    'A Number does not hold them exactly, and leading zeros are bounded, too (RFC 9112 §7.1).',
  ),
  rejected(
    ['llhttp'],
    /^(?:CR|";"|"="|""") in a chunk size line /,
    'Names and values of extensions are not empty, and a value is a token or a quoted string (RFC 9112 §7.1.1).',
  ),
  rejected(
    NOT_LLHTTP,
    /^(?:CR|Tab|Space|NUL|0x[0-9A-F]{2}|".") in a chunk size line /,
    'Names and values of extensions are tokens or quoted strings, and no white space ends the line (RFC 9112 §7.1.1). Go and h11 do not read them.',
  ),
  {
    kind: 'rejected',
    oracles: ['h11'],
    why: 'CR alone is invalid in all parts of a message (RFC 9112 §2.2). h11 does not look at what is behind a semicolon.',
    applies: ({ mine, ourError = '' }) => mine?.isComplete === false && ourError.startsWith('CR without LF '),
  },
  accepted(
    'llhttp',
    /^HPE_(?:INVALID_CHUNK_SIZE|STRICT)$/,
    (_, extensions) => extensions.some((extension) => /[ \t]/.test(extension)),
    'White space around the separators of chunk extensions MUST be parsed (RFC 9112 §7.1.1).',
  ),
  accepted(
    'go',
    /^invalid byte in chunk length$/,
    (_, extensions) => extensions.some((extension) => /^[ \t]/.test(extension)),
    'As for llhttp: white space before the semicolon of an extension.',
  ),
  accepted(
    'h11',
    /^illegal chunk header/,
    (_, extensions) => extensions.some((extension) => /^[ \t]/.test(extension)),
    'As for llhttp: white space before the semicolon of an extension.',
  ),
  rejected(
    NOT_LLHTTP,
    /^(?:content-length|transfer-encoding) in the trailer section /i,
    'Fields of the framing are not permitted there (RFC 9110 §6.5.1).',
  ),
  // Limits.
  rejected(
    ALL,
    /^(?:More than \d+ fields|Head over|Request line over|Method over|Trailer section over|Chunk (?:size line|extensions) over) /,
    'Limits of the decoder (RFC 9110 §15.5.15, RFC 6585 §5).',
  ),
  accepted(
    'go',
    /^(?:header line too long|chunked encoding contains too much non-data)$/,
    (_, extensions) => extensions.some((extension) => extension.length > 1000),
    'Limits of Go for chunk extensions, which are lower.',
  ),
  // The end of the connection.
  ended(
    'llhttp',
    (message) => hasOption(message, 'upgrade') && countOf(message.fields, 'upgrade') > 0,
    'Node reads nothing behind a request for an upgrade, whether it switches or not.',
  ),
  ended(
    'llhttp',
    (message) => message.version === '1.0' && hasOption(message, 'close') && hasOption(message, 'keep-alive'),
    'Close precedes keep-alive (RFC 9112 §9.3).',
  ),
  ended(
    'llhttp',
    ({ trailers }) => countOf(trailers, 'connection') > 0,
    'A trailer section is never merged into the head (RFC 9110 §6.5.1).',
  ),
  {
    kind: 'ended',
    oracles: ['llhttp'],
    why: 'Any token is a method (RFC 9110 §9.1). llhttp reads PRI as the start of HTTP/2, and Node drops the requests before it.',
    applies: ({ mine, theirLast }) => mine?.method === 'PRI' || theirLast?.method === 'PRI',
  },
  ended(
    'h11',
    (message) => message.version === '1.0' && hasOption(message, 'keep-alive'),
    'A client of HTTP/1.0 may keep the connection open (RFC 9112 §9.3).',
  ),
];
