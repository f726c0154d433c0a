import { button, el } from '#pages/browser/dom.ts';

/** A button, and the menu that it opens below it. @param label the visible text */
export function drop(
  label: string,
  attributes: Readonly<Record<string, string>>,
  ...content: readonly (HTMLElement | null)[]
): HTMLElement[] {
  const menu = el('div', { class: 'drop left', popover: 'auto' }, content);
  const opener = button(label, () => undefined, attributes);
  opener.popoverTargetElement = menu;
  return [opener, menu];
}

/** Closes a menu after a click on one of its buttons. */
export function enableDrops(): void {
  // Before the action of the button, which can remove the button from the menu.
  document.addEventListener(
    'click',
    ({ target }) => {
      const choice =
        target instanceof Element ? target.closest<HTMLElement>('.drop button:not([data-stays])') : null;
      // Without the focus on the button of the menu, the arrows move in the list.
      choice?.blur();
      choice?.closest<HTMLElement>('.drop')?.hidePopover();
    },
    { capture: true },
  );
}
