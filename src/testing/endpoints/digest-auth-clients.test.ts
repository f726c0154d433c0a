import assert from 'node:assert/strict';
import { test } from 'node:test';
import { output, requestsOutput } from '#test/support/programs/installed.ts';
import { serve } from '#test/support/servers/serve.ts';

for (const path of [
  'auth/mona/secret/MD5',
  'auth/mona/secret/SHA-256',
  'auth/mona/secret?a=1&b=%20',
  'both/mona/secret',
  'auth/mona/secret/MD5-sess',
  'auth/mona/secret/SHA-256-sess',
  'none/mona/secret',
  'none/mona/secret/SHA-256',
]) {
  test(`curl is accepted at /digest-auth/${path}, and rejected with a wrong password`, async (t) => {
    const server = await serve(t);
    const curl = (password: string) =>
      output(t, 'curl', [
        '--silent',
        '--digest',
        '--user',
        `mona:${password}`,
        '--write-out',
        '%{http_code}',
        '--output',
        '-',
        `${server.url}/digest-auth/${path}`,
      ]);
    const right = await curl('secret');
    if (right === undefined) return;
    assert.match(right, /"authenticated": true[\s\S]*200$/);
    assert.equal(await curl('wrong'), '401');
  });
}

test("Python's requests is accepted with a query, a required cookie and a stale nonce", async (t) => {
  const server = await serve(t);
  const script = `
import sys, requests
from requests.auth import HTTPDigestAuth
base, out = sys.argv[1], []
for path in sys.argv[2:]:
    session = requests.Session()
    session.trust_env = False
    session.auth = HTTPDigestAuth('mona', 'secret')
    out += [str(session.get(base + path, data=b'x').status_code) for _ in range(3)]
session.auth = HTTPDigestAuth('mona', 'wrong')
out.append(str(session.get(base + sys.argv[2]).status_code))
print(' '.join(out))`;
  const paths = [
    'auth/mona/secret',
    'auth/mona/secret/SHA-256?a=1&b=two%20',
    'auth/mona/secret/SHA-512?require-cookie=1',
    'auth/mona/secret/MD5-sess',
    'none/mona/secret',
    'both/mona/secret/MD5/1',
  ].map((path) => `/digest-auth/${path}`);
  const printed = await requestsOutput(t, script, [server.url, ...paths]);
  if (printed === undefined) return;
  // It responds to a stale nonce with the old cookies, and does not retry until the next request.
  assert.equal(printed.trim(), `${'200 '.repeat(16)}401 200 401`);
});
