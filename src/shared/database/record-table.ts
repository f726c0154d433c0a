import { StoreUnavailableError } from '#database/errors.ts';
import type { Runtime } from '#runtime.ts';
import type { OwnedItem, RecordSummary, SharedRecords } from '../shared-records.ts';
import { type RecordRow, RowDraft } from './record-draft.ts';
import type { Statements } from './statements.ts';

/** How the processes of an engine have records in common. */
export interface RecordTableOptions extends Pick<SharedRecords, 'now' | 'onOwnerEnd' | 'pollInterval'> {
  /** Names this process among those that share the records. */
  readonly owner: string;
  readonly runtime: Pick<Runtime, 'uniqueId'>;
}

/** A step that waits for its transaction. */
interface Waiting {
  run(draft: RowDraft): void;
  /** Reports the result after the transaction. */
  resolve(): void;
  reject(error: unknown): void;
}

export function createRecordTable(statements: Statements, options: RecordTableOptions): SharedRecords {
  const { query, transaction, listOf, rowsOf } = statements;
  const { owner, runtime, now, onOwnerEnd, pollInterval } = options;
  /** The steps that wait, by name; a name with a transaction in progress has a list. */
  const queues = new Map<string, Waiting[]>();
  const newId = () => runtime.uniqueId();

  async function runQueue(name: string): Promise<void> {
    // The steps of one iteration of the event loop go together.
    await Promise.resolve();
    for (let batch = queues.get(name) ?? []; batch.length > 0; batch = queues.get(name) ?? []) {
      queues.set(name, []);
      await runBatch(name, batch).then(
        () => batch.forEach((each) => void each.resolve()),
        (error: unknown) => batch.forEach((each) => void each.reject(error)),
      );
    }
    queues.delete(name);
  }

  function runBatch(name: string, batch: readonly Waiting[]): Promise<void> {
    return transaction<RecordRow, void>({ text: HOLD, values: [name] }, ([row]) => {
      if (!row) throw new Error(`There is no row of the record ${name}`);
      const draft = new RowDraft(name, row, newId);
      for (const each of batch) each.run(draft);
      return { statements: draft.toStatements(owner, statements), result: undefined };
    });
  }

  return {
    now,
    onOwnerEnd,
    pollInterval,

    change: (name, step) =>
      new Promise((resolve, reject) => {
        let report = () => {};
        const added: Waiting = {
          run(draft) {
            try {
              const result = step(draft);
              report = () => resolve(result);
            } catch (error) {
              report = () => reject(error);
            }
          },
          resolve: () => report(),
          reject,
        };
        const queue = queues.get(name);
        if (queue && queue.length >= MAX_WAITING)
          return reject(
            new StoreUnavailableError('The database is too slow.', { advice: 'Repeat the request later.' }),
          );
        if (queue) return void queue.push(added);
        queues.set(name, [added]);
        void runQueue(name);
      }),

    async replace(records, others) {
      const names = records.map(({ name }) => name);
      const named = `name in (${listOf('$1')})`;
      const isNamed = others === 'kept';
      const values = isNamed ? [[...names, NO_NAME]] : [];
      const items = isNamed ? ` where record in (select id from shared_records where ${named})` : '';
      const rows = records.map(({ name, state }, index) => [name, newId(), index + 1, JSON.stringify(state)]);
      // Two replacements do not wait for each other in the middle.
      await transaction<RecordRow, void>({ text: HOLD, values: [NO_NAME] }, () => ({
        statements: [
          { text: `delete from shared_items${items}`, values },
          { text: `delete from shared_records${isNamed ? ` where ${named}` : ''}`, values },
          { text: insertRecords(rowsOf('$1', 4)), values: [JSON.stringify(rows)] },
        ],
        result: undefined,
      }));
    },

    async read<State, Value>(name: string) {
      const rows = await query<ReadRow>(READ, [name]);
      const record = rows.find(({ kind }) => kind === null);
      if (!record) return undefined;
      const state: State = JSON.parse(record.value);
      const items = rows.flatMap(({ kind, number, value: text }) => {
        const value: Value = JSON.parse(text);
        return kind === null ? [] : [{ kind, number, value }];
      });
      return { state, items };
    },

    async list() {
      const rows = await query<RecordSummary>(LIST);
      return rows.map((row) => ({ ...row }));
    },

    async readDone(names) {
      const rows = await query<Pick<RecordSummary, 'name' | 'done'>>(
        `select name, done from shared_records where name in (${listOf('$1')})`,
        [names],
      );
      return new Map(rows.map(({ name, done }) => [name, done]));
    },

    async usage() {
      const [usage] = await query<Pick<RecordSummary, 'count' | 'size'>>(USAGE);
      return { count: 0, size: 0, ...usage };
    },

    prune: (maximum) =>
      transaction<Pick<RecordRow, 'id'>, void>({ text: PRUNE, values: [maximum] }, (rows) => ({
        statements:
          rows.length === 0
            ? []
            : [
                {
                  text: `delete from shared_items where record in (${listOf('$1')})`,
                  values: [rows.map(({ id }) => id)],
                },
              ],
        result: undefined,
      })),

    async itemsOf<Value>(process: string) {
      const rows = await query<OwnedRow>(OWNED, [process]);
      return rows.map(({ value: text, ...item }) => {
        const value: Value = JSON.parse(text);
        return { ...item, value };
      });
    },
  };
}

interface ReadRow {
  /** Null of the record itself. */
  readonly kind: string | null;
  readonly number: number;
  readonly value: string;
}

type OwnedRow = OwnedItem<string>;

/** Maximum number of steps on one record that wait. */
const MAX_WAITING = 10_000;

/** The name of the row that a replacement holds. No record has it. */
const NO_NAME = '';

/** Holds the row of a record, which it inserts if there is none. */
const HOLD = `
  insert into shared_records (name, id, count, done, size, used, state) values ($1, '', 0, 0, 0, 0, '')
  on conflict (name) do update set name = excluded.name
  returning id, count, done, size, state`;

const insertRecords = (rows: string) => `
  insert into shared_records (name, id, count, done, size, used, state)
  select c0, c1, 0, 0, 0,
    cast(c2 as bigint) + coalesce((select max(used) from shared_records), 0), c3
  from (${rows}) as records where true
  on conflict (name) do update set
    id = excluded.id, count = 0, done = 0, size = 0, used = excluded.used, state = excluded.state`;

/** One statement, so that the record and its items are those of one time. */
const READ = `
  select null as kind, 0 as number, state as value from shared_records where name = $1
  union all
  select kind, number, value from shared_items
  where record = (select id from shared_records where name = $1)
  order by kind, number`;

const LIST = `select name, count, done, size from shared_records order by used, name`;

const USAGE = 'select count(*) as count, cast(coalesce(sum(size), 0) as bigint) as size from shared_records';

/** One that is used meanwhile has another number. */
const PRUNE = `
  delete from shared_records where (name, used) in (
    select name, used from shared_records order by used desc, name desc limit ${2 ** 31 - 1} offset $1
  ) returning id`;

const OWNED = `
  select name, record, kind, number, value from shared_items
  join shared_records on shared_records.id = shared_items.record where owner = $1
  order by name, kind, number`;
