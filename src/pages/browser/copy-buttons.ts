import { announce } from './elements.ts';

/**
 * Makes the buttons with `data-copy` copy text to the clipboard: that of the element with this id or, where the attribute
 * is empty, that of the block of code or of the list item with the button.
 */
export function enableCopyButtons(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement) || target.dataset.copy === undefined) return;
    const source = findSource(target, target.dataset.copy);
    if (source) void copy(target, source);
  });
}

function findSource(button: HTMLButtonElement, id: string): HTMLElement | null | undefined {
  if (id !== '') return document.getElementById(id);
  return button.closest('.code, li')?.querySelector<HTMLElement>('pre:not([hidden]) code');
}

async function copy(button: HTMLButtonElement, source: HTMLElement): Promise<void> {
  const label = button.dataset.label ?? button.textContent;
  button.dataset.label = label;
  const isCopied = await copyText(source);
  button.textContent = isCopied ? 'Copied' : 'Selected';
  announce(isCopied ? 'Copied' : 'The text is selected. Copy it with the keyboard.');
  button.addEventListener(
    'blur',
    () => {
      button.textContent = label;
    },
    { once: true },
  );
}

/**
 * Copies the text of the element. The clipboard API needs a secure context; without one, as over plain HTTP from another
 * machine, the text is selected and the selection is copied.
 * @returns false when the text is only selected
 */
async function copyText(source: HTMLElement): Promise<boolean> {
  // biome-ignore lint/performance/useDomNodeTextContent: the items of a list are lines in the rendered text only
  const text = source.closest('pre') ? source.textContent : source.innerText;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    return document.execCommand('copy');
  }
}
