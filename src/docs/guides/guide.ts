/** The groups of the guides, in the order of the start page. */
export const GROUPS = ['Start', 'Test a client', 'Make it fail', 'GitHub Enterprise API', 'Run it'] as const;

export type GuideGroup = (typeof GROUPS)[number];

export type RowKind = 'setting' | 'fault' | 'command';

/** A guide as a part of a page. */
export interface Guide {
  /** Last segment of the URL. */
  readonly name: string;
  readonly title: string;
  readonly group: GuideGroup;
  /** One sentence about what the reader can do afterwards. Text between backticks is code. */
  readonly summary: string;
  /** Time to read it. */
  readonly minutes: number;
  /** The content below the title, with `EXAMPLE_ORIGIN` in its examples. */
  readonly html: string;
  /** The introduction, whose id is empty, and the parts below the headings. */
  readonly sections: readonly GuideSection[];
  readonly rows: readonly GuideRow[];
}

export interface GuideSection {
  /** The anchor of the heading. */
  readonly id: string;
  readonly heading: string;
  readonly depth: number;
  /** The beginning of the text, without code blocks. */
  readonly text: string;
}

/** A row of a table that describes one setting, fault or command. */
export interface GuideRow {
  readonly kind: RowKind;
  readonly id: string;
  /** The first name in the first cell, such as `--port PORT`. */
  readonly name: string;
  /** Its variables, and its name in the library. */
  readonly otherNames: readonly string[];
  readonly text: string;
}

/** The origin in the source of the guides, which the pages replace by that of the reader. */
const EXAMPLE_ORIGIN = 'http://127.0.0.1:8080';

/** The content of a guide with the origin that the client called the server by. */
export function withOrigin(html: string, origin: string): string {
  const { host, port } = new URL(origin);
  const adapted = html
    .replaceAll(EXAMPLE_ORIGIN, origin)
    .replaceAll(/\b127\.0\.0\.1:8080\b/g, host)
    .replaceAll(/:8080\b/g, port === '' ? '' : `:${port}`);
  // A server behind a proxy has another port than its URL.
  return port === ''
    ? adapted.replaceAll(
        / (?:<span class="to">)?--port(?:<\/span>)? (?:<span class="tn">)?8080\b(?:<\/span>)?/g,
        '',
      )
    : adapted.replaceAll(/(?<=--port(?:<\/span>)? (?:<span class="tn">)?)8080\b/g, port);
}
