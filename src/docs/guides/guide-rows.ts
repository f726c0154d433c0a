import type { Tokens } from 'marked';
import type { GuideRow, RowKind } from './guide.ts';
import { firstWords, formatPlainText } from './plain-text.ts';

/** The rows of a reference table, for the search; none for other tables. */
export function findRows(
  { header, rows }: Tokens.Table,
  kinds: Readonly<Record<string, RowKind>>,
): GuideRow[] {
  const kind = kinds[header[0]?.text ?? ''];
  if (!kind) return [];
  const effect = header.findIndex(({ text }) => text === EFFECT);
  const nameColumns = header.flatMap(({ text }, column) => (NAME_COLUMNS.includes(text) ? [column] : []));
  return rows.map((row) => {
    const [name = ''] = codesOf(row[0]?.text ?? '');
    const otherNames = nameColumns.flatMap((column) => codesOf(row[column]?.text ?? ''));
    const text = firstWords(formatPlainText(row[effect]?.tokens ?? []));
    return { kind, id: formatRowId(kind, row), name, otherNames: [...new Set(otherNames)], text };
  });
}

/** The heading of the column that says what the thing of the row does. */
const EFFECT = 'Effect';

/** The headings of columns with further names of the thing. */
const NAME_COLUMNS = ['Variable', 'Library'];

/** The anchor of a row: `setting-port` for `--port PORT`. */
export function formatRowId(kind: RowKind, row: readonly Tokens.TableCell[]): string {
  const [name = ''] = codesOf(row[0]?.text ?? '');
  const words = name
    .replace(/^sparring |^--(?:\[no-\])?/g, '')
    .split(' ')
    .filter((word) => !/^[A-Z[]/.test(word));
  return `${kind}-${words.join('-').replaceAll(/[^\w-]+/g, '-')}`;
}

function codesOf(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}
