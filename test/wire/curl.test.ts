import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { output } from '#test/support/programs/installed.ts';
import { serve } from '#test/support/servers/serve.ts';

const SIZE = 200_000;
const FORMAT = '%{http_version} %{response_code} %{num_connects}\n';

/** Options and the path of one or two requests; the version, the status and the number of new connections of each. */
const ROWS: readonly (readonly [options: string, target: string, outcome: string])[] = [
  ['--http1.0', '/get', '1.1 200 1'],
  ['--http1.0', '/stream/3', '1.1 200 1'],
  ['--http1.0 --header Connection:keep-alive', '/get?[1-2]', '1.1 200 1\n1.1 200 0'],
  ['--http1.1', '/get?[1-2]', '1.1 200 1\n1.1 200 0'],
  ['--http2', '/get?[1-2]', '1.1 200 1\n1.1 200 0'],
  // One request: curl 7.88 cannot use such a connection again, also one of another server.
  ['--http2-prior-knowledge', '/get', '2 200 1'],
  ...['--http1.1', '--http2-prior-knowledge'].flatMap((version) => {
    const number = version === '--http1.1' ? '1.1' : '2';
    const post = `${version} --data-binary @body`;
    return [
      [`${version} --head`, '/get', `${number} 200 1`],
      [`${version} --compressed`, '/gzip', `${number} 200 1`],
      [`${version} --upload-file body`, '/upload', `${number} 200 1`],
      [post, '/post', `${number} 200 1`],
      [`${post} --header Transfer-Encoding:chunked`, '/post', `${number} 200 1`],
      [`${post} --header Expect:100-continue`, '/post', `${number} 200 1`],
      [post, '/absent', `${number} 404 1`],
      [`${post} --header Expect:100-continue`, '/absent', `${number} 404 1`],
    ] as const;
  }),
];

describe('curl', () => {
  it('gets the response to each kind of request', async (t) => {
    const folder = await temporaryFolder(t);
    const body = path.join(folder, 'body');
    await writeFile(body, 'x'.repeat(SIZE));
    const { port } = await serve(t, { h2c: true });
    for (const [options, target, outcome] of ROWS) {
      const words = options.split(' ').map((word) => word.replace(/^(@?)body$/, `$1${body}`));
      const url = `http://127.0.0.1:${port}${target}`;
      const common = ['--silent', '--max-time', '20', '--output', '/dev/null', '--write-out', FORMAT];
      const printed = await output(t, 'curl', [...common, ...words, url]);
      if (printed === undefined) return;
      assert.equal(printed.trim(), outcome, `${options} ${target}`);
    }
  });
});
