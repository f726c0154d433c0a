import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOfBytes } from '#http/routing/endpoint.ts';
import { addToken } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { exampleApplication, exampleUser } from '../../domain/example-accounts.ts';
import { createTotpCode } from '../../domain/sign-in/totp.ts';
import { endpoints } from '../endpoints/index.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Pages with forms, and whether the user has two-factor authentication. */
const PAGES: readonly (readonly [path: string, hasTwoFactor?: boolean])[] = [
  ['/login/device'],
  [`/login/oauth/authorize?client_id=${exampleApplication.clientId}&redirect_uri=&state=x&scope=repo`],
  ['/settings/applications'],
  ['/settings/applications/new'],
  [`/settings/connections/applications/${exampleApplication.clientId}`],
  [`/settings/developers/${exampleApplication.clientId}`],
  ['/settings/security'],
  ['/settings/security', true],
  ['/settings/tokens'],
  ['/settings/tokens/new'],
  ['/settings/tokens/1'],
  ['/settings/two-factor/app'],
  ['/settings/two-factor/sms'],
];

describe('the fields of forms are those that their endpoints declare', () => {
  it('on the sign-in page', async (t) => {
    check((await visitor(await serveApi(t)).visit('/login')).text());
  });

  it('on the page for the second factor', async (t) => {
    const browser = visitor(await serveApi(t, {}, { twoFactor: { method: 'sms', phone: '+15550100' } }));
    check((await browser.follow(await browser.signIn(exampleUser.login, exampleUser.password))).text());
  });

  for (const [path, hasTwoFactor = false] of PAGES) {
    it(`on ${path}${hasTwoFactor ? ' with two-factor authentication' : ''}`, async (t) => {
      const twoFactor = hasTwoFactor ? ({ method: 'app', secret: SECRET } as const) : null;
      const api = await serveApi(t, {}, { twoFactor });
      const callbackUrl = 'http://localhost:1/callback';
      await api.store.applications.update(api.application.id, { callbackUrl, ownerId: api.user.id });
      const own = { userId: api.user.id, scopes: ['gist'] };
      await addToken(api, { ...own, token: 'a'.repeat(40), note: 'mine' });
      await addToken(api, { ...own, token: 'b'.repeat(40), applicationId: api.application.id });
      const browser = visitor(api);
      const code = hasTwoFactor ? await createTotpCode(SECRET, api.runtime.now()) : undefined;
      await browser.signIn(exampleUser.login, exampleUser.password, code);
      const page = await browser.visit(path);
      assert.equal(page.status, 200, page.text());
      check(page.text());
    });
  }
});

function check(page: string): void {
  const forms = formsOf(page);
  assert.ok(forms.length > 0, page);
  for (const { action, names } of forms) {
    const declared = fieldsOf(action);
    for (const name of names)
      assert.ok(declared.includes(name), `${name} is sent to ${action}, and not declared`);
    assert.ok(names.includes('form_token'), action);
  }
}

/** The target of each form on the page, and the names of what it sends. */
function formsOf(page: string): { action: string; names: string[] }[] {
  return [...page.matchAll(/<form method="post" action="([^"]*)">(.*?)<\/form>/gs)].map(
    ([, action = '', content = '']) => ({
      action,
      names: [...content.matchAll(/<(?:input|button|select)\b[^>]*? name="([^"]*)"/g)].map(
        ([, name = '']) => name,
      ),
    }),
  );
}

/** The names of the fields that the endpoint of a form declares. */
function fieldsOf(action: string): string[] {
  const endpoint = endpoints.find(
    ({ path, methods }) =>
      methods.includes('POST') && new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(action),
  );
  assert.ok(endpoint?.body && isOfBytes(endpoint.body), action);
  const schema = endpoint.body.content['application/x-www-form-urlencoded'];
  assert.ok(schema && 'properties' in schema && typeof schema.properties === 'object', action);
  return Object.keys(schema.properties ?? {});
}

describe('a rejected form', () => {
  const path = '/settings/tokens/new';
  const fields = [['Content-Type', 'application/x-www-form-urlencoded']] as const;

  it('gets one cause: no cookie, an ended session, or another origin', async (t) => {
    const api = await serveApi(t);
    const without = await api.send({ method: 'POST', path: '/login', fields, body: 'login=mona&password=x' });
    const browser = visitor(api);
    await browser.signIn('mona', 'correct-horse-1');
    await browser.visit(path);
    const expired = await browser.submit(path, { note: 'x', form_token: 'earlier' });
    await browser.visit(path);
    const foreign = await browser.submit(path, { note: 'x' }, [['Origin', 'https://other.example']]);
    for (const [response, cause] of [
      [without, /The browser sent no cookie of this server\. Allow cookies\. Go back/],
      [expired, /The page of the form has expired, because its session has ended\. Go back/],
      [foreign, /<p>The form is from a page of another origin\.</],
    ] as const) {
      assert.equal(response.status, 403);
      assert.match(response.text(), cause);
    }
  });
});
