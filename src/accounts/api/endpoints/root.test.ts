import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members, serveApi } from '#test/support/accounts/api.ts';

test('GET / returns the URL templates, with and without a slash and without credentials', async (t) => {
  const api = await serveApi(t);
  const base = `http://127.0.0.1:${api.port}`;
  const [plain, slashed] = [
    await api.call('GET', '', { as: null }),
    await api.call('GET', '/', { as: null }),
  ];
  assert.deepEqual([plain.status, slashed.status, slashed.text()], [200, 200, plain.text()]);
  const templates = members(plain);
  assert.equal(templates.authorizations_url, `${base}/api/v3/authorizations`);
  assert.equal(templates.current_user_url, `${base}/api/v3/user`);
  assert.equal(
    templates.current_user_authorizations_html_url,
    `${base}/settings/connections/applications{/client_id}`,
  );
  assert.equal((await api.call('HEAD', '/')).status, 200);
  assert.equal((await api.call('GET', '/?x=1')).status, 200);
});
