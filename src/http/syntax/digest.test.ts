import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '#test/support/any-character.ts';
import { digestParameters } from './credentials.ts';
import { type DigestExpectation, digestHash, formatDigestChallenge, isDigestResponse } from './digest.ts';

/** RFC 7616 §3.9.1. */
const expected: DigestExpectation = {
  realm: 'http-auth@example.org',
  user: 'Mufasa',
  password: 'Circle of Life',
  qop: ['auth', 'auth-int'],
  algorithm: 'MD5',
  method: 'GET',
  target: '/dir/index.html',
  body: Buffer.alloc(0),
};

const input = {
  username: '"Mufasa"',
  realm: '"http-auth@example.org"',
  uri: '"/dir/index.html"',
  algorithm: 'MD5',
  nonce: '"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"',
  nc: '00000001',
  cnonce: '"f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"',
  qop: 'auth',
  response: '"8ca523f5e9506fed4657c9700eebdbec"',
};

function accepts(
  changes: Readonly<Record<string, string | undefined>>,
  expectation: Partial<DigestExpectation> = {},
): boolean {
  const pairs = Object.entries({ ...input, ...changes }).filter(([, value]) => value !== undefined);
  const parameters = digestParameters(
    `Digest ${pairs.map(([name, value]) => `${name}=${value}`).join(', ')}`,
  );
  return parameters !== undefined && isDigestResponse(parameters, { ...expected, ...expectation });
}

test('the example of the RFC is accepted with MD5 and with SHA-256', () => {
  assert.equal(accepts({}), true);
  const response = '"753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"';
  assert.equal(accepts({ algorithm: 'SHA-256', response }, { algorithm: 'SHA-256' }), true);
});

test('the example of the RFC is accepted with SHA-512-256, as corrected by erratum 4897', () => {
  const changes = {
    username: undefined,
    'username*': "UTF-8''J%C3%A4s%C3%B8n%20Doe",
    realm: '"api@example.org"',
    uri: '"/doe.json"',
    algorithm: 'SHA-512-256',
    nonce: '"5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK"',
    cnonce: '"NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v"',
    response: '"3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5"',
  };
  const resource = { realm: 'api@example.org', user: 'Jäsøn Doe', password: 'Secret, or not?' };
  const expectation = { ...resource, algorithm: 'SHA-512-256', target: '/doe.json' } as const;
  assert.equal(accepts(changes, expectation), true);
  assert.equal(accepts(changes, { ...expectation, algorithm: 'SHA-512' }), false);
});

/** Responses to the same challenge, computed by hashlib of Python. */
const SESSION_RESPONSES = [
  ['MD5-sess', 'e783283f46242139c486a698fec7211d'],
  ['SHA-256-sess', '2fd51b3a77ad75bad6afad6003e818d767133c46d9e2749e7f5232ae1ea3efd7'],
  [
    'SHA-512-sess',
    '5bc820f8c0e5cf83d5ff0a673af99c13a028be576c765c41f23d4fb46722a44750a331317b0b8646d55243e0c06cbacf64cc061404459769fbedddb0ecfacc5f',
  ],
  ['SHA-512-256-sess', '3f2a34f923c38b0fb26dce2fdfc2ce326c23cecf86fbb1444f3e51fbbc2cb92e'],
] as const;

test('the secret of a session algorithm includes nonce and cnonce (RFC 7616 §3.4.2)', () => {
  for (const [algorithm, response] of SESSION_RESPONSES) {
    const withoutSession = algorithm === 'SHA-512-256-sess' ? 'SHA-512-256' : 'MD5';
    assert.equal(accepts({ algorithm, response }, { algorithm }), true, algorithm);
    assert.equal(accepts({ algorithm: algorithm.toLowerCase(), response }, { algorithm }), true);
    for (const changes of [
      { cnonce: undefined },
      { cnonce: '"other"' },
      { nonce: '"other"' },
      { qop: 'auth-int' },
    ])
      assert.equal(accepts({ algorithm, response, ...changes }, { algorithm }), false);
    for (const name of [withoutSession, undefined])
      assert.equal(accepts({ algorithm: name, response }, { algorithm }), false, `${algorithm}, not ${name}`);
  }
  assert.equal(accepts({}, { algorithm: 'MD5-sess' }), false);
});

test('a session algorithm without a quality of protection requires a cnonce', () => {
  const secret = digestHash('MD5', 'Mufasa:http-auth@example.org:Circle of Life');
  const session = digestHash('MD5', `${secret}:n:c`);
  const response = digestHash('MD5', `${session}:n:${digestHash('MD5', 'GET:/dir/index.html')}`);
  const changes = { algorithm: 'MD5-sess', nonce: 'n', cnonce: 'c', nc: undefined, qop: undefined, response };
  assert.equal(accepts(changes, { algorithm: 'MD5-sess', qop: [] }), true);
  assert.equal(accepts({ ...changes, cnonce: undefined }, { algorithm: 'MD5-sess', qop: [] }), false);
});

test('a challenge of RFC 2069 has no quality of protection', () => {
  const challenge = { realm: 'r', nonce: 'n', opaque: 'o', algorithm: 'MD5', stale: false } as const;
  assert.equal(
    formatDigestChallenge({ ...challenge, qop: [] }),
    'Digest realm="r", nonce="n", opaque="o", algorithm=MD5, stale=False',
  );
  assert.equal(accepts({}, { qop: [] }), false);
});

test('a response with any changed parameter is rejected', () => {
  for (const [name, value] of [
    ['username', '"Scar"'],
    ['username', undefined],
    ['realm', '"elsewhere"'],
    ['realm', undefined],
    ['uri', '"/dir/other.html"'],
    ['uri', undefined],
    ['algorithm', 'SHA-256'],
    ['algorithm', 'MD5-sess'],
    ['nonce', '"other"'],
    ['nonce', undefined],
    ['nc', '00000002'],
    ['nc', undefined],
    ['cnonce', '"other"'],
    ['cnonce', undefined],
    ['qop', 'auth-int'],
    ['qop', 'nonsense'],
    ['qop', undefined],
    ['response', '"8ca523f5e9506fed4657c9700eebdbed"'],
    ['response', undefined],
  ] as const) {
    assert.equal(accepts({ [name]: value }), false, `${name}=${value}`);
  }
});

test('a response for another password, method, target or user is rejected', () => {
  for (const change of [
    { password: 'x' },
    { method: 'HEAD' },
    { target: '/dir/index.html?a' },
    { user: 'Scar' },
  ]) {
    assert.equal(accepts({}, change), false, JSON.stringify(change));
  }
});

test('a wrong user name is rejected although the response matches it', () => {
  const secret = digestHash('MD5', 'Scar:http-auth@example.org:Circle of Life');
  const request = digestHash('MD5', 'GET:/dir/index.html');
  const response = digestHash('MD5', `${secret}:n:${request}`);
  const changes = { username: '"Scar"', nonce: 'n', qop: undefined, response };
  assert.equal(accepts(changes, { user: 'Scar' }), true);
  assert.equal(accepts(changes), false);
});

test('a nonce count that is not eight hexadecimal digits is rejected although the response matches it', () => {
  const secret = digestHash('MD5', 'Mufasa:http-auth@example.org:Circle of Life');
  const request = digestHash('MD5', 'GET:/dir/index.html');
  for (const [nc, isRight] of [
    ['00000001', true],
    ['1', false],
    ['0000000g', false],
    ['000000001', false],
  ] as const) {
    const response = digestHash('MD5', `${secret}:n:${nc}:c:auth:${request}`);
    assert.equal(accepts({ nonce: 'n', cnonce: 'c', nc, response }), isRight, nc);
  }
});

test('a quality of protection that was not offered is rejected although the response matches it', () => {
  assert.equal(accepts({}, { qop: ['auth-int'] }), false);
  assert.equal(accepts({}, { qop: ['auth'] }), true);
  const secret = digestHash('MD5', 'Mufasa:http-auth@example.org:Circle of Life');
  const request = digestHash('MD5', 'GET:/dir/index.html');
  const response = digestHash('MD5', `${secret}:n:00000001:c::${request}`);
  assert.equal(accepts({ nonce: 'n', cnonce: 'c', qop: 'nonsense', response }), false);
});

test('auth-int protects the body, by the same algorithm', () => {
  for (const algorithm of ['MD5', 'SHA-256', 'SHA-512', 'SHA-512-256'] as const) {
    const body = Buffer.from([0, 255, 10, 13]);
    const secret = digestHash(algorithm, 'Mufasa:http-auth@example.org:Circle of Life');
    const request = digestHash(algorithm, `GET:/dir/index.html:${digestHash(algorithm, body)}`);
    const response = digestHash(algorithm, `${secret}:n:00000001:c:auth-int:${request}`);
    const changes = { algorithm, nonce: 'n', cnonce: 'c', qop: 'auth-int', response };
    assert.equal(accepts(changes, { algorithm, body }), true);
    assert.equal(accepts(changes, { algorithm, body: Buffer.from('other') }), false);
  }
});

test('a response of a weaker algorithm than requested is rejected, named or not', () => {
  assert.equal(accepts({}, { algorithm: 'SHA-256' }), false);
  assert.equal(accepts({ algorithm: undefined }, { algorithm: 'SHA-256' }), false);
  assert.equal(accepts({ algorithm: undefined }), true);
});

test('the name of the algorithm may be quoted and in any case', () => {
  assert.equal(accepts({ algorithm: '"md5"' }), true);
});

test('an absolute URI is equivalent to its path and query', () => {
  const secret = digestHash('MD5', 'Mufasa:http-auth@example.org:Circle of Life');
  for (const [uri, target, isSame] of [
    ['http://example.org/a?b=1', '/a?b=1', true],
    ['http://example.org', '/', true],
    ['http://h?q', '/?q', true],
    ['/a?url=http://h/b', '/a?url=http://h/b', true],
    ['/a?url=http://h/b', '/b', false],
    ['http://h/a', '/b', false],
    ['a', '/a', false],
  ] as const) {
    const response = digestHash('MD5', `${secret}:n:${digestHash('MD5', `GET:${uri}`)}`);
    const changes = { uri: `"${uri}"`, nonce: 'n', qop: undefined, response };
    assert.equal(accepts(changes, { target }), isSame, uri);
  }
});

test('a user name outside ASCII may be an extended value', () => {
  const secret = digestHash('MD5', 'Jäsøn Doe:http-auth@example.org:Circle of Life');
  const response = digestHash('MD5', `${secret}:n:${digestHash('MD5', 'GET:/dir/index.html')}`);
  const changes = {
    username: undefined,
    'username*': "UTF-8''J%C3%A4s%C3%B8n%20Doe",
    nonce: 'n',
    qop: undefined,
    response,
  };
  assert.equal(accepts(changes, { user: 'Jäsøn Doe' }), true);
  assert.equal(accepts(changes, { user: 'Jason Doe' }), false);
  assert.equal(
    accepts({ ...changes, 'username*': "xUTF-8''J%C3%A4s%C3%B8n%20Doe" }, { user: 'Jäsøn Doe' }),
    false,
  );
});

test('the challenge has its parameters in the order and quotes of the reference server', () => {
  assert.equal(
    formatDigestChallenge({
      realm: 'r',
      nonce: 'n',
      opaque: 'o',
      qop: ['auth', 'auth-int'],
      algorithm: 'SHA-256',
      stale: true,
    }),
    'Digest realm="r", nonce="n", opaque="o", qop="auth, auth-int", algorithm=SHA-256, stale=True',
  );
  assert.match(
    formatDigestChallenge({
      realm: 'r',
      nonce: 'n',
      opaque: 'o',
      qop: ['auth'],
      algorithm: 'MD5',
      stale: false,
    }),
    /qop="auth", algorithm=MD5, stale=False$/,
  );
});

test('the check never throws', () => {
  const name = fc.constantFrom(
    'username',
    'username*',
    'realm',
    'nonce',
    'uri',
    'nc',
    'cnonce',
    'qop',
    'algorithm',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string({ unit: anyCharacter }))), (pairs) => {
      assert.equal(isDigestResponse(new Map(pairs), expected), false);
    }),
  );
});
