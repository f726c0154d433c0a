import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** A declaration of an interface: its name, those that it extends, and its body. */
const INTERFACE = /^(?:export )?interface (\w+)(?:<[^>]*>)?(?: extends ([^{]+))? \{\n(.*?)^\}/gms;

/** A member of an interface, on a line of its own. */
const MEMBER = /^ {2}(?:readonly )?(\w+)\??[:(<]/gm;

describe('the kernel', () => {
  const files = globSync('src/http/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const interfaces = new Map(
    files.flatMap((file) =>
      [...read(file).matchAll(INTERFACE)].map(([, name = '', bases = '', body = '']) => [
        name,
        { bases, body },
      ]),
    ),
  );

  function membersOf(name: string): string[] {
    const { bases, body } = interfaces.get(name) ?? assert.fail(`src/http has no interface ${name}`);
    const own = [...body.matchAll(MEMBER)].map(([, member = '']) => member);
    const inherited = bases.split(',').flatMap((base) => {
      const [, type] = /^\s*(\w+)/.exec(base) ?? [];
      return type === undefined ? [] : membersOf(type);
    });
    return [...new Set([...own, ...inherited])];
  }

  it('has at most 24 members in the interface of a service, inherited ones included', () => {
    const members = membersOf('Service');
    assert.ok(members.includes('endpoints') && members.includes('close'), members.join(', '));
    assert.ok(members.length <= 24, `${members.length} members: ${members.join(', ')}`);
  });

  it('does not name bins, cookies of this server, and pages', () => {
    const named = files.flatMap((file) => {
      const found = /\b[Bb]ins?\b|[a-z]Bins?\b|sparring_|[Pp]age-?[Ll]ink|\b[Nn]avigation\b/.exec(read(file));
      return found ? [`${file}: ${found[0]}`] : [];
    });
    assert.deepEqual(named, []);
  });

  it('imports no library of pages', () => {
    const importing = files.filter((file) =>
      /from '(?:preact|htm)\b|import\('(?:preact|htm)/.test(read(file)),
    );
    assert.deepEqual(importing, []);
  });
});
