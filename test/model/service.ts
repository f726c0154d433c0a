import { createRuntime } from '#runtime.ts';
import { type RunningServer, startServer } from '#server/server.ts';
import { addApplication, addUser } from '../support/accounts/accounts.ts';

export const password = 'correct-horse-1';
export const logins = ['mona', 'hubot', 'ada'] as const;
export const administrator = 'siteadmin';
export const applications = ['a', 'b'].map((letter) => ({
  name: letter,
  clientId: letter.repeat(20),
  clientSecret: letter.repeat(40),
}));

export interface Answer {
  readonly status: number;
  readonly value: unknown;
}

/** The service under test, called over HTTP. */
export interface RealService {
  call(
    method: string,
    path: string,
    credentials: string | { token: string },
    body?: unknown,
  ): Promise<Answer>;
  /** Restores the users and applications, without tokens. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function openRealService(): Promise<RealService> {
  const server: RunningServer = await startServer({
    database: 'memory',
    port: 0,
    passwordCost: 'test',
    lockoutFailures: 0,
    runtime: createRuntime(),
    log: { info() {}, warn() {}, error: (message, details) => console.error(message, details) },
  });
  const fill = async () => {
    await server.store.clear();
    for (const login of logins) await addUser(server, { login, password });
    await addUser(server, { login: administrator, password, siteAdmin: true });
    for (const application of applications) await addApplication(server, application);
  };
  return {
    reset: fill,
    close: server.close,
    async call(method, path, credentials, body) {
      const authorization =
        typeof credentials === 'string' ? `Basic ${btoa(credentials)}` : `token ${credentials.token}`;
      const response = await fetch(`${server.url}/api/v3${path}`, {
        method,
        headers: { Authorization: authorization },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, value: text === '' ? undefined : JSON.parse(text) };
    },
  };
}
