import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { Model } from './model.ts';
import { logins, openRealService, password, type RealService } from './service.ts';
import { type Step, step } from './steps.ts';

describe('users, applications, tokens and grants', async () => {
  const real = await openRealService();
  after(() => real.close());

  it('equal those of a small model after every step of any history', async () => {
    const history = fc.array(step, { minLength: 5, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        await real.reset();
        const model = new Model(logins);
        for (const each of steps) await runStep(each, model, real);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });
});

async function runStep(each: Step, model: Model, real: RealService): Promise<void> {
  try {
    await each.run(model, real);
    for (const login of logins) await compare(login, model, real);
    await compareSecrets(model, real);
  } catch (cause) {
    throw new Error(`After the step "${each.name}" model and service differ`, { cause });
  }
}

/** Compares the authorizations and grants that the user can list. */
async function compare(login: string, model: Model, real: RealService): Promise<void> {
  const list = await real.call('GET', '/authorizations?per_page=100', `${login}:${password}`);
  const grants = await real.call('GET', '/applications/grants?per_page=100', `${login}:${password}`);
  const isMember = model.logins.includes(login);
  const expected = isMember ? (model.suspended.has(login) ? 403 : 200) : 401;
  assert.deepEqual([list.status, grants.status], [expected, expected]);
  if (expected !== 200) return;
  assert.deepEqual(
    sortRows(list.value).map(({ id, note, fingerprint, scopes, token }) => ({
      id,
      note,
      fingerprint,
      scopes,
      token,
    })),
    model.tokensOf(login).map(({ id, note, fingerprint, scopes }) => ({
      id,
      note,
      fingerprint,
      scopes: [...scopes],
      token: '',
    })),
  );
  assert.deepEqual(
    sortRows(grants.value)
      .map(({ app, scopes }) => [app.client_id, scopes.toSorted()])
      .sort(),
    model.grantsOf(login),
  );
}

/** Checks that current tokens authenticate and former ones do not. */
async function compareSecrets(model: Model, real: RealService): Promise<void> {
  const statusOf = async (token: string) => (await real.call('GET', '/user', { token })).status;
  for (const { secret, login } of model.tokens)
    assert.equal(await statusOf(secret), model.suspended.has(login) ? 403 : 200);
  for (const secret of [...model.former].slice(-5)) assert.equal(await statusOf(secret), 401);
}

interface Row {
  id: number;
  note: string | null;
  fingerprint: string | null;
  scopes: string[];
  token: string;
  app: { client_id: string };
}

function sortRows(value: unknown): Row[] {
  assert.ok(Array.isArray(value));
  return value.toSorted((a: Row, b: Row) => a.id - b.id);
}
