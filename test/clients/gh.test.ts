import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { addApplication, addToken } from '../support/accounts/accounts.ts';
import { visitor } from '../support/accounts/visitor.ts';
import { GH_CLIENT_ID, GH_HOST, type GhServer, serveGh } from './gh.ts';

const token = '9'.repeat(40);
const scopes = ['repo', 'read:org', 'gist'];

describe('GitHub CLI signs in', { concurrency: 2 }, () => {
  it('with a token, shows the login, and calls the API', async (t) => {
    const server = await serveGh(t);
    await addToken(server, { token, userId: server.user.id, scopes });
    const signedIn = await server.gh(t, `echo ${token} | gh auth login --hostname ${GH_HOST} --with-token`);
    if (signedIn === undefined) return;
    const status = await server.gh(t, `gh auth status --hostname ${GH_HOST}`);
    assert.match(status ?? '', /Logged in to ghe\.test as mona/);
    assert.match(status ?? '', /Token scopes: .*gist.*read:org.*repo/);
    assert.equal(await server.gh(t, `gh api --hostname ${GH_HOST} user --jq .login`), 'mona\n');
    assert.ok(server.calls.includes('POST /api/graphql 200'), server.calls.join());
  });

  it('with a token that is deleted later, and reports the error', async (t) => {
    const server = await serveGh(t);
    const { id } = await addToken(server, { token, userId: server.user.id, scopes });
    const signedIn = await server.gh(t, `echo ${token} | gh auth login --hostname ${GH_HOST} --with-token`);
    if (signedIn === undefined) return;
    await server.store.authorizations.delete(server.user.id, id, '2026-01-01T00:00:00Z');
    const status = await server.gh(t, `gh auth status --hostname ${GH_HOST} || ${HAS_FAILED}`);
    assert.match(status ?? '', /authentication failed/);
    const query = `gh api --hostname ${GH_HOST} graphql -f query='{viewer{login}}' || ${HAS_FAILED}`;
    assert.match((await server.gh(t, query)) ?? '', /Bad credentials/);
  });

  it('without a required scope, and reports which one is missing', async (t) => {
    const server = await serveGh(t);
    await addToken(server, { token, userId: server.user.id, scopes: ['repo'] });
    const refused = await server.gh(
      t,
      `echo ${token} | gh auth login --hostname ${GH_HOST} --with-token || ${HAS_FAILED}`,
    );
    if (refused === undefined) return;
    assert.match(refused, /missing required scope 'read:org'/);
  });

  it('by the device flow', async (t) => {
    const server = await serveGh(t);
    await addApplication(server, { name: 'GitHub CLI', clientId: GH_CLIENT_ID });
    const shows = /one-time code: (\S+)\s[\s\S]*login\/device/;
    const printed = await server.gh(t, `gh auth login --hostname ${GH_HOST} --git-protocol https --web`, [
      {
        asks: shows,
        async answer(output) {
          await approve(server, shows.exec(output)?.[1] ?? '');
          return '';
        },
      },
    ]);
    if (printed === undefined) return;
    assert.match(printed, /Logged in as mona/);
    const status = await server.gh(t, `gh auth status --hostname ${GH_HOST}`);
    assert.match(status ?? '', /Logged in to ghe\.test as mona/);
  });
});

/** For a command that must fail: the shell then succeeds, and still reports a program that is not installed. */
const HAS_FAILED = '[ $? = 1 ] || exit 127';

/** Signs in as the user in a browser, enters the code of the device, and grants the requested access. */
async function approve(server: GhServer, userCode: string): Promise<void> {
  const browser = visitor(server, `https://${GH_HOST}`);
  await browser.signIn(exampleUser.login, exampleUser.password);
  await browser.visit('/login/device');
  await browser.follow(await browser.submit('/login/device', { user_code: userCode }));
  const done = await browser.submit('/login/device/confirmation', { decision: 'authorize', scope: scopes });
  assert.equal(done.status, 200, done.text());
}
