import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { addToken } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { type Filled, visitor } from '#test/support/accounts/visitor.ts';
import { exampleApplication, exampleUser } from '../../domain/example-accounts.ts';
import { createTotpCode } from '../../domain/sign-in/totp.ts';
import { endpoints } from '../endpoints/index.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const { login, password } = exampleUser;
const application = { action: 'save', name: 'Nightly', url: 'https://nightly.example' };
const { clientId } = exampleApplication;
const developer = `/settings/developers/${clientId}`;

/** The path of a form, with what is wrong in it; the id of the control that is wrong; the message. */
type Row = readonly [path: string, filled: Filled, id: string, message: RegExp, hasTwoFactor?: boolean];

const ROWS: readonly Row[] = [
  ['/login/device', { user_code: 'x' }, 'user_code', /A code has eight letters/],
  ['/login/device', { user_code: 'BBBB-BBBB' }, 'user_code', /No device is waiting with this code\./],
  ['/settings/tokens/new', { note: '' }, 'note', /The note is required/],
  ['/settings/tokens/new', { note: 'x'.repeat(256) }, 'note', /at most 255/],
  ['/settings/tokens/new', { note: 'other' }, 'note', /Another token has this note/],
  ['/settings/tokens/1', { action: 'save', note: '' }, 'note', /The note is required/],
  ['/settings/tokens/1', { action: 'save', note: 'other' }, 'note', /Another token has this note/],
  ['/settings/applications/new', { ...application, name: '' }, 'name', /The name is required/],
  ['/settings/applications/new', { ...application, url: 'x' }, 'url', /homepage must be a URL/],
  [
    '/settings/applications/new',
    { ...application, description: 'x'.repeat(256) },
    'description',
    /description must be one line/,
  ],
  [
    '/settings/applications/new',
    { ...application, callback_url: 'x' },
    'callback_url',
    /callback must be a URL/,
  ],
  [developer, { ...application, name: '' }, 'name', /The name is required/],
  ['/settings/security', passwords({ password: 'wrong' }), 'password', /Incorrect password/],
  [
    '/settings/security',
    passwords({ new_password: 'a', new_password_again: 'a' }),
    'new_password',
    /at least 8/,
  ],
  ['/settings/security', passwords({ new_password_again: 'b' }), 'new_password_again', /do not match/],
  ['/settings/two-factor', factor('disable', 'wrong'), 'disable-password', /Incorrect password/, true],
  ['/settings/two-factor', factor('disable'), 'disable-code', /code is incorrect/, true],
  [
    '/settings/two-factor',
    factor('recovery-codes', 'wrong'),
    'recovery-codes-password',
    /Incorrect pass/,
    true,
  ],
  ['/settings/two-factor', factor('recovery-codes'), 'recovery-codes-code', /code is incorrect/, true],
  ['/settings/two-factor/app', { code: '000000', password: 'wrong' }, 'password', /Incorrect password/],
  ['/settings/two-factor/app', { code: '000000', password }, 'code', /code is incorrect/],
  ['/settings/two-factor/sms', { phone: 'x' }, 'phone', /begins with a plus sign/],
  ['/settings/two-factor/sms', sms('wrong'), 'password', /Incorrect password/],
  ['/settings/two-factor/sms', sms(password), 'code', /code is incorrect/],
];

/** Forms without a value that can be wrong, and those that are tested apart. */
const OTHERS = [
  '/login',
  '/login/two-factor',
  '/logout',
  '/login/oauth/authorize',
  '/login/oauth/access_token',
  '/login/device/code',
  '/login/device/confirmation',
  '/orgs/{org}/sso',
  // `confirmation.test.ts`
  '/settings/applications',
  '/settings/tokens',
  '/settings/connections/applications/{client_id}',
];

describe('a rejected form marks the field that is wrong, describes it, and gives it the focus', () => {
  for (const [path, filled, id, message, hasTwoFactor = false] of ROWS)
    it(`${id} of ${path} with ${JSON.stringify(filled).slice(0, 60)}`, async (t) => {
      const browser = await open(t, hasTwoFactor);
      await browser.visit(path === '/settings/two-factor' ? '/settings/security' : path);
      const response = await browser.submit(path, filled);
      assert.equal(response.status, 422);
      checkMarked(response.text(), id, message);
    });

  it('password of /login', async (t) => {
    const browser = visitor(await serveApi(t));
    for (const name of [login, 'nobody', '']) {
      const response = await browser.signIn(name, 'wrong');
      checkMarked(response.text(), 'password', /Incorrect login or password/);
    }
  });

  it('code of /login/two-factor', async (t) => {
    const api = await serveApi(t, {}, { twoFactor: { method: 'app', secret: SECRET } });
    const response = await visitor(api).signIn(login, password, '000000');
    checkMarked(response.text(), 'code', /This code is incorrect/);
  });

  it('in every form of the account pages', () => {
    const tested = [...ROWS.map(([path]) => path), ...OTHERS];
    for (const { path, methods } of endpoints) {
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
      const isTested = tested.some((each) => each === path || pattern.test(each));
      assert.ok(!methods.includes('POST') || isTested, `${path} has no row`);
    }
  });
});

async function open(t: TestContext, hasTwoFactor: boolean) {
  const twoFactor = hasTwoFactor ? ({ method: 'app', secret: SECRET } as const) : null;
  const api = await serveApi(t, {}, { twoFactor });
  const callbackUrl = 'http://localhost:1/callback';
  await api.store.applications.update(api.application.id, { callbackUrl, ownerId: api.user.id });
  const own = { userId: api.user.id, scopes: ['gist'] };
  await addToken(api, { ...own, token: 'a'.repeat(40), note: 'mine' });
  await addToken(api, { ...own, token: 'b'.repeat(40), note: 'other' });
  await addToken(api, { ...own, token: 'c'.repeat(40), applicationId: api.application.id });
  const browser = visitor(api);
  const code = hasTwoFactor ? await createTotpCode(SECRET, api.runtime.now()) : undefined;
  await browser.signIn(login, password, code);
  return browser;
}

/** One control is invalid: the one with the id. The message that describes it is an alert beside it, and no other field has the focus. */
function checkMarked(page: string, id: string, message: RegExp): void {
  const invalid = [...page.matchAll(/<input [^>]*aria-invalid="true"[^>]*>/g)].map(([control]) => control);
  assert.equal(invalid.length, 1, page.slice(page.indexOf('<main')));
  const [control = ''] = invalid;
  assert.match(control, new RegExp(` id="${id}"`));
  assert.match(control, / autofocus/);
  assert.equal(page.split(' autofocus').length - 1, 1, 'one field has the focus');
  const described = /aria-describedby="([^"]*)"/.exec(control)?.[1]?.split(' ') ?? [];
  assert.ok(described.includes(`${id}-error`), control);
  const alerts = [...page.matchAll(/<p class="err" id="([^"]*)"><svg.*?<\/svg><span role="alert">([^<]*)</g)];
  assert.deepEqual(
    alerts.map(([, target]) => target),
    [`${id}-error`],
  );
  assert.match(alerts[0]?.[2] ?? '', message);
  const around = page.slice(0, page.indexOf(control));
  assert.ok(
    around.lastIndexOf('<details') <= around.lastIndexOf('</details') ||
      / open[^>]*>(?:(?!<details)[\s\S])*$/.test(around),
    'the field is visible',
  );
}

function passwords(wrong: Filled): Filled {
  return { password, new_password: 'correct-horse-2', new_password_again: 'correct-horse-2', ...wrong };
}

function factor(action: string, own = password): Filled {
  return { action, password: own, code: '000000' };
}

function sms(own: string): Filled {
  return { phone: '+15550100', code: '000000', password: own };
}
