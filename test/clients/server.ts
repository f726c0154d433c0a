import type { TestContext } from 'node:test';
import type { TwoFactor } from '../../src/authorizations/store.ts';
import { createRuntime } from '../../src/runtime.ts';
import type { ServerOptions } from '../../src/server.ts';
import { type Api, serveApi } from '../support/api.ts';

export interface ClientServer extends Api {
  /** What the clients are told: the base of the interface. */
  readonly base: string;
  /** What was called and how it was answered, in order: `POST /authorizations 201`. */
  readonly calls: string[];
  /** The one-time password that the user reads off: of the app, or of the newest text message. */
  code(): Promise<string>;
  /** The text messages that were sent, the newest first. */
  messages(): Promise<readonly { readonly code: string | null }[]>;
}

export const secondFactors: Readonly<Record<'app' | 'sms', TwoFactor>> = {
  app: { method: 'app', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' },
  sms: { method: 'sms', phone: '+15550100' },
};

/** A server for real clients: its clock is the machine's, as theirs is. */
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
      observe: ({ method, template, status }) =>
        calls.push(`${method} ${template.replace('/api/v3', '') || 'elsewhere'} ${status}`),
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
      if (twoFactor?.method === 'app') return toAppCode(twoFactor.secret);
      const code = (await messages())[0]?.code;
      if (!code) throw new Error('No code was sent');
      return code;
    },
  };
}

async function toAppCode(secret: string): Promise<string> {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
}
