import type { Pair } from '../respond.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The controls below an element that have a name, in order. A segmented control chooses what is shown, and is no value. */
function controlsOf(root: ParentNode): Control[] {
  const controls = root.querySelectorAll<Control>('input[name], select[name], textarea[name]');
  return [...controls].filter((control) => control.closest('.seg') === null);
}

function isCheckable({ type }: Control): boolean {
  return type === 'checkbox' || type === 'radio';
}

/** Names and values of the controls, without empty ones. */
export function readPairs(root: ParentNode): Pair[] {
  return controlsOf(root)
    .filter((control) => !isCheckable(control) || control.matches(':checked'))
    .filter(({ value }) => value !== '')
    .map(({ name, value }): Pair => [name, value]);
}

/** Shows the values in the controls, and opens their groups. Rows are added for further values of a name. */
export function writePairs(root: ParentNode, pairs: readonly Pair[]): void {
  const left = [...pairs];
  const take = (name: string) => {
    const index = left.findIndex(([other]) => other === name);
    return index < 0 ? undefined : left.splice(index, 1)[0]?.[1];
  };
  for (const control of controlsOf(root)) {
    if (control instanceof HTMLInputElement && isCheckable(control)) {
      control.checked = pairs.some(([name, value]) => name === control.name && value === control.value);
      continue;
    }
    control.value = take(control.name) ?? '';
    if (control instanceof HTMLInputElement && control.nextElementSibling?.matches('.add')) {
      let row = control;
      for (let value = take(row.name); value !== undefined; value = take(row.name)) {
        row = copyRow(row);
        row.value = value;
      }
    }
    if (control.value !== '') control.closest('details')?.setAttribute('open', '');
  }
}

/** Makes the buttons below the rows of repeatable directives add an empty row, which gets the focus. */
export function enableRows(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button.add') : null;
    const last = button?.previousElementSibling;
    if (last instanceof HTMLInputElement) copyRow(last).focus();
  });
}

/** Adds an empty row below this one, with the next number in its label. */
function copyRow(last: HTMLInputElement): HTMLInputElement {
  const row = last.cloneNode();
  if (!(row instanceof HTMLInputElement)) throw new TypeError('The row is not an input');
  row.value = '';
  const label = last.getAttribute('aria-label') ?? '';
  row.setAttribute(
    'aria-label',
    label.replace(/\d+$/, (number) => String(Number(number) + 1)),
  );
  last.after(row);
  return row;
}

/** Shows or hides fields. Hidden ones are disabled. */
export function setVisible(fields: HTMLFieldSetElement, isVisible: boolean): void {
  fields.hidden = !isVisible;
  fields.disabled = !isVisible;
}
