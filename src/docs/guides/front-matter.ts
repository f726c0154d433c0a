import { parse } from 'yaml';
import { GROUPS, type GuideGroup, type RowKind } from './guide.ts';

/** What a guide says about itself before its text. */
export interface FrontMatter {
  readonly group: GuideGroup;
  /** Place in the group. */
  readonly order: number;
  /** One sentence about what the reader can do afterwards. Text between backticks is code. */
  readonly summary: string;
  /** What the rows of the tables describe whose first column has this heading. Each row has an anchor and is found by the search. */
  readonly rows: Readonly<Record<string, RowKind>>;
}

const ROW_KINDS: readonly RowKind[] = ['setting', 'fault', 'command'];

/**
 * Separates the front matter, YAML between two lines `---`, from the Markdown.
 * @throws Error when it is missing or incomplete
 */
export function readFrontMatter(name: string, text: string): readonly [FrontMatter, markdown: string] {
  const end = text.startsWith('---\n') ? text.indexOf('\n---\n') : -1;
  const input: unknown = end < 0 ? undefined : parse(text.slice(4, end + 1));
  const { group, order, summary, rows = {} } = toMembers(input);
  const knownGroup = GROUPS.find((each) => each === group);
  if (!knownGroup || typeof order !== 'number' || typeof summary !== 'string')
    throw new Error(
      `The guide ${name} needs front matter with group (${GROUPS.join(', ')}), order (a number) and summary (one sentence)`,
    );
  return [
    { group: knownGroup, order, summary, rows: parseRowKinds(name, rows) },
    text.slice(end + '\n---\n'.length).trimStart(),
  ];
}

function parseRowKinds(name: string, rows: unknown): Record<string, RowKind> {
  const found = Object.entries(toMembers(rows)).map(([column, kind]): [string, RowKind] => {
    const known = ROW_KINDS.find((each) => each === kind);
    if (!known) throw new Error(`The guide ${name} has rows of the unknown kind ${String(kind)}`);
    return [column, known];
  });
  return Object.fromEntries(found);
}

function toMembers(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
