import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { createIdentity } from '#http/server/certificate.ts';
import { start } from '#library/index.ts';
import { createRuntime } from '#runtime.ts';
import { run, temporaryFolder } from '#test/support/commands/command.ts';

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
  assert.match(err, /is already in use/);
  const files = await readdir(folder);
  assert.deepEqual(
    files.filter((name) => name.startsWith('sparring-ca-')),
    [],
  );
});

test('a server serves the certificate of tlsCert with the key of tlsKey', async (t) => {
  const folder = await temporaryFolder(t);
  const [tlsCert, tlsKey] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const { ca, cert, key } = await createIdentity(['127.0.0.1'], createRuntime());
  await writeFile(tlsCert, cert);
  await writeFile(tlsKey, key);
  await using server = await start({ tlsCert, tlsKey });
  assert.match(server.url, /^https:/);
  assert.equal(server.caPath, tlsCert);
  const sent = request(`${server.url}/get?a=1`, { ca, agent: false }).end();
  const [response] = await once(sent, 'response');
  assert.equal(response.statusCode, 200);
  assert.deepEqual(JSON.parse(await text(response)).args, { a: '1' });
  await assert.rejects(start({ tlsCert, tlsKey: path.join(folder, 'none.pem') }), {
    name: 'UsageError',
    message: /^tls-key names "\S+none\.pem", which cannot be read \(ENOENT\)\.$/,
  });
});

test('a created certificate has the hosts of bins, in this order, before the names of the machine', async (t) => {
  await using server = await start({ tls: true });
  const socket = connect({ port: server.port, rejectUnauthorized: false });
  t.after(() => socket.destroy());
  await once(socket, 'secureConnect');
  assert.deepEqual(socket.getPeerX509Certificate()?.subjectAltName?.split(', ').slice(0, 4), [
    'DNS:localhost',
    'DNS:*.localhost',
    'DNS:bin.localhost',
    'DNS:*.bin.localhost',
  ]);
});
