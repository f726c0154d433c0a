import type { Command } from 'commander';
import type { Static } from 'typebox';
import { UsageError } from '#config/usage-error.ts';
import type { ImportReport } from '#control/operations/rules/rules-import.ts';
import type { HeadMatch } from '#journal/matching/request-match.ts';
import { createRuntime } from '#runtime.ts';
import {
  addControlOptions,
  type ControlOptions,
  callOperation,
  callWithoutResult,
  requireServer,
} from '../control/control-client.ts';
import { formatPlainJson, replaceControls } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface ImportOptions extends ControlOptions {
  readonly bin?: string;
  readonly base?: string;
  readonly onlyMethod?: string;
  readonly onlyHost?: string;
  readonly onlyPath?: string;
  readonly ignoreQuery?: string;
  readonly keepCookies?: true;
  readonly dry?: true;
  readonly showSecrets?: true;
  readonly json?: true;
}

type Report = Static<typeof ImportReport>;

/** `sparring rules import`. It reads the archive itself, so that its size does not matter, and sends what it selects. */
export function addImport(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('import <FILE>')
    .description(
      'Adds rules that send the recorded responses of an HTTP Archive again, of any size, also compressed with gzip. All rules are added, or none.',
    )
    .option('--bin <KEY>', 'The bin of the rules.')
    .option('--base <PREFIX>', 'A prefix of the URLs, or of their paths, that is removed.')
    .option('--only-method <METHOD>', 'Only requests with this method.')
    .option('--only-host <HOST>', 'Only requests to this host, in which * is any number of characters.')
    .option(
      '--only-path <PATH>',
      'Only requests to this path: a template such as /v1/{id}, or a pattern with *.',
    )
    .option(
      '--ignore-query <NAMES>',
      'Parameters of the query that no rule compares, with commas between them.',
    )
    .option('--keep-cookies', 'Keeps the cookies of responses.')
    .option('--dry', 'Adds no rule, and prints the rules as JSON.')
    .option('--show-secrets', 'Prints credentials, without which the rules cannot be added again.')
    .option('--json', 'Prints the rules, what was left out, and what the rules do in another way, as JSON.');
  addControlOptions(command).action(async (file: string, options: ImportOptions) => {
    const url = requireServer(options, command, terminal);
    const report = await importArchive(terminal, url, file, options);
    const { count, formatImportReport } = await import('../archive/import-text.ts');
    if (options.json) terminal.print(`${formatPlainJson(report, 2)}\n`);
    else terminal.printError(formatImportReport(report));
    if (options.json) return;
    if (options.dry) terminal.print(`${formatPlainJson(report.rules, 2)}\n`);
    else {
      const scope = options.bin === undefined ? url : `the bin ${options.bin} of ${url}`;
      const rules = count(report.rules.length, 'rule', 'rules');
      const entries = count(report.imported, 'entry', 'entries');
      terminal.print(replaceControls(`Added ${rules} from ${entries} to ${scope}.`).concat('\n'));
    }
  });
}

/** @throws UsageError; then no rule is added. */
async function importArchive(
  terminal: Terminal,
  url: string,
  file: string,
  options: ImportOptions,
): Promise<Report> {
  const { bin, base, ignoreQuery, keepCookies, dry, showSecrets } = options;
  const { importRecorded } = await import('#control/operations/rules/rules-import.ts');
  const { divideArchive } = await import('../archive/portions.ts');
  const { readArchive } = await import('../archive/read-archive.ts');
  const { createRedaction, NO_REDACTION } = await import('#journal/views/redaction.ts');
  const filter = await buildFilter(options);
  const { portions, leftOut, filtered } = await divideArchive(readArchive(file), { base, filter });
  const redaction = showSecrets ? NO_REDACTION : createRedaction({ salt: createRuntime().bytes(16) });
  const source = {
    ...(bin !== undefined && { bin }),
    ...(base !== undefined && { base }),
    ...(ignoreQuery !== undefined && { ignore_query: ignoreQuery.split(',') }),
    ...(keepCookies && { secrets: 'keep' }),
  };
  const reports: Report[] = [];
  const ids = () => reports.flatMap((report) => report.ids);
  try {
    // An empty archive is sent, too: the server checks the options.
    for (const portion of portions.length === 0 ? [[]] : portions) {
      const input = {
        source: { ...source, log: { entries: portion.map(({ entry }) => entry) } },
        dry: dry && 'true',
        secrets: showSecrets && 'show',
      };
      const report = await callOperation(terminal, url, importRecorded, { input, options, noun: 'rules' });
      const numberOf = (entry: number) => portion[entry]?.index ?? entry;
      const before = reports.reduce((sum, { rules }) => sum + rules.length, 0);
      reports.push({
        ...report,
        left_out: report.left_out.map((each) => ({ ...each, entry: numberOf(each.entry) })),
        notes: report.notes.map((each) => ({
          ...each,
          entry: numberOf(each.entry),
          rule: each.rule + before,
        })),
      });
    }
  } catch (error) {
    if (reports.length > 0 && !dry) await removeRules(terminal, url, ids(), options, error);
    throw error;
  }
  const ofArchive = leftOut.map((each) => ({
    ...each,
    ...(each.url !== undefined && { url: redaction.text(each.url) }),
  }));
  return {
    rules: reports.flatMap(({ rules }) => rules),
    ids: ids(),
    imported: reports.reduce((sum, { imported }) => sum + imported, 0),
    filtered,
    left_out: [...ofArchive, ...reports.flatMap((report) => report.left_out)].toSorted(
      (one, other) => one.entry - other.entry,
    ),
    notes: reports.flatMap(({ notes }) => notes),
  };
}

/** Removes what earlier portions have added. @throws UsageError with the rules that remain. */
async function removeRules(
  terminal: Terminal,
  url: string,
  ids: readonly string[],
  options: ImportOptions,
  cause: unknown,
): Promise<void> {
  const { deleteRule } = await import('#control/operations/rules/rules.ts');
  for (const [index, id] of ids.entries())
    try {
      await callWithoutResult(terminal, url, deleteRule, { input: { id, bin: options.bin }, options });
    } catch (error) {
      const reason = [cause, error].map((each) => (each instanceof Error ? each.message : String(each)));
      throw new UsageError(`${reason.join(' ')} These rules were added: ${ids.slice(index).join(', ')}.`, {
        cause,
      });
    }
}

/** @throws UsageError */
async function buildFilter({
  onlyMethod: method,
  onlyHost: host,
  onlyPath: path,
}: ImportOptions): Promise<HeadMatch> {
  const { checkConditions } = await import('#journal/matching/request-match.ts');
  const { InputError } = await import('#http/message/input-error.ts');
  const filter: HeadMatch = {
    ...(method !== undefined && { method }),
    ...(host !== undefined && { host: { like: host.toLowerCase() } }),
    ...(path !== undefined && { path: path.includes('*') && !path.includes('{') ? { like: path } : path }),
  };
  try {
    checkConditions(filter);
    return filter;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new UsageError(`--only-${error.member} ${error.problem}.`, { cause: error });
  }
}
