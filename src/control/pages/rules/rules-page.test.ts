import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { visitIn } from '#test/browser/visit.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serveControlled } from '#test/support/servers/control.ts';
import { until } from '#test/support/until.ts';

/** The page of the rules; undefined where there is no Chromium. */
async function openRules(t: TestContext) {
  const browser = await openBrowser(t);
  if (!browser) return undefined;
  const server = await serveControlled(t);
  const visit = await visitIn(browser, server.url);
  t.after(() => assert.deepEqual(visit.errors, []));
  const { page } = visit;
  await page.goto(`${server.url}/_sparring/panel/rules`);
  const list = page.getByRole('region', { name: 'Rules in the order of their use' });
  await list.getByText('There is no rule.').waitFor();
  const form = page.locator('#rule-form');
  const json = async (): Promise<unknown> => JSON.parse(await page.getByLabel('Rule as JSON').inputValue());
  return { server, page, list, form, json };
}

/** The fields of each effect. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  respond: ['Status', 'Content-Type', 'Headers', 'Content'],
  error: ['Status', 'Message', 'Retry-After'],
  fault: ['Kind of fault', 'Fault'],
  delay: ['Seconds', 'Spread'],
  dribble: ['Chunks', 'Seconds'],
  drop: [],
  pass: [],
  rate_limit: [],
  suspended: [],
  lockout: [],
};

/** A field with the heights of its box, and of its control. */
interface Place {
  readonly label: string;
  readonly top: number;
  readonly bottom: number;
  readonly control: number;
}

/** The fields that are visible in the sentence of the rule. */
const READ_PLACES = `[...document.querySelectorAll('#rule-form fieldset .field')]
  .filter((field) => field.checkVisibility())
  .map((field) => {
    const { top, bottom } = field.getBoundingClientRect();
    const control = field.querySelector('input, select, textarea').getBoundingClientRect();
    return { label: field.querySelector('label').textContent, top, bottom, control: Math.round(control.top) };
  })`;

/** Presses the switch that has the focus, and waits for the response to the change. */
async function pressSwitch(page: Page): Promise<void> {
  const changed = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.keyboard.press('Space');
  await changed;
}

const MARKUP = '<img src=x onerror="document.title=1">';

describe('the page of the rules', () => {
  it('makes a rule of its fields, of which it shows those of the effect', async (t) => {
    const opened = await openRules(t);
    if (!opened) return;
    const { server, page, list, form, json } = opened;
    assert.deepEqual(await json(), { match: {}, respond: { status: 200 } });
    await page.getByRole('button', { name: 'Add' }).click();
    await form.getByText('A rule without a condition acts on every request.').waitFor();
    assert.match((await server.control('GET', '/rules')).text(), /"rules": ?\[\]/);
    await form.getByLabel('Every request').check();
    await page.getByRole('button', { name: 'Add' }).click();
    await list.getByRole('cell', { name: 'every request' }).waitFor();
    await page.getByText('for every request.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await list.getByText('There is no rule.').waitFor();
    await form.getByLabel('Every request').uncheck();
    await form.getByLabel('Method').fill('GET');
    await form.getByLabel('Path').fill('/v1/users/{id}');
    await form.getByText('More conditions').click();
    await form.getByLabel('Header', { exact: true }).fill('X-Client');
    await form.getByRole('combobox', { name: 'Status' }).fill('201');
    await form.getByLabel('Headers').fill('X-A: 1\nX-B: 2:3');
    await form.getByLabel('Content', { exact: true }).fill('{"id":1}');
    await form.getByLabel('Requests', { exact: true }).selectOption('next');
    await form.getByLabel('Number of requests').fill('2');
    const headers = [
      ['X-A', '1'],
      ['X-B', '2:3'],
    ];
    const match = { method: 'GET', path: '/v1/users/{id}', headers: { 'X-Client': { like: '*' } } };
    assert.deepEqual(await json(), { match, respond: { status: 201, headers, json: { id: 1 } }, count: 2 });
    await page.getByRole('button', { name: 'Add' }).click();
    await list.getByRole('cell', { name: 'method GET, path /v1/users/{id}' }).waitFor();
    const response = await server.get('/v1/users/7', [['X-Client', 'a']]);
    assert.deepEqual([response.status, response.field('X-B'), response.text()], [201, '2:3', '{"id":1}']);
    await list.getByRole('cell', { name: '1 of 2' }).waitFor();

    await form.getByLabel('Effect').selectOption('error');
    assert.equal(await form.getByLabel('Content', { exact: true }).isVisible(), false);
    await form.getByRole('spinbutton', { name: 'Status' }).fill('429');
    await form.getByLabel('Retry-After').fill('1');
    await form.getByLabel('Bin').fill('t1');
    await form.getByLabel('Requests', { exact: true }).selectOption('share');
    await form.getByLabel('Share of requests').fill('25');
    const effect = { error: { status: 429, retry_after: 1 } };
    assert.deepEqual(await json(), { match, ...effect, bin: 't1', count: 0, probability: 0.25 });
    for (const [value, expected] of [
      ['fault', { fault: 'reset@headers' }],
      ['delay', { delay: 0.5 }],
      ['dribble', { dribble: '5,2' }],
      ['drop', { drop: true }],
    ] as const) {
      await form.getByLabel('Effect').selectOption(value);
      await form.getByLabel('Requests', { exact: true }).selectOption('share');
      assert.deepEqual(await json(), { match, ...expected, bin: 't1', count: 0, probability: 0.25 });
      assert.equal(await form.getByLabel('Retry-After').isVisible(), false);
    }
    await form.getByLabel('Effect').selectOption('fault');
    await form.getByLabel('Kind of fault').selectOption('truncate@3');
    await form.getByText('✕ truncate').waitFor();
    await form.getByLabel('Fault', { exact: true }).fill('reset@start');
    await form.getByText('✕ reset').waitFor();
    await page.getByLabel('Rule as JSON').fill('{"match":{"path":"/v1/users/{id}"},"drop":true}');
    await form.getByText('Matches 1 of the last 1 request.').waitFor();
    const box = page.getByLabel('Rule as JSON');
    await box.fill('{"delay":-1}');
    await form.getByText(/delay/).last().waitFor();
    await page.waitForFunction(() => document.querySelector('textarea[name=json]')?.ariaInvalid === 'true');
    const description = await box.evaluate((element) => element.getAttribute('aria-describedby'));
    assert.match(String(description), /rule-json-error$/);
    await page.getByLabel('Rule as JSON').fill('{');
    await page.getByRole('button', { name: 'Add' }).click();
    const alert = page.getByRole('alert').getByText('The rule is not JSON');
    await alert.waitFor();
    // A refresh of the list is no action of the user.
    await server.control('POST', '/rules', { id: 'another', match: {}, drop: true });
    await list.getByRole('cell', { name: 'another', exact: true }).waitFor();
    assert.equal(await alert.isVisible(), true);
    await page.getByLabel('Rule as JSON').fill('{"match":{"path":"/_sparring/x"},"drop":true}');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('alert').getByText('must not begin with /_sparring').waitFor();
  });

  it('has the fields of the effect only, and the controls of a row at one height, at 1280 and 390 px', async (t) => {
    const opened = await openRules(t);
    if (!opened) return;
    const { page, form } = opened;
    await form.getByText('More conditions').click();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const [effect, labels] of Object.entries(FIELDS)) {
        await form.getByLabel('Effect').selectOption(effect);
        await form.getByLabel('Requests', { exact: true }).selectOption('next');
        const fields = await page.evaluate<Place[]>(READ_PLACES);
        const name = `${effect} at ${width} px`;
        const expected = ['Method', 'Path', 'Header', 'Bin', 'User', 'Effect', ...labels, 'Requests'];
        assert.deepEqual(
          fields.map(({ label }) => label),
          [...expected, 'Number of requests'],
          name,
        );
        let pairs = 0;
        for (const one of fields)
          for (const other of fields) {
            const isSameRow = one !== other && one.top < other.bottom - 2 && other.top < one.bottom - 2;
            if (isSameRow) pairs++;
            if (isSameRow) assert.equal(one.control, other.control, `${one.label}, ${other.label}: ${name}`);
          }
        if (width === 1280) assert.ok(pairs > 4, `${pairs} neighbours: ${name}`);
      }
    }
  });

  it('switches a rule off, edits, removes and restores it, by keyboard', async (t) => {
    const opened = await openRules(t);
    if (!opened) return;
    const { server, page, list } = opened;
    const path = `/${MARKUP}`;
    const secret = { 'X-Api-Key': 'correct-horse-1' };
    await server.control('POST', '/rules', {
      match: { path: { is: path }, headers: secret },
      respond: { body: MARKUP, headers: [['X-Shown', MARKUP]] },
    });
    const ask = async () => (await server.get(encodeURI(path), Object.entries(secret))).status;
    await list.getByRole('cell', { name: MARKUP }).first().waitFor();
    assert.equal(await list.getByText('correct-horse').count(), 0);
    assert.equal(await ask(), 200);
    const press = async (name: string, key: string) => {
      await page.getByLabel(name, { exact: true }).focus();
      await page.keyboard.press(key);
    };
    await page.getByLabel('Rule 1 is on').focus();
    await pressSwitch(page);
    await list.getByRole('switch', { checked: false }).waitFor();
    assert.equal(await ask(), 404);
    await pressSwitch(page);
    await list.getByRole('switch', { checked: true }).waitFor();
    await press('Edit rule 1', 'Enter');
    await page.getByRole('heading', { name: 'Rule 1', exact: true }).waitFor();
    const box = page.getByLabel('Rule as JSON');
    const text = await box.inputValue();
    assert.match(text, /correct-horse-1/);
    await box.fill(text.replace('"body"', '"status": 418, "body"'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New rule' }).waitFor();
    assert.equal(await ask(), 418);
    await press('Remove rule 1', 'Enter');
    await list.getByText('There is no rule.').waitFor();
    assert.equal(await ask(), 404);
    // The focus is on Undo.
    await page.keyboard.press('Enter');
    await list.getByLabel('Edit rule 2').waitFor();
    assert.equal(await ask(), 418);
    assert.equal(await page.title(), 'Rules · Sparring');
  });

  it('keeps a switch as the user set it, and sends quick changes in their order, however late the responses are', async (t) => {
    const opened = await openRules(t);
    if (!opened) return;
    const { server, page, list } = opened;
    await server.control('POST', '/rules', { id: 'slow', match: { path: '/x' }, respond: {} });
    const box = list.getByRole('switch', { name: 'Rule slow is on' });
    await box.waitFor();
    const held: Route[] = [];
    await page.route('**/_sparring/rules/slow', (route) => void held.push(route));
    const changed = (count: number) => until(() => held.length === count);
    await box.focus();
    await page.keyboard.press('Space');
    await changed(1);
    // Other values of the rule arrive while the change has no response, and while a key is down.
    await page.keyboard.down('Space');
    await server.get('/x');
    await list.getByRole('cell', { name: '1, without limit' }).waitFor();
    await page.keyboard.up('Space');
    assert.deepEqual([await box.isChecked(), held.length], [true, 1]);
    await held[0]?.continue();
    await changed(2);
    assert.deepEqual(
      held.map((route) => route.request().postDataJSON()),
      [{ enabled: false }, { enabled: true }],
    );
    await held[1]?.continue();
    await until(async () => (await server.get('/x')).status === 200);
    assert.equal(await box.isChecked(), true);

    // A refused change is no change.
    await page.keyboard.press('Space');
    await changed(3);
    await held[2]?.fulfill({ status: 503, json: { detail: 'The database does not respond.' } });
    await page.getByRole('alert').getByText('The database does not respond.').waitFor();
    await list.getByRole('switch', { name: 'Rule slow is on', checked: true }).waitFor();
  });

  it('answers like a request of the inspector', async (t) => {
    const opened = await openRules(t);
    if (!opened) return;
    const { server, page, list, json } = opened;
    await server.get('/v1/users/1?a=1');
    await page.goto(`${server.url}/_sparring/inspector`);
    await page.getByText('/v1/users/1?a=1').click();
    await page.locator('button', { hasText: 'Use ▾' }).click();
    await page.getByRole('link', { name: 'Edit as a rule' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () => document.querySelector('textarea[name=json]')?.matches(':focus') === true,
    );
    const { match } = Object(await json());
    assert.deepEqual(match, { method: 'GET', path: '/v1/users/1', query: { a: '1' }, query_only: true });
    await page.getByLabel('Rule as JSON').fill(JSON.stringify({ match, respond: { json: { id: 1 } } }));
    await page.getByRole('button', { name: 'Add' }).click();
    await list.getByRole('cell', { name: '/v1/users/1' }).waitFor();
    assert.equal((await server.get('/v1/users/1?a=1')).text(), '{"id":1}');
  });

  it('makes a rule for an unmatched request by keyboard alone, and shows markup as text everywhere', async (t) => {
    const opened = await openRules(t);
    if (!opened) return;
    const { server, page, list, json } = opened;
    const { keyboard } = page;
    const path = `/v1/"><script>document.title=1</script>/x`;
    await server.control('POST', '/rules', {
      id: 'other',
      match: { path: '/v1/{name}' },
      respond: {},
      bin: 't1',
    });
    const ask = () =>
      server.send({
        method: 'POST',
        path: `/bin/t1${encodeURI(path)}?a=${encodeURIComponent(MARKUP)}`,
        fields: [['X-Name', `">${MARKUP}`]],
        body: MARKUP,
      });
    assert.equal((await ask()).status, 404);
    const isFocused = (selector: string) => page.locator(`${selector}:focus`).isVisible();
    const tabTo = async (selector: string) => {
      let stops = 0;
      while (!(await isFocused(selector))) {
        assert.ok(stops++ < 60, `${selector} is not reached`);
        await keyboard.press('Tab');
      }
    };
    await page.goto(`${server.url}/_sparring/inspector`);
    await page.locator('[data-id="1"]').waitFor();
    await tabTo('[data-id="1"] a');
    await keyboard.press('Enter');
    await page.locator('#detail h2', { hasText: '#1' }).waitFor();
    await tabTo('button[aria-label="Use the request"]');
    await keyboard.press('Enter');
    await tabTo('a[href$="#request-1"]');
    await keyboard.press('Enter');

    await page.waitForFunction(() => document.activeElement?.id === 'rule-json');
    const { match, ...others } = Object(await json());
    assert.deepEqual(others, { respond: { status: 200 }, bin: 't1' });
    assert.deepEqual([match.method, match.query], ['POST', { a: MARKUP }]);
    const note = `">${MARKUP}`;
    const headers = [['X-Shown', MARKUP]];
    const rule = {
      id: 'new',
      match: { ...match, path },
      respond: { status: 201, headers, body: MARKUP },
      bin: 't1',
      note,
    };
    await keyboard.press('ControlOrMeta+A');
    await keyboard.insertText(JSON.stringify(rule));
    await page.getByText('Matches 1 of the last 1 request.').waitFor();
    await tabTo('#rule-submit');
    await keyboard.press('Enter');
    await list.getByRole('cell', { name: 'new', exact: true }).waitFor();
    const response = await ask();
    assert.deepEqual([response.status, response.text()], [201, MARKUP]);
    await list.getByText(`method POST, path ${path}`).waitFor();
    await list.getByText(`X-Shown: ${MARKUP}`).waitFor();

    // The focus stays while the list changes.
    await tabTo('[aria-label="Rule new is on"]');
    for (const [isOn, status] of [
      [false, 404],
      [true, 201],
    ] as const) {
      await pressSwitch(page);
      await list.getByRole('switch', { name: 'Rule new is on', checked: isOn }).waitFor();
      assert.equal((await ask()).status, status);
      await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Rule new is on');
    }
    const explain = page.getByRole('region', { name: 'Explain a request' });
    await tabTo('#explain-target');
    await keyboard.insertText(`/bin/t1${path}?a=${MARKUP}`);
    await keyboard.press('Enter');
    await explain.getByText('Nearest, new: POST').waitFor();
    await explain.getByText('<script>document.title=1</script>').waitFor();
    assert.equal(
      await page.locator('#rules :is(img, script), #explain-form img, #explanation img').count(),
      0,
    );
    await tabTo('[aria-label="Edit rule new"]');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Rule new', exact: true }).waitFor();
    assert.deepEqual(Object(await json()).note, note);
    assert.equal(await page.title(), 'Rules · Sparring');
  });

  it('explains which rules apply to a request', async (t) => {
    const opened = await openRules(t);
    if (!opened) return;
    const { server, page, list } = opened;
    await server.control('POST', '/rules', {
      id: 'users',
      match: { path: '/v1/users' },
      respond: { json: [] },
    });
    await list.getByRole('cell', { name: '/v1/users' }).waitFor();
    const explain = page.getByRole('region', { name: 'Explain a request' });
    await explain.getByLabel('Path and query').fill(`/v1/users/?a=${MARKUP}`);
    await explain.getByLabel('Headers').fill('Accept: text/plain\nAccept: */*');
    await explain.getByRole('button', { name: 'Explain' }).click();
    await explain.getByText(/path: expected \/v1\/users, got \/v1\/users\//).waitFor();
    await explain.getByLabel('Path and query').fill('');
    await explain.getByLabel('Path and query').fill('/v1/users');
    await page.keyboard.press('Enter');
    await explain.getByText(/users/).waitFor();
    assert.deepEqual(
      server.rules.list().map(({ applied }) => applied),
      [0],
    );
  });
});
