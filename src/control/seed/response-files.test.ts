import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { UsageError } from '#config/usage-error.ts';
import { start } from '#library/index.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { serve } from '#test/support/servers/serve.ts';
import { readRules } from './rules-file.ts';
import { readSeed } from './seed.ts';

const BYTES = Buffer.from([0, 255, 10, 13, 65]);

/** A folder with files, links and other things, beside a folder that no seed may read. */
async function folders(t: TestContext): Promise<{ inner: string; outer: string }> {
  const outer = await temporaryFolder(t);
  const inner = path.join(outer, 'seed');
  await mkdir(path.join(inner, 'sub'), { recursive: true });
  await mkdir(path.join(outer, 'seed-other'));
  await writeFile(path.join(outer, 'secret.txt'), 'secret');
  await writeFile(path.join(outer, 'seed-other', 'secret.txt'), 'secret');
  await writeFile(path.join(inner, 'a.bin'), BYTES);
  await writeFile(path.join(inner, 'sub', 'b.html'), '<b>');
  await symlink('sub/b.html', path.join(inner, 'inside'));
  await symlink('../secret.txt', path.join(inner, 'outside'));
  await symlink('..', path.join(inner, 'up'));
  await symlink('loop', path.join(inner, 'loop'));
  execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', path.join(inner, 'pipe')]);
  return { inner, outer };
}

describe('a file of a response', () => {
  it('is read below the folder of the seed or of the file of rules, also by links and in lists', async (t) => {
    const { inner } = await folders(t);
    const rules = [
      { id: 'a', match: { path: '/a' }, respond: { file: 'a.bin' } },
      { id: 'b', match: { path: '/b' }, respond: { file: './sub/b.html', type: 'text/html' } },
      { id: 'c', match: { path: '/c' }, respond: [{ file: 'inside' }, { body: 'x' }] },
      { id: 'd', match: { path: '/d' }, respond: { file: path.join(inner, 'a.bin'), coding: 'gzip' } },
    ];
    const [seed, list] = [path.join(inner, 'seed.json'), path.join(inner, 'rules.json')];
    await writeFile(seed, JSON.stringify({ rules }));
    await writeFile(list, JSON.stringify(rules));
    for (const read of [
      (await readSeed(seed, '--seed')).data.rules,
      (await readRules(list, '--rules')).rules,
    ]) {
      const server = await serve(t, { initialRules: read });
      assert.deepEqual((await server.get('/a')).body, BYTES);
      const page = await server.get('/b');
      assert.deepEqual([page.text(), page.field('Content-Type')], ['<b>', 'text/html']);
      assert.equal((await server.get('/c')).text(), '<b>');
      assert.equal((await server.get('/c')).text(), 'x');
      assert.equal((await server.get('/d')).field('Content-Encoding'), 'gzip');
      // Lists have the name, exports the content.
      const listed = JSON.parse((await server.get('/_sparring/rules?secrets=show')).text()).rules;
      assert.deepEqual(
        listed.map(({ respond }: { respond: unknown }) => respond),
        // The newest come first, where a list keeps its order.
        rules.map(({ respond }) => respond),
      );
      const one = JSON.parse((await server.get('/_sparring/rules/a')).text());
      assert.deepEqual(one.respond, { file: 'a.bin' });
      const exported = JSON.parse((await server.get('/_sparring/rules/export')).text());
      assert.deepEqual(exported[0].respond, { base64: BYTES.toString('base64') });
      assert.deepEqual(exported[2].respond[0], { base64: Buffer.from('<b>').toString('base64') });
      const other = await serve(t);
      const added = await other.send({
        method: 'POST',
        path: '/_sparring/rules',
        body: JSON.stringify(exported),
      });
      assert.equal(added.status, 201, added.text());
      assert.deepEqual((await other.get('/a')).body, BYTES);
      // A reset restores the rules of the start.
      await server.send({ method: 'DELETE', path: '/_sparring/rules' });
      await server.send({ method: 'POST', path: '/_sparring/reset' });
      assert.deepEqual((await server.get('/a')).body, BYTES);
    }
    await using library = await start({ seed });
    assert.equal(await (await fetch(`${library.url}/b`)).text(), '<b>');
  });

  it('is no file outside of the folder, and no other thing', async (t) => {
    const { inner, outer } = await folders(t);
    const seed = path.join(inner, 'seed.yaml');
    for (const [file, message] of [
      ['../secret.txt', /below the folder/],
      ['../seed-other/secret.txt', /below the folder/],
      ['sub/../../secret.txt', /below the folder/],
      [path.join(outer, 'secret.txt'), /below the folder/],
      ['/etc/passwd', /below the folder/],
      ['outside', /below the folder/],
      ['up/secret.txt', /below the folder/],
      ['.', /below the folder/],
      ['', /below the folder/],
      ['sub', /regular file/],
      ['pipe', /regular file/],
      ['loop', /ELOOP/],
      ['none', /ENOENT/],
      ['a.bin\0', /cannot be read/],
    ] as const) {
      await writeFile(seed, JSON.stringify({ rules: [{ respond: { file } }] }));
      await assert.rejects(
        readSeed(seed, '--seed'),
        (error) =>
          error instanceof UsageError &&
          message.test(error.message) &&
          /seed\.yaml:1: rules\[0\]\.respond\.file/.test(error.message) &&
          !error.message.includes('secret\n'),
        file,
      );
    }
    await writeFile(seed, JSON.stringify({ rules: [{ respond: { file: 'a.bin', base64: 'QQ==' } }] }));
    await assert.rejects(readSeed(seed, '--seed'), /cannot be combined with base64/);
  });

  it('is in no call of the control API and of the library', async (t) => {
    const { inner } = await folders(t);
    const server = await serve(t);
    const file = path.join(inner, 'a.bin');
    const post = (target: string, value: unknown, method = 'POST') =>
      server.send({ method, path: target, body: JSON.stringify(value) });
    for (const respond of [{ file }, { file, base64: 'QQ==' }, [{ body: 'a' }, { file }]]) {
      const response = await post('/_sparring/rules', { match: { path: '/a' }, respond });
      assert.equal(response.status, 422);
      assert.match(response.text(), /respond\/(?:1\/)?file/);
      assert.match(response.text(), /seed file or a file of rules only/);
      assert.equal((await post('/_sparring/rules/a', { respond }, 'PUT')).status, 422);
      assert.match(String((await post('/_sparring/seed', { rules: [{ respond }] })).status), /^4/);
      assert.equal((await post('/_sparring/rules/import', { rules: [{ respond }] })).status >= 400, true);
    }
    assert.equal((await post('/sequence/a', { steps: [{ file }] }, 'PUT')).status, 422);
    await using library = await start();
    assert.throws(() => library.respond('/a', { file }), /seed file or a file of rules only/);
    library.respond('/handler', () => ({ file }));
    assert.equal((await fetch(`${library.url}/handler`)).status, 500);
    assert.equal(server.rules.list().length, 0);
  });

  it('can be as large as a body, and other contents 1 MiB for each step', async (t) => {
    const { inner } = await folders(t);
    await writeFile(path.join(inner, 'large'), Buffer.alloc(1_500_000));
    const seed = path.join(inner, 'seed.json');
    await writeFile(seed, JSON.stringify({ rules: [{ match: { path: '/a' }, respond: { file: 'large' } }] }));
    const { rules } = (await readSeed(seed, '--seed')).data;
    const server = await serve(t, { initialRules: rules });
    assert.equal((await server.get('/a')).body.length, 1_500_000);
    await assert.rejects(
      serve(t, { initialRules: rules, maxBodySize: 1_000_000 }),
      /larger than 1000000 bytes/,
    );
    const post = (respond: unknown) =>
      server.send({ method: 'POST', path: '/_sparring/rules', body: JSON.stringify({ respond }) });
    const mebibyte = 'x'.repeat(1024 * 1024);
    assert.equal((await post({ body: mebibyte })).status, 201);
    assert.equal((await post([{ body: mebibyte }, { body: mebibyte }])).status, 201);
    assert.equal((await post({ base64: Buffer.alloc(1024 * 1024).toString('base64') })).status, 201);
    for (const [respond, pointer] of [
      [{ body: mebibyte + mebibyte }, '/respond/body'],
      [{ body: `${mebibyte}x` }, '/respond/body'],
      [{ json: mebibyte }, '/respond/json'],
      [[{ body: 'x' }, { base64: Buffer.alloc(1024 * 1024 + 1).toString('base64') }], '/respond/1/base64'],
    ] as const) {
      const response = await post(respond);
      assert.equal(response.status, 422, pointer);
      assert.ok(response.text().includes(pointer), response.text());
    }
  });
});
