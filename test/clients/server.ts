import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { TwoFactor } from '#accounts/store/index.ts';
import { createRuntime } from '#runtime.ts';
import type { ServerOptions } from '#server/server.ts';
import { type Api, serveApi } from '../support/accounts/api.ts';
import { runInProcess } from '../support/commands/in-process-command.ts';

export interface ClientServer extends Api {
  /** The base URL for clients. */
  readonly base: string;
  /** The calls of the API with their status, in order: `POST /authorizations 201`. */
  readonly calls: string[];
  /** The one-time password of the user: of the app, or from the outbox. */
  code(): Promise<string>;
  /** The sent text messages, newest first. */
  messages(): Promise<readonly { readonly code: string | null }[]>;
}

export const secondFactors: Readonly<Record<'app' | 'sms', TwoFactor>> = {
  app: { method: 'app', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' },
  sms: { method: 'sms', phone: '+15550100' },
};

/** A server for real clients. Its clock is that of the machine, like theirs. */
export async function serveClients(
  t: TestContext,
  twoFactor: TwoFactor | null = null,
  options: Partial<ServerOptions> = {},
): Promise<ClientServer> {
  const calls: string[] = [];
  const api = await serveApi(
    t,
    {
      runtime: createRuntime(),
      observe({ service, method, template, status }) {
        if (service === 'api') calls.push(`${method} ${template.replace('/api/v3', '')} ${status}`);
      },
      ...options,
    },
    { twoFactor },
  );
  const messages = () => api.store.messages.list(100, api.user.id);
  return {
    ...api,
    base: `${api.url}/api/v3`,
    calls,
    messages,
    async code() {
      if (twoFactor?.method === 'app') return generateAppCode(twoFactor.secret);
      const { code, out, err } = await runInProcess(['outbox', api.user.login, '--url', api.url]);
      assert.equal(code, 0, err);
      return out.trim();
    },
  };
}

async function generateAppCode(secret: string): Promise<string> {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
}
