import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it, type TestContext } from 'node:test';
import { output, PYTHON } from '../../test/support/programs/installed.ts';
import { type CasePorts, createCasePorts } from '../src/case-port/case-port.ts';
import { allCases } from '../src/cases/index.ts';
import { obstacleToRaw, rawReproduction } from '../src/raw/raw-reproduction.ts';
import { createRuntime } from '../src/server.ts';
import type { ConformanceCase } from '../src/verdict/case.ts';

const runtime = createRuntime();

/** Bytes of a composition and of a case, compressed ones, ends of all kinds, a path, a redirect to another port, and a field. */
const SAMPLE = [
  'status.unknown-2xx',
  'field.fold',
  'informational.103',
  'body.truncated.head',
  'coding.bomb',
  'retry.mid-body',
  'redirect.auth.host',
  'auth.basic',
  'control.head',
  'control.post',
] as const;

describe('a script of the raw bytes of a case', () => {
  let folder = '';
  let casePorts: CasePorts;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sparring-raw-'));
    casePorts = await createCasePorts({ runtime });
  });
  after(async () => {
    await casePorts.close();
    await rm(folder, { recursive: true });
  });

  /** The URL of the first request that the running script prints. */
  async function runScript(t: TestContext, declared: ConformanceCase): Promise<string> {
    const file = path.join(folder, `${declared.id}.py`);
    await writeFile(file, await rawReproduction(declared, casePorts, runtime));
    const script = spawn(PYTHON, ['-u', file], { stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(async () => {
      script.kill('SIGKILL');
      await once(script, 'close');
    });
    const [line] = await once(createInterface({ input: script.stdout }), 'line');
    return String(line).split(' ')[1] ?? '';
  }

  /** What curl gets, without what differs from run to run. */
  function curl({ ask: [step = {}] }: ConformanceCase, url: string): Promise<string> {
    const { method = 'GET', redirects, auth, bodySize = 0 } = step;
    const words = [
      '--silent',
      '--include',
      '--raw',
      '--http1.1',
      '--max-time',
      '3',
      ...(method === 'HEAD' ? ['--head'] : method === 'POST' ? ['--data', 'x'.repeat(bodySize)] : []),
      ...(redirects ? ['--location'] : []),
      ...(auth ? ['--user', `${auth.user}:${auth.password}`, '--anyauth'] : []),
    ];
    return new Promise((resolve) =>
      execFile('curl', [...words, url], { encoding: 'latin1', maxBuffer: 2 ** 26 }, (error, text) =>
        resolve(
          `${error?.code ?? 0} ${text.replace(/^Date: .*$/gm, 'Date').replace(/(localhost|127\.0\.0\.1):\d+/g, '$1')}`,
        ),
      ),
    );
  }

  for (const id of SAMPLE)
    it(`serves ${id} as the suite does`, async (t) => {
      if ((await output(t, 'curl', ['--version'])) === undefined) return;
      const declared = allCases.find((each) => each.id === id);
      assert.ok(declared, id);
      const open = await casePorts.open(declared.serve);
      t.after(() => open.close());
      const ofSuite = await curl(declared, open.fill(declared.ask[0]?.url ?? 'http://{a}/'));
      const ofScript = await curl(declared, await runScript(t, declared));
      assert.ok(ofSuite.length > 20, ofSuite);
      assert.equal(ofScript, ofSuite);
    });

  it('is possible for most cases, and the others say why not', () => {
    const without = allCases.filter((each) => obstacleToRaw(each) !== undefined);
    assert.ok(without.length < allCases.length / 3, `${without.length} of ${allCases.length}`);
    for (const [id, reason] of [
      ['control.tls', 'its port tls is more than responses of HTTP without TLS'],
      ['control.proxy', 'its port proxy is more than responses of HTTP without TLS'],
      ['expect.late', 'its response depends on the content of the request'],
      ['retry.after-date', 'its response depends on the time'],
    ] as const) {
      const declared = allCases.find((each) => each.id === id);
      assert.equal(declared && obstacleToRaw(declared), reason, id);
    }
  });
});
