import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DigestAlgorithm, digestHash } from '#http/syntax/digest.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';

interface Attempt {
  readonly path?: string;
  readonly user?: string;
  readonly password?: string;
  readonly algorithm?: DigestAlgorithm;
  readonly qop?: string | undefined;
  readonly nonce?: string;
  readonly method?: string;
  readonly body?: string;
  readonly cookie?: string;
  /** Replaces right parameters. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** A request with the right response for its parameters. */
function attempt(server: TestServer, input: Attempt = {}): Promise<WireResponse> {
  const { path = '/digest-auth/auth/mona/secret', user = 'mona', password = 'secret', body } = input;
  const { algorithm = 'MD5', qop = 'auth', nonce = 'n', method = 'GET', cookie } = input;
  const digest = (...parts: string[]) => digestHash(algorithm, parts.join(':'));
  const ofBody = qop === 'auth-int' ? [digestHash(algorithm, body ?? '')] : [];
  const secret = digest(user, 'me@kennethreitz.com', password);
  const target = digest(method, path, ...ofBody);
  const parameters = {
    username: user,
    realm: 'me@kennethreitz.com',
    nonce,
    uri: path,
    algorithm,
    ...(qop === 'none' ? {} : { qop, nc: '00000001', cnonce: 'c' }),
    response:
      qop === 'none' ? digest(secret, nonce, target) : digest(secret, nonce, '00000001', 'c', qop, target),
    ...input.parameters,
  };
  const list = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  return server.send({
    method,
    path,
    fields: [
      ['Authorization', `Digest ${list.join(', ')}`],
      ...(cookie === undefined ? [] : [['Cookie', cookie] as const]),
    ],
    ...(body === undefined ? {} : { body }),
  });
}

function cookiesOf(answer: WireResponse): string[] {
  return answer.fields.filter(([name]) => name === 'Set-Cookie').map(([, value]) => value);
}

test('challenges requests without credentials with two cookies', async (t) => {
  const server = await serve(t);
  const answer = await server.get('/digest-auth/auth/mona/secret');
  assert.equal(answer.status, 401);
  assert.match(
    answer.field('WWW-Authenticate') ?? '',
    /^Digest realm="me@kennethreitz\.com", nonce="[0-9a-f]{32}", opaque="[0-9a-f]{32}", qop="auth", algorithm=MD5, stale=False$/,
  );
  assert.deepEqual(cookiesOf(answer), ['stale_after=never; Path=/', 'fake=fake_value; Path=/']);
  assert.equal(answer.field('Content-Type'), 'text/html; charset=utf-8');
  assert.equal(answer.text(), '');
});

test('uses the algorithm and quality of the path; unknown values mean MD5 and both', async (t) => {
  const server = await serve(t);
  for (const [path, digits, rest] of [
    ['auth/u/p/SHA-256', 64, 'qop="auth", algorithm=SHA-256'],
    ['auth-int/u/p/SHA-512', 128, 'qop="auth-int", algorithm=SHA-512'],
    ['auth/u/p/SHA-512-256', 64, 'qop="auth", algorithm=SHA-512-256'],
    ['auth-int/u/p', 32, 'qop="auth-int", algorithm=MD5'],
    ['both/u/p/sha-256', 32, 'qop="auth, auth-int", algorithm=MD5'],
    ['auth/u/p/md5-sess', 32, 'qop="auth", algorithm=MD5, '],
    ['auth/u/p/MD5-sess', 32, 'qop="auth", algorithm=MD5-sess'],
    ['auth/u/p/SHA-256-sess', 64, 'qop="auth", algorithm=SHA-256-sess'],
    ['auth/u/p/SHA-512-sess', 128, 'qop="auth", algorithm=SHA-512-sess'],
    ['auth-int/u/p/SHA-512-256-sess', 64, 'qop="auth-int", algorithm=SHA-512-256-sess'],
    ['none/u/p', 32, '", algorithm=MD5, stale=False'],
    ['none/u/p/SHA-256', 64, '", algorithm=SHA-256, stale=False'],
  ] as const) {
    const challenge = (await server.get(`/digest-auth/${path}`)).field('WWW-Authenticate') ?? '';
    assert.ok(challenge.includes(rest), challenge);
    assert.equal(challenge.includes('qop'), !path.startsWith('none/'), challenge);
    assert.match(challenge, new RegExp(`nonce="[0-9a-f]{${digits}}", opaque="[0-9a-f]{${digits}}"`));
  }
});

test('uses a different nonce in each challenge', async (t) => {
  const server = await serve(t);
  const challenges = await Promise.all([1, 2, 3].map(() => server.get('/digest-auth/auth/u/p')));
  assert.equal(
    new Set(challenges.map((answer) => /nonce="(\w+)"/.exec(answer.field('WWW-Authenticate') ?? '')?.[1]))
      .size,
    3,
  );
});

test('accepts the right response for every algorithm and quality', async (t) => {
  const server = await serve(t);
  for (const algorithm of ['MD5', 'SHA-256', 'SHA-512', 'SHA-512-256'] as const) {
    for (const qop of ['auth', 'auth-int', 'none']) {
      for (const body of [undefined, '', 'request payload']) {
        const path = `/digest-auth/${qop}/mona/secret/${algorithm}`;
        const answer = await attempt(server, {
          path,
          algorithm,
          qop,
          ...(body === undefined ? {} : { body }),
        });
        assert.equal(answer.status, 200, `${algorithm} ${qop} ${body}`);
        assert.equal(answer.text(), '{\n  "authenticated": true,\n  "user": "mona"\n}\n');
        assert.deepEqual(cookiesOf(answer), ['fake=fake_value; Path=/']);
      }
    }
  }
});

test('accepts the response of a session algorithm', async (t) => {
  const server = await serve(t);
  for (const [algorithm, response] of [
    ['MD5-sess', '79f23344c3d2542c39c53cbacf4d3daa'],
    ['SHA-256-sess', 'fa41daa8b88eb815825f6875a7ea8f10d9fccc98aa8b1bc20f5bbaa4e8a96506'],
    ['SHA-512-256-sess', 'c4df3f30ebcb699dfe7ef9c0f22175796a667c57fe60cd8973de48ea1a39b2cc'],
  ] as const) {
    const parameters = { algorithm, cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ', response };
    const input = { user: 'Mufasa', nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v', parameters };
    const path = `/digest-auth/auth/Mufasa/Circle%20of%20Life/${algorithm}`;
    assert.equal((await attempt(server, { ...input, path })).status, 200, algorithm);
    const plain = { ...parameters, algorithm: algorithm.slice(0, -'-sess'.length) };
    assert.equal((await attempt(server, { ...input, path, parameters: plain })).status, 401, algorithm);
  }
});

test('rejects a quality of protection where none is offered', async (t) => {
  const server = await serve(t);
  const path = '/digest-auth/none/mona/secret';
  assert.equal((await attempt(server, { path, qop: 'none' })).status, 200);
  for (const qop of ['auth', 'auth-int'])
    assert.equal((await attempt(server, { path, qop })).status, 401, qop);
});

test('includes the query in the response', async (t) => {
  const server = await serve(t);
  const path = '/digest-auth/auth/mona/secret?a=1&b=%20x?y';
  assert.equal((await attempt(server, { path })).status, 200);
  const shortened = await attempt(server, { path, parameters: { uri: '/digest-auth/auth/mona/secret' } });
  assert.equal(shortened.status, 401);
});

test('decodes user and password of the path, and hashes the path as sent', async (t) => {
  const server = await serve(t);
  const path = '/digest-auth/auth/m%C3%B6na/s%20%25';
  const user = Buffer.from('möna').toString('latin1');
  const secret = digestHash('MD5', 'möna:me@kennethreitz.com:s %');
  const response = digestHash('MD5', `${secret}:n:00000001:c:auth:${digestHash('MD5', `GET:${path}`)}`);
  assert.equal((await attempt(server, { path, user, parameters: { response } })).status, 200);
});

test('hashes HEAD as HEAD', async (t) => {
  const server = await serve(t);
  assert.equal((await attempt(server, { method: 'HEAD' })).status, 200);
});

test('challenges a wrong response again, and records its nonce', async (t) => {
  const server = await serve(t);
  const wrong: Attempt[] = [
    { password: 'wrong' },
    { user: 'hubot' },
    { parameters: { username: 'hubot' } },
    { parameters: { realm: 'elsewhere' } },
    { parameters: { uri: '/other' } },
    { parameters: { response: '' } },
    { parameters: { nc: '1' } },
    { parameters: { cnonce: 'other' } },
    { parameters: { qop: 'auth-int' } },
    { parameters: { algorithm: 'SHA-256' } },
    { qop: 'auth-int' },
    { path: '/digest-auth/auth-int/mona/secret', qop: 'auth' },
    { path: '/digest-auth/auth/mona/secret/SHA-256' },
  ];
  for (const input of wrong) {
    const answer = await attempt(server, input);
    assert.equal(answer.status, 401, JSON.stringify(input));
    assert.match(answer.field('WWW-Authenticate') ?? '', /stale=False$/);
    assert.deepEqual(cookiesOf(answer), [
      'stale_after=never; Path=/',
      'last_nonce=n; Path=/',
      'fake=fake_value; Path=/',
    ]);
  }
});

test('rejects a modified body with auth-int', async (t) => {
  const server = await serve(t);
  const path = '/digest-auth/auth-int/mona/secret';
  const right = digestHash('MD5', 'one');
  const secret = digestHash('MD5', 'mona:me@kennethreitz.com:secret');
  const response = digestHash(
    'MD5',
    `${secret}:n:00000001:c:auth-int:${digestHash('MD5', `GET:${path}:${right}`)}`,
  );
  const send = (body: string) => attempt(server, { path, qop: 'auth-int', body, parameters: { response } });
  assert.equal((await send('one')).status, 200);
  assert.equal((await send('two')).status, 401);
});

test('challenges other schemes and malformed credentials', async (t) => {
  const server = await serve(t);
  for (const value of [
    '',
    'Basic bW9uYTpzZWNyZXQ=',
    'Digest',
    'Digest x',
    'Digest username="mona',
    'Bearer x',
    'Digest ,,,',
    'Digest a=b, a=c',
    'Digest username=\xff',
  ]) {
    const answer = await server.get('/digest-auth/auth/mona/secret', [['Authorization', value]]);
    assert.equal(answer.status, 401, value);
    assert.match(answer.field('WWW-Authenticate') ?? '', /^Digest realm=/);
  }
});

test('reports a rejected nonce as stale', async (t) => {
  const server = await serve(t);
  const answer = await attempt(server, { cookie: 'last_nonce=n' });
  assert.equal(answer.status, 401);
  assert.match(answer.field('WWW-Authenticate') ?? '', /stale=True$/);
  assert.equal(cookiesOf(answer).length, 3);
  assert.equal((await attempt(server, { cookie: 'last_nonce=other' })).status, 200);
});

test('decrements stale_after on success; at zero the nonce is stale', async (t) => {
  const server = await serve(t);
  const path = '/digest-auth/auth/mona/secret/MD5/2';
  assert.equal(cookiesOf(await server.get(path))[0], 'stale_after=2; Path=/');
  for (const [count, remaining] of [
    ['2', '1'],
    ['1', '0'],
    ['-1', '-2'],
    ['never', 'never'],
    ['9007199254740993', '9007199254740992'],
  ] as const) {
    const answer = await attempt(server, { path, cookie: `stale_after=${count}` });
    assert.equal(answer.status, 200, count);
    assert.equal(cookiesOf(answer)[1], `stale_after=${remaining}; Path=/`);
  }
  const answer = await attempt(server, { path, cookie: 'stale_after=0' });
  assert.equal(answer.status, 401);
  assert.match(answer.field('WWW-Authenticate') ?? '', /stale=True$/);
  assert.equal(cookiesOf(answer)[0], 'stale_after=2; Path=/');
});

test('requires the cookies of the challenge with require-cookie', async (t) => {
  const server = await serve(t);
  for (const value of ['1', 't', 'TRUE']) {
    const path = `/digest-auth/auth/mona/secret?require-cookie=${value}`;
    assert.equal((await attempt(server, { path })).status, 401);
    const answer = await attempt(server, { path, cookie: 'stale_after=never' });
    assert.equal(answer.status, 403);
    assert.deepEqual(answer.json(), { errors: ['missing cookie set on challenge'] });
    assert.deepEqual(cookiesOf(answer), ['fake=fake_value; Path=/']);
    assert.equal((await attempt(server, { path, cookie: 'fake=fake_value' })).status, 200);
  }
  assert.equal(
    (await attempt(server, { path: '/digest-auth/auth/mona/secret?require-cookie=0' })).status,
    200,
  );
});

test('never splits the headers with cookie values', async (t) => {
  const server = await serve(t);
  const answer = await server.get('/digest-auth/auth/u/p/MD5/a%0D%0AX-Y:%20z');
  assert.equal(cookiesOf(answer)[0], 'stale_after="a\\015\\012X-Y: z"; Path=/');
  const refused = await attempt(server, { nonce: 'a;b', password: 'wrong' });
  assert.equal(cookiesOf(refused)[1], 'last_nonce="a\\073b"; Path=/');
});
