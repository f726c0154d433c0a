import { CombinedRuns } from '#concurrency.ts';
import { StoreUnavailableError } from '#database/errors.ts';
import type { Runtime } from '#runtime.ts';
import type { JournalStart } from '../recording/journal-starts.ts';
import type { Annotation, JournalStore, Recording, StoredJournal, Undo } from '../recording/journal-store.ts';
import { type JournalDatabase, openTables } from './journal-database.ts';
import { JournalFollower } from './journal-follower.ts';
import { JournalWriter } from './journal-writer.ts';
import { PendingWrites } from './pending-writes.ts';
import { ProcessIds } from './process-ids.ts';

/** The other processes with the same journal. */
export interface JournalPeers {
  /** Lets all processes of this machine write what they have. Resolves with whether all have done so. */
  flush(): Promise<boolean>;
  /** The nodes that run on the database, with this one; none on a database of one machine. */
  livingNodes(): readonly string[];
}

export interface DatabaseStoreOptions {
  readonly runtime: Pick<
    Runtime,
    'after' | 'machineNow' | 'monotonic' | 'systemMonotonic' | 'timeout' | 'uniqueId' | 'wait'
  >;
  /** Takes a sentence for the log when entries cannot be written, and when they are written again. */
  readonly report: (sentence: string) => void;
  /** Names the processes of this machine; they have one clock. */
  readonly node: string;
  /** The number of this process among them. */
  readonly worker: number;
  /** Undefined for a process that shares its journal with no other one. */
  readonly peers?: JournalPeers | undefined;
}

/**
 * The entries of a journal in the tables of a database, which all processes read and write. Each process has in memory what it has
 * recorded, and after it has caught up, what all have. Entries are written behind the requests, together. Those that cannot be written are
 * written later, as long as the journal has them.
 */
export class DatabaseStore implements JournalStore {
  readonly name: string;
  readonly #database: JournalDatabase;
  readonly #options: DatabaseStoreOptions;
  readonly #pending = new PendingWrites();
  readonly #follower: JournalFollower;
  readonly #ids: ProcessIds;
  readonly #writer: JournalWriter;
  readonly #refreshing = new CombinedRuns(() => this.#refresh());
  /** The nodes that ran when this process looked at the last time. */
  #nodes: string | undefined;
  #followers = 0;
  #following: Promise<void> | undefined;

  private constructor(database: JournalDatabase, name: string, options: DatabaseStoreOptions) {
    const { runtime, report, node, peers } = options;
    this.#database = database;
    this.name = name;
    this.#options = options;
    this.#follower = new JournalFollower(this.#pending, runtime, (id) => this.#ids.exceed(id));
    this.#ids = new ProcessIds(runtime, node);
    this.#writer = new JournalWriter({
      database,
      writer: this.#name,
      pending: this.#pending,
      follower: this.#follower,
      delay: peers ? database.delays.shared : database.delays.alone,
      runtime,
      report,
      ageOf: (id) => this.#ids.ageOf(id),
      readsRows: () => this.#followers > 0,
      onTransaction: (transaction) => this.#ids.keep(transaction),
    });
  }

  /** @throws StoreUnavailableError */
  static async open(database: JournalDatabase, options: DatabaseStoreOptions): Promise<DatabaseStore> {
    return new DatabaseStore(database, await openTables(database, options.runtime.uniqueId()), options);
  }

  get starts(): readonly JournalStart[] {
    return this.#follower.starts.map(({ id, at }) => ({ id, at }));
  }

  get lastOrder(): number {
    return this.#follower.lastOrder;
  }

  nextId(): number {
    return this.#ids.next();
  }

  nowId(): number {
    return this.#ids.now();
  }

  dropped(bin?: string): number {
    const { dropped } = this.#follower;
    const counted = bin === undefined ? dropped.total : dropped.ofBin(bin);
    return counted + this.#pending.droppedOf(bin);
  }

  attach(journal: StoredJournal): void {
    this.#follower.attach(journal);
  }

  save(recording: Recording): void {
    this.#pending.save(recording);
    this.#writer.schedule();
  }

  dropEntry(recording: Recording): void {
    if (recording.isOwn) {
      this.hideEntries([recording], undefined);
      return;
    }
    if (recording.order === undefined) this.#writer.lose();
    this.#pending.drop(recording);
    this.#writer.schedule();
  }

  hideEntries(recordings: readonly Recording[], undo: Undo | undefined): void {
    if (recordings.length === 0) return;
    this.#pending.remove(recordings, undo);
    this.#writer.schedule();
    if (undo === undefined) return;
    const { runtime } = this.#options;
    runtime.after(undo.milliseconds, () => {
      for (const { id } of recordings) this.#pending.release(id);
      if (this.#writer.isClosed) return;
      this.#writer.transact((transaction) => transaction.deleteHidden(runtime.machineNow())).catch(() => {});
    });
  }

  clear(upTo: number, bin: string | undefined): void {
    this.#pending.clear(upTo, bin);
    this.#writer.schedule();
  }

  annotate(id: number, annotation: Annotation): void {
    this.#pending.annotate(id, annotation);
    this.#writer.schedule();
  }

  async change<Result>(action: () => Result): Promise<Result> {
    // A process alone has all entries, and writes the change later.
    if (!this.#options.peers) return action();
    await this.#refreshing.run();
    return await this.#writer.transact(async () => action(), { isAll: true, readsRows: true });
  }

  async restore(key: string): Promise<number> {
    await this.#writer.flush();
    return await this.#writer.transact(async (transaction) => {
      const ids = await transaction.restoreRows(key, this.#options.runtime.machineNow());
      await this.#follower.putBack(transaction, ids);
      return ids.length;
    });
  }

  async refresh(): Promise<number> {
    if (!this.#options.peers) return this.nowId();
    // The clock of another machine can be ahead. An id after the entries of others are written could miss one of this machine.
    if (this.#livingNodes().length > 1) await this.#catchUp();
    const id = this.nowId();
    await this.#refreshing.run();
    return id;
  }

  follow(): () => void {
    this.#followers++;
    if (this.#options.peers) this.#following ??= this.#followOthers();
    return () => void this.#followers--;
  }

  async flush(): Promise<void> {
    await this.#writer.flush().catch(() => {});
  }

  async start(run: string): Promise<void> {
    const { runtime } = this.#options;
    const clock = await this.#database.readClock();
    await this.#writer.transact(
      async (transaction) => {
        const now = runtime.machineNow();
        await this.#ids.start(transaction, clock);
        const isFirst = transaction.addStart({ run, id: this.nowId() + 1, at: now });
        await transaction.deleteHidden(now);
        // The process that had the name of this one has ended, and with the first of a server, those of the earlier one.
        if (isFirst) await transaction.endExchanges({ exceptNodes: this.#livingNodes() });
        else await transaction.endExchanges({ writer: this.#name });
        await this.#follower.readAll(transaction);
      },
      { isStart: true },
    );
    this.#nodes = this.#livingNodes().join();
  }

  close(): Promise<void> {
    return this.#writer.close();
  }

  get #name(): string {
    return `${this.#options.node}/${this.#options.worker}`;
  }

  #livingNodes(): readonly string[] {
    return this.#options.peers?.livingNodes() ?? [];
  }

  async #refresh(): Promise<void> {
    const isComplete = await this.#options.peers?.flush();
    if (isComplete === false)
      throw new StoreUnavailableError('A worker does not respond, so the journal is not complete.', {
        advice: 'Repeat the request later.',
      });
    await this.#catchUp();
  }

  async #followOthers(): Promise<void> {
    const { runtime } = this.#options;
    let isBehind = true;
    const look = async () => {
      isBehind = this.#database.mayHaveChanged() || isBehind;
      if (isBehind) await this.#catchUp();
      isBehind = false;
    };
    while (this.#followers > 0 && !this.#writer.isClosed) {
      await new Promise<void>((resolve) => runtime.after(this.#database.pollInterval, resolve));
      // After a failure, the next look reads again.
      if (!this.#writer.isClosed) await look().catch(() => {});
    }
    this.#following = undefined;
  }

  async #catchUp(): Promise<void> {
    this.#writer.requireDatabase();
    await this.#endLostExchanges();
    await this.#writer.catchUp();
  }

  /** Ends the exchanges in progress of nodes that do not run any more. */
  async #endLostExchanges(): Promise<void> {
    const living = this.#livingNodes();
    if (this.#nodes === undefined || living.join() === this.#nodes) return;
    await this.#writer.transact((transaction) => transaction.endExchanges({ exceptNodes: living }));
    this.#nodes = living.join();
  }
}
