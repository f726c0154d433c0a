import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { output } from '#test/support/programs/installed.ts';
import { serve } from '#test/support/servers/serve.ts';

/** Exit codes of curl that do not depend on its version. */
const HTTP1 = {
  'reset@start': 56,
  'reset@headers': 56,
  'reset@3': 56,
  'reset@request:1000': 56,
  'close@start': 52,
  'close@headers': 18,
  'close@3': 18,
  'truncate@3': 18,
  stall: 28,
  'half-close': 0,
  'idle-close': 0,
  'says-keep': 0,
  garbage: 1,
  'garbage@headers': 56,
  'length:more-3,close': 18,
  'length:more-3': 28,
  'length:less-3': 0,
  'status-line:no-reason': 0,
  'field:fold': 0,
  'chunk:size': 56,
  'chunk:no-last': 18,
  'chunk:short': 18,
  'chunk:split': 0,
};
const HTTP2 = {
  'reset@start': 92,
  'reset@3': 92,
  'truncate@3': 92,
  'length:more-3': 92,
  stall: 28,
  'idle-close': 0,
  'framing:content-on-204': 92,
  'framing:content-on-304': 92,
  'framing:content-on-head': 92,
};

async function exitCode(args: readonly string[]): Promise<unknown> {
  try {
    await promisify(execFile)('curl', ['--silent', '--output', '/dev/null', '--max-time', '1.5', ...args]);
    return 0;
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}

describe('the exit code of curl', () => {
  for (const [protocol, expected, options] of [
    ['HTTP/1.1', HTTP1, []],
    ['HTTP/2', HTTP2, ['--http2']],
  ] as const) {
    it(`is that of the fault over ${protocol}`, async (t) => {
      if ((await output(t, 'curl', ['--version'])) === undefined) return;
      const server = await serve(t, { tls: protocol === 'HTTP/2', maxDuration: 4000 });
      const trust = server.caPath === undefined ? [] : ['--cacert', server.caPath];
      const seen: Record<string, unknown> = {};
      for (const fault of Object.keys(expected)) {
        const body = fault.includes('request')
          ? ['--data', 'x'.repeat(2000)]
          : fault.endsWith('head')
            ? ['--head']
            : [];
        const url = `${server.url}/compose?body=hello&fault=${fault}`;
        seen[fault] = await exitCode([...options, ...trust, ...body, url]);
      }
      assert.deepEqual(seen, expected);
    });
  }
});
