import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { isSupportedNode, unsupportedNode } from '#config/node-version.ts';
import { settingRows, toKey } from '#config/settings/settings.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';
import { start } from './index.ts';

/** Calls start with options that do not compile. */
function startWith(options: unknown): Promise<unknown> {
  return Reflect.apply(start, undefined, [options]);
}

async function takenPort(t: TestContext): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const address = other.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

describe('options of the library', () => {
  it('cause an error of one sentence if they are invalid, and nothing stays open', async () => {
    const cases: [options: unknown, message: string][] = [
      [{ port: 'x' }, 'port must be a whole number from 0 to 65535, not "x".'],
      [{ port: 70_000 }, 'port must be a whole number from 0 to 65535, not 70000.'],
      [{ port: 1.5 }, 'port must be a whole number from 0 to 65535, not 1.5.'],
      [{ port: null }, 'port must be a whole number from 0 to 65535, not null.'],
      [{ port: Number.NaN }, 'port must be a whole number from 0 to 65535, not NaN.'],
      [{ port: true }, 'port must be a whole number from 0 to 65535, not true.'],
      [{ port: [1] }, 'port must be a whole number from 0 to 65535, not an array.'],
      [{ host: 127 }, 'host must be addresses or host names with commas between them, not 127.'],
      [{ host: '' }, 'host must be addresses or host names with commas between them, not "".'],
      [{ tls: 1 }, 'tls must be true or false, not 1.'],
      [{ tls: {} }, 'tls must be true or false, not an object.'],
      [{ maxBodySize: '1q' }, /^maxBodySize must be a number of bytes up to .*, not "1q"\.$/.source],
      [{ maxDuration: -1 }, /^maxDuration must be a number of seconds .*, not -1\.$/.source],
      [{ maxDuration: '10 parsecs' }, /^maxDuration must be .*10s.*, not "10 parsecs"\.$/.source],
      [
        { trustedProxies: ['10.0.0.0/33'] },
        /^trustedProxies must be IP addresses .*, not "10\.0\.0\.0\/33"\.$/.source,
      ],
      [{ trustedProxies: [1] }, /^trustedProxies must be IP addresses .*, not an array\.$/.source],
      [
        { apiVersion: 'ghes-2.21' },
        /^apiVersion must be one of .*, not "ghes-2\.21" \(did you mean ghes-2\.\d+\?\)\.$/.source,
      ],
      [{ database: './x.db' }, /^database must be memory, .* \(did you mean sqlite:\.\/x\.db\?\)\.$/.source],
      [{ database: 'mysql://me:hunter2@db/x' }, /^database must be memory, [^(]*NAME\.$/.source],
      [{ controlToken: 'hunter2' }, /^controlToken must be a token of 16 [^"]*\.$/.source],
      [
        { seed: 42 },
        'seed must be an object with users, applications, organizations and authorizations, or the path of a file, not 42.',
      ],
      [{ lifecycle: 42 }, 'lifecycle must be an object with phases, a preset or the path of a file, not 42.'],
      [{ now: 'yesterday' }, /^now must be a date or timestamp, .*, not "yesterday"\.$/.source],
      [{ now: new Date(Number.NaN) }, /^now must be a date or timestamp, .*, not an invalid date\.$/.source],
      [{ now: Number.POSITIVE_INFINITY }, /^now must be a date or timestamp, .*, not Infinity\.$/.source],
      [{ randomSeed: 'x' }, 'randomSeed must be a whole number from 0 to 999999999999999, not "x".'],
      [
        { log: console.log },
        'log must be an object with the functions info, warn and error, not a function.',
      ],
      [
        { log: { info() {} } },
        'log must be an object with the functions info, warn and error, not an object.',
      ],
      [{ observe: true }, 'observe must be a function, not true.'],
      [{ workers: 2 }, 'start has no option workers; the command sparring has it, as --workers.'],
      [{ logLevel: 'info' }, /^start has no option logLevel.*\.$/.source],
      [{ tlsCert: 'cert.pem' }, 'tls-cert and tls-key belong together: name both files, or neither.'],
      ['x', 'start takes an object of options, such as { port: 8080 }, not "x".'],
      [8080, 'start takes an object of options, such as { port: 8080 }, not 8080.'],
      [null, 'start takes an object of options, such as { port: 8080 }, not null.'],
      [[], 'start takes an object of options, such as { port: 8080 }, not an array.'],
    ];
    for (const [options, expected] of cases) {
      const message = expected.startsWith('^') ? new RegExp(expected) : expected;
      await assert.rejects(startWith(options), { name: 'UsageError', message }, expected);
    }
    assert.equal(existsSync('x'), false);
  });

  it('have the same errors as on the command line', async () => {
    const wrong = '\u0001 wrong';
    for (const [name, row] of settingRows) {
      if (row.commandOnly || row.type.kind === 'switch' || row.type.read(wrong.trim()) !== undefined)
        continue;
      const { err } = await runInProcess([`--${toKey(name)}`, wrong]);
      const sentence = err.replace(`sparring: --${toKey(name)}`, name).trimEnd();
      await assert.rejects(startWith({ [name]: wrong }), { message: sentence });
    }
  });

  it('accept text like the command line, and numbers in seconds and bytes', async () => {
    const delayOf = async (maxDuration: number | string) => {
      await using server = await start({ maxDuration, now: 0 });
      const response = await fetch(`${server.url}/delay/10`);
      return response.headers.get('server-timing');
    };
    for (const [input, milliseconds] of [
      [2, 2000],
      [0.25, 250],
      ['2', 2000],
      ['1500ms', 1500],
      ['1m30s', 10_000],
    ] as const) {
      assert.equal(await delayOf(input), `initial_delay;dur=${milliseconds}`, String(input));
    }
    await using server = await start({ maxBodySize: '1k', trustedProxies: ['10.0.0.0/8', '::1'], port: 0 });
    const post = (length: number) =>
      fetch(`${server.url}/post`, { method: 'POST', body: 'x'.repeat(length) });
    assert.deepEqual([(await post(1024)).status, (await post(1025)).status], [200, 413]);
  });

  it('cause the error of the command line for a port in use, with the system error code', async (t) => {
    const port = await takenPort(t);
    const { err } = await runInProcess(['--port', String(port), '--database', 'memory']);
    const sentence = `Port ${port} on 127.0.0.1 is already in use; choose another with port, or any free one with port 0.`;
    assert.equal(
      err,
      `sparring: ${sentence.replace('with port,', 'with --port,').replace('port 0', '--port 0')}\n`,
    );
    await assert.rejects(start({ port }), { name: 'UsageError', code: 'EADDRINUSE', message: sentence });
    assertUsageError(
      await runInProcess(['--port', String(port), '--database', 'memory']),
      /is already in use/,
    );
  });
});

describe('a closed server', () => {
  it('rejects every call with one sentence', async () => {
    const server = await start();
    const snapshot = await server.snapshot();
    await server.close();
    const uses: (() => unknown)[] = [
      () => server.seed({}),
      () => server.reset(),
      () => server.snapshot(),
      () => server.restore(snapshot),
      () => server.outbox(),
      () => server.audit(),
      async () => server.rules.add({ drop: true }),
      () => server.lifecycle.set('github'),
      async () => server.rules.list(),
      async () => server.rules.remove('1'),
      async () => server.rules.clear(),
      async () => server.lifecycle.describe(),
      async () => server.lifecycle.reset(),
      async () => server.clock.advance(1),
    ];
    for (const use of uses) {
      const expected = { name: 'UsageError', message: 'This server is closed; start another one.' };
      await assert.rejects(async () => use(), expected, String(use));
    }
    await server.close();
  });
});

describe('the clock of the library', () => {
  it('accepts times as numbers, text and dates, and durations as seconds and text', async () => {
    await using server = await start({ now: new Date('2026-01-01T00:00:00Z') });
    const { clock } = server;
    const shown = async () => (await fetch(`${server.url}/_sparring/clock`)).json().then(({ now }) => now);
    assert.equal(await shown(), '2026-01-01T00:00:00.000Z');
    clock.advance(1.5);
    clock.advance('1h30m');
    assert.equal(await shown(), '2026-01-01T01:30:01.500Z');
    clock.freeze('2020-09-30');
    assert.equal(await shown(), '2020-09-30T00:00:00.000Z');
    clock.freeze(Date.UTC(2021, 0));
    clock.freeze();
    assert.equal(await shown(), '2021-01-01T00:00:00.000Z');
    clock.freeze(new Date(0));
    assert.equal(await shown(), '1970-01-01T00:00:00.000Z');
    clock.set('2030-01-01');
    assert.match(await shown(), /^2030-01-01T00:00:0/);
    const wrong: [use: () => void, message: RegExp][] = [
      [() => clock.freeze('soon'), /^The time must be a date or timestamp, .*, not "soon"\.$/],
      [() => clock.set(Number.NaN), /^The time must be a date or timestamp, .*, not NaN\.$/],
      [() => clock.advance('soon'), /^advance must be a number of seconds .*\.$/],
      [() => clock.advance(Number.NaN), /^advance must be a number or a string\.$/],
    ];
    for (const [use, message] of wrong) assert.throws(use, { name: 'UsageError', message });
  });
});

describe('the version of Node', () => {
  it('causes an error of one sentence if it is too old', () => {
    for (const version of ['20.20.2', '22.14.0', '23.11.1']) {
      assert.equal(isSupportedNode(version), false, version);
      const { name, message } = unsupportedNode(version);
      assert.deepEqual(
        [name, message],
        [
          'UsageError',
          `Sparring needs Node 22.15 or a later 22, or Node 24 or later, but this is ${version}.`,
        ],
      );
    }
    for (const version of ['22.15.0', '22.23.3', '24.0.0', '25.9.0', '26.10.0'])
      assert.equal(isSupportedNode(version), true, version);
  });
});
