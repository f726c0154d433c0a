import { HttpError } from '../http/errors.ts';
import type { Controls, Snapshot } from './controls.ts';

export interface KeptSnapshot {
  readonly id: number;
  /** The moment on the server's clock, as UTC text. */
  readonly takenAt: string;
}

/** Snapshots that are named by a number, for programs that cannot hold them themselves. */
export interface KeptSnapshots {
  /** @throws HttpError 409 when there are too many already. */
  take(): Promise<KeptSnapshot>;
  list(): KeptSnapshot[];
  /** @throws HttpError 404 */
  restore(id: number): Promise<void>;
  /** @throws HttpError 404 */
  forget(id: number): void;
}

/** Each holds all of the database. */
const MOST = 10;

export function createKeptSnapshots(controls: Pick<Controls, 'snapshot' | 'restore'>): KeptSnapshots {
  const kept = new Map<number, Snapshot>();
  let underWay = 0;
  // Not out of the dice, which a restored snapshot would have throw the same again.
  let latestId = 0;

  const find = (id: number): Snapshot => {
    const snapshot = kept.get(id);
    if (!snapshot) throw new HttpError(404, `There is no snapshot ${id}.`);
    return snapshot;
  };

  return {
    async take() {
      if (kept.size + underWay >= MOST) throw tooMany();
      underWay++;
      try {
        const snapshot = await controls.snapshot();
        kept.set(++latestId, snapshot);
        return { id: latestId, takenAt: snapshot.takenAt };
      } finally {
        underWay--;
      }
    },
    list: () => [...kept].map(([id, { takenAt }]) => ({ id, takenAt })),
    restore: (id) => controls.restore(find(id)),
    forget(id) {
      find(id);
      kept.delete(id);
    },
  };
}

function tooMany(): HttpError {
  return new HttpError(
    409,
    `${MOST} snapshots are kept already; forget one with DELETE /_sparring/snapshots/ID.`,
  );
}
