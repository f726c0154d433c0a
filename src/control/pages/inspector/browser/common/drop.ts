import { el } from '#pages/browser/dom.ts';

/** A button with a menu or a form below it. @param label the visible text */
export function drop(
  label: string,
  attributes: Readonly<Record<string, string>>,
  ...content: readonly (HTMLElement | null)[]
): HTMLDetailsElement {
  return el(
    'details',
    { class: 'drop left' },
    el('summary', attributes, label),
    el('div', { class: 'drop-content' }, content),
  );
}

/** Closes open menus on a click elsewhere and on Escape, and after a click on one of their buttons. */
export function enableDrops(): void {
  // Before the action of the button, which can remove the button from the menu.
  document.addEventListener(
    'click',
    ({ target }) => {
      if (!(target instanceof Element)) return;
      const isChoice = target.closest('.drop-content button:not([data-stays])') !== null;
      for (const each of openDrops()) if (isChoice || !each.contains(target)) each.open = false;
    },
    { capture: true },
  );
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !(event.target instanceof Element)) return;
    const open = event.target.closest<HTMLDetailsElement>('.drop[open]');
    if (!open) return;
    event.preventDefault();
    open.open = false;
    open.querySelector('summary')?.focus();
  });
}

function openDrops(): NodeListOf<HTMLDetailsElement> {
  return document.querySelectorAll('.drop[open]');
}
