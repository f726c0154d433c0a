import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '../../test/support/commands/command.ts';
import { hasPythonModules, PYTHON } from '../../test/support/programs/installed.ts';
import type { CaseReport } from '../src/report/report.ts';
import { createRuntime } from '../src/server.ts';
import { runConformance } from '../src/suite/conformance.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** An adapter that the guide prints, in a file of its own. */
async function printedAdapter(t: TestContext, name: string): Promise<string> {
  const guide = await readFile(path.join(ROOT, 'docs/guide/conformance.md'), 'utf8');
  const start = `cat > ${name} <<'END'\n`;
  const begin = guide.indexOf(start);
  assert.ok(begin >= 0, `the guide prints no ${name}`);
  const file = path.join(await temporaryFolder(t), name);
  await writeFile(file, guide.slice(begin + start.length, guide.indexOf('\nEND\n', begin) + 1));
  return file;
}

async function verdicts(adapter: readonly string[]): Promise<ReadonlyMap<string, CaseReport>> {
  const { cases } = await runConformance({ adapter, transcripts: 'none' }, createRuntime());
  return new Map(cases.map((each) => [each.id, each]));
}

/** All cases in which the client does worse by the printed adapter than by the built-in one of the same client. */
async function accusations(printed: readonly string[], builtIn: readonly string[]): Promise<string[]> {
  const [own, other] = [await verdicts(printed), await verdicts(builtIn)];
  const isJudged = ({ result }: CaseReport) => result !== 'unsupported';
  const compared = [...own.values()].filter((each) => isJudged(each));
  assert.ok(compared.length > 150, `${compared.length} cases are judged`);
  return compared.flatMap(({ id, result, reason, got }) => {
    const expected = other.get(id);
    return expected && isJudged(expected) && result !== expected.result
      ? [`${id}: ${result} (${reason}, ${got}), not ${expected.result}`]
      : [];
  });
}

describe('an adapter that the guide prints has the results of the built-in one in all cases', () => {
  it('in JavaScript', { timeout: 300_000 }, async (t) => {
    const file = await printedAdapter(t, 'adapter.mjs');
    const builtIn = path.join(ROOT, 'conformance/adapters/javascript/node-fetch/adapter.mjs');
    assert.deepEqual(await accusations([process.execPath, file], [process.execPath, builtIn]), []);
  });

  it('in Python', { timeout: 300_000 }, async (t) => {
    if (!(await hasPythonModules(t, ['requests']))) return;
    const file = await printedAdapter(t, 'adapter.py');
    const builtIn = path.join(ROOT, 'conformance/adapters/python/requests/adapter.py');
    assert.deepEqual(await accusations([PYTHON, file], [PYTHON, builtIn]), []);
  });
});
