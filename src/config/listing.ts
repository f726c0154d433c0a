import type { Config } from './resolve.ts';
import {
  type SettingName,
  type SettingRow,
  settingRows,
  settings,
  toKey,
  toVariable,
} from './settings/settings.ts';

/** The effective settings as a configuration file, with their origins as comments. Secrets are masked. */
export function formatListing({ settings: values, origins }: Config): string {
  const rows = settingRows
    .filter(([, { notInFile }]) => !notInFile)
    .map(([name, row]) => ({ member: formatMember(name, row, values[name]), origin: origins[name] }));
  const width = Math.min(60, Math.max(...rows.map(({ member }) => member.length)));
  return rows.map(({ member, origin }) => `${member.padEnd(width)}  # ${origin}\n`).join('');
}

function formatMember(name: SettingName, row: SettingRow, value: unknown): string {
  const isEmpty = Array.isArray(value) && value.length === 0 && row.type.off === undefined;
  if (value === undefined || isEmpty) return `# ${toKey(name)}:`;
  return `${toKey(name)}: ${formatScalar(formatMasked(row, value))}`;
}

/** The text of a value, with secrets masked. */
function formatMasked(row: SettingRow, value: unknown): string {
  const text = row.type.write(value);
  return row.secret ? row.secret(text) : text;
}

/** Quotes text that YAML would not parse as text, such as `Null` and `TRUE`. */
function formatScalar(text: string): string {
  if (text === 'true' || text === 'false') return text;
  const isPlain = /^[\w./][\w./-]*(?::[\w/][\w./:@*-]*)?$/.test(text) && !/^(?:null|true|false)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

/** The text of the default; empty without one. */
export function formatDefault(row: SettingRow): string {
  if (row.commandDefault !== undefined) return row.commandDefault;
  if (row.default === undefined || (Array.isArray(row.default) && row.default.length === 0)) return '';
  return row.type.write(row.default);
}

/** `--[no-]starter`, `--port PORT`. */
function formatFlag(name: SettingName): string {
  const { type } = settings[name];
  if (type.kind === 'switch') return `--[no-]${toKey(name)}`;
  return `--${toKey(name)} ${type.placeholder}${type.kind === 'list' ? '...' : ''}`;
}

function formatFlags(name: SettingName, { fileFlag, type }: SettingRow): string {
  const others = [
    ...(fileFlag ? [`--${toKey(name)}-file FILE`] : []),
    ...(type.off === undefined ? [] : [`--no-${toKey(name)}`]),
  ];
  return [formatFlag(name), ...others].map(code).join(', ');
}

/** The table of settings for the reference, in Markdown. */
export function formatMarkdown(): string {
  const groups = Map.groupBy(settingRows, ([, row]) => row.group);
  return [...groups]
    .map(([group, rows]) => `### ${group}\n\n${HEAD}${rows.map(formatMarkdownRow).join('')}`)
    .join('\n');
}

const HEAD = '| Flag | Variable | Key | Library | Default | Effect |\n|---|---|---|---|---|---|\n';

function formatMarkdownRow([name, row]: readonly [SettingName, SettingRow]): string {
  const variables = [
    toVariable(name),
    ...(row.secret ? [`${toVariable(name)}_FILE`] : []),
    ...(row.fallbacks ?? []),
  ];
  const fallback = formatDefault(row);
  const cells = [
    formatFlags(name, row),
    variables.map(code).join(', '),
    row.notInFile ? '' : code(toKey(name)),
    row.commandOnly ? '' : code(name),
    row.commandDefault === undefined && fallback !== '' ? code(fallback) : fallback,
    row.sentence,
  ];
  return `| ${cells.join(' | ')} |\n`;
}

function code(text: string): string {
  return `\`${text}\``;
}
