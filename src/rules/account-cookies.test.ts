import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { start } from '#library/index.ts';

const NAMES = [
  'sparring_session',
  'sparring_once',
  '__Secure-sparring_session',
  '__Host-sparring_x',
  '__Http-sparring_session',
  '__Host-Http-sparring_session',
] as const;

const COOKIE = `a=1; ${NAMES.map((name) => `${name}=SECRET`).join('; ')}; b=2`;
const HEADERS = { Cookie: COOKIE };

describe('the cookies of the account pages', () => {
  it('are in no request that rules, handlers, functions and explanations see', async () => {
    await using server = await start({ control: true });
    const seen: string[] = [];
    server.respond('/handler', (request) => {
      seen.push(JSON.stringify([request.headers, [...request.headers]]));
      return { json: [...request.headers] };
    });
    server.respond((request: { headers: Iterable<unknown> }) => {
      seen.push(JSON.stringify([...request.headers]));
      return false;
    }, {});
    server.respond('/template', {
      json: ['{{header.cookie}}', ...NAMES.map((name) => `{{cookie.${name}}}`)],
      template: true,
    });
    for (const name of NAMES)
      server.respond({ path: `/with/${name}`, cookies: { [name]: { like: '*' } } }, { status: 299 });
    const get = (path: string) => fetch(server.url + path, { headers: HEADERS });
    assert.ok(!(await (await get('/handler')).text()).includes('SECRET'));
    assert.deepEqual(await (await get('/template')).json(), ['a=1; b=2', ...NAMES.map(() => null)]);
    for (const name of NAMES) {
      assert.equal((await get(`/with/${name}`)).status, 404, name);
      const { outcome, rules } = await explain(server.controlUrl, {
        target: `/with/${name}`,
        headers: HEADERS,
      });
      assert.equal(outcome, '404', name);
      assert.ok(!JSON.stringify(rules).includes('SECRET'));
      const [entry] = server.journal.all({ path: `/with/${name}` });
      const recorded = await explain(server.controlUrl, { request: entry?.id });
      assert.equal(recorded.outcome, '404', name);
      assert.ok(!JSON.stringify(recorded).includes('SECRET'));
    }
    assert.equal(server.journal.all({ cookies: { sparring_session: { like: '*' } } }).length, 0);
    assert.ok(!JSON.stringify(server.journal.all()).includes('SECRET'));
    assert.ok(seen.length > 1 && !seen.join().includes('sparring_'), seen.join());
  });
});

async function explain(url: string, body: object) {
  const response = await fetch(`${url}/_sparring/rules/explain?secrets=show`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return JSON.parse(await response.text());
}
