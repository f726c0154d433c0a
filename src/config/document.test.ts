import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';
import { parseDocument } from './document.ts';

/** Documents with a value that contains itself, and the line of the alias. */
const CYCLES: readonly (readonly [text: string, line: number, alias: string])[] = [
  ['&r [*r]', 1, 'r'],
  ['&r\nrules: *r', 2, 'r'],
  ['rules: &r [*r]', 1, 'r'],
  ['users: &u\n  - login: mona\n    name: *u', 3, 'u'],
  ['rules:\n- match: /a\n  respond: { json: &a { b: *a } }', 3, 'a'],
  ['phases:\n- &p\n  phase: removed\n  from: [1, [*p]]', 4, 'p'],
  ['- &a 1\n- &a [*a]', 2, 'a'],
  ['port: 1\nhost: &h\n  - &i [*h]\n  - *i', 3, 'h'],
];

/** The commands that read files, with the option that names one. */
const COMMANDS: readonly (readonly string[])[] = [
  ...['--rules', '--seed', '--config', '--lifecycle'].map((option) => ['--port', '0', option]),
  ['run', '--rules'],
  ['lifecycle', '--lifecycle'],
  ['lifecycle', '--config'],
  ['outbox', 'mona', '--config'],
  ['config', '--config'],
];

describe('a YAML document', () => {
  it('whose value contains itself is an error with the line, in each command', async (t) => {
    const file = path.join(await temporaryFolder(t), 'file.yaml');
    for (const [text, line, alias] of CYCLES) {
      await writeFile(file, text);
      const message = new RegExp(
        `/file\\.yaml:${line}: the alias \\*${alias} refers to a value that contains it, so the value has no end\\.\\n$`,
      );
      for (const command of COMMANDS) {
        const after = command[0] === 'run' ? ['--', 'true'] : [];
        assertUsageError(await runInProcess([...command, file, ...after]), message);
      }
    }
  });

  it('that is nested too deeply is an error with the line', async (t) => {
    const file = path.join(await temporaryFolder(t), 'file.yaml');
    await writeFile(file, `rules:\n- ${'['.repeat(5000)}${']'.repeat(5000)}`);
    assertUsageError(
      await runInProcess(['--port', '0', '--rules', file]),
      /\/file\.yaml:2: this is not YAML: it is nested too deeply\.\n$/,
    );
  });

  it('can repeat a value by its alias', async () => {
    const { value } = await parseDocument(
      '- &a [1, &b x]\n- *a\n- &c [*a, *b]\n- &a [*c, &b y, *b]\n- *a',
      'a.yaml',
    );
    const first = ['1', 'x'];
    const second = [first, 'x'];
    const third = [second, 'y', 'y'];
    assert.deepEqual(value, [first, first, second, third, third]);
  });
});
