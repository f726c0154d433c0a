import { readFileSync } from 'node:fs';
import path from 'node:path';
import { integrations } from './contract.ts';

const PAGE = path.join(integrations, '../docs/guide/from-test-servers.md');

interface Equivalent {
  readonly name: string;
  /** The line of the last column. */
  readonly line: string;
  /** The code that shows its effect. */
  readonly check: string;
}

/** The lines of the table of a language. Each has a check, and each check has a line. */
export function equivalentsOf(language: string, checks: Readonly<Record<string, string>>): Equivalent[] {
  const [, section = ''] = readFileSync(PAGE, 'utf8').split(`\n## ${language}\n`);
  const [table = ''] = section.split('\n## ');
  const rows = [...table.matchAll(/^\| (\w[\w ]*) \| .* \| `([^|]*)` \|$/gm)];
  const names = rows.map(([, name = '']) => name);
  if (names.join() !== Object.keys(checks).join())
    throw new Error(`The lines ${names.join(', ')} and the checks ${Object.keys(checks).join(', ')} differ.`);
  return rows.map(([, name = '', line = '']) => ({ name, line, check: checks[name] ?? '' }));
}

/** A name as part of an identifier. */
export const formatIdentifier = (name: string): string => name.toLowerCase().replaceAll(' ', '_');
