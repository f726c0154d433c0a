import { readFile, writeFile } from 'node:fs/promises';
import {
  ConformanceReport,
  compareReports,
  formatComparison,
  formatCsv,
  renderComparison,
} from '@sparring/conformance';
import { UsageError } from '#config/usage-error.ts';
import { matches } from '#http/message/validation.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface CompareOptions {
  readonly differs?: true;
  readonly csv?: true;
  readonly html?: string;
}

export async function compareCommand(
  files: readonly string[],
  { differs, csv, html }: CompareOptions,
  terminal: Terminal,
): Promise<void> {
  const reports = await Promise.all(files.map(readReport));
  const rows = compareReports(reports).filter((row) => !differs || row.differs);
  if (html !== undefined)
    await writeFile(html, renderComparison(reports, rows)).catch(({ code }: NodeJS.ErrnoException) => {
      throw new UsageError(`${html} cannot be written (${code}).`);
    });
  else terminal.print(csv ? formatCsv(reports, rows) : formatComparison(reports, rows));
}

async function readReport(file: string): Promise<ConformanceReport> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new UsageError(`${file} cannot be read as JSON.`);
  }
  if (!matches(ConformanceReport, value))
    throw new UsageError(`${file} is not a report of sparring conformance --format json.`);
  return value;
}
