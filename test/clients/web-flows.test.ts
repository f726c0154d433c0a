import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { type Visitor, visitor } from '../support/accounts/visitor.ts';
import { assertToken } from './assert-token.ts';
import { signInWithGistAsDevice } from './gist.ts';
import { octokitRb, octonode, perform } from './scripts.ts';
import { type ClientServer, serveClients } from './server.ts';

describe('real clients get tokens in a browser', { concurrency: 3 }, () => {
  const outcome = Type.Object({ token: Type.String() });

  for (const { name, script } of [
    { name: 'ruby-octokit by the web application flow', script: octokitRb },
    { name: 'octonode by the web application flow', script: octonode },
  ]) {
    it(name, async (t) => {
      const server = await serveClients(t);
      const { id, url } = server.application;
      await server.store.applications.update(id, { callbackUrl: `${url}/callback` });
      const asks = /the code of (\S+) : $/;
      const response = async (printed: string) => codeOf(await open(server), asks.exec(printed)?.[1] ?? '');
      const done = await perform(t, server, script, {
        name: 'web-flow',
        outcome,
        questions: [{ asks, answer: response }],
      });
      if (done) await assertToken(server, done.token);
    });
  }

  it('gist gets a token by the device flow', async (t) => {
    const server = await serveClients(t);
    const token = await signInWithGistAsDevice(t, server, async (userCode) => {
      const browser = await open(server);
      await browser.visit('/login/device');
      await browser.follow(await browser.submit('/login/device', { user_code: userCode }));
      const done = await browser.submit('/login/device/confirmation', {
        decision: 'authorize',
        scope: ['gist'],
      });
      assert.equal(done.status, 200);
    });
    if (token !== undefined) await assertToken(server, token);
  });
});

/** A browser in which the user has signed in. */
async function open(server: ClientServer): Promise<Visitor> {
  const browser = visitor(server);
  await browser.signIn(exampleUser.login, exampleUser.password);
  return browser;
}

/** The code that the application gets when the user authorizes it. */
async function codeOf(browser: Visitor, address: string): Promise<string> {
  const { pathname, search } = new URL(address);
  await browser.visit(`${pathname}${search}`);
  const response = await browser.submit('/login/oauth/authorize', { decision: 'authorize', scope: ['user'] });
  return new URL(response.field('Location') ?? '').searchParams.get('code') ?? '';
}
