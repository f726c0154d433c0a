import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { serve } from '../support/servers/serve.ts';
import { h2spec } from './installed.ts';

for (const [name, options, words] of [
  ['with prior knowledge', { h2c: true }, []],
  ['over TLS', { tls: true }, ['--tls', '--insecure']],
] as const)
  it(`h2spec finds nothing wrong ${name}`, { timeout: 300_000 }, async (t) => {
    const [[program] = []] = (await h2spec.open(t))?.commands ?? [];
    if (program === undefined) return;
    const { port } = await serve(t, options);
    const place = ['--host', '127.0.0.1', '--port', String(port), '--path', '/get', '--timeout', '5'];
    // The exit code is that of the summary.
    const { stdout } = await promisify(execFile)(program, [...place, ...words]).catch((error) => error);
    const failures = stdout.slice(stdout.indexOf('Failures:') >>> 0);
    assert.match(stdout, /^145 tests, 145 passed, 0 skipped, 0 failed$/m, failures);
  });
