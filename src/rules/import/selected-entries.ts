import { compile } from '#journal/matching/compiled-match.ts';
import { headConditions } from '#journal/matching/request-conditions.ts';
import type { HeadMatch } from '#journal/matching/request-match.ts';
import type { RequestHead } from '#journal/matching/request-view.ts';
import { type ReadEntry, type RecordedEntry, readEntry } from './har/read-entry.ts';
import { toHead } from './har/read-request.ts';
import { pathBelow, pathInBin } from './har/recorded-url.ts';
import { inOrderOfTime } from './har/started-at.ts';

/** An entry that is not imported. */
export interface LeftOut {
  /** The number of the entry, from 0. */
  readonly entry: number;
  readonly method?: string;
  readonly url?: string;
  /** A clause about the entry. */
  readonly reason: string;
}

/** An entry that is imported, unless its rule is invalid. */
export interface SelectedEntry extends RecordedEntry {
  readonly index: number;
  readonly names: ReadEntry['names'];
  /** The path at which its rule responds. */
  readonly path: string;
}

export interface SelectionOptions {
  /** A prefix of the URLs, or of their paths, that is removed; without it, entries of other hosts than the first are left out. */
  readonly base?: string | undefined;
  /** Only entries whose requests match. */
  readonly filter?: HeadMatch | undefined;
}

/** Collects the entries of an archive that can be imported, one after the other. */
export class EntrySelection {
  readonly leftOut: LeftOut[] = [];
  /** Number of entries that the filter does not select. */
  filtered = 0;
  readonly #selected: SelectedEntry[] = [];
  readonly #base: string | undefined;
  readonly #testHead: (head: RequestHead) => boolean;

  constructor({ base, filter }: SelectionOptions) {
    this.#base = base;
    const compiled = filter && compile<RequestHead, HeadMatch>(filter, headConditions);
    this.#testHead = (head) => compiled?.testHead(head) ?? true;
  }

  /** @returns whether the entry is selected. */
  add(index: number, input: unknown): boolean {
    const read = readEntry(input);
    if (read.request && !this.#testHead(toHead(read.request))) {
      this.filtered++;
      return false;
    }
    const { entry } = read;
    const below = entry && pathBelow(entry.request.url, this.#base);
    if (!entry || below === undefined) {
      this.leaveOut({ index, names: read.names }, read.problem ?? 'is not below the base');
      return false;
    }
    this.#selected.push({ ...entry, index, names: read.names, path: pathInBin(below, entry.bin) ?? below });
    return true;
  }

  leaveOut({ index, names }: Pick<SelectedEntry, 'index' | 'names'>, reason: string): void {
    this.leftOut.push({ entry: index, ...names, reason });
  }

  /** The selected entries by time. */
  inOrder(): SelectedEntry[] {
    return inOrderOfTime(this.#selected);
  }
}
