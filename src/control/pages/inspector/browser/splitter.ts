import { find } from '#pages/browser/elements.ts';

/** Lets the user change the width of the list, by pointer and by keys. @param changed gets its percentage */
export function enableSplitter(first: number, changed: (part: number) => void): void {
  const splitter = find(document, '#splitter', HTMLElement);
  const panes = find(document, '.panes', HTMLElement);
  let part = first;
  const set = (value: number) => {
    part = Math.round(Math.min(70, Math.max(30, value)));
    panes.style.setProperty('--list-part', `${part}fr`);
    panes.style.setProperty('--detail-part', `${100 - part}fr`);
    splitter.setAttribute('aria-valuenow', String(part));
  };
  set(part);
  splitter.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowLeft' ? -2 : event.key === 'ArrowRight' ? 2 : 0;
    if (step === 0) return;
    event.preventDefault();
    set(part + step);
    changed(part);
  });
  splitter.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    splitter.setPointerCapture(event.pointerId);
  });
  splitter.addEventListener('pointermove', (event) => {
    if (!splitter.hasPointerCapture(event.pointerId)) return;
    const { left, width } = panes.getBoundingClientRect();
    set(((event.clientX - left) / width) * 100);
  });
  splitter.addEventListener('pointerup', () => changed(part));
}
