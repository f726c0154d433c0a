import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from '#test/browser/inspector.ts';
import { formatFilter, parseWords, updateWords } from './browser/filter/filter-words.ts';

const on = (text: string) => ({ text, isOff: false });
const off = (text: string) => ({ text, isOff: true });

describe('the words of a filter', () => {
  it('are its text without those that are switched off, and without an OR that has no words beside it', () => {
    for (const [words, filter] of [
      [[], ''],
      [[on('a'), off('b'), on('-c')], 'a -c'],
      [[off('a'), on('OR'), on('b')], 'b'],
      [[on('a'), on('OR'), off('b'), on('OR'), on('c'), on('d')], 'a OR c d'],
      [[on('a'), off('OR'), on('b')], 'a b'],
      [[off('a'), on('OR')], ''],
    ] as const)
      assert.equal(formatFilter(words), filter);
  });

  it('keep those that are switched off in their places when the text changes', () => {
    const words = [on('a'), off('path:"/x y"'), on('b')];
    assert.equal(updateWords(words, 'a b'), words);
    assert.deepEqual(updateWords(words, 'c d e'), [on('c'), off('path:"/x y"'), on('d'), on('e')]);
    assert.deepEqual(updateWords(words, ''), [off('path:"/x y"')]);
    assert.deepEqual(updateWords(words, 'path:"/x y"'), [on('path:"/x y"')]);
    assert.deepEqual(updateWords([on('a'), off('OR'), on('b')], 'a'), [on('a')]);
  });

  it('are read from any state of the history', () => {
    for (const state of [null, 1, {}, [null, 1, { text: 1 }]]) assert.deepEqual(parseWords(state), []);
    assert.deepEqual(parseWords([{ text: 'a' }, { text: 'b', isOff: true }]), [on('a'), off('b')]);
  });
});

describe('an invalid filter', () => {
  it('has its wrong word marked below the field at its place, also at 390 px, and cut to what fits', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, ids, row } = inspected;
    await server.get('/get');
    await open();
    await row(1).waitFor();
    const field = page.locator('#filter');
    const problem = page.locator('#filter-problem');
    const shown = () =>
      problem.evaluate((element) => [...element.childNodes].map((node) => node.textContent));
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const { y } = (await row(1).boundingBox()) ?? {};
      await field.fill('method:GET staus:200 path:/get');
      const mark = problem.locator('u', { hasText: 'staus:200' });
      await mark.waitFor();
      assert.equal((await row(1).boundingBox())?.y, y);
      assert.deepEqual(await shown(), [
        'method:GET staus:200 path:/get',
        ' ',
        'filter: "staus" is not known (did you mean status?); quotation marks enclose a text with a colon',
      ]);
      assert.match(await mark.evaluate((element) => getComputedStyle(element).textDecoration), /underline/);
      const { x = -1, width: wide = 0 } = (await mark.boundingBox()) ?? {};
      assert.ok(x >= 0 && x + wide <= width, `${x} at ${width}`);
      assert.equal(await field.getAttribute('aria-describedby'), 'filter-problem');
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      await field.fill('path:/get');
      await page.locator('#filter-problem:empty').waitFor({ state: 'attached' });
      await ids('1');
    }
    const long = 'a'.repeat(100);
    await field.fill(`${long} is:<b>${long} ${long}`);
    await problem.locator('u').waitFor();
    assert.deepEqual(await problem.locator('u').textContent(), `is:<b>${long.slice(26)}…`);
    assert.equal(
      await problem.locator('code').textContent(),
      `…${long.slice(61)} is:<b>${long.slice(26)}… ${long.slice(61)}…`,
    );
    // Without a word: the text is too long as a whole.
    await field.evaluate((element: HTMLInputElement) => element.removeAttribute('maxlength'));
    await field.fill('a'.repeat(1001));
    await problem.getByText('must be at most 1000 characters long').waitFor();
    assert.equal(await problem.locator('u').count(), 0);
  });
});

describe('the words below the filter', () => {
  it('are removed by a click, negated with Shift, and switched off and on with Ctrl, after a reload too', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, ids } = inspected;
    for (const path of ['/get', '/ip', '/status/503', '/get?n=4']) await server.get(path);
    await server.send({ method: 'POST', path: '/post' });
    await open('?filter=method:GET%20path:/get');
    await ids('4,1');
    const chip = (name: string) => page.getByRole('button', { name, exact: true });
    const field = page.locator('#filter');
    await chip('Remove path:/get from the filter').click({ modifiers: ['Control'] });
    await ids('4,3,2,1');
    const inactive = chip('Remove path:/get, which is switched off');
    await inactive.waitFor();
    assert.equal(await field.inputValue(), 'method:GET');
    assert.equal(new URL(page.url()).search, '?filter=method%3AGET');
    assert.equal(await page.locator('#announcement').textContent(), 'path:/get is switched off.');

    // The address of a request and its way back have the word, too.
    await page.locator('[data-id="2"]').click();
    await page.locator('#detail h2', { hasText: '#2 ' }).waitFor();
    await page.goBack();
    await page.reload();
    await page.locator('#state', { hasText: /^Live/ }).waitFor();
    await ids('4,3,2,1');
    await field.fill('method:GET status:200');
    await ids('4,2,1');
    await inactive.click({ modifiers: ['Control'] });
    await ids('4,1');
    assert.equal(await field.inputValue(), 'method:GET path:/get status:200');

    await chip('Remove path:/get from the filter').click({ modifiers: ['Shift'] });
    await ids('2');
    await chip('Remove -path:/get from the filter').click();
    await ids('4,2,1');
    await chip('Remove method:GET from the filter').click({ modifiers: ['Control'] });
    await ids('5,4,2,1');
    await field.fill('path:/never');
    await page.getByText('None of 5 requests matches.').waitFor();
    await page.getByRole('link', { name: 'Clear the filter' }).click();
    await ids('5,4,3,2,1');
    assert.equal(await page.locator('#chips [data-word]').count(), 0);
  });

  it('are one stop of the keyboard, whose keys do the same and leave the requests alone', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, ids } = inspected;
    for (const path of ['/get', '/ip', '/status/503']) await server.get(path);
    await open('?filter=path:/get%20OR%20path:/ip');
    await ids('2,1');
    const { keyboard } = page;
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await page.getByRole('button', { name: 'More actions' }).focus();
    await keyboard.press('Tab');
    assert.equal(await focused(), 'Remove path:/get from the filter');
    await keyboard.press('Control+Enter');
    await ids('2');
    assert.equal(await focused(), 'Remove path:/get, which is switched off');
    assert.equal(await page.locator('#filter').inputValue(), 'path:/ip');
    await keyboard.press('Control+Enter');
    await ids('2,1');
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    assert.equal(await focused(), 'Remove path:/ip from the filter');
    await keyboard.press('Shift+Enter');
    assert.equal(await focused(), 'Remove -path:/ip from the filter');
    await ids('3,1');
    await keyboard.press('Delete');
    await ids('1');
    assert.equal(await page.locator('#filter').inputValue(), 'path:/get');
    // The chip before has the focus, then the field.
    assert.equal(await focused(), 'Remove OR from the filter');
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await ids('3,2,1');
    assert.equal(await focused(), 'Filter');
    assert.equal(JSON.parse((await server.get('/_sparring/requests')).text()).requests.length, 3);
  });
});
