/**
 * Shows the copy buttons, which need this script, and copies what they name. Where the page may not use the clipboard,
 * as over plain HTTP from another machine, it selects the text and copies the selection.
 */
export const copyScript = `
for (const button of document.querySelectorAll('[data-copy]')) {
  const source = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener('click', async () => {
    let isCopied = true;
    try {
      await navigator.clipboard.writeText(source.innerText);
    } catch {
      getSelection().selectAllChildren(source);
      isCopied = document.execCommand('copy');
    }
    button.textContent = isCopied ? 'Copied' : 'Selected: copy it now';
  });
}
`;
