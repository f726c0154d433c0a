import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { PREFERENCES_KEY } from './preferences-key.ts';
import { pageStylesheet } from './styles/stylesheet.ts';
import { THEME_BUTTON, THEME_SCRIPT } from './theme.ts';

interface Options {
  /** What the storage has; undefined for a browser without storage. */
  readonly stored?: string | undefined;
  readonly isDark?: boolean;
  readonly hasButton?: boolean;
}

/** Runs the script in a page, as far as the script knows it. */
function openPage({ stored, isDark = false, hasButton = true }: Options) {
  const dataset: { theme?: string } = {};
  const button = { title: '', ariaLabel: 'Theme' };
  const announcement = { textContent: '' };
  const storage: Record<string, string | undefined> = { [PREFERENCES_KEY]: stored };
  const listeners: [type: string, listener: (event: object) => void][] = [];
  const elements: Readonly<Record<string, object | null>> = {
    '.theme': hasButton ? button : null,
    '#announcement': announcement,
  };
  const window: { onpageshow?: () => void; onstorage?: () => void } = {};
  runInNewContext(THEME_SCRIPT, {
    document: { documentElement: { dataset }, querySelector: (selector: string) => elements[selector] },
    matchMedia: (query: string) => ({ matches: isDark && query === '(prefers-color-scheme: dark)' }),
    addEventListener: (type: string, listener: (event: object) => void) => listeners.push([type, listener]),
    window,
    ...(stored !== undefined && { localStorage: storage }),
  });
  return {
    dataset,
    button,
    announcement,
    storage,
    window,
    /** @param found the button, for a click on it or on its icon */
    click(found: object | null) {
      const target = { closest: (selector: string) => (selector === '.theme' ? found : null) };
      for (const [type, listener] of listeners) if (type === 'click') listener({ target });
      return dataset.theme;
    },
  };
}

it('the stored theme is shown before the content, and any other value is that of the system', () => {
  for (const [stored, theme] of [
    ['{"theme":"light"}', 'light'],
    ['{"theme":"dark","other":1}', 'dark'],
    ['{"theme":"system"}', 'system'],
    ['{"theme":"<b>"}', 'system'],
    ['{"theme":["dark"]}', 'system'],
    ['{}', 'system'],
    ['null', 'system'],
    ['7', 'system'],
    ['{', 'system'],
    [undefined, 'system'],
  ] as const) {
    const { dataset, button } = openPage({ stored });
    assert.deepEqual(dataset, { theme }, String(stored));
    const label = `Theme: ${theme}`;
    assert.deepEqual(button, { title: label, ariaLabel: label });
    assert.deepEqual(openPage({ stored, hasButton: false }).dataset, { theme });
  }
});

it('the button selects each theme in turn, first the one that changes the colours, and keeps it', () => {
  for (const [isDark, themes] of [
    [false, ['dark', 'light', 'system', 'dark']],
    [true, ['light', 'dark', 'system', 'light']],
  ] as const) {
    const { button, announcement, storage, click } = openPage({ stored: '{"other":1}', isDark });
    for (const theme of themes) {
      assert.equal(click(button), theme);
      assert.deepEqual(JSON.parse(storage[PREFERENCES_KEY] ?? ''), { other: 1, theme });
      assert.deepEqual([button.title, announcement.textContent], [`Theme: ${theme}`, `Theme: ${theme}`]);
    }
  }
});

it('the theme is that of this page only in a browser without storage', () => {
  const { button, announcement, click } = openPage({});
  assert.deepEqual([click(button), click(button)], ['dark', 'light']);
  assert.equal(announcement.textContent, 'Theme: light');
});

it('other elements change nothing, and other tabs are followed', () => {
  const { dataset, announcement, storage, window, click } = openPage({ stored: '{}' });
  assert.equal(click(null), 'system');
  assert.deepEqual([announcement.textContent, storage[PREFERENCES_KEY]], ['', '{}']);
  for (const [event, theme] of [
    ['onstorage', 'light'],
    ['onpageshow', 'dark'],
  ] as const) {
    storage[PREFERENCES_KEY] = JSON.stringify({ theme });
    window[event]?.();
    assert.equal(dataset.theme, theme, event);
  }
});

it('the button is in the page before the script, a page without scripts hides it, and one with scripts what only those have', () => {
  assert.match(THEME_BUTTON, /^<button type="button" class="[^"]*\btheme" aria-label="Theme"><svg /);
  assert.match(
    pageStylesheet(''),
    /:root:not\(\[data-theme\], \.with-script\) :is\(\.scripted, \.theme\), :root\[data-theme\] \.unscripted \{ display: none !important; \}/,
  );
});
