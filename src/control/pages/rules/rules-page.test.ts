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
  const json = async (): Promise<unknown> => JSON.parse(await page.locator('#rule-json').inputValue());
  return { server, page, list, form, json };
}

/** The fields of each effect. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Respond: ['Status', 'Content type', 'Text'],
  Error: ['Status of the error', 'Retry-After', 'Message'],
  Fault: ['Kind of fault', 'Fault'],
  Wait: ['Seconds', 'Spread'],
  'Slow down': ['Chunks', 'Seconds'],
  Other: ['Other effect'],
};

/** A field with the heights of its box, and of its control. */
interface Place {
  readonly label: string;
  readonly top: number;
  readonly bottom: number;
  readonly control: number;
}

/** The fields that are visible in the sentence of the rule. */
const READ_PLACES = `[...document.querySelectorAll('#rule-fields .field:has(label)')]
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
  it('adds no rule for every request before a deliberate step, and undoes it', async (t) => {
    const opened = await openRules(t);
    if (!opened) return;
    const { server, page, list, form, json } = opened;
    for (const path of ['/get', '/ip']) await server.get(path);
    const add = page.getByRole('button', { name: 'Add rule' });
    assert.deepEqual(await json(), { match: {}, respond: { status: 200 } });
    await form.getByText('No condition: this rule acts on every request.').waitFor();
    await form.getByText('The rule as JSON').click();
    await form.getByLabel('Rule as JSON').fill('{"respond":{"status":204}}');
    await form.getByText('It takes 2 of the last 2 requests.').waitFor();
    assert.equal(await add.isDisabled(), true);
    await form.getByLabel('Path').fill('/x');
    await page.locator('#rule-submit:enabled').waitFor();
    assert.equal(await form.locator('#every').isVisible(), false);
    await form.getByLabel('Path').fill('');
    await form.locator('#every').waitFor();
    await page.locator('#rule-submit:disabled').waitFor();
    await form.getByLabel('Answer every request').check();
    await page.locator('#rule-submit:enabled').click();
    // The row is in view, has the focus, and is told apart from the others.
    await list.getByText('every request').waitFor();
    await page.locator('.rule.new:focus').waitFor();
    assert.equal((await server.get('/get')).text(), '');
    await page.getByRole('status').getByText('Rule 1 is added.').waitFor();
    await page.keyboard.press('z');
    await list.getByText('There is no rule.').waitFor();
    assert.notEqual((await server.get('/get')).text(), '');
    assert.equal(await form.getByLabel('Answer every request').isChecked(), false);
  });

  it('makes a rule of its fields, shows what the client gets, and reads the rule into them', async (t) => {
    const opened = await openRules(t);
    if (!opened) return;
    const { server, page, list, form, json } = opened;
    const preview = page.locator('#rule-preview');
    await form.getByLabel('Method').fill('GET');
    await form.getByLabel('Path').fill('/v1/users/{id}');
    await form.getByText('More conditions').click();
    await form.getByLabel('Header', { exact: true }).fill('X-Client');
    await form.getByRole('combobox', { name: 'Status' }).fill('201');
    await form.getByLabel('Header 1').fill('X-A: 1');
    await form.getByRole('button', { name: 'Add a row' }).click();
    await page.keyboard.type('X-B: 2:3');
    await form.locator('label', { hasText: 'JSON' }).first().click();
    await form.locator('#json').fill('{"id":1}');
    await form.getByLabel('How often').selectOption('next');
    await form.getByLabel('Number of requests').fill('2');
    const headers = [
      ['X-A', '1'],
      ['X-B', '2:3'],
    ];
    const match = { method: 'GET', path: '/v1/users/{id}', headers: { 'X-Client': { like: '*' } } };
    const rule = { match, respond: { status: 201, headers, json: { id: 1 } }, count: 2 };
    assert.deepEqual(await json(), rule);
    await preview.getByText('{"id":1}').waitFor();
    assert.match(
      (await preview.locator('code').textContent()) ?? '',
      /HTTP\/1\.1 201 CREATED\n.*X-A: 1\nX-B: 2:3\nContent-Length: 8/s,
    );
    // An error stands at its field, once, and the preview stays.
    await form.getByRole('combobox', { name: 'Status' }).fill('9999');
    await form.getByText('Must be a status from 200 to 999').waitFor();
    assert.equal(await form.locator('.err:visible').count(), 1);
    assert.equal(await form.locator('[aria-invalid]').getAttribute('name'), 'status');
    await preview.getByText('The preview has the last valid state.').waitFor();
    assert.match((await preview.textContent()) ?? '', /201 CREATED/);
    assert.equal(await page.locator('#rule-submit').isDisabled(), true);
    await form.getByRole('combobox', { name: 'Status' }).fill('201');
    await form.locator('#json').fill('{"id"');
    await form.getByText('Is not JSON').waitFor();
    await form.locator('#json').fill('{"id":1}');
    await page.locator('#rule-submit:enabled').click();
    await list
      .getByText('/v1/users/{id}, with X-Client: any value → 201 JSON {"id":1} X-A: 1 X-B: 2:3')
      .waitFor();
    const response = await server.get('/v1/users/7', [['X-Client', 'a']]);
    assert.deepEqual([response.status, response.field('X-B'), response.text()], [201, '2:3', '{"id":1}']);
    const uses = list.getByRole('link', { name: '1 of 2' });
    await uses.waitFor();
    assert.match(String(await uses.getAttribute('href')), /inspector\?filter=rule%3A1$/);
    assert.equal(await form.getByLabel('Path').inputValue(), '', 'the form is empty again');

    await page.getByRole('button', { name: 'Edit rule 1' }).click();
    await page.getByRole('heading', { name: 'Rule 1', exact: true }).waitFor();
    assert.deepEqual(await json(), { ...rule });
    assert.equal(await form.getByLabel('Header 2').inputValue(), 'X-B: 2:3');
    assert.equal(await form.getByLabel('Number of requests').inputValue(), '2');
    await form.getByRole('button', { name: 'Cancel' }).click();
    // The fields cannot show a list.
    await server.control('POST', '/rules', {
      id: 'list',
      match: { path: '/l' },
      respond: [{ status: 503, times: 3 }, {}],
    });
    await list.getByText('503 3 times, then 200').waitFor();
    await page.getByRole('button', { name: 'Edit rule list' }).click();
    await form.getByText('The fields cannot show this rule.').waitFor();
    assert.equal(await form.getByLabel('Path').isVisible(), false);
    await form.getByRole('button', { name: 'Cancel' }).click();

    for (const [value, expected] of [
      ['Error', { error: { status: 503 } }],
      ['Fault', { fault: 'reset@headers' }],
      ['Wait', { delay: 0.5 }],
      ['Slow down', { dribble: '5,2' }],
      ['Other', { drop: true }],
    ] as const) {
      await form.getByText(value, { exact: true }).first().click();
      await form.getByLabel('How often').selectOption('share');
      await form.getByLabel('Share of requests').fill('25');
      assert.deepEqual(await json(), { match: {}, ...expected, count: 0, probability: 0.25 });
    }
    await form.getByText('Fault', { exact: true }).first().click();
    await form.getByLabel('Kind of fault').selectOption('truncate@3');
    await form.getByText('✕ truncate').waitFor();
    await form.getByLabel('Fault', { exact: true }).last().fill('reset@start');
    await form.getByText('✕ reset').waitFor();
    await form.getByText('The rule as JSON').click();
    const box = page.getByLabel('Rule as JSON');
    await box.fill('{"match":{"path":"/v1/users/{id}"},"drop":true}');
    await page.getByText('Matches 1 of the last 1 request.').waitFor();
    await box.fill('{');
    await page.waitForFunction(() => document.querySelector('#rule-json')?.ariaInvalid === 'true');
    assert.match(String(await box.getAttribute('aria-describedby')), /rule-json-error$/);
    assert.equal(await page.locator('#rule-submit').isDisabled(), true);
    await form.getByRole('button', { name: 'Clear' }).click();
    await form.getByLabel('Path').fill('/_sparring/x');
    await form.getByText(/must not begin with \/_sparring/i).waitFor();
  });

  it('has the fields of the effect only, and the controls of a row at one height, at 1280 and 390 px', async (t) => {
    const opened = await openRules(t);
    if (!opened) return;
    const { page, form } = opened;
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const [effect, labels] of Object.entries(FIELDS)) {
        await form.getByText(effect, { exact: true }).first().click();
        const fields = await page.evaluate<Place[]>(READ_PLACES);
        const name = `${effect} at ${width} px`;
        assert.deepEqual(
          fields.map(({ label }) => label),
          labels,
          name,
        );
        for (const one of fields)
          for (const other of fields) {
            const isSameRow = one !== other && one.top < other.bottom - 2 && other.top < one.bottom - 2;
            if (isSameRow) assert.equal(one.control, other.control, `${one.label}, ${other.label}: ${name}`);
          }
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
    await list.getByText(MARKUP).first().waitFor();
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
    const box = page.locator('#rule-json');
    const text = await box.inputValue();
    assert.match(text, /correct-horse-1/);
    await box.fill(text.replace('"body"', '"status": 418, "body"'));
    await page.locator('#rule-submit:enabled').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New rule' }).waitFor();
    assert.equal(await ask(), 418);
    await press('Remove rule 1', 'Enter');
    await list.getByText('There is no rule.').waitFor();
    assert.equal(await ask(), 404);
    await page.getByRole('button', { name: 'Undo' }).focus();
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
    await list.getByText('1 request', { exact: true }).waitFor();
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
    await page.locator('#detail summary[title="More"]').click();
    await page.getByRole('link', { name: 'Edit as a rule' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('#edit :focus').waitFor();
    const { match } = Object(await json());
    assert.deepEqual(match, { method: 'GET', path: '/v1/users/1', query: { a: '1' }, query_only: true });
    await page.locator('#rule-json').fill(JSON.stringify({ match, respond: { json: { id: 1 } } }));
    await page.locator('#rule-submit:enabled').click();
    await list.getByText('/v1/users/1').waitFor();
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
    await tabTo('summary[aria-label="More for this request"]');
    await keyboard.press('Enter');
    await tabTo('a[href$="#request-1"]');
    await keyboard.press('Enter');

    await page.locator('#rule-json:focus').waitFor();
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
    await list.getByText('· new ·').waitFor();
    const response = await ask();
    assert.deepEqual([response.status, response.text()], [201, MARKUP]);
    await list.getByText(path).first().waitFor();
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
    await list.getByText('/v1/users').waitFor();
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
