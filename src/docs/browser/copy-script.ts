/** Copies the line above the button. Where the page may not use the clipboard, the line is selected and copied so. */
export const copyScript = `
const copyLine = async (button) => {
  const line = button.closest('.example').querySelector('pre code');
  try {
    await navigator.clipboard.writeText(line.textContent);
  } catch {
    getSelection().selectAllChildren(line);
    if (!document.execCommand('copy')) return say('The line is selected: copy it from here.');
  }
  button.textContent = 'Copied';
  say('Copied');
  button.addEventListener('blur', () => { button.textContent = 'Copy'; }, { once: true });
};

document.addEventListener('click', ({ target }) => {
  if (target.matches('.copy')) copyLine(target);
});
`;
