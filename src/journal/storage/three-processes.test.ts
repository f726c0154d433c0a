import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  JOURNAL_ENGINES,
  type JournalProcess,
  openJournalProcesses,
} from '#test/support/workers/journal-processes.ts';
import { createRandom } from '#test/support/workers/workers.ts';
import type { Recording } from '../recording/journal-store.ts';

const STEPS = Number(process.env.STEPS ?? 500);
const LIMITS = { count: 3, entries: 12, bytes: 100_000 };

/** Changes of a journal by random processes, of which some begin before others have ended. */
class Changes {
  readonly #processes: readonly JournalProcess[];
  readonly #random: (below: number) => number;
  readonly #inProgress: [JournalProcess, Recording][] = [];
  readonly #keys: string[] = [];
  #begun: Promise<void>[] = [];
  #number = 0;
  /** Number of added entries without those that users have removed; undefined after entries were cleared. */
  balance: number | undefined = 0;

  constructor(processes: readonly JournalProcess[], random: (below: number) => number) {
    this.#processes = processes;
    this.#random = random;
  }

  isInProgress(id: number): boolean {
    return this.#inProgress.some(([, recording]) => recording.id === id);
  }

  async settle(): Promise<void> {
    await Promise.all(this.#begun);
    this.#begun = [];
  }

  async next(): Promise<void> {
    const process = this.#pick(this.#processes);
    if (!process) return;
    const { journal, source } = process;
    const known = journal.entries().map(({ id }) => id);
    const some = known.filter(() => this.#random(4) === 0);
    const key = `k${++this.#number}`;
    const begin = (change: Promise<unknown>) => this.#begun.push(change.then(() => {}));
    switch (this.#random(20)) {
      case 0:
        begin(source.remove(some).then((count) => this.#count(-count)));
        return;
      case 1:
        begin(
          source.remove(some, { key, milliseconds: 60_000 }).then((count) => {
            this.#count(-count);
            this.#keys.push(key);
          }),
        );
        return;
      case 2:
        begin(source.restore(this.#take(this.#keys) ?? key).then((count) => this.#count(count)));
        return;
      case 3:
        begin(source.annotate(this.#pick(known) ?? 0, { marked: this.#random(2) === 0, note: key }));
        return;
      case 4:
        begin(process.ids());
        return;
      case 5:
        if (this.#random(6) > 0) return;
        this.balance = undefined;
        begin(source.clear(this.#random(2) === 0 ? 'a' : undefined));
        return;
      case 6:
        for (let turns = this.#random(10); turns > 0; turns--) await setImmediate();
        return;
      case 7:
      case 8: {
        const [owner, recording] = this.#take(this.#inProgress) ?? [];
        if (recording) owner?.end(recording);
        return;
      }
      default:
        this.#add(process);
    }
  }

  #add(process: JournalProcess): void {
    const isComplete = this.#random(3) > 0;
    const bin = this.#pick([null, null, 'a', 'b']) ?? null;
    const recording = process.add({ bin, size: this.#random(30_000), isComplete });
    this.#count(1);
    if (!isComplete) this.#inProgress.push([process, recording]);
  }

  #count(entries: number): void {
    if (this.balance !== undefined) this.balance += entries;
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#random(items.length)];
  }

  #take<Item>(items: Item[]): Item | undefined {
    return items.splice(this.#random(items.length), 1)[0];
  }
}

/** What a process shows of the journal. */
async function show({ journal, source, ids }: JournalProcess) {
  await ids();
  const entries = [...(await source.read()).each(0, 'all')].flatMap((entry) =>
    entry.kind === 'exchange' ? [entry] : [],
  );
  return {
    entries: entries.map(({ id, ended, marked, note }) => ({ id, ended, marked, note })),
    dropped: journal.dropped,
    droppedOfBin: journal.droppedOf('a'),
  };
}

for (const [name, open] of JOURNAL_ENGINES)
  describe(`the journal of three processes in ${name}`, () => {
    it('has the same entries and counts for all after any changes at the same time', async (t) => {
      const database = await open(t);
      if (database === undefined) return;
      const processes = await openJournalProcesses(t, database, LIMITS);
      const changes = new Changes(processes, createRandom(t));
      for (let step = 1; step <= STEPS; step++) {
        await changes.next();
        if (step % 20 > 0) continue;
        await changes.settle();
        // Each reading can remove entries of the others.
        for (const process of processes) await process.ids();
        const shown: Awaited<ReturnType<typeof show>>[] = [];
        for (const process of processes) shown.push(await show(process));
        const [first] = shown;
        for (const each of shown) assert.deepEqual(each, first, `step ${step}`);
        const { entries = [], dropped = 0 } = first ?? {};
        for (const { id, ended } of entries)
          assert.equal(ended === null, changes.isInProgress(id), `step ${step}, entry ${id}`);
        changes.balance ??= entries.length + dropped;
        assert.equal(entries.length + dropped, changes.balance, `step ${step}`);
      }
    });
  });
