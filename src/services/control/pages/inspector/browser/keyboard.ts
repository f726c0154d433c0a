export interface KeyActions {
  next(): void;
  previous(): void;
  filter(): void;
  close(): void;
  copy(): void;
}

/** The keys of the page. Not while the user types into a field, or holds a key that belongs to the browser. */
export function enableKeys(actions: KeyActions): void {
  const byKey: Readonly<Record<string, () => void>> = {
    j: actions.next,
    k: actions.previous,
    '/': actions.filter,
    Escape: actions.close,
    c: actions.copy,
  };
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const isTyping =
      target instanceof HTMLElement &&
      target.matches('input:not([type="radio"], [type="checkbox"]), select, textarea');
    if (isTyping && key !== 'Escape') return;
    const action = byKey[key];
    if (!action) return;
    event.preventDefault();
    if (isTyping) target.blur();
    else action();
  });
}
