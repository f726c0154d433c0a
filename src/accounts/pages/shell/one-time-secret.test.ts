import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { addUser } from '#test/support/accounts/accounts.ts';
import { type Api, serveApi } from '#test/support/accounts/api.ts';
import { type Filled, type Visitor, visitor } from '#test/support/accounts/visitor.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { serve } from '#test/support/servers/serve.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';
import { createTotpCode } from '../../domain/sign-in/totp.ts';

const NEW = '/settings/tokens/new';
const TOKENS = '/settings/tokens';
const SHOWN = /<code>([0-9a-f]{40})<\/code>/;

async function open(t: TestContext): Promise<{ api: Api; browser: Visitor }> {
  const api = await serveApi(t);
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  return { api, browser };
}

async function makeToken(browser: Visitor, filled: Filled = { note: 'laptop' }): Promise<WireResponse> {
  await browser.visit(NEW);
  return browser.submit(NEW, filled);
}

function secretIn(response: WireResponse): string | undefined {
  return SHOWN.exec(response.text())?.[1];
}

/** The `name=value` of the cookie that carries the secret. */
function cookieOf(response: WireResponse): string {
  const line = response.fields.find(
    ([name, value]) => name === 'Set-Cookie' && value.startsWith('sparring_once='),
  );
  return line?.[1].split(';', 1)[0] ?? '';
}

describe('a secret that a form has created', () => {
  it('is shown once on the page that the browser is redirected to, and not after a reload', async (t) => {
    const { api, browser } = await open(t);
    const sent = await makeToken(browser);
    assert.deepEqual([sent.status, sent.field('Location'), sent.text()], [303, TOKENS, '']);
    assert.equal(sent.field('Cache-Control'), 'no-store');
    const page = await browser.visit(TOKENS);
    const token = secretIn(page) ?? '';
    assert.equal(page.status, 200);
    assert.equal(page.field('Cache-Control'), 'no-store');
    const cleared = 'sparring_once=; Max-Age=0; HttpOnly; Path=/settings; SameSite=Strict';
    assert.equal(page.field('Set-Cookie'), cleared);
    assert.equal((await api.call('GET', '/user', { as: `x:${token}` })).status, 200);
    for (let reload = 0; reload < 2; reload++) {
      const again = await browser.visit(TOKENS);
      assert.equal(secretIn(again), undefined);
      assert.ok(!again.text().includes(token));
    }
    const { total } = await api.store.authorizations.listPersonal({ page: 1, perPage: 10 }, api.user.id);
    assert.equal(total, 1);
  });

  it('is in no URL, and in no cookie and no database row in plain text', async (t) => {
    const { api, browser } = await open(t);
    const sent = await makeToken(browser);
    const whileWaiting = JSON.stringify(await api.store.readAll());
    const token = secretIn(await browser.visit(TOKENS)) ?? '';
    assert.equal(token.length, 40);
    const half = token.slice(0, 20);
    assert.ok(!JSON.stringify(sent.fields).includes(half));
    assert.ok(!whileWaiting.includes(half));
    assert.ok(!JSON.stringify(await api.store.readAll()).includes(half));
    const line = sent.fields.find(([, value]) => value.startsWith('sparring_once='))?.[1] ?? '';
    assert.match(line, /; Max-Age=300; HttpOnly; Path=\/settings; SameSite=Strict$/);
  });

  it('is not shown again to a browser that keeps the cookie, nor at another URL', async (t) => {
    const { api, browser } = await open(t);
    const sent = await makeToken(browser);
    const withCookie = (target: string) =>
      api.send({
        path: target,
        fields: [['Cookie', `sparring_session=${browser.secret}; ${cookieOf(sent)}`]],
      });
    assert.equal(secretIn(await withCookie('/settings/tokens/new')), undefined);
    assert.equal(secretIn(await withCookie('/settings/developers')), undefined);
    const [one, other] = await Promise.all([withCookie(TOKENS), withCookie(TOKENS)]);
    assert.equal([secretIn(one), secretIn(other)].filter((each) => each !== undefined).length, 1);
    assert.equal(secretIn(await withCookie(TOKENS)), undefined);
  });

  it('is not shown to another session, of the same user or of another', async (t) => {
    const { api, browser } = await open(t);
    await addUser(api, { login: 'hubot' });
    const sent = await makeToken(browser);
    for (const login of ['mona', 'hubot']) {
      const thief = visitor(api);
      await thief.signIn(login, 'correct-horse-1');
      const cookie = `sparring_session=${thief.secret}; ${cookieOf(sent)}`;
      const page = await api.send({ path: TOKENS, fields: [['Cookie', cookie]] });
      assert.deepEqual([page.status, secretIn(page)], [200, undefined]);
    }
    assert.ok(secretIn(await browser.visit(TOKENS)));
  });

  it('is kept for a GET request within five minutes', async (t) => {
    const { api, browser } = await open(t);
    const sent = await makeToken(browser);
    const fields = [['Cookie', `sparring_session=${browser.secret}; ${cookieOf(sent)}`]] as const;
    await api.send({ method: 'HEAD', path: TOKENS, fields });
    assert.ok(secretIn(await browser.visit(TOKENS)));
    await makeToken(browser, { note: 'desktop' });
    api.runtime.clock.advance(5 * 60 * 1000);
    assert.equal(secretIn(await browser.visit(TOKENS)), undefined);
  });

  it('is found among other cookies of the same name', async (t) => {
    const { api, browser } = await open(t);
    const sent = await makeToken(browser);
    const garbage = ['', 'x', '"', 'A'.repeat(100)].map((value) => `sparring_once=${value}; `).join('');
    const cookie = `a="x; ${garbage}sparring_session=${browser.secret}; ${cookieOf(sent)}`;
    assert.ok(secretIn(await api.send({ path: TOKENS, fields: [['Cookie', cookie]] })));
  });

  it('is shown by another node, and then by no node', async (t) => {
    const database = `sqlite:${path.join(await temporaryFolder(t), 'shared.db')}`;
    const nodes = [await serveApi(t, { database }), await serve(t, { database })] as const;
    const [one, other] = [visitor(nodes[0]), visitor(nodes[1])];
    await one.signIn('mona', 'correct-horse-1');
    const sent = await makeToken(one);
    const fields = [['Cookie', `sparring_session=${one.secret}; ${cookieOf(sent)}`]] as const;
    // The clock of the first server is frozen, and that of the second is not.
    nodes[1].authorizationContext.runtime.clock.set(nodes[0].runtime.now());
    assert.ok(secretIn(await nodes[1].send({ path: TOKENS, fields })));
    assert.equal(secretIn(await nodes[0].send({ path: TOKENS, fields })), undefined);
    assert.equal(other.secret, undefined);
  });

  it('works for a regenerated token, a client secret and recovery codes', async (t) => {
    const { api, browser } = await open(t);
    await makeToken(browser);
    await browser.visit(TOKENS);
    const { items } = await api.store.authorizations.listPersonal({ page: 1, perPage: 1 }, api.user.id);
    const token = `${TOKENS}/${items[0]?.id}`;
    await browser.visit(token);
    const stories: [WireResponse, RegExp][] = [
      [await browser.submit(token, { action: 'regenerate', confirmed: 'yes' }), SHOWN],
    ];
    await showsOnce(browser, ...(stories.at(-1) ?? assert.fail()));

    await browser.visit('/settings/applications/new');
    const application = { name: 'CI', url: 'https://ci.example' };
    const registered = await browser.submit('/settings/applications/new', application);
    const applicationPath = registered.field('Location') ?? '';
    assert.match(applicationPath, /^\/settings\/developers\/[0-9a-f]{20}$/);
    await showsOnce(browser, registered, SHOWN);
    await browser.visit(applicationPath);
    await showsOnce(
      browser,
      await browser.submit(applicationPath, { action: 'reset-secret', confirmed: 'yes' }),
      SHOWN,
    );

    const app = '/settings/two-factor/app';
    const [, secret = ''] = /class="secret">([A-Z2-7]+)</.exec((await browser.visit(app)).text()) ?? [];
    const code = await createTotpCode(secret, api.runtime.now());
    const enabled = await browser.submit(app, { code, password: 'correct-horse-1' });
    assert.equal(enabled.field('Location'), '/settings/two-factor/recovery-codes?notice=two-factor-on');
    const codes = /<li><code>([0-9a-z]{5}-[0-9a-z]{5}-[0-9a-z]{5})<\/code>/;
    await showsOnce(browser, enabled, codes);
  });
});

/** Follows the redirect to a page that shows the secret, and reloads the page, which does not show it again. */
async function showsOnce(browser: Visitor, sent: WireResponse, pattern: RegExp): Promise<void> {
  assert.equal(sent.status, 303, sent.text());
  const location = sent.field('Location') ?? '';
  const page = await browser.visit(location);
  const [, secret = ''] = pattern.exec(page.text()) ?? [];
  assert.ok(secret.length > 10, page.text());
  assert.ok(!(await browser.follow(await browser.visit(location))).text().includes(secret));
}
