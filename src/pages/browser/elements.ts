/**
 * Returns the first element below `root` that matches the selector.
 * @throws TypeError when there is none, or when it is not of this type
 */
export function find<Type extends Element>(
  root: ParentNode,
  selector: string,
  type: { new (): Type; prototype: Type },
): Type {
  const found = root.querySelector(selector);
  if (found instanceof type) return found;
  throw new TypeError(`The page has no ${type.name} that matches ${selector}`);
}

/** Returns the element with the id. @throws TypeError when there is none */
export function byId(id: string): HTMLElement {
  return find(document, `#${id}`, HTMLElement);
}

/** Announces a text to screen readers, in the status region of the page. */
export function announce(text: string): void {
  byId('announcement').textContent = text;
}

/** Shows the elements with class `scripted`. Called when everything that they need is set up. */
export function showScriptedElements(): void {
  document.documentElement.classList.add('with-script');
}
