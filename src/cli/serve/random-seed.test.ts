import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { command, type RunOptions, temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';
import { request } from '#test/support/wire/wire.ts';

const ARGUMENTS = ['--port', '0', '--database', 'memory', '--password-cost', 'test'];

test('--random-seed, its variable and its key in a file make random values the same on each run', async (t) => {
  const home = await temporaryFolder(t);
  const file = path.join(home, 'seeded.yaml');
  await writeFile(file, 'random-seed: 7\n');
  const draw = async (args: readonly string[], variables: NonNullable<RunOptions['variables']> = {}) => {
    const run = command(t, home, [...ARGUMENTS, ...args], { variables });
    const [, port = ''] = await run.printed(/Testing service +https?:\/\/127\.0\.0\.1:(\d+)/);
    const drawn: string[] = [];
    for (const target of ['/uuid', '/bytes/8'])
      drawn.push((await request(Number(port), { path: target })).body.toString('latin1'));
    run.process.kill();
    await run.finish;
    return drawn;
  };
  const [first, ...others] = await Promise.all([
    draw(['--random-seed', '7']),
    draw(['--config', file]),
    draw([], { SPARRING_RANDOM_SEED: '7' }),
  ]);
  assert.deepEqual(others, [first, first]);
});

test('--random-seed needs one process, and a whole number', async () => {
  assertUsageError(
    await runInProcess([...ARGUMENTS, '--random-seed', '7', '--workers', '2']),
    /--random-seed needs --workers 1: several processes would create the same ids and tokens\./,
  );
  assertUsageError(
    await runInProcess([...ARGUMENTS, '--random-seed', 'x']),
    /--random-seed must be a whole number from 0 to 999999999999999, not "x"\./,
  );
});
