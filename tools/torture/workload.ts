import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client } from './client.ts';
import type { Ledger } from './ledger.ts';

export const USERS = 8;
export const PASSWORD = 'correct-horse-1';
export const loginOf = (user: number) => `user-${user}`;

/** The answer to a write that may have been committed although it is 5xx. */
const UNCERTAIN = /The change may have been made/;
/** Tokens that a user keeps. */
const KEPT = 4;

export interface Workload {
  /** Stops after the requests in progress. */
  stop(): Promise<void>;
  /** Milliseconds of each call of the testing service. */
  readonly latencies: readonly number[];
  /** The longest time between two acknowledged writes, in milliseconds. */
  longestPause(): number;
}

/** Creates, uses and revokes tokens of all users at the same time, and calls the testing service every 50 ms. */
export function startWorkload(client: Client, ledger: Ledger): Workload {
  let isStopped = false;
  let lastWrite = performance.now();
  let longest = 0;
  const latencies: number[] = [];
  const acknowledged = () => {
    const now = performance.now();
    longest = Math.max(longest, now - lastWrite);
    lastWrite = now;
  };

  async function work(user: number): Promise<void> {
    const login = loginOf(user);
    for (let step = user; !isStopped; step++) {
      const live = ledger.live(login);
      const [oldest] = live;
      const response =
        step % 3 === 2
          ? await use(client, ledger, login)
          : oldest !== undefined && live.length >= KEPT
            ? await revoke(client, ledger, login, oldest, acknowledged)
            : await create(client, ledger, login, acknowledged);
      // A client that gets no answer, or 503, waits before it repeats the request.
      if (response === undefined || response.status >= 500) await sleep(50);
    }
  }

  async function probe(): Promise<void> {
    while (!isStopped) {
      const response = await client.call('GET', '/get');
      if (response?.status === 200) latencies.push(response.milliseconds);
      await sleep(50);
    }
  }

  const all = Promise.all([probe(), ...Array.from({ length: USERS }, (_, user) => work(user))]);
  return {
    latencies,
    longestPause: () => Math.max(longest, performance.now() - lastWrite),
    async stop() {
      isStopped = true;
      await all;
    },
  };
}

async function create(
  client: Client,
  ledger: Ledger,
  login: string,
  acknowledged: () => void,
): Promise<Answer | undefined> {
  const note = ledger.newNote();
  const response = await client.call('POST', '/api/v3/authorizations', `${login}:${PASSWORD}`, { note });
  if (response?.status === 201) {
    const { token, id } = JSON.parse(response.text);
    ledger.created(login, note, token, id);
    acknowledged();
  } else ledger.createFailed(login, note, isUncertain(response));
  return response;
}

async function revoke(
  client: Client,
  ledger: Ledger,
  login: string,
  { note, id }: { note: string; id: number },
  acknowledged: () => void,
): Promise<Answer | undefined> {
  const response = await client.call('DELETE', `/api/v3/authorizations/${id}`, `${login}:${PASSWORD}`);
  if (response?.status === 204) {
    ledger.revoked(note);
    acknowledged();
  } else ledger.revokeFailed(note, isUncertain(response));
  return response;
}

/** Uses a token that is valid, or one that was revoked. */
async function use(client: Client, ledger: Ledger, login: string): Promise<Answer | undefined> {
  const valid = ledger
    .live(login)
    .filter((entry): entry is typeof entry & { token: string } => entry.token !== undefined);
  const candidates = [...valid.slice(-2), ...ledger.revokedTokens(login).slice(-2)];
  const chosen = candidates[Math.floor(Math.random() * candidates.length)];
  if (chosen === undefined) return await create(client, ledger, login, () => {});
  const version = ledger.version(chosen.note);
  const response = await client.call('GET', '/api/v3/user', `${chosen.token}:`);
  if (response?.status === 200 || response?.status === 401)
    ledger.used(chosen.note, response.status === 200, version);
  return response;
}

/** Without an answer the change may have been made, and after an answer below 500 it was rejected. */
function isUncertain(response: Answer | undefined): boolean {
  return response === undefined || UNCERTAIN.test(response.text);
}

/** Compares all tokens of all users with the ledger. */
export async function verify(client: Client, ledger: Ledger): Promise<void> {
  for (let user = 0; user < USERS; user++) {
    const login = loginOf(user);
    const tokens = new Map<string, number>();
    for (let page = 1; ; page++) {
      const path = `/api/v3/authorizations?per_page=100&page=${page}`;
      const response = await repeat(() => client.call('GET', path, `${login}:${PASSWORD}`));
      const items: { note: string; id: number }[] = JSON.parse(response.text);
      for (const { note, id } of items) tokens.set(note, id);
      if (items.length < 100) break;
    }
    ledger.compare(login, tokens);
  }
}

/** Repeats a read until it is answered 200, for a minute at most. */
export async function repeat(read: () => Promise<Answer | undefined>): Promise<Answer> {
  const end = performance.now() + 60_000;
  for (;;) {
    const response = await read();
    if (response?.status === 200) return response;
    if (performance.now() > end)
      throw new Error(`no recovery within a minute: ${response?.status} ${response?.text}`);
    await sleep(50);
  }
}
