import { UsageError } from '#config/usage-error.ts';
import type { HeadMatch } from '#journal/matching/request-match.ts';
import { EntrySelection, type LeftOut, type SelectedEntry } from '#rules/import/selected-entries.ts';
import { slimEntry } from './slim-entry.ts';

/** An entry that is sent to the server. */
export interface SentEntry {
  /** The number in the archive. */
  readonly index: number;
  readonly entry: unknown;
}

/** The entries of an archive, in portions that a request can have. */
export interface Portions {
  readonly portions: readonly (readonly SentEntry[])[];
  readonly leftOut: readonly LeftOut[];
  readonly filtered: number;
}

/** Characters of JSON. The largest body that a server reads by default has 16 MiB. */
const MAX_PORTION_SIZE = 6 * 1024 * 1024;

/** More than the rules of a server can have together. */
const MAX_SELECTED_SIZE = 256 * 1024 * 1024;

interface Selected extends SentEntry {
  readonly size: number;
}

/**
 * Selects the entries of an archive as the server does. Entries with the same method and path are in one portion, because
 * their order is that of one list of rules.
 * @throws UsageError for more selected entries than a server can have.
 */
export async function divideArchive(
  entries: AsyncIterable<unknown>,
  { base, filter }: { readonly base: string | undefined; readonly filter: HeadMatch },
): Promise<Portions> {
  const selection = new EntrySelection({ base, filter });
  const slim = new Map<number, Selected>();
  let [count, size] = [0, 0];
  for await (const entry of entries) {
    const index = count++;
    if (!selection.add(index, entry)) continue;
    const sent = { index, entry: slimEntry(entry) };
    const { length } = JSON.stringify(sent.entry);
    slim.set(index, { ...sent, size: length });
    size += length;
    if (size > MAX_SELECTED_SIZE)
      throw new UsageError(
        'The selected entries are larger than the rules of a server can be; select fewer with --only-method, --only-host, --only-path or --base.',
      );
  }
  const ordered = selection.inOrder();
  const [first] = ordered;
  const isOfOrigin = ({ request }: SelectedEntry) =>
    base !== undefined || request.url.host === first?.request.url.host;
  for (const entry of ordered)
    if (!isOfOrigin(entry)) selection.leaveOut(entry, `has another origin than ${first?.request.url.origin}`);
  const groups = Map.groupBy(ordered.filter(isOfOrigin), ({ request: { method }, path }) =>
    JSON.stringify([method === 'HEAD' ? 'GET' : method, path]),
  );
  const sent = [...groups.values()].map((group) => group.flatMap(({ index }) => slim.get(index) ?? []));
  return { portions: fill(sent), leftOut: selection.leftOut, filtered: selection.filtered };
}

function fill(groups: readonly (readonly Selected[])[]): Selected[][] {
  const portions: Selected[][] = [];
  let rest = 0;
  for (const group of groups) {
    const size = group.reduce((sum, each) => sum + each.size, 0);
    const last = portions.at(-1);
    if (last && size <= rest) {
      last.push(...group);
      rest -= size;
    } else {
      portions.push([...group]);
      rest = MAX_PORTION_SIZE - size;
    }
  }
  return portions;
}
