import { enableSearchKeys } from './search-keys.ts';
import { enableThemeButton } from './theme-button.ts';

/**
 * Enables what the header has for scripts: the keys of the search, and the choice of the theme.
 * @param hasSlash whether the page has another use for the key `/`
 */
export function enableHeader(hasSlash = false): void {
  enableSearchKeys(hasSlash);
  enableThemeButton();
}
