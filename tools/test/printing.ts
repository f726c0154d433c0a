import { styleText } from 'node:util';
import type { Outcome } from './protocol.ts';
import type { Counts, Failure, Skip } from './results.ts';

/** The lines of Node's reporter `spec`. */
const indentation = (nesting: number) => '  '.repeat(nesting);

export function suiteLine(name: string, nesting: number): string {
  return `${indentation(nesting)}▶ ${name}`;
}

export function outcomeLine(outcome: Outcome & { readonly type: 'pass' | 'fail' }): string {
  const { name, nesting, duration, skip, todo } = outcome;
  const directive = skip !== undefined ? ` # SKIP ${skip}` : todo !== undefined ? ` # TODO ${todo}` : '';
  const text = `${name} ${styleText('gray', `(${Math.round(duration * 10) / 10}ms)`)}${directive}`;
  return indentation(nesting) + mark(outcome.type, skip !== undefined, text);
}

function mark(type: 'pass' | 'fail', isSkipped: boolean, text: string): string {
  if (type === 'fail') return styleText('red', `✖ ${text}`);
  return isSkipped ? styleText('gray', `﹣ ${text}`) : `${styleText('green', '✔')} ${text}`;
}

export function diagnosticLine(message: string, nesting: number): string {
  return `${indentation(nesting)}${styleText('blue', `ℹ ${message}`)}`;
}

export function failureList(failures: readonly Failure[]): string {
  if (failures.length === 0) return '';
  const blocks = failures.map(({ title, location, error }) =>
    [
      '',
      ...(location === '' ? [] : [`test at ${location}`]),
      styleText('red', `✖ ${title}`),
      ...error.split('\n').map((line) => `  ${line}`),
    ].join('\n'),
  );
  return `\n${styleText('red', '✖ failing tests:')}\n${blocks.join('\n')}\n\n`;
}

export function skipList(skips: readonly Skip[]): string {
  if (skips.length === 0) return '';
  const lines = skips.map(({ title, reason }) => styleText('gray', `﹣ ${title} # SKIP ${reason}`));
  return `\n${styleText('gray', '﹣ skipped tests:')}\n\n${lines.join('\n')}\n\n`;
}

export function titleList(heading: string, titles: readonly string[]): string {
  return `\n${styleText('yellow', `⚠ ${heading}`)}\n\n${titles.map((title) => `${title}\n`).join('')}\n`;
}

export function summary(counts: Counts, duration: number): string {
  return [...Object.entries(counts), ['duration_ms', Math.round(duration)]]
    .map(([name, value]) => `${diagnosticLine(`${name} ${value}`, 0)}\n`)
    .join('');
}
