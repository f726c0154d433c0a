/**
 * Makes the menus of the page, which are `details` elements with class `menu`, close on Escape, on a click outside of them and
 * on the choice of an item; and arrow keys, Home and End move between the items.
 */
export function enableMenus(): void {
  const items = '.pop :is(a, button)';
  const openMenus = () => [...document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')];
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const menu of openMenus()) if (!menu.contains(target) || target.closest(items)) menu.open = false;
  });
  document.addEventListener('keydown', (event) => {
    const menu = openMenus().find((each) => each.contains(document.activeElement));
    if (!menu) return;
    if (event.key === 'Escape') {
      menu.open = false;
      menu.querySelector('summary')?.focus();
      event.preventDefault();
      return;
    }
    const choices = [...menu.querySelectorAll<HTMLElement>(items)].filter((item) => item.checkVisibility());
    const current = choices.findIndex((item) => item.matches(':focus'));
    const places: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: Math.max(current, 0) - 1,
      Home: 0,
      End: -1,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    choices.at(place % choices.length)?.focus();
  });
}
