import {
  allCases,
  type ConformanceCase,
  clauseLinks,
  describeLevel,
  groupOf,
  type Selection,
  selectCases,
} from '@sparring/conformance';
import { UsageError } from '#config/usage-error.ts';
import { didYouMean } from '#http/syntax/closest-match.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A case as `list --json` prints it. */
function toListEntry(declared: ConformanceCase) {
  const { id, level, clause, quote, because, since, revision, needs, supports, expect } = declared;
  return {
    id,
    group: groupOf(declared),
    level,
    clause,
    ...(quote !== undefined && { quote }),
    ...(because !== undefined && { because }),
    since,
    revision,
    needs,
    supports,
    expected: expect.text,
  };
}

export function listCommand(options: Selection & { readonly json?: true }, terminal: Terminal): void {
  const { cases, reported } = selectCases(allCases, options);
  const listed = cases.filter(({ id }) => reported.has(id)).map(toListEntry);
  if (options.json) {
    terminal.print(`${JSON.stringify(listed, null, 2)}\n`);
    return;
  }
  const width = Math.max(...listed.map(({ id }) => id.length));
  for (const { id, level, clause, expected } of listed)
    terminal.print(`${level}  ${id.padEnd(width)}  ${clause.padEnd(24)}  ${expected}\n`);
}

/** @throws UsageError for an unknown id. */
export function findCase(id: string): ConformanceCase {
  const found = allCases.find((each) => each.id === id);
  if (found) return found;
  const ids = allCases.map((each) => each.id);
  throw new UsageError(`There is no case ${id}${didYouMean(id, ids)}; sparring conformance list lists them.`);
}

export function showCommand(id: string, terminal: Terminal): void {
  const declared = findCase(id);
  const { clause, quote, since, revision, needs, supports, serve, ask, expect } = declared;
  terminal.print(
    [
      terminal.bold(id),
      `  level     ${describeLevel(declared)}`,
      `  clause    ${clause}`,
      ...clauseLinks(clause).map(({ url }) => `            ${url}`),
      ...(quote === undefined ? [] : [`  sentence  “${quote}”`]),
      `  since     suite ${since}, revision ${revision}`,
      `  needs     ${needs.join(', ') || 'nothing'}`,
      `  supports  ${supports.join(', ') || 'nothing'}`,
      `  expected  ${expect.text}`,
      '',
      'The ports send:',
      ...Object.entries(serve).map(([name, script]) => `  ${name}  ${JSON.stringify(script, shorten)}`),
      '',
      'The client is asked:',
      ...ask.map((step) => `  ${JSON.stringify({ method: 'GET', url: 'http://{a}/', ...step })}`),
      '',
      `sparring conformance serve ${id} serves these ports, and prints their URLs.`,
      '',
    ].join('\n'),
  );
}

/** Bytes as base64, and long texts by their beginning. */
function shorten(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return `base64 ${Buffer.from(value).toString('base64').slice(0, 60)}…`;
  if (typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer')
    return `${'data' in value && Array.isArray(value.data) ? value.data.length : 0} bytes`;
  return typeof value === 'string' && value.length > 200 ? `${value.slice(0, 200)}…` : value;
}
