import { readFileSync } from 'node:fs';
import path from 'node:path';

export const integrations = path.join(import.meta.dirname, '../../integrations');

interface Behaviour {
  readonly number: string;
  readonly name: string;
  /** The name of its test in each integration, without regard to the case of the first letter. */
  readonly test: string;
}

/** The behaviours of `integrations/CONTRACT.md`. */
export function readContract(): Behaviour[] {
  const text = readFileSync(path.join(integrations, 'CONTRACT.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (\d+) \| (\w+) \|/gm)];
  return rows.map(([, number = '', name = '']) => ({
    number,
    name,
    test: `test_${number.padStart(2, '0')}_${name}`,
  }));
}
