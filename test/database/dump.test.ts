import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { basic, members } from '../support/accounts/api.ts';
import { temporaryFolder } from '../support/commands/command.ts';
import { administer } from '../support/databases/postgres.ts';
import { openPostgresInstallation } from '../support/databases/postgres-installation.ts';
import { create, notesOf } from '../support/databases/troubled-server.ts';
import { serveControlled } from '../support/servers/control.ts';
import { serve } from '../support/servers/serve.ts';

const guide = path.join(import.meta.dirname, '../../docs/guide/operations.md');

/** A command of the guide. */
async function documented(program: string): Promise<string> {
  const text = (await readFile(guide, 'utf8')).replace(/\s+/g, ' ');
  const [, command = ''] = new RegExp(`\`(${program} [^\`]+)\``).exec(text) ?? [];
  assert.ok(command.includes('$DATABASE_URL'), command);
  return command;
}

test('the documented commands back up a running server, and a server starts on the restored database', async (t) => {
  const folder = await temporaryFolder(t);
  const installation = await openPostgresInstallation(t);
  if (installation === undefined) return;
  const { url, bin } = installation;
  for (const name of ['original', 'restored']) await administer(`${url}/postgres`, `create database ${name}`);
  const shell = async (command: string, database: string) => {
    const env = { PATH: `${bin}:${process.env.PATH}`, DATABASE_URL: `${url}/${database}` };
    await promisify(execFile)('sh', ['-euc', command], { cwd: folder, env });
  };

  const server = await serveControlled(t, { database: `${url}/original`, auditLimit: 0 });
  const { token } = members(await create(server, 'before'));
  await shell(await documented('pg_dump'), 'original');
  const later = members(await create(server, 'after'));
  await shell(await documented('pg_restore'), 'restored');

  const { send } = await serve(t, { database: `${url}/restored` });
  const statusOf = async (of: unknown) =>
    (await send({ path: '/api/v3/user', fields: [['User-Agent', 'test'], ...basic(`${of}:`)] })).status;
  assert.equal(await statusOf(token), 200);
  assert.equal(await statusOf(later.token), 401);
  assert.deepEqual((await notesOf(server)).toSorted(), ['after', 'before']);
  // New records continue the ids.
  const authorization = basic('mona:correct-horse-1');
  const created = await send({
    method: 'POST',
    path: '/api/v3/authorizations',
    fields: [['User-Agent', 'test'], ...authorization],
    body: JSON.stringify({ note: 'new' }),
  });
  assert.equal(created.status, 201, created.text());
});
