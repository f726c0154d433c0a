import type { CDPSession, Page } from 'playwright-core';

/** The key Tab, as the browser gets it of a keyboard. */
const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };

/** Presses besides one for each control: an element that scrolls is a stop of its own. */
const SPARE = 40;

/**
 * Presses Tab through the whole page. Each control gets the focus, shows it by a ring, and is in the window, with nothing above it.
 * @returns what is not so
 */
export async function walkByTab(page: Page, session: CDPSession): Promise<string[]> {
  const count = await page.evaluate(watchFocus);
  const presses = Array.from({ length: count + SPARE }, () => [
    session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...TAB }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...TAB }),
  ]);
  await Promise.all(presses.flat());
  return page.evaluate(() => Reflect.get(window, 'endWalk')());
}

/** Runs in the page. @returns the number of controls that are visible, and must be reached */
function watchFocus(): number {
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"])';
  /** Parts in which the arrow keys move, so that Tab reaches one control. */
  const COMPOSITES =
    '[role=grid], [role=tablist], [role=listbox], [role=toolbar], [role=menu], [role=radiogroup], [role=tree]';
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.ariaLabel ?? element.getAttribute('placeholder') ?? element.textContent).trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
  const isRadio = (element: Element): element is HTMLInputElement =>
    element instanceof HTMLInputElement && element.type === 'radio';
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.matches(':disabled') &&
      !(element.tabIndex < 0 && element.closest(COMPOSITES)),
  );
  const reached = new Set<Element>();
  const faults = new Set<string>();

  /** Looks at the element that has the focus, when the browser has scrolled to it. */
  const look = () => {
    const element = document.activeElement;
    if (!element || element === document.body || reached.has(element)) return;
    reached.add(element);
    const shown = element.closest('label') ?? element;
    const cell = element.parentElement ?? element;
    const rings = [element, shown, cell, cell.parentElement ?? cell].map((each) => getComputedStyle(each));
    if (
      !rings.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      )
    )
      faults.add(`${nameOf(element)} shows no focus`);
    const box = { ...shown.getBoundingClientRect().toJSON() };
    // What is larger than the window, or than a part that scrolls or cuts it off, is visible in part.
    for (let around: Element | null = shown.parentElement; around; around = around.parentElement) {
      if (around !== document.documentElement && getComputedStyle(around).overflowX === 'visible') continue;
      const root = around === document.documentElement;
      const outer = root
        ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
        : around.getBoundingClientRect();
      box.left = Math.max(box.left, outer.left);
      box.top = Math.max(box.top, outer.top);
      box.right = Math.min(box.right, outer.right);
      box.bottom = Math.min(box.bottom, outer.bottom);
    }
    const x = (box.left + box.right) / 2;
    // The browser scrolls to the line of the cursor only.
    const y = element instanceof HTMLTextAreaElement ? box.top + 12 : (box.top + box.bottom) / 2;
    const top = document.elementFromPoint(x, y);
    if (!top) faults.add(`${nameOf(element)} is outside of the window with the focus`);
    else if (!shown.contains(top) && !top.contains(shown))
      faults.add(`${nameOf(element)} is covered by ${nameOf(top)}`);
  };
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  addEventListener('keydown', look, true);
  Reflect.set(window, 'endWalk', () => {
    removeEventListener('keydown', look, true);
    const groups = new Set([...reached].filter(isRadio).map(({ name, form }) => `${form?.id} ${name}`));
    for (const control of controls) {
      // A control that has gone, or of another choice of the same group.
      const isOther = isRadio(control) && groups.has(`${control.form?.id} ${control.name}`);
      if (!reached.has(control) && control.isConnected && !isOther)
        faults.add(`${nameOf(control)} is not reached`);
    }
    return [...faults];
  });
  return controls.length;
}
