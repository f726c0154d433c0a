import { enableMenus } from './menus.ts';
import { enableSearchKeys } from './search-keys.ts';

/**
 * Enables what the header of all pages has: its menu, and the keys of the search.
 * @param hasSlash whether the page has another use for `/`
 */
export function enableShell(hasSlash = false): void {
  enableMenus();
  enableSearchKeys(hasSlash);
}
