import { PREFERENCES_KEY } from './preferences-key.ts';

/**
 * The script that selects the theme of the user before the first paint, so that no page flashes. Every page contains it, also those
 * without another script: its digest in the policy allows this text only. What the storage has is checked, because all pages
 * share it.
 */
export const THEME_SCRIPT =
  `try { const { theme } = JSON.parse(localStorage.${PREFERENCES_KEY});` +
  "if (['light', 'dark'].includes(theme)) document.documentElement.dataset.theme = theme } catch {}";

/** The button that selects the next theme, which the scripts of pages show. */
export const THEME_BUTTON = '<button class="theme" aria-label="Theme" hidden></button>';

/**
 * The schemes of the colours, and the button with a circle: half full for the scheme of the system, empty for light, full for dark.
 * Printed pages are light.
 */
export const themeStylesheet = `
:root { color-scheme: light dark; }
@media not print { [data-theme="light"] { color-scheme: light; --theme: "○"; } [data-theme="dark"] { color-scheme: dark; --theme: "●"; } }
.theme::before { content: var(--theme, "◐"); }
`;
