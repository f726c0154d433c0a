import type { Annotation, Recording } from './journal-store.ts';
import { Ring, type RingLimits } from './ring.ts';

/** The entries of clients, or also those of own pages. */
export type EntryScope = 'clients' | 'all';

/** What a journal has, without a look at its entries. */
export interface EntryCount {
  readonly total: number;
  readonly oldest: number;
}

/** The entries of clients, and those of own pages, which do not remove the former. */
export class EntryRings {
  readonly clients: Ring<Recording>;
  readonly own: Ring<Recording>;

  /** @param onDrop called for each entry that was removed to stay within the limits */
  constructor(limits: RingLimits, onDrop: (recording: Recording) => void) {
    this.clients = new Ring(limits, onDrop);
    this.own = new Ring({ entries: MAX_OWN, bytes: limits.bytes }, onDrop);
  }

  /** The ring of an entry. */
  of({ isOwn }: Pick<Recording, 'isOwn'>): Ring<Recording> {
    return isOwn ? this.own : this.clients;
  }

  get(id: number): Recording | undefined {
    return this.clients.get(id) ?? this.own.get(id);
  }

  /** The entries with a greater id. */
  *each(after?: number, scope: EntryScope = 'clients'): Generator<Recording, undefined> {
    const own = scope === 'all' ? this.own.values(after) : [];
    let at = 0;
    for (const recording of this.clients.each(after)) {
      for (let next = own[at]; next && next.id < recording.id; next = own[++at]) yield next;
      yield recording;
    }
    yield* own.slice(at);
  }

  /** The entries with a smaller id, the newest first. */
  *latest(scope: EntryScope, before = Number.POSITIVE_INFINITY): Generator<Recording, undefined> {
    const own = scope === 'all' ? this.own.values().reverse() : [];
    let at = 0;
    for (const recording of this.clients.latest()) {
      for (let next = own[at]; next && next.id > recording.id; next = own[++at])
        if (next.id < before) yield next;
      if (recording.id < before) yield recording;
    }
    for (const recording of own.slice(at)) if (recording.id < before) yield recording;
  }

  /** The number of entries with a smaller id, and the smallest id; 0 without an entry. */
  count(scope: EntryScope, before?: number): EntryCount {
    const rings = scope === 'all' ? [this.clients, this.own] : [this.clients];
    const firsts = rings.map((ring) => ring.firstId).filter((id) => id > 0 && id < (before ?? Infinity));
    const later =
      before === undefined ? 0 : rings.reduce((sum, ring) => sum + ring.values(before - 1).length, 0);
    return {
      total: rings.reduce((sum, { size }) => sum + size, 0) - later,
      oldest: firsts.length === 0 ? 0 : Math.min(...firsts),
    };
  }

  /** Removes all entries up to an id, or those of one bin. */
  clear(bin?: string, upTo?: number): void {
    this.clients.clear(bin, upTo);
    if (bin === undefined) this.own.clear(bin, upTo);
  }

  /** As `addAll` of a ring. */
  addAll(recordings: readonly Recording[]): void {
    this.clients.addAll(recordings.filter(({ isOwn }) => !isOwn));
    this.own.addAll(recordings.filter(({ isOwn }) => isOwn));
  }

  /** As `remove` of a ring. */
  remove(ids: readonly number[], key?: string): number {
    return this.clients.remove(ids, key) + this.own.remove(ids, key);
  }

  restore(key: string): number {
    return this.clients.restore(key) + this.own.restore(key);
  }

  release(key: string): void {
    this.clients.release(key);
    this.own.release(key);
  }
}

/** Sets what a user has added to an entry. */
export function annotateRecording(recording: Recording, { marked, note }: Annotation): void {
  if (marked !== undefined) recording.isMarked = marked;
  if (note !== undefined) recording.note = note;
}

/** Maximum number of entries of own pages. */
const MAX_OWN = 100;
