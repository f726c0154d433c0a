import { el, icon } from './dom.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Shows an error under a control, which is described by it; without a text, removes it. */
export function showFieldError(control: Control, text: string | undefined): void {
  const id = `${control.id || control.name}-error`;
  const known = document.getElementById(id);
  const described = (control.getAttribute('aria-describedby') ?? '').split(' ').filter((each) => each !== id);
  if (text === undefined) {
    known?.remove();
    control.removeAttribute('aria-invalid');
  } else {
    control.setAttribute('aria-invalid', 'true');
    described.push(id);
    const message = known ?? el('p', { id, class: 'err' });
    message.replaceChildren(icon('warn'), el('span', {}, text));
    // In the place of the hint.
    if (!known) (control.closest('.field') ?? control.parentElement ?? control).append(message);
  }
  const names = described.filter(Boolean);
  if (names.length === 0) control.removeAttribute('aria-describedby');
  else control.setAttribute('aria-describedby', names.join(' '));
}
