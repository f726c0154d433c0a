import type { Runtime } from '#runtime.ts';
import type { SharedState } from '#shared/shared-state.ts';
import { OperationError } from './errors.ts';

/** A bin that was made, or described. A bin that requests alone have made is in the journal only. */
export interface RegisteredBin {
  readonly key: string;
  /** A title for people; null without one. */
  readonly name: string | null;
  readonly note: string | null;
  /** By the clock of the machine, as the times of the journal, in milliseconds since the epoch. */
  readonly createdAt: number;
}

export type BinDescription = Partial<Pick<RegisteredBin, 'name' | 'note'>>;

/** The bins that were made. All processes of a server share them. */
export interface BinRegistry {
  /** In the order of their creation. */
  list(): readonly RegisteredBin[];
  find(key: string): RegisteredBin | undefined;
  /** Adds a bin with a key that no other has. @throws OperationError `conflict` */
  create(description?: BinDescription): Promise<RegisteredBin>;
  /** Adds the bin, or changes the given members. @throws OperationError `conflict` */
  put(key: string, description: BinDescription): Promise<RegisteredBin>;
  remove(key: string): Promise<void>;
  reset(): Promise<void>;
}

/** Maximum number of bins. */
const MAX_BINS = 1000;

export function createBinRegistry(
  { attach }: Pick<SharedState, 'attach'>,
  runtime: Pick<Runtime, 'uniqueId' | 'machineNow'>,
): BinRegistry {
  let bins: readonly RegisteredBin[] = [];
  const value = attach<readonly RegisteredBin[]>('bins', {
    read: () => bins,
    apply(changed) {
      bins = changed;
    },
  });
  const find = (key: string) => bins.find((bin) => bin.key === key);

  async function put(key: string, description: BinDescription): Promise<RegisteredBin> {
    const created = { key, name: null, note: null, createdAt: runtime.machineNow() };
    const changed = await value.update((current) => {
      const known = current.find((bin) => bin.key === key);
      if (known) return current.map((bin) => (bin === known ? { ...known, ...description } : bin));
      if (current.length >= MAX_BINS) throw tooMany();
      return [...current, { ...created, ...description }];
    });
    return changed.find((bin) => bin.key === key) ?? { ...created, ...description };
  }

  return {
    list: () => bins,
    find,
    create: (description = {}) => put(unusedKey(runtime, find), description),
    put,
    async remove(key) {
      await value.update((current) => current.filter((bin) => bin.key !== key));
    },
    async reset() {
      await value.reset();
    },
  };
}

/** 8 characters, which a host name can have, too. Not from the random source of the server, which a seed can determine. */
function unusedKey(runtime: Pick<Runtime, 'uniqueId'>, find: (key: string) => unknown): string {
  for (;;) {
    const key = runtime.uniqueId().replaceAll('-', '').slice(0, 8);
    if (find(key) === undefined) return key;
  }
}

function tooMany(): OperationError {
  return new OperationError(
    'conflict',
    `${MAX_BINS} bins exist already, which is the limit; delete one with DELETE /_sparring/bins/KEY.`,
  );
}
