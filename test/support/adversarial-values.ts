/** Length of each value, so that several headers of one request fit into the limit. */
const LENGTH = 8192;

/** Repeats the text, and adds a part that prevents a match. */
function repeated(piece: string, { before = '', after = '' } = {}): string {
  const count = Math.floor((LENGTH - before.length - after.length) / piece.length);
  return before + piece.repeat(count) + after;
}

/** Values that make a parser backtrack. ASCII only. */
export const anyValues: readonly string[] = [
  repeated('1111s', { after: '!' }),
  repeated('1m1.', { after: 's!' }),
  repeated('.5', { after: 'x' }),
  repeated('1'),
  repeated('1', { before: '0.', after: 'e' }),
  repeated('1_', { after: '!' }),
  repeated(' ', { before: 'a', after: 'a' }),
  repeated(' ', { after: 'a' }),
  repeated(','),
  repeated('a,', { after: '"' }),
  repeated(';'),
  repeated('; a=', { after: '"' }),
  repeated('; a="', { before: 'a/b' }),
  repeated('"'),
  repeated('\\"', { before: 'a="' }),
  repeated('\\', { before: '"' }),
  repeated('a="\\";', { before: '"' }),
  repeated('%'),
  repeated('%f0%9f', { after: '%' }),
  repeated('['),
  repeated('[]', { after: '[' }),
  repeated('{"a":'),
  repeated('[[],', { before: '[' }),
  repeated('a=a;'),
  repeated('='),
  repeated('a&', { after: '=' }),
  repeated('/'),
  repeated('../'),
  repeated('//a', { before: 'http://' }),
  repeated('a@', { before: 'http://', after: ':' }),
  repeated('a.', { before: 'http://' }),
  repeated(':'),
  repeated('1:', { before: '[', after: ']:1' }),
  repeated('200:1,'),
  repeated('404:0.1,', { after: ':' }),
  repeated('a-'),
  repeated('-', { before: '1' }),
  repeated('2020-01-01T'),
  repeated('$1', { before: '5; url=' }),
  repeated(' ', { before: '5; url', after: '=' }),
];

/** Values in the grammar of a header, by its name in lower case. */
const valuesOfFields: Readonly<Record<string, readonly string[]>> = {
  accept: [
    repeated('a/b;q=0.5,'),
    repeated('application/vnd.github.', { after: '+' }),
    repeated('*/*;q=', { after: '1' }),
  ],
  'accept-encoding': [
    repeated('gzip;q=0.5,'),
    repeated('a;q=0.000 ', { after: ';' }),
    repeated('x-gzip,', { after: ';q' }),
    repeated('\t', { before: 'gzip', after: ';' }),
  ],
  authorization: [
    repeated('QTpB', { before: 'Basic ' }),
    repeated('=', { before: 'Basic QQ' }),
    repeated('A', { before: 'Bearer ' }),
    repeated(' ', { before: 'token', after: 'x' }),
    repeated('a="a",', { before: 'Digest ' }),
    repeated('\\"', { before: 'Digest a="' }),
    repeated(', ', { before: 'Digest ', after: '=' }),
    repeated("a'", { before: "Digest username*=UTF-8'" }),
  ],
  'content-type': [
    repeated(';a=a', { before: 'multipart/form-data' }),
    repeated('a', { before: 'multipart/form-data; boundary=' }),
    repeated('\\"', { before: 'multipart/form-data; boundary="' }),
    repeated(' ', { before: 'application/json;', after: 'x' }),
  ],
  cookie: [
    repeated('a=a;'),
    repeated('a="', { before: 'a=' }),
    repeated('a="\\";'),
    repeated('sparring_session=a;'),
    repeated('\\054', { before: 'a="', after: '"' }),
    repeated(' ', { before: 'sparring_session', after: '=a' }),
  ],
  'if-match': [repeated('"x",'), repeated('W/"'), repeated(', ')],
  'if-none-match': [repeated('"x",'), repeated('W/"x",'), repeated('W/"'), repeated('W/')],
  'if-modified-since': [
    repeated('Sun, 06 Nov 1994 08:49:37 GMT '),
    repeated(' ', { before: 'Sun Nov', after: '6 08:49:37 1994' }),
    repeated('('),
    repeated('1 ', { after: 'GMT' }),
  ],
  'if-range': [repeated('"range26",'), repeated('Sun, ')],
  range: [
    repeated('0-0,', { before: 'bytes=' }),
    repeated('-1,', { before: 'bytes=' }),
    repeated('\t', { before: 'bytes=0-', after: '!' }),
    `bytes=${'\t'.repeat(LENGTH / 2)}-${'\t'.repeat(LENGTH / 2)}!`,
    repeated(' ', { before: 'bytes', after: '=' }),
    repeated('0', { before: 'bytes=', after: '-!' }),
  ],
  'user-agent': [repeated('token ', { after: '1' }), repeated('basic='), repeated('a1_')],
  'x-forwarded-for': [repeated('1.1.1.1,'), repeated('[::1]:', { after: ',' }), repeated('::ffff:')],
};

/** The values for a header: those of its grammar, and some of the others. */
export function fieldValues(name: string): readonly string[] {
  return [...(valuesOfFields[name.toLowerCase()] ?? []), ...anyValues.filter((_, index) => index % 16 === 0)];
}

/** Bodies with the media type whose parser reads them. */
export const bodies: readonly (readonly [type: string, body: string])[] = [
  ...anyValues
    .filter((_, index) => index % 3 === 0)
    .map((value): readonly [string, string] => ['application/x-www-form-urlencoded', value]),
  ...['[', '{"a":', '[[],', '"a",', '1', '0.1e', '"\\u0000', '-', ' ', '{"__proto__":{},'].map(
    (piece): readonly [string, string] => ['application/json', repeated(piece)],
  ),
  ...['--b\r\n', '--b\r\n\r\n', '\r\n--', 'a: b\r\n', ' \t', '\r', '; a="'].map(
    (piece): readonly [string, string] => [
      'multipart/form-data; boundary=b',
      repeated(piece, { before: '--b\r\nContent-Disposition: form-data; name="a' }),
    ],
  ),
];
