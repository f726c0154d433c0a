import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { inTerminal } from '#test/clients/terminal.ts';
import { command, launcher, temporaryFolder } from '#test/support/commands/command.ts';
import { compileCache } from '#test/support/commands/compile-cache.ts';
import { printsRequestLines } from './request-lines.ts';

interface TerminalRun {
  readonly url: string;
  /** What the terminal shows, once the pattern is in it. */
  shown(pattern: RegExp): Promise<string>;
  /** Ends the server, which then has printed everything. */
  end(): Promise<void>;
}

/** Starts the server in a pseudo terminal. */
async function startInTerminal(t: TestContext, words: readonly string[] = []): Promise<TerminalRun> {
  const home = await temporaryFolder(t);
  const all = ['--port', '0', '--database', 'memory', '--password-cost', 'test', ...words];
  const [program] = inTerminal([process.execPath, launcher, ...all].join(' '));
  assert.ok(program);
  const child = spawn(program[0], program.slice(1), {
    detached: true,
    env: { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: path.join(home, 'data'), ...compileCache() },
  });
  t.after(() => child.kill('SIGTERM'));
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const shown = async (pattern: RegExp) => {
    for (let count = 0; count < 400; count++) {
      const plain = stripVTControlCharacters(text).replaceAll('\r', '');
      if (pattern.test(plain)) return plain;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`${pattern} is not shown: ${text}`);
  };
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await shown(/Docs +http:\S+\n/)) ?? [];
  const end = async () => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  };
  return { url, shown, end };
}

/** Lines without times, sizes and digests. */
const lines = (text: string) =>
  [...text.replace(/~[0-9a-f]{8}/, '~').matchAll(/^\d\d:\d\d:\d\d {2}(\S{3} .*?) {2,}\d+ /gm)].map(
    ([, line]) => line,
  );

describe('the server on a terminal', { skip: process.platform !== 'linux' }, () => {
  it('prints the path of requests to the testing service, and the template of others', async (t) => {
    const { url, shown } = await startInTerminal(t);
    const secret = '0123456789abcdef0123456789abcdef01234567';
    await fetch(`${url}/status/404?token=${secret}`);
    await fetch(`${url}/api/v3/applications/0123456789abcdef0123/tokens/${secret}`);
    await (await fetch(`${url}/login/oauth/authorize?client_id=${secret}`)).text();
    await fetch(`${url}/_sparring/audit?login=mona`);
    const text = await shown(/_sparring\/audit/);
    assert.deepEqual(lines(text), [
      '404  GET      /status/404?token=****4567~',
      '401  GET      /api/v3/applications/{client_id}/tokens/{access_token}',
      '302  GET      /login/oauth/authorize',
      '200  GET      /login',
      '200  GET      /_sparring/audit',
    ]);
    assert.ok(!text.includes(secret));
  });

  it('prints nothing with --no-log-requests, and lines of JSON with --log-format json', async (t) => {
    const quiet = await startInTerminal(t, ['--no-log-requests']);
    await fetch(`${quiet.url}/get?quiet`);
    await quiet.end();
    assert.doesNotMatch(await quiet.shown(/./), /quiet|GET/);
    const json = await startInTerminal(t, ['--log-format', 'json', '--log-requests']);
    await fetch(`${json.url}/get?json`);
    assert.match(await json.shown(/"msg":"GET \/get 200"/), /"template":"\/get"/);
  });

  it('prints templates without a journal', async (t) => {
    const { url, shown } = await startInTerminal(t, ['--journal', '0']);
    await fetch(`${url}/status/418`);
    assert.deepEqual(lines(await shown(/418 /)), ['418  GET      /status/{codes}']);
  });
});

describe('the server without a terminal', () => {
  it('logs requests only with --log-requests, as before', async (t) => {
    const home = await temporaryFolder(t);
    const run = command(t, home, ['--port', '0', '--database', 'memory', '--password-cost', 'test']);
    const [url = ''] = await run.printed(/http:\/\/127\.0\.0\.1:\d+/);
    await fetch(`${url}/get`);
    run.process.kill('SIGTERM');
    const { out, err } = await run.finish;
    assert.doesNotMatch(out + err, /GET/);
  });
});

describe('lines for requests', () => {
  it('are printed on a terminal, unless the log excludes them', () => {
    const settings = { logRequests: undefined, logFormat: 'auto', logLevel: 'info' } as const;
    const cases = [
      [settings, true, true],
      [settings, false, false],
      [{ ...settings, logRequests: true }, true, true],
      [{ ...settings, logRequests: true }, false, false],
      [{ ...settings, logRequests: false }, true, false],
      [{ ...settings, logFormat: 'text' }, true, true],
      [{ ...settings, logFormat: 'json' }, true, false],
      [{ ...settings, logLevel: 'debug' }, true, true],
      [{ ...settings, logLevel: 'warn' }, true, false],
    ] as const;
    for (const [input, isTerminal, expected] of cases)
      assert.equal(printsRequestLines(input, isTerminal), expected, JSON.stringify(input));
  });
});
