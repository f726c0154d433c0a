/**
 * Focuses the search of the documentation on Ctrl+K and, outside of fields, on `/`.
 * @param isOnlyWithControl whether the page has another use for `/`
 */
export function enableSearchKeys(isOnlyWithControl = false): void {
  for (const field of document.querySelectorAll('.find input'))
    field.setAttribute('aria-keyshortcuts', isOnlyWithControl ? 'Control+K' : '/ Control+K');
  if (isOnlyWithControl)
    for (const hint of document.querySelectorAll('.find kbd')) hint.textContent = 'Ctrl K';
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isCombination = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
    const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isField(target);
    if (!isCombination && (isOnlyWithControl || !isSlash)) return;
    event.preventDefault();
    const field = [...document.querySelectorAll<HTMLInputElement>('.find input')].find((each) =>
      each.checkVisibility(),
    );
    if (field) field.select();
    else document.querySelector<HTMLAnchorElement>('.find-link')?.click();
  });
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
