import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { allCases } from '@sparring/conformance';
import { conformance } from '#library/index.ts';
import { command, run, temporaryFolder } from '#test/support/commands/command.ts';
import { createTerminal } from '../terminal/terminal.ts';
import { showCommand } from './list.ts';

const SYNTHETIC = [
  process.execPath,
  path.join(import.meta.dirname, '../../../conformance/test/synthetic-adapter.ts'),
];

describe('sparring conformance', () => {
  it('without a command tests the fetch of Node', async (t) => {
    const home = await temporaryFolder(t);
    const { code, out } = await run(t, home, ['conformance', '--only', 'control.get', 'field.fold']);
    assert.equal(code, 1);
    assert.match(out, /^node-fetch v\d/);
    assert.match(out, /^FAIL R {2}field\.fold/m);
  });

  it('lists id, level, clause and rule of every case', async (t) => {
    const home = await temporaryFolder(t);
    const { out } = await run(t, home, ['conformance', 'list', '--json']);
    const listed: { id: string; level: string; clause: string; expected: string }[] = JSON.parse(out);
    assert.deepEqual(
      listed.map(({ id, level, clause, expected }) => [id, level, clause, expected]),
      allCases.map(({ id, level, clause, expect }) => [id, level, clause, expect.text]),
    );
  });

  it('serves a case at the URL that it prints, and prints what arrives there', async (t) => {
    const home = await temporaryFolder(t);
    const shown = await run(t, home, ['conformance', 'show', 'informational.103']);
    assert.match(shown.out, /sparring conformance serve informational\.103/);
    const served = command(t, home, ['conformance', 'serve', 'informational.103']);
    const [, url = ''] = await served.printed(/^GET (http:\/\/127\.0\.0\.1:\d+\/)$/m);
    const response = await fetch(url, { headers: { 'X-Debug': 'yes' } });
    assert.equal(await response.text(), 'hello');
    await served.printed(/→ server {2}GET \/ HTTP\/1\.1␍␊[\s\S]*X-Debug: yes/i);
    await served.printed(/← server {2}HTTP\/1\.1 103 Early Hints␍␊/);
    served.process.kill('SIGINT');
    const [code] = await once(served.process, 'close');
    assert.equal(code, 0);
  });

  it('serves a case of TLS by an authority whose certificate it prints, and names the proxy of a case', async (t) => {
    const home = await temporaryFolder(t);
    const tls = command(t, home, ['conformance', 'serve', 'control.tls']);
    const [, url = ''] = await tls.printed(/^GET (https:\/\/localhost:\d+\/)$/m);
    const [, file = ''] = await tls.printed(/^certificate authority: (.+)$/m);
    const ca = await readFile(file);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { ca, agent: false }, resolve).on('error', reject);
    });
    assert.equal(await text(response), 'hello');
    tls.process.kill('SIGINT');
    await once(tls.process, 'close');
    await assert.rejects(readFile(file), /ENOENT/);
    const proxy = command(t, home, ['conformance', 'serve', 'proxy.credentials']);
    await proxy.printed(
      /^GET https:\/\/localhost:\d+\/\n {2}"Authorization: Bearer target"\n {2}by the proxy http:\/\/user:pass@127\.0\.0\.1:\d+$/m,
    );
  });

  it('shows every case', () => {
    const parts: string[] = [];
    const terminal = { ...createTerminal(), print: (part: string) => void parts.push(part) };
    for (const { id, clause, quote = '', because = '', expect } of allCases) {
      parts.length = 0;
      showCommand(id, terminal);
      const out = parts.join('');
      assert.ok(
        [id, clause, quote, because, expect.text].every((each) => out.includes(each)),
        id,
      );
    }
  });

  it('prints the JSON that the library returns, but for times and ports', async (t) => {
    const home = await temporaryFolder(t);
    const options = { only: ['control.*', 'field.fold'], transcripts: 'none' } as const;
    const { out } = await run(t, home, [
      'conformance',
      '--only',
      ...options.only,
      '--transcripts',
      'none',
      '--format',
      'json',
      '--',
      ...SYNTHETIC,
      'fold-kept',
    ]);
    const report = await conformance({ ...options, adapter: [...SYNTHETIC, 'fold-kept'] }).run();
    const comparable = (value: object) =>
      JSON.parse(
        JSON.stringify(value, (key, each) => (['ms', 'started'].includes(key) ? 0 : each)).replace(
          /:\d{4,5}/g,
          ':PORT',
        ),
      );
    assert.deepEqual(comparable(JSON.parse(out)), comparable(report));
  });

  it('has nothing worse than the baseline of the same run, and names the cases of a mutant', async (t) => {
    const home = await temporaryFolder(t);
    const words = ['conformance', '--group', 'field', 'control', '--baseline', 'field.json'];
    const written = await run(t, home, [
      'conformance',
      '--baseline',
      'all.json',
      '--update-baseline',
      '--group',
      'field',
      '--',
      ...SYNTHETIC,
    ]);
    assert.equal(written.code, 2, 'a baseline is of all cases');
    const report = await run(t, home, [
      'conformance',
      '--group',
      'field',
      'control',
      '--format',
      'json',
      '--',
      ...SYNTHETIC,
    ]);
    const { suite, client, cases } = JSON.parse(report.out);
    const values = cases
      .filter(({ result }: { result: string }) => result === 'value')
      .map(({ id, value }: { id: string; value: string }) => [id, { result: 'value', value, revision: 1 }]);
    const baseline = {
      suite,
      client: client.name,
      version: client.version,
      cases: Object.fromEntries(values),
    };
    await writeFile(path.join(home, 'field.json'), JSON.stringify(baseline));
    const same = await run(t, home, [...words, '--', ...SYNTHETIC]);
    assert.equal(same.code, 0, same.out);
    assert.match(same.out, /^baseline: 0 worse, 0 better, 0 new/m);
    const worse = await run(t, home, [...words, '--', ...SYNTHETIC, 'fold-kept']);
    assert.equal(worse.code, 1);
    assert.match(worse.out, /^baseline: 1 worse \(field\.fold\), 0 better/m);
    await assert.rejects(
      conformance({ adapter: [...SYNTHETIC, 'fold-kept'], group: ['field'] }).verify({
        baseline: path.join(home, 'field.json'),
      }),
      /fails 1 cases of the conformance suite\n {2}R field\.fold \(RFC 9112 §5\.2\): got /,
    );
    await conformance({ adapter: SYNTHETIC, group: ['field'] }).verify();
  });

  it('writes the report of the cases so far when it is interrupted', async (t) => {
    const home = await temporaryFolder(t);
    const adapter = path.join(home, 'adapter.mjs');
    await writeFile(
      adapter,
      `import { createInterface } from 'node:readline';
      const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
      for await (const line of createInterface({ input: process.stdin })) {
        const q = JSON.parse(line);
        if (q.hello) say({ hello: 1, client: 'interrupts', version: '1' });
        if (q.id === 10) process.kill(process.ppid, 'SIGINT');
        if (q.id) await fetch(q.url, { method: q.method, redirect: 'manual', signal: AbortSignal.timeout(500) })
          .then(async (r) => say({ id: q.id, status: r.status, headers: [], body: Buffer.from(await r.arrayBuffer()).toString('base64') }))
          .catch(() => say({ id: q.id, error: 'other' }));
      }`,
    );
    const { code, out } = await run(t, home, [
      'conformance',
      '--report',
      'out',
      '--format',
      'json,text',
      '--',
      process.execPath,
      adapter,
    ]);
    assert.equal(code, 130);
    assert.match(out, /· partial$/m);
    const report = JSON.parse(await readFile(path.join(home, 'out/conformance.json'), 'utf8'));
    assert.equal(report.partial, true);
    assert.ok(report.cases.length > 3 && report.cases.length < 20, `${report.cases.length} cases`);
  });

  it('names no password in its report, and has the requests as it read them', async () => {
    const report = await conformance({
      adapter: SYNTHETIC,
      only: ['auth.basic', 'proxy.407', 'auth.digest-md5'],
      transcripts: 'all',
    }).run();
    const text = JSON.stringify(report);
    assert.doesNotMatch(text, /dXNlcjpwYXNz|"password":"pass"|:pass@|response=/);
    assert.doesNotMatch(text, /PRIVATE KEY/);
    const basic = report.cases.find(({ id }) => id === 'auth.basic');
    assert.deepEqual(
      basic?.journal?.map(({ method, target, isComplete }) => [method, target, isComplete]),
      [
        ['GET', '/', true],
        ['GET', '/', true],
      ],
    );
    assert.deepEqual(
      basic?.journal?.[1]?.fields.find(([name]) => name === 'Authorization'),
      ['Authorization', 'Basic ***'],
    );
  });
});
