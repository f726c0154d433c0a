import type { RecordDraft, RecordItem } from '../shared-records.ts';
import type { Statement, Statements } from './statements.ts';

/** A row of a record; with the empty ID, there is none yet. */
export interface RecordRow {
  readonly id: string;
  readonly count: number;
  readonly done: number;
  readonly size: number;
  readonly state: string;
}

type ItemRow = readonly [kind: string, number: number, owner: string | null, value: string];

/** A record in a transaction, with the statements that write its changes. */
export class RowDraft implements RecordDraft {
  count: number;
  done: number;
  size: number;
  readonly #name: string;
  readonly #newId: () => string;
  /** Undefined without a row. */
  readonly #initialId: string | undefined;
  #id: string | undefined;
  /** As JSON. */
  #state: string;
  #isChanged = false;
  #isUsed = false;
  /** By kind and number, because one statement cannot write the same row twice. */
  readonly #items = new Map<string, readonly [item: RecordItem, isOwned: boolean]>();
  /** Numbers by kind. */
  readonly #removed = new Map<string, number>();

  constructor(name: string, { id, count, done, size, state }: RecordRow, newId: () => string) {
    this.#name = name;
    this.#newId = newId;
    this.#initialId = id === '' ? undefined : id;
    this.#id = this.#initialId;
    this.#state = state;
    this.count = count;
    this.done = done;
    this.size = size;
  }

  get id(): string | undefined {
    return this.#id;
  }

  read<State>(): State | undefined {
    return this.#id === undefined ? undefined : JSON.parse(this.#state);
  }

  save(state: unknown): void {
    this.#id ??= this.#newId();
    this.#state = JSON.stringify(state);
    this.#isChanged = true;
  }

  use(): void {
    this.#isUsed = true;
  }

  put(item: RecordItem, isOwned = false): void {
    this.#items.set(`${item.kind} ${item.number}`, [item, isOwned]);
    this.#isChanged = true;
  }

  removeUpTo(kind: string, number: number): void {
    this.#removed.set(kind, Math.max(number, this.#removed.get(kind) ?? number));
    this.#isChanged = true;
  }

  delete(): void {
    this.#id = undefined;
    this.#items.clear();
    this.#removed.clear();
    this.count = this.done = this.size = 0;
    this.#isChanged = true;
  }

  /** What writes the changes; nothing without any. */
  toStatements(owner: string, { rowsOf }: Pick<Statements, 'rowsOf'>): Statement[] {
    if (!this.#isChanged) return [];
    const name = this.#name;
    const id = this.#id;
    const statements: Statement[] = [];
    const write = (text: string, ...values: unknown[]) => statements.push({ text, values });
    if (this.#initialId !== undefined && this.#initialId !== id)
      write('delete from shared_items where record = $1', this.#initialId);
    if (id === undefined) {
      write('delete from shared_records where name = $1', name);
      return statements;
    }
    const { count, done, size } = this;
    write(SAVE, name, id, count, done, size, Number(this.#isUsed), this.#state);
    if (this.#items.size > 0) write(putItems(rowsOf('$2', 4)), id, JSON.stringify(this.#toRows(owner)));
    for (const [kind, number] of this.#removed) write(REMOVE, id, kind, number);
    return statements;
  }

  #toRows(owner: string): ItemRow[] {
    return [...this.#items.values()].map(([{ kind, number, value }, isOwned]) => [
      kind,
      number,
      isOwned ? owner : null,
      JSON.stringify(value),
    ]);
  }
}

const SAVE = `
  update shared_records set id = $2, count = $3, done = $4, size = $5,
    used = case when cast($6 as integer) = 1 then (select max(used) + 1 from shared_records) else used end,
    state = $7
  where name = $1`;

const putItems = (rows: string) => `
  insert into shared_items (record, kind, number, owner, value)
  select $1, c0, cast(c1 as bigint), c2, c3 from (${rows}) as items where true
  on conflict (record, kind, number) do update set owner = excluded.owner, value = excluded.value`;

const REMOVE = `
  delete from shared_items where record = $1 and kind = $2 and number <= $3 and owner is null`;
