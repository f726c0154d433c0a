import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { addOrganization, addToken } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { type Filled, visitor } from '#test/support/accounts/visitor.ts';
import { exampleApplication } from '../../domain/example-accounts.ts';

const { clientId } = exampleApplication;
const DEVELOPER = `/settings/developers/${clientId}`;

/** The page with the button, the form, the question and the label of the button that confirms. */
const ACTIONS: readonly (readonly [
  page: string,
  path: string,
  filled: Filled,
  question: string,
  label: string,
])[] = [
  [
    '/settings/tokens',
    '/settings/tokens',
    {},
    'Delete all personal access tokens?',
    'Delete all personal access tokens',
  ],
  ['/settings/tokens', '/settings/tokens/1', { action: 'delete' }, 'Delete “backup”?', 'Delete token'],
  ['/settings/tokens/1', '/settings/tokens/1', { action: 'delete' }, 'Delete “backup”?', 'Delete token'],
  [
    '/settings/tokens/1',
    '/settings/tokens/1',
    { action: 'regenerate' },
    'Regenerate “backup”?',
    'Regenerate token',
  ],
  [
    '/settings/tokens/1',
    '/settings/tokens/1',
    { action: 'withdraw', organization: 'acme' },
    'Revoke the authorization for acme?',
    'Revoke authorization',
  ],
  [
    '/settings/applications',
    '/settings/applications',
    {},
    'Revoke the access of all applications?',
    'Revoke access of all applications',
  ],
  [
    `/settings/connections/applications/${clientId}`,
    `/settings/connections/applications/${clientId}`,
    {},
    'Revoke the access of Build Bot?',
    'Revoke access',
  ],
  [
    DEVELOPER,
    DEVELOPER,
    { action: 'reset-secret' },
    'Generate a new client secret for Build Bot?',
    'Generate a new client secret',
  ],
  [
    DEVELOPER,
    DEVELOPER,
    { action: 'revoke-tokens' },
    'Revoke all user tokens of Build Bot?',
    'Revoke all user tokens',
  ],
  [DEVELOPER, DEVELOPER, { action: 'delete' }, 'Delete Build Bot?', 'Delete application'],
];

async function open(t: TestContext) {
  const api = await serveApi(t);
  const { user, application, store } = api;
  await store.applications.update(application.id, { ownerId: user.id });
  const { id } = await addToken(api, { token: 'a'.repeat(40), userId: user.id, note: 'backup' });
  await addToken(api, { token: 'c'.repeat(40), userId: user.id, applicationId: application.id });
  const acme = await addOrganization(api, { memberIds: [user.id] });
  await store.organizations.allow(id, acme.id, '2026-03-01T12:00:00Z');
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  return { api, browser };
}

describe('what cannot be undone asks first', () => {
  for (const [page, path, filled, question, label] of ACTIONS)
    it(`${label} on ${page}`, async (t) => {
      const { api, browser } = await open(t);
      const before = await api.store.readAll();
      const opener = (await browser.visit(page)).text();
      const dialogs = [...opener.matchAll(/<dialog aria-label="([^"]*)">([\s\S]*?)<\/dialog>/g)];
      // The number of a list is part of the question.
      const dialog = dialogs.find(
        ([, name]) => name === question || name?.startsWith('Revoke the access of 1 '),
      );
      assert.match(dialog?.[2] ?? '', new RegExp(`name="confirmed" value="yes">${label}</button>`));
      assert.match(
        dialog?.[2] ?? '',
        /^<h2>[\s\S]*type="button">Cancel</,
        'the first button changes nothing',
      );

      const asked = await browser.submit(path, filled);
      assert.equal(asked.status, 422);
      assert.match(asked.text(), new RegExp(`<h1>${question.replace('?', '\\?')}</h1>`));
      assert.match(asked.text(), new RegExp(`name="confirmed" value="yes">${label}</button>`));
      assert.match(asked.text(), new RegExp(`href="${path}">Cancel</a>`));
      assert.deepEqual(await api.store.readAll(), before);

      // The page has the fields of the form.
      assert.equal((await browser.submit(path, { confirmed: 'yes' })).status, 303);
      assert.notDeepEqual(await api.store.readAll(), before);
    });
});
