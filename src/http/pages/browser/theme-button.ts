import { announce } from './elements.ts';
import { readPreferences, writePreferences } from './stored-preferences.ts';

type Theme = 'system' | 'light' | 'dark';

/** Shows the button of the header that selects the next theme. Other tabs follow. */
export function enableThemeButton(): void {
  let theme: Theme = 'system';
  const button = document.querySelector<HTMLElement>('.theme');
  if (!button) return;
  const show = (selected: Theme) => {
    theme = selected;
    document.documentElement.dataset.theme = theme;
    button.title = `Theme: ${theme}`;
    button.ariaLabel = button.title;
    button.hidden = false;
  };
  const select = () => {
    // The first choice is the one that changes the colours.
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    const order: readonly Theme[] = isDark ? ['system', 'light', 'dark'] : ['system', 'dark', 'light'];
    show(order[(order.indexOf(theme) + 1) % order.length] ?? 'system');
    writePreferences({ theme });
    announce(button.title);
  };
  const read = () => show(storedTheme());
  button.addEventListener('click', select);
  addEventListener('storage', read);
  // A page that the browser has kept for Back gets no event of the storage.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) read();
  });
  read();
}

function storedTheme(): Theme {
  const { theme } = readPreferences();
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
