import assert from 'node:assert/strict';
import fc from 'fast-check';
import { normaliseScopes } from '#accounts/domain/tokens/scopes.ts';
import type { Model, ModelToken } from './model.ts';
import { type Answer, administrator, applications, logins, password, type RealService } from './service.ts';

/** One action, applied to the model and to the service. */
export interface Step {
  readonly name: string;
  run(model: Model, real: RealService): Promise<void>;
}

const login = fc.constantFrom(...logins);
const application = fc.constantFrom(...applications);
const note = fc.constantFrom(null, 'x', 'y', '🙂');
const fingerprint = fc.constantFrom(null, 'f', 'g');
const scopes = fc.uniqueArray(fc.constantFrom('repo', 'public_repo', 'gist', 'user', 'user:email'), {
  maxLength: 3,
});
const pick = fc.nat();

const as = (name: string) => `${name}:${password}`;
const clientOf = ({ clientId, clientSecret }: (typeof applications)[number]) => `${clientId}:${clientSecret}`;

/** The status that the state of the account determines; undefined for an active user. */
function accountStatus(model: Model, user: string): number | undefined {
  if (!model.logins.includes(user)) return 401;
  return model.suspended.has(user) ? 403 : undefined;
}

function members({ value }: Answer): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value ?? {}));
}

function readToken(response: Answer, rest: Omit<ModelToken, 'id' | 'secret'>): ModelToken {
  const { id, token } = members(response);
  assert.match(String(token), /^[0-9a-f]{40}$/);
  return { ...rest, id: Number(id), secret: String(token) };
}

function any<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % (items.length || 1)];
}

const create = fc.record({ login, application: fc.option(application), note, fingerprint, scopes }).map(
  (requested): Step => ({
    name: `${requested.login} creates a token of ${requested.application?.name ?? 'the user'}`,
    async run(model, real) {
      const { application, note, fingerprint, scopes } = requested;
      const pair = application
        ? { client_id: application.clientId, client_secret: application.clientSecret }
        : {};
      const body = { ...pair, scopes, ...(note && { note }), ...(fingerprint && { fingerprint }) };
      const response = await real.call('POST', '/authorizations', as(requested.login), body);
      const wanted = { login: requested.login, clientId: application?.clientId ?? null, note, fingerprint };
      const expected = accountStatus(model, requested.login) ?? (model.holder(wanted) ? 422 : 201);
      assert.equal(response.status, expected);
      if (expected === 201)
        model.add(
          readToken(response, { ...wanted, isImpersonation: false, scopes: normaliseScopes(scopes) }),
        );
    },
  }),
);

const getOrCreate = fc.record({ login, application, fingerprint, scopes, isInPath: fc.boolean() }).map(
  (requested): Step => ({
    name: `${requested.login} gets or creates a token of ${requested.application.name}`,
    async run(model, real) {
      const { application, fingerprint, scopes } = requested;
      const isInPath = requested.isInPath && fingerprint !== null;
      const path = `/authorizations/clients/${application.clientId}${isInPath ? `/${fingerprint}` : ''}`;
      const body = {
        client_secret: application.clientSecret,
        scopes,
        ...(fingerprint !== null && !isInPath && { fingerprint }),
      };
      const response = await real.call('PUT', path, as(requested.login), body);
      const wanted = { login: requested.login, clientId: application.clientId, note: null, fingerprint };
      const held = model.holder(wanted);
      const expected = accountStatus(model, requested.login) ?? (held ? 200 : 201);
      assert.equal(response.status, expected);
      if (expected === 201)
        model.add(
          readToken(response, { ...wanted, isImpersonation: false, scopes: normaliseScopes(scopes) }),
        );
      if (expected === 200) assert.deepEqual([members(response).id, members(response).token], [held?.id, '']);
    },
  }),
);

const change = fc
  .record({ login, pick, note, fingerprint, scopes, method: fc.constantFrom('PATCH', 'POST') })
  .map(
    (requested): Step => ({
      name: `${requested.login} changes a token`,
      async run(model, real) {
        const token = any(model.tokens, requested.pick);
        if (!token || token.isImpersonation) return;
        const { note, fingerprint, scopes } = requested;
        const body = { scopes, ...(note && { note }), ...(fingerprint && { fingerprint }) };
        const response = await real.call(
          requested.method,
          `/authorizations/${token.id}`,
          as(requested.login),
          body,
        );
        const changed = { ...token, note: note ?? token.note, fingerprint: fingerprint ?? token.fingerprint };
        const holder = model.holder(changed);
        const isTaken = holder !== undefined && holder !== token;
        const expected =
          accountStatus(model, requested.login) ??
          (token.login !== requested.login ? 404 : isTaken ? 422 : 200);
        assert.equal(response.status, expected);
        if (expected === 200) Object.assign(token, { ...changed, scopes: normaliseScopes(scopes) });
      },
    }),
  );

const remove = fc.record({ login, pick }).map(
  (requested): Step => ({
    name: `${requested.login} deletes a token`,
    async run(model, real) {
      const token = any(model.tokens, requested.pick);
      if (!token) return;
      const response = await real.call('DELETE', `/authorizations/${token.id}`, as(requested.login));
      const expected = accountStatus(model, requested.login) ?? (token.login === requested.login ? 204 : 404);
      assert.equal(response.status, expected);
      if (expected === 204) model.remove((other) => other === token);
    },
  }),
);

const revokeGrant = fc.record({ login, pick }).map(
  (requested): Step => ({
    name: `${requested.login} deletes a grant`,
    async run(model, real) {
      const owner = any(model.logins, requested.pick);
      if (owner === undefined || model.suspended.has(owner)) return;
      const { value } = await real.call('GET', '/applications/grants', as(owner));
      const grants: { id: number; app: { client_id: string } }[] = Array.isArray(value) ? value : [];
      const grant = any(grants, requested.pick);
      if (!grant) return;
      const response = await real.call('DELETE', `/applications/grants/${grant.id}`, as(requested.login));
      const expected = accountStatus(model, requested.login) ?? (owner === requested.login ? 204 : 404);
      assert.equal(response.status, expected);
      if (expected === 204) model.revokeGrant(owner, grant.app.client_id);
    },
  }),
);

const byApplication = fc
  .record({
    application,
    pick,
    act: fc.constantFrom('check', 'reset', 'revoke', 'grant'),
    isLegacy: fc.boolean(),
  })
  .map(
    ({ application, pick, act, isLegacy }): Step => ({
      name: `${application.name} does ${act} with a token`,
      async run(model, real) {
        const secrets = [...model.tokens.map(({ secret }) => secret), ...model.former];
        const secret = any(secrets, pick);
        if (secret === undefined) return;
        const token = model.tokens.find((held) => held.secret === secret);
        const method = methodOf(act, isLegacy);
        const kind = act === 'grant' ? 'grant' : 'token';
        const base = `/applications/${application.clientId}/${kind}`;
        const response = isLegacy
          ? await real.call(method, `${base}s/${secret}`, clientOf(application))
          : await real.call(method, base, clientOf(application), { access_token: secret });
        const isOwn = token !== undefined && token.clientId === application.clientId;
        assert.equal(response.status, isOwn ? (method === 'DELETE' ? 204 : 200) : 404);
        if (!isOwn) return;
        if (act === 'check') assert.equal(members(response).token, secret);
        if (act === 'reset') {
          assert.equal(members(response).id, token.id);
          model.replaceSecret(token, String(members(response).token));
        }
        if (act === 'revoke') model.remove((other) => other === token);
        if (act === 'grant') model.revokeGrant(token.login, application.clientId);
      },
    }),
  );

function methodOf(act: string, isLegacy: boolean): string {
  if (act === 'check') return isLegacy ? 'GET' : 'POST';
  if (act === 'reset') return isLegacy ? 'POST' : 'PATCH';
  return 'DELETE';
}

const suspend = fc.record({ login, isOn: fc.boolean() }).map(
  ({ login, isOn }): Step => ({
    name: `${login} is ${isOn ? 'suspended' : 'unsuspended'}`,
    async run(model, real) {
      const response = await real.call(
        isOn ? 'PUT' : 'DELETE',
        `/users/${login}/suspended`,
        as(administrator),
      );
      assert.equal(response.status, model.logins.includes(login) ? 204 : 404);
      if (response.status !== 204) return;
      if (isOn) model.suspended.add(login);
      else model.suspended.delete(login);
    },
  }),
);

const impersonate = fc.record({ login, scopes }).map(
  ({ login, scopes }): Step => ({
    name: `a site administrator impersonates ${login}`,
    async run(model, real) {
      const path = `/admin/users/${login}/authorizations`;
      const response = await real.call('POST', path, as(administrator), { scopes });
      assert.equal(response.status, model.logins.includes(login) ? 201 : 404);
      if (response.status !== 201) return;
      model.remove((token) => token.isImpersonation && token.login === login);
      const rest = { login, clientId: null, isImpersonation: true, note: null, fingerprint: null };
      model.add(readToken(response, { ...rest, scopes: normaliseScopes(scopes) }));
    },
  }),
);

const removeAda = fc.constant<Step>({
  name: 'ada is deleted',
  async run(model, real) {
    const response = await real.call('DELETE', '/admin/users/ada', as(administrator));
    assert.equal(response.status, model.logins.includes('ada') ? 204 : 404);
    if (response.status === 204) model.removeUser('ada');
  },
});

/** Any step; common ones are more likely than rare ones. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: create, weight: 5 },
  { arbitrary: getOrCreate, weight: 4 },
  { arbitrary: byApplication, weight: 4 },
  { arbitrary: change, weight: 3 },
  { arbitrary: remove, weight: 2 },
  { arbitrary: revokeGrant, weight: 2 },
  { arbitrary: suspend, weight: 1 },
  { arbitrary: impersonate, weight: 1 },
  { arbitrary: removeAda, weight: 1 },
);
