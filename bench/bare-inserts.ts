import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/**
 * The reference: inserts rows of tokens into the tables of a Sparring database with one user, one row a transaction. Run as
 * `node bare-inserts.ts URL CONNECTIONS MILLISECONDS`; prints the number of inserts. SQLite has the settings for durability
 * that the server has, and PostgreSQL those of its own server.
 */
const [url = '', connections = '', milliseconds = ''] = process.argv.slice(2);

const names = [
  'hashed_token',
  'note',
  'slot',
  'token_last_eight',
  'scopes',
  'user_id',
  'created_at',
  'updated_at',
];
const insertInto = (values: readonly string[]) =>
  `insert into authorizations (${names.join(', ')}) values (${values.join(', ')})`;
let made = Date.now() * 1000;

function row() {
  const id = ++made;
  const time = 1767225600000;
  return [
    `${id}`.padStart(64, '0'),
    `note ${id}`,
    `slot ${id}`,
    '01234567',
    '["repo"]',
    1,
    time,
    time,
  ] as const;
}

const end = () => performance.now() + Number(milliseconds);
const file = /^sqlite:(.*)$/.exec(url)?.[1];
console.log(file === undefined ? await insertIntoPostgres() : insertIntoSqlite(file));

/** Statements of SQLite are synchronous, and one transaction writes at a time: more connections would wait. */
function insertIntoSqlite(file: string): number {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on;');
  const insert = database.prepare(insertInto(names.map(() => '?')));
  let inserted = 0;
  for (const last = end(); performance.now() < last; inserted++) insert.run(...row());
  database.close();
  return inserted;
}

async function insertIntoPostgres(): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: Number(connections) });
  const clients = await Promise.all(Array.from({ length: Number(connections) }, () => pool.connect()));
  const text = insertInto(names.map((_, at) => `$${at + 1}`));
  let inserted = 0;
  const last = end();
  await Promise.all(
    clients.map(async (client) => {
      for (; performance.now() < last; inserted++) await client.query(text, [...row()]);
      client.release();
    }),
  );
  await pool.end();
  return inserted;
}
