/**
 * Makes the controls of a toolbar one stop of Tab, between which the arrows move (ARIA Authoring Practices, pattern "Toolbar").
 */
export function enableRovingFocus(toolbar: HTMLElement): void {
  const controls = () =>
    [...toolbar.querySelectorAll<HTMLElement>('button, input')].filter(
      (each) => each.closest('.pop') === null && each.checkVisibility(),
    );
  const setStop = (stop: HTMLElement | undefined) => {
    for (const each of controls()) each.tabIndex = each === stop ? 0 : -1;
  };
  toolbar.addEventListener('focusin', ({ target }) => {
    const control = controls().find((each) => each === target);
    if (control) setStop(control);
  });
  toolbar.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const all = controls();
    const current = event.target instanceof HTMLElement ? all.indexOf(event.target) : -1;
    if (step === 0 || current < 0) return;
    event.preventDefault();
    all[(current + step + all.length) % all.length]?.focus();
  });
  const check = () => {
    if (controls().filter((each) => each.tabIndex === 0).length !== 1) setStop(controls()[0]);
  };
  check();
  // Other controls are visible at another width.
  new ResizeObserver(check).observe(toolbar);
  new MutationObserver(check).observe(toolbar, { childList: true });
}
