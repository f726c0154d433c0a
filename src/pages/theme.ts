import { iconHtml } from './icons.ts';
import { PREFERENCES_KEY } from './preferences-key.ts';

/**
 * The script of every page, before its content: it selects the theme of the user before the first paint, so that no page flashes,
 * and shows the button that selects the next theme. Other tabs follow. It is a text, because pages of errors are rendered
 * synchronously: its digest in the policy allows this text only. What the storage has is checked, because all pages share it.
 */
export const THEME_SCRIPT = [
  '{ const { dataset } = document.documentElement;',
  `const read = () => { try { return Object(JSON.parse(localStorage.${PREFERENCES_KEY})) } catch { return {} } };`,
  'const show = (theme) => {',
  "dataset.theme = ['light', 'dark'].includes(theme) ? theme : 'system';",
  "const button = document.querySelector('.theme');",
  "if (button) button.title = button.ariaLabel = 'Theme: ' + dataset.theme",
  '};',
  'const follow = () => show(read().theme);',
  'follow();',
  // When the page is complete, when the browser has kept it for Back, and when another tab has changed the theme.
  'window.onpageshow = window.onstorage = follow;',
  "addEventListener('click', ({ target }) => {",
  "const button = target.closest('.theme');",
  'if (!button) return;',
  // The first choice is the one that changes the colours.
  "const [first, other] = matchMedia('(prefers-color-scheme: dark)').matches ? ['light', 'dark'] : ['dark', 'light'];",
  'show({ system: first, [first]: other }[dataset.theme]);',
  // The browser can keep nothing. Then the theme is that of this page only.
  `try { localStorage.${PREFERENCES_KEY} = JSON.stringify({ ...read(), theme: dataset.theme }) } catch {}`,
  "document.querySelector('#announcement').textContent = button.title",
  '}) }',
].join('');

/** The button that selects the next theme. Without a script, the theme is that of the browser, and the style hides the button. */
export const THEME_BUTTON = `<button type="button" class="btn quiet icon theme" aria-label="Theme">${iconHtml('theme')}</button>`;
