import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createRuntime } from '../../runtime.ts';
import { type CasePorts, createCasePorts } from '../case-port/case-port.ts';
import { checkAdapter } from './check-adapter.ts';

const runtime = createRuntime();

describe('the check of an adapter', () => {
  let folder = '';
  let casePorts: CasePorts;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sparring-check-'));
    casePorts = await createCasePorts({ runtime });
  });
  after(async () => {
    await casePorts.close();
    await rm(folder, { recursive: true });
  });

  /** The problems of an adapter that answers with the result of `answer(q)`. */
  async function problemsOf(answer: string): Promise<readonly string[]> {
    const file = path.join(folder, `${runtime.uniqueId()}.mjs`);
    await writeFile(
      file,
      `import { createInterface } from 'node:readline';
      const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
      for await (const line of createInterface({ input: process.stdin })) {
        const q = JSON.parse(line);
        if (q.hello) say({ hello: 1, client: 'c', version: '1' });
        else { ${answer} }
      }`,
    );
    const command = { command: process.execPath, args: [file], variables: process.env, ca: '', caFile: '' };
    return (await checkAdapter(command, casePorts, runtime)).problems;
  }

  it('finds nothing in valid answers, errors included', async () => {
    const answer = `say(q.id % 2 ? { id: q.id, status: 200, headers: [], body: 'aGk=' } : { id: q.id, error: 'other' });`;
    assert.deepEqual(await problemsOf(answer), []);
  });

  it('names the line and the member of each mistake', async () => {
    const first = async (answer: string) => (await problemsOf(answer))[0];
    assert.match(
      (await first(`say({ id: q.id, status: '200', body: '' });`)) ?? '',
      /^line 1: status must be integer/,
    );
    assert.match(
      (await first(`say({ id: q.id, status: 200, body: 'no base64!' });`)) ?? '',
      /^line 1: body must/,
    );
    assert.match((await first(`say({ id: q.id, status: 200 });`)) ?? '', /^line 1: body is missing/);
    assert.match((await first(`say({ id: q.id, body: '' });`)) ?? '', /^line 1: status is missing/);
    assert.match((await first(`say({ id: q.id, error: 'oops' });`)) ?? '', /^line 1: error must/);
    const twice = `say({ id: q.id, error: 'other' }); say({ id: q.id, error: 'other' });`;
    assert.match((await first(twice)) ?? '', /^line 1: two answers$/);
  });

  it('finds an answer without an id, which is late, and the end of the process', async () => {
    const late = await problemsOf(`say({ status: 200 });`);
    assert.match(late[0] ?? '', /^line 1: no outcome, because it has no integer id/);
    assert.match(late[1] ?? '', /^line 1: no answer within 5 s; flush each line$/);
    assert.match((await problemsOf(`process.exit(3);`))[0] ?? '', /^line 1: the adapter ended \(exit code 3/);
  });
});
