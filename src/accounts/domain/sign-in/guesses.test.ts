import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Fields } from '#http/syntax/fields.ts';
import { type Api, basic, serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { serve } from '#test/support/servers/serve.ts';
import { http2Burst, pipeline } from '#test/support/wire/burst.ts';
import type { WireRequest, WireResponse } from '#test/support/wire/wire.ts';
import { createTotpCode } from './totp.ts';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const twoFactor = { method: 'app', secret } as const;
const password = 'correct-horse-1';
/** The default of `lockout-failures`. */
const limit = 10;

const LOCKED = 'Maximum number of login attempts exceeded. Please try again later.';

function call(credentials: string, fields: Fields = []): WireRequest {
  return { path: '/api/v3/user', fields: [['User-Agent', 'test'], ...basic(credentials), ...fields] };
}

/** Wrong codes, with the correct one at this position. */
async function codeGuesses(api: Api, count: number, position: number): Promise<WireRequest[]> {
  const now = api.runtime.now();
  const near = await Promise.all([-30_000, 0, 30_000].map((away) => createTotpCode(secret, now + away)));
  const wrong = Array.from({ length: count + near.length }, (_, index) => String(index).padStart(6, '0'));
  const codes = wrong.filter((code) => !near.includes(code)).slice(0, count);
  codes[position - 1] = near[1] ?? '';
  return codes.map((code) => call(`mona:${password}`, [['X-GitHub-OTP', code]]));
}

/** Wrong passwords, with the correct one at this position. */
function passwordGuesses(count: number, position: number): WireRequest[] {
  return Array.from({ length: count }, (_, index) =>
    call(`mona:${index === position - 1 ? password : `wrong-${index}`}`),
  );
}

/** At most ten guesses were checked, and the correct one got the same response as the later ones. */
function assertLocked(statuses: readonly number[], position: number): void {
  const checked = statuses.filter((status) => status !== 403);
  assert.ok(checked.length <= limit, `${checked.length} guesses were checked`);
  assert.deepEqual(new Set(checked), new Set([401]));
  assert.equal(statuses[position - 1], 403);
}

const toStatuses = (responses: readonly WireResponse[]) => responses.map(({ status }) => status);

/** Two servers on one PostgreSQL database; undefined where PostgreSQL cannot start. */
async function serveTwo(t: TestContext): Promise<readonly [Api, { port: number }] | undefined> {
  const database = await openPostgresSchema(t);
  if (database === undefined) return undefined;
  const api = await serveApi(t, { database }, { twoFactor });
  return [api, await serve(t, { database, runtime: api.runtime })];
}

describe('concurrent guesses of one-time passwords are checked up to the limit', () => {
  test('499 in one write', async (t) => {
    const api = await serveApi(t, {}, { twoFactor });
    assertLocked(toStatuses(await pipeline(api.port, await codeGuesses(api, 499, 450))), 450);
  });

  test('499 in one write, after the password was cached', async (t) => {
    const api = await serveApi(t, {}, { twoFactor });
    await api.call('GET', '/user');
    assertLocked(toStatuses(await pipeline(api.port, await codeGuesses(api, 499, 450))), 450);
  });

  test('200 on as many connections', async (t) => {
    const api = await serveApi(t, {}, { twoFactor });
    const guesses = await codeGuesses(api, 200, 150);
    assertLocked(toStatuses(await Promise.all(guesses.map(api.send))), 150);
  });

  test('200 streams of one HTTP/2 connection', async (t) => {
    const api = await serveApi(t, { h2c: true }, { twoFactor });
    assertLocked(await http2Burst(api.url, await codeGuesses(api, 200, 150)), 150);
  });

  test('200 on two servers with one database', async (t) => {
    const servers = await serveTwo(t);
    if (!servers) return;
    const [api, other] = servers;
    const guesses = await codeGuesses(api, 200, 150);
    const [odd, even] = [guesses.filter((_, at) => at % 2), guesses.filter((_, at) => at % 2 === 0)];
    const responses = await Promise.all([pipeline(api.port, odd), pipeline(other.port, even)]);
    const [oddStatuses = [], evenStatuses = []] = responses.map(toStatuses);
    const statuses = guesses.map((_, at) => (at % 2 ? oddStatuses : evenStatuses)[Math.floor(at / 2)] ?? 0);
    assertLocked(statuses, 150);
  });

  test('120 on the page for the second factor', async (t) => {
    const api = await serveApi(t, {}, { twoFactor });
    const browser = visitor(api);
    await browser.follow(await browser.signIn('mona', password));
    const codes = (await codeGuesses(api, 120, 100)).map(
      ({ fields = [] }) => fields.find(([name]) => name === 'X-GitHub-OTP')?.[1] ?? '',
    );
    const responses = await Promise.all(codes.map((code) => browser.submit('/login/two-factor', { code })));
    const checked = responses.filter(({ status }) => status !== 403);
    assert.ok(checked.length <= limit);
    assert.deepEqual(new Set(toStatuses(checked)), new Set([422]));
    assert.equal(responses[99]?.status, 403);
  });
});

describe('concurrent guesses of passwords do not reveal the correct one', () => {
  for (const [who, details] of [
    ['a user', {}],
    ['a user with two-factor authentication', { twoFactor }],
  ] as const) {
    for (const isCached of [false, true]) {
      const when = isCached ? `${who} whose password was just verified` : who;

      test(`240 in one write, of ${when}`, async (t) => {
        const api = await serveApi(t, {}, details);
        if (isCached) await api.call('GET', '/user');
        const responses = await pipeline(api.port, passwordGuesses(240, 200));
        assertLocked(toStatuses(responses), 200);
        assert.equal(responses[199]?.text(), responses[198]?.text());
        assert.match(responses[199]?.text() ?? '', new RegExp(LOCKED));
      });

      test(`240 on as many connections, of ${when}`, async (t) => {
        const api = await serveApi(t, {}, details);
        if (isCached) await api.call('GET', '/user');
        assertLocked(toStatuses(await Promise.all(passwordGuesses(240, 200).map(api.send))), 200);
      });
    }

    test(`120 on the sign-in page, of ${who}`, async (t) => {
      const api = await serveApi(t, {}, details);
      const browser = visitor(api);
      await browser.visit('/login');
      const guesses = Array.from({ length: 120 }, (_, at) => (at === 99 ? password : `wrong-${at}`));
      const responses = await Promise.all(
        guesses.map((guess) => browser.submit('/login', { login: 'mona', password: guess })),
      );
      const checked = responses.filter(({ status }) => status !== 403);
      assert.ok(checked.length <= limit);
      assert.deepEqual(new Set(toStatuses(checked)), new Set([422]));
      assert.equal(responses[99]?.text(), responses[98]?.text());
      assert.match(
        responses[99]?.text() ?? '',
        /Maximum number of login attempts exceeded\. Try again in 15 minutes/,
      );
    });
  }

  test('200 on two servers with one database', async (t) => {
    const servers = await serveTwo(t);
    if (!servers) return;
    const [api, other] = servers;
    const guesses = passwordGuesses(200, 150);
    const responses = await Promise.all([
      pipeline(api.port, guesses.slice(0, 100)),
      pipeline(other.port, guesses.slice(100)),
    ]);
    assertLocked(responses.flatMap(toStatuses), 150);
  });
});

describe('concurrent correct attempts do not lock the login', () => {
  test('100 calls with the correct password beside 100 that also have the correct code', async (t) => {
    const plain = await serveApi(t, { lockoutFailures: 1 });
    const guarded = await serveApi(t, { lockoutFailures: 1 }, { twoFactor });
    const code = await createTotpCode(secret, guarded.runtime.now());
    for (const [api, fields] of [
      [plain, []],
      [guarded, [['X-GitHub-OTP', code]]],
    ] as const) {
      for (let round = 0; round < 2; round++) {
        const calls = Array.from({ length: 100 }, () => call(`mona:${password}`, fields));
        assert.deepEqual(new Set(toStatuses(await pipeline(api.port, calls))), new Set([200]));
        assert.deepEqual(new Set(toStatuses(await Promise.all(calls.map(api.send)))), new Set([200]));
      }
    }
  });

  test('calls with the correct password and no code beside calls with both', async (t) => {
    const api = await serveApi(t, { lockoutFailures: 1 }, { twoFactor });
    const code = await createTotpCode(secret, api.runtime.now());
    const calls = Array.from({ length: 60 }, (_, at) =>
      call(`mona:${password}`, at % 2 ? [['X-GitHub-OTP', code]] : []),
    );
    const statuses = toStatuses(await Promise.all(calls.map(api.send)));
    assert.deepEqual(
      statuses,
      calls.map((_, at) => (at % 2 ? 200 : 401)),
    );
  });
});
