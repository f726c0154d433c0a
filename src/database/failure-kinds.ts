import { StoreUnavailableError } from './errors.ts';

/** Why a database cannot run an operation now. */
export type FailureKind = keyof typeof FAILURES;

interface Failure {
  /** What operators read. */
  readonly name: string;
  readonly sentence: string;
  /** What clients can do. */
  readonly advice: string | undefined;
  /** Seconds after which clients can repeat the request. */
  readonly retryAfter: number;
  /** Whether the database can still be read. */
  readonly affectsWritesOnly: boolean;
}

const REPEAT = 'Repeat the request later.';

const FAILURES = {
  connection: failure('no connection', 'The database cannot be reached.', 5, { advice: REPEAT }),
  overload: failure('no free connection', 'The database is busy.', 2, { advice: REPEAT }),
  timeout: failure('time-out', 'The database did not finish in time.', 2, { advice: REPEAT }),
  conflict: failure('conflict', 'The change conflicts with others at the same time.', 1, {
    advice: 'Repeat the request.',
  }),
  readOnly: failure('read-only', 'The database is read-only, so nothing can be changed.', 30, {
    affectsWritesOnly: true,
  }),
  locked: failure('locked', 'Another operation has locked the records.', 2, {
    advice: REPEAT,
    affectsWritesOnly: true,
  }),
  full: failure('no space', 'The database has no space left, so nothing can be changed.', 30, {
    affectsWritesOnly: true,
  }),
  device: failure('input or output error', 'The database cannot read or write its files.', 30),
  damaged: failure('damaged file', 'The database file is damaged.', 60),
} as const satisfies Record<string, Failure>;

function failure(
  name: string,
  sentence: string,
  retryAfter: number,
  { advice, affectsWritesOnly = false }: Partial<Pick<Failure, 'advice' | 'affectsWritesOnly'>> = {},
): Failure {
  return { name, sentence, advice, retryAfter, affectsWritesOnly };
}

export const failureName = (kind: FailureKind) => FAILURES[kind].name;
export const affectsWritesOnly = (kind: FailureKind) => FAILURES[kind].affectsWritesOnly;

/** @param isUncertain whether the database may have committed the operation although it failed */
export function createStoreError(
  kind: FailureKind,
  cause: unknown,
  isUncertain = false,
): StoreUnavailableError {
  const { sentence, advice, retryAfter } = FAILURES[kind];
  return isUncertain
    ? new StoreUnavailableError(formatUncertain(kind), { retryAfter, cause })
    : new StoreUnavailableError(sentence, { retryAfter, cause, advice });
}

function formatUncertain(kind: FailureKind): string {
  const what = kind === 'connection' ? 'The connection to the database broke' : 'The database failed';
  return `${what} while a change was saved. The change may have been made: check before you repeat the request.`;
}

/** By SQLSTATE, or by its class. See "PostgreSQL Error Codes" in the manual of PostgreSQL. */
const POSTGRES_STATES: Readonly<Record<string, FailureKind>> = {
  '08': 'connection',
  '28': 'connection',
  '3D': 'connection',
  '57P': 'connection',
  '25P03': 'connection',
  '53': 'overload',
  '53100': 'full',
  '57014': 'timeout',
  '55P03': 'locked',
  '40001': 'conflict',
  '40P01': 'conflict',
  '25006': 'readOnly',
  '58': 'device',
};

/** Errors of pg that have no code. */
const POOL_EXHAUSTED = 'timeout exceeded when trying to connect';
const CONNECTION_MESSAGES =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|The server does not support SSL)/;

/** Primary result codes of SQLite: https://sqlite.org/rescode.html */
const SQLITE_CODES: Readonly<Record<number, FailureKind>> = {
  5: 'locked',
  8: 'readOnly',
  10: 'device',
  11: 'damaged',
  13: 'full',
  14: 'device',
  26: 'damaged',
};

/** Why the database cannot run the operation; undefined for an error of the operation itself. */
export function findFailureKind(error: unknown): FailureKind | undefined {
  if (error instanceof AggregateError) return findFailureKind(error.errors[0]);
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error) return SQLITE_CODES[Number(error.errcode) & 0xff];
  // An error of the operating system: of the socket, or of the name service.
  if ('syscall' in error || ('code' in error && error.code === 'ERR_STREAM_DESTROYED')) return 'connection';
  if ('code' in error && typeof error.code === 'string')
    return [5, 3, 2].map((length) => POSTGRES_STATES[String(error.code).slice(0, length)]).find(Boolean);
  if (error.message === POOL_EXHAUSTED) return 'overload';
  return CONNECTION_MESSAGES.test(error.message) ? 'connection' : undefined;
}

/** Whether the database rolled back a transaction because of others at the same time, so that it can be run again. */
export function isConflict(error: unknown): boolean {
  return findFailureKind(error instanceof StoreUnavailableError ? error.cause : error) === 'conflict';
}
