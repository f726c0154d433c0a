import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { exampleApplication } from '#accounts/domain/example-accounts.ts';
import type { Fields } from '#http/syntax/fields.ts';
import type { ServerOptions } from '#server/server.ts';
import type { WireResponse } from '../wire/wire.ts';
import { type Api, members, serveApi } from './api.ts';
import { type Visitor, visitor } from './visitor.ts';

const { clientId, clientSecret } = exampleApplication;

/** A browser that has signed in, and an application with a callback. */
export interface Flow {
  readonly api: Api;
  readonly browser: Visitor;
  /** Requests a code and grants it. */
  code(parameters?: Readonly<Record<string, string>>): Promise<string>;
  /** Exchanges a code; parameters replace those of the application. */
  redeem(parameters: Readonly<Record<string, string>>): Promise<Record<string, unknown>>;
  /** The status of a call with a token. */
  callWith(token: unknown): Promise<number>;
}

export async function openFlow(t: TestContext, options: Partial<ServerOptions> = {}): Promise<Flow> {
  const api = await serveApi(t, options);
  await api.store.applications.update(api.application.id, { callbackUrl: 'https://buildbot.example/hook' });
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  return {
    api,
    browser,
    async code(parameters = {}) {
      const query = new URLSearchParams({ client_id: clientId, scope: 'repo', ...parameters });
      const page = await browser.visit(`/login/oauth/authorize?${query}`);
      if (page.status === 303) return codeIn(page);
      const decision = { decision: 'authorize', scope: ['repo'] };
      return codeIn(await browser.submit('/login/oauth/authorize', decision));
    },
    redeem: async (parameters) =>
      members(
        await postForm(api, '/login/oauth/access_token', {
          client_id: clientId,
          client_secret: clientSecret,
          ...parameters,
        }),
      ),
    async callWith(token) {
      const fields: Fields = [['Authorization', `token ${token}`]];
      return (await api.call('GET', '/user', { as: null, fields })).status;
    },
  };
}

/** Sends a form like a program, and requests JSON. */
export function postForm(
  { send }: Pick<Api, 'send'>,
  path: string,
  parameters: Readonly<Record<string, string>>,
  fields: Fields = [],
): Promise<WireResponse> {
  return send({
    method: 'POST',
    path,
    fields: [
      ['Accept', 'application/json'],
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ...fields,
    ],
    body: new URLSearchParams(parameters).toString(),
  });
}

function codeIn(response: WireResponse): string {
  assert.equal(response.status, 303, response.text());
  return new URL(response.field('Location') ?? '').searchParams.get('code') ?? '';
}
