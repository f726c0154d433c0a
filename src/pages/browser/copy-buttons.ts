import { announce } from './elements.ts';

/** How long a button shows that it has copied. */
const FEEDBACK_MS = 2000;

/**
 * Makes the buttons with `data-copy` copy text to the clipboard: that of the element with this id or, where the attribute
 * is empty, that of the block of code or of the list item with the button. Each shows for two seconds that it has.
 */
export function enableCopyButtons(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-copy]') : null;
    const source = button && findSource(button, button.dataset.copy ?? '');
    if (source) void copy(button, source);
  });
}

function findSource(button: HTMLButtonElement, id: string): HTMLElement | null | undefined {
  if (id !== '') return document.getElementById(id);
  return button.closest('.code, li')?.querySelector<HTMLElement>('pre:not([hidden]) code');
}

async function copy(button: HTMLButtonElement, source: HTMLElement): Promise<void> {
  const isCopied = await copyText(source);
  announce(isCopied ? 'Copied' : 'The text is selected. Copy it with the keyboard.');
  if (!isCopied) return;
  button.classList.add('copied');
  setTimeout(() => button.classList.remove('copied'), FEEDBACK_MS);
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
