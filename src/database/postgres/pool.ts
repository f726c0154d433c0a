import { Socket } from 'node:net';
import type { CustomTypesConfig, Pool, PoolClient } from 'pg';
import { withDeadline } from '#runtime.ts';
import { DatabaseError } from '../database-errors.ts';
import { createStoreError, findFailureKind } from '../failure-kinds.ts';
import type { OutageLog } from '../outage-log.ts';
import type { StoreOptions } from '../store-options.ts';
import { buildSessionUrl, hasSessionParameters } from './session.ts';

/** The state of a pool of connections. */
export interface PoolState {
  /** Maximum number of connections. */
  readonly limit: number;
  /** Open connections. */
  readonly open: number;
  /** Open connections without an operation. */
  readonly idle: number;
  /** Operations that wait for a connection. */
  readonly waiting: number;
}

export interface PoolOptions extends Omit<StoreOptions, 'report'> {
  readonly href: string;
  readonly outages: OutageLog;
  /** The name of the sessions in the views of the server. */
  readonly applicationName?: string;
}

/** The connections to a server. */
export interface ConnectionPool {
  /**
   * Whether the sessions have the time limits and the isolation level, and belong to this pool. Otherwise each transaction
   * sets both.
   */
  readonly ownsSessions: boolean;
  readonly state: PoolState;
  /** @throws StoreUnavailableError when there is no connection in time. */
  acquire(): Promise<PoolClient>;
  /** Replaces the connections, whose sessions have no time limits before, by connections that have them. */
  setSessionParameters(): Promise<void>;
  /** Ends the connections, also those of statements in progress after a short time. */
  end(): Promise<void>;
}

/** Maximum number of operations that wait for a connection. */
const MAX_WAITING = 1000;
/** Milliseconds before each further attempt to connect. */
const RETRY_DELAYS = [100, 300];
/** Milliseconds for statements in progress when the pool ends. */
const END_TIME = 1000;

export async function createPool(options: PoolOptions): Promise<ConnectionPool> {
  const { outages, runtime } = options;
  const sockets = new Set<Socket>();
  const openPool = await loadClient(options, sockets);
  let pool = openPool(options.href);
  let ownsSessions = false;

  async function connect(): Promise<PoolClient> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await pool.connect();
      } catch (error) {
        const delay = RETRY_DELAYS[attempt];
        // Not while the database is known to be unavailable: then each request fails at once.
        if (delay === undefined || outages.isOpen || findFailureKind(error) !== 'connection') throw error;
        await runtime.wait(delay);
      }
    }
  }

  return {
    get ownsSessions() {
      return ownsSessions;
    },

    get state() {
      const { totalCount: open, idleCount: idle, waitingCount: waiting } = pool;
      return { limit: options.poolSize, open, idle, waiting };
    },

    async acquire() {
      try {
        if (pool.waitingCount >= MAX_WAITING) throw new QueueFull();
        return await connect();
      } catch (error) {
        const kind = error instanceof QueueFull ? 'overload' : (findFailureKind(error) ?? 'connection');
        outages.failed(kind, error);
        throw createStoreError(kind, error);
      }
    },

    async setSessionParameters() {
      const sessions = openPool(buildSessionUrl(options.href, options));
      try {
        ownsSessions = await hasSessionParameters(sessions, options);
      } finally {
        const unused = ownsSessions ? pool : sessions;
        if (ownsSessions) pool = sessions;
        await unused.end();
      }
    },

    async end() {
      outages.close();
      const ended = pool.end().then(() => Promise.all([...sockets].map(closed)));
      try {
        await withDeadline(runtime, END_TIME, ended);
      } catch {
        for (const socket of sockets) socket.destroy();
      }
    },
  };
}

/** Returns a function that opens a pool. */
async function loadClient(options: PoolOptions, sockets: Set<Socket>): Promise<(href: string) => Pool> {
  const { default: pg } = await import('pg').catch((error) => {
    throw new DatabaseError('PostgreSQL needs the package pg: npm install pg.', { cause: error });
  });
  const { builtins, getTypeParser } = pg.types;
  const types: CustomTypesConfig = {
    // Ids and counts are far below 2^53.
    getTypeParser: (id: number, format) => (id === builtins.INT8 ? Number : getTypeParser(id, format)),
  };

  function openSocket(): Socket {
    const socket = new Socket();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  }

  return (href) => {
    const pool = new pg.Pool({
      connectionString: href,
      max: options.poolSize,
      connectionTimeoutMillis: options.connectTimeout,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: options.applicationName ?? 'sparring',
      stream: openSocket,
      types,
    });
    // A connection that the server closes must not end the process: its query fails with the error.
    pool.on('error', ignore);
    pool.on('connect', (client) => client.on('error', ignore));
    return pool;
  };
}

class QueueFull extends Error {
  constructor() {
    super(`${MAX_WAITING} operations wait for a connection`);
  }
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

function ignore(): void {}
