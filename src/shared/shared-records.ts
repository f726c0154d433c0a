/** Records that all processes of a server share, in a database: each has a state, which is JSON, and items. */
export interface SharedRecords {
  /**
   * Runs a step on the record of this name, in a transaction that holds it: the steps of all processes follow each other. Those of this
   * process that wait go together in the next transaction. What a step throws rejects its call only; it must have changed nothing.
   * @throws StoreUnavailableError when the database fails. The step may have been saved, if the connection was lost meanwhile.
   */
  change<Result>(name: string, step: (draft: RecordDraft) => Result): Promise<Result>;
  /** Sets records without items, in one transaction, as the latest ones in the order of use. */
  replace(records: readonly NewRecord[], others: 'kept' | 'deleted'): Promise<void>;
  /** The record and its items, as they were at one time. */
  read<State, Value>(
    name: string,
  ): Promise<{ readonly state: State; readonly items: readonly RecordItem<Value>[] } | undefined>;
  /** In the order of use: the record without use for the longest time first. */
  list(): Promise<readonly RecordSummary[]>;
  /** The numbers `done` of the records of these names. */
  readDone(names: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The number of records, and the sum of their sizes. */
  usage(): Promise<Pick<RecordSummary, 'count' | 'size'>>;
  /** Deletes the records without use for the longest time beyond a maximum number. */
  prune(maximum: number): Promise<void>;
  /** The items of a process. */
  itemsOf<Value>(owner: string): Promise<readonly OwnedItem<Value>[]>;
  /** Calls the listener with each process that has ended and can own items; also again. */
  onOwnerEnd(listener: (owner: string) => Promise<void>): void;
  /** Microseconds of real time by a clock that all processes have in common. */
  now(): number;
  /** Milliseconds between two looks for a change. */
  readonly pollInterval: number;
}

/** A part of a record: a value, which is JSON, with a number among those of its kind. */
export interface RecordItem<Value = unknown> {
  readonly kind: string;
  readonly number: number;
  readonly value: Value;
}

export interface OwnedItem<Value> extends RecordItem<Value> {
  /** The name and the ID of its record. */
  readonly name: string;
  readonly record: string;
}

export interface NewRecord {
  readonly name: string;
  readonly state: unknown;
}

export interface RecordSummary {
  readonly name: string;
  readonly count: number;
  readonly done: number;
  readonly size: number;
}

/** A record in a step, which changes it. */
export interface RecordDraft {
  /** Identifies the record, also among later ones of the same name; undefined without a record. */
  readonly id: string | undefined;
  /** Numbers for lists. */
  count: number;
  done: number;
  size: number;
  /** The state; undefined without a record. */
  read<State>(): State | undefined;
  /** Replaces the state, of a new record if there is none. */
  save(state: unknown): void;
  /** Makes the record the latest one in the order of use. */
  use(): void;
  delete(): void;
  /** Adds an item, or replaces it. @param isOwned whether it belongs to this process until it is put again. */
  put(item: RecordItem, isOwned?: boolean): void;
  /** Removes the items of a kind up to a number, but for those that belong to a process. */
  removeUpTo(kind: string, number: number): void;
}
