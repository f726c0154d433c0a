import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { run, temporaryFolder } from '../../test/support/command.ts';

test('a server that cannot listen removes the file of the certificate authority', async (t) => {
  const folder = await temporaryFolder(t);
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const { code, err } = await run(t, folder, ['--tls', '--port', String(port), '--database', 'memory'], {
    variables: { TMPDIR: folder },
  });
  assert.equal(code, 2);
  assert.match(err, /is taken already/);
  const files = await readdir(folder);
  assert.deepEqual(
    files.filter((name) => name.startsWith('sparring-ca-')),
    [],
  );
});
