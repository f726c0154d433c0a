/** Calls `commit` when the user has entered a text: on Enter, which does not submit the form around the field, or on leaving it. */
export function onCommit(field: HTMLInputElement, commit: () => unknown): void {
  field.addEventListener('change', () => void commit());
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void commit();
  });
}
