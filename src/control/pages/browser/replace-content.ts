/** Replaces the content of an element. A control with the label of the one that had the focus has it then. */
export function replaceContent(parent: HTMLElement, ...content: readonly Node[]): void {
  const focused = document.activeElement;
  const label = parent.contains(focused) ? focused?.getAttribute('aria-label') : undefined;
  parent.replaceChildren(...content);
  if (label) parent.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`)?.focus();
}
