import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { serve } from '../../../test/support/serve.ts';

const run = promisify(execFile);

/** What the command prints, or undefined where it is not installed; the test is then skipped. */
async function output(t: TestContext, command: string, args: readonly string[]): Promise<string | undefined> {
  try {
    return (await run(command, args)).stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 127)) {
      t.skip(`${command} is not installed here`);
      return undefined;
    }
    throw error;
  }
}

for (const path of [
  'auth/mona/secret/MD5',
  'auth/mona/secret/SHA-256',
  'auth/mona/secret?a=1&b=%20',
  'both/mona/secret',
]) {
  test(`curl is let in at /digest-auth/${path}, and refused with a wrong password`, async (t) => {
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

test("Python's requests is let in, with a query, a cookie that is required, and again after a nonce went stale", async (t) => {
  const server = await serve(t);
  const hasRequests = await output(t, 'python3', [
    '-c',
    'import importlib.util as u; print(u.find_spec("requests"))',
  ]);
  if (hasRequests === undefined) return;
  if (hasRequests.trim() === 'None') return t.skip('requests is not installed here');
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
    'both/mona/secret/MD5/1',
  ].map((path) => `/digest-auth/${path}`);
  const printed = await output(t, 'python3', ['-c', script, server.url, ...paths]);
  // It answers a stale nonce with the old cookies, and gives up until the next request.
  assert.equal(printed?.trim(), `${'200 '.repeat(10)}401 200 401`);
});
