/** Makes forms that contain a dialog ask in it, rather than on the page that the server sends for them. */
export function enableConfirmations(): void {
  document.addEventListener('submit', (event) => {
    const dialog = event.target instanceof Element ? event.target.querySelector('dialog') : null;
    // The button that confirms is in the open dialog.
    if (!dialog || dialog.open) return;
    event.preventDefault();
    // The focus is on the first button, which changes nothing, and returns when the dialog closes.
    dialog.showModal();
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.matches('dialog .dismiss')) target.closest('dialog')?.close();
  });
}
