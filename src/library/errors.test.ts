import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { UsageError } from '#config/usage-error.ts';
import { JournalTimeout, SequenceTimeout, start, VerificationError } from './index.ts';

/** What a runner prints of an error: its stack, its cause, and its enumerable members. */
async function printed(action: () => unknown): Promise<{ error: Error; frames: string[] }> {
  const error = await Promise.resolve()
    .then(action)
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  assert.ok(error instanceof Error, 'it throws');
  assert.deepEqual([Object.keys(error), error.cause], [[], undefined], error.message);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  assert.match(inspect(error), new RegExp(`^${error.name}: `));
  return { error, frames };
}

/** The first frame is in this file, and no frame is in the package. */
function assertPlace(frames: readonly string[], name: string): void {
  assert.match(frames[0] ?? '', /errors\.test\.ts:\d+:\d+/, name);
  assert.deepEqual(
    frames.filter((frame) => /\/src\/(?!library\/errors\.test)/.test(frame)),
    [],
    name,
  );
}

describe('an error of the library', () => {
  const invalid = JSON.parse('{"falt":"reset","within":-1,"sttaus":1,"methd":"x"}');

  for (const [name, type, call] of [
    ['add', UsageError, (server) => server.rules.add(invalid)],
    ['add with two ids', UsageError, (server) => server.rules.add([{ id: 'a' }, { id: 'a' }])],
    ['respond', UsageError, (server) => server.respond('GET /a', invalid)],
    ['update', UsageError, (server) => server.respond('GET /a', {}).update(invalid)],
    ['change', UsageError, (server) => server.rules.change('none', {})],
    ['bin', UsageError, (server) => server.bin('')],
    ['match', UsageError, (server) => server.journal.all(invalid)],
    ['options', UsageError, (server) => server.journal.next({}, invalid)],
    ['clock', UsageError, (server) => server.clock.set('soon')],
    ['define', UsageError, (server) => server.labs.sequence('a').define(invalid)],
    ['verify', VerificationError, (server) => server.journal.verify()],
    ['verify of rules', VerificationError, (server) => verifyRequired(server)],
    ['next', JournalTimeout, (server) => server.journal.next({}, { within: '1ms' })],
    ['waitFor', JournalTimeout, (server) => server.bin('a').journal.waitFor({}, { within: '1ms' })],
    ['wait', SequenceTimeout, (server) => server.labs.sequence('a').wait(1, { within: '1ms' })],
  ] satisfies [string, unknown, (server: Server) => unknown][])
    it(`has its place in the test, and neither a cause nor members that runners print: ${name}`, async () => {
      await using server = await start();
      const { error, frames } = await printed(() => call(server));
      assert.ok(error instanceof type, inspect(error));
      assertPlace(frames, name);
    });

  it('has its place if a promise is not awaited where it was made', async () => {
    await using server = await start();
    await fetch(`${server.url}/get`);
    const none = server.journal.expectNone({ path: '/get' });
    none.catch(() => {});
    await new Promise(setImmediate);
    const { frames } = await printed(() => none);
    assertPlace(frames, 'expectNone');
  });

  it('has its place far below the test', async () => {
    await using server = await start();
    const callAt = (depth: number): unknown =>
      depth === 0 ? server.rules.add(invalid) : [callAt(depth - 1)][0];
    assertPlace((await printed(() => callAt(20))).frames, 'a deep stack');
    const { stackTraceLimit } = Error;
    assert.equal(stackTraceLimit, 10);
  });

  it('of an option of start has its place', async () => {
    assertPlace((await printed(() => start(JSON.parse('{"prot":1}')))).frames, 'start');
  });

  it('of a limit that JournalTimeout names keeps its requests', async () => {
    await using server = await start();
    await fetch(`${server.url}/get`);
    const { error } = await printed(() => server.journal.next({ method: 'PUT' }, { within: 0 }));
    assert.ok(error instanceof JournalTimeout);
    assert.deepEqual([error.arrived, error.nearest.length, error.expected], [1, 1, { method: 'PUT' }]);
    assert.doesNotMatch(inspect(error), /headerLines/);
  });
});

type Server = Awaited<ReturnType<typeof start>>;

function verifyRequired(server: Server): void {
  server.respond('GET /a', {}, { required: true });
  server.rules.verify();
}
