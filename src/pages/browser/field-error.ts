import { errorIdOf, fieldError } from '../components/field.ts';
import { show } from './show.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Shows an error under a control, which is described by it; without a text, removes it. */
export function showFieldError(control: Control, text: string | undefined): void {
  const id = control.id || control.name;
  const errorId = errorIdOf(id);
  const known = document.getElementById(errorId);
  const described = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((each) => each !== errorId);
  if (text === undefined) {
    known?.remove();
    control.removeAttribute('aria-invalid');
  } else {
    control.setAttribute('aria-invalid', 'true');
    described.push(errorId);
    // In the place of the hint. The same error is not announced again.
    if (known?.textContent !== text) {
      const place = document.createElement('div');
      show(place, fieldError(id, text));
      known?.remove();
      (control.closest('.field') ?? control.parentElement ?? control).append(...place.children);
    }
  }
  const names = described.filter(Boolean);
  if (names.length === 0) control.removeAttribute('aria-describedby');
  else control.setAttribute('aria-describedby', names.join(' '));
}
