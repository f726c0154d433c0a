import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import { until } from '#test/support/until.ts';
import { request } from '#test/support/wire/wire.ts';
import { Journal } from './journal.ts';
import { JournalRecorder } from './journal-recorder.ts';

// No endpoint of the services uses a buffer again.
for (const [name, size] of [
  ['short', 100],
  ['long', 10_000],
] as const)
  for (const bin of [undefined, 'orders'])
    it(`${name} content ${bin ? 'of a bin ' : ''}stays as it was sent when its buffer is used again`, async (t) => {
      const runtime = createRuntime();
      const journal = new Journal({ entries: 10, bytes: 1e6, runtime });
      const recorder = new JournalRecorder(journal, {
        bodySize: 1e6,
        redacted: [],
        recordsAuthorizations: false,
        runtime,
        removeCredentials: (exchange) => exchange,
      });
      const buffer = Buffer.alloc(2 * size);
      const { port } = await serveToy(
        t,
        [
          endpoint({
            ...anything,
            path: '/part',
            methods: ['GET'],
            handle: ({ exchange }) => exchange.send(200, [], buffer.fill('a').subarray(0, size)),
          }),
        ],
        { isRecorded: true },
        { recorder },
      );
      const fields = bin === undefined ? [] : [['Sparring-Bin', bin] as const];
      const { body } = await request(port, { path: '/part', fields });
      assert.equal(body.toString(), 'a'.repeat(size));
      const ended = () => {
        const [entry] = journal.entries();
        return entry?.kind === 'exchange' && entry.ended !== null ? entry : undefined;
      };
      await until(() => ended() !== undefined);
      buffer.fill('b');
      const entry = ended();
      assert.equal(entry?.bin, bin ?? null);
      assert.equal(Buffer.from(entry?.response?.body.kept ?? []).toString(), 'a'.repeat(size));
    });
