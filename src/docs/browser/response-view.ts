import { find } from '#pages/browser/elements.ts';

const MAX_SHOWN_BYTES = 100_000;
const MAX_HEXADECIMAL_BYTES = 256;

/** Shows the response headers in the panel. */
export function showHeaders(panel: HTMLFormElement, response: Response): void {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  find(panel, '.head', HTMLElement).textContent = headers.join('\n');
  find(panel, '.message', HTMLElement).hidden = false;
  if (response.redirected)
    addNote(panel, `The browser followed a redirect. This response is from ${response.url}`);
}

export function addNote(panel: HTMLFormElement, text: string): void {
  const item = document.createElement('li');
  item.textContent = text;
  find(panel, '.notes', HTMLElement).append(item);
}

/**
 * Shows the content as it arrives: text as plain text, an image as an image, other bytes in hexadecimal.
 * @returns the number of bytes received
 */
export async function showContent(panel: HTMLFormElement, response: Response): Promise<number> {
  const type = (response.headers.get('content-type') ?? '').toLowerCase();
  if (type.startsWith('image/') && response.ok) return showImage(panel, await response.blob());
  const content = find(panel, '.content', HTMLElement);
  const bytes: number[] = [];
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const byte of value.subarray(0, MAX_SHOWN_BYTES - bytes.length)) bytes.push(byte);
    showText(content, decodeText(bytes, type));
    if (bytes.length < MAX_SHOWN_BYTES) continue;
    addNote(panel, `Only the first ${MAX_SHOWN_BYTES} bytes are shown.`);
    reader.cancel();
    break;
  }
  if (bytes.length === 0) showText(content, '');
  return bytes.length;
}

function showText(content: HTMLElement, text: string): void {
  content.textContent = text;
  content.hidden = text === '';
}

function showImage(panel: HTMLFormElement, blob: Blob): number {
  const image = find(panel, '.image', HTMLImageElement);
  image.src = URL.createObjectURL(blob);
  image.hidden = false;
  find(panel, '.content', HTMLElement).hidden = true;
  return blob.size;
}

export function hideImage(panel: HTMLFormElement): void {
  const image = find(panel, '.image', HTMLImageElement);
  if (image.hidden) return;
  URL.revokeObjectURL(image.src);
  image.removeAttribute('src');
  image.hidden = true;
}

function decodeText(bytes: readonly number[], type: string): string {
  const charset = /charset="?([^\s;"]+)/.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(Uint8Array.from(bytes), { stream: true });
  } catch {
    return formatHexadecimal(bytes);
  }
}

function formatHexadecimal(bytes: readonly number[]): string {
  const lines = [];
  for (let start = 0; start < Math.min(bytes.length, MAX_HEXADECIMAL_BYTES); start += 16) {
    const line = bytes.slice(start, start + 16);
    lines.push(line.map((byte) => byte.toString(16).padStart(2, '0')).join(' '));
  }
  return lines.join('\n') + (bytes.length > MAX_HEXADECIMAL_BYTES ? '\n…' : '');
}
