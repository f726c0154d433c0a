import { button, el, table } from '../../../../../http/pages/browser/dom.ts';
import { saveFile } from '../../browser/clipboard.ts';
import { toSize } from '../request-cells.ts';
import { imageTypeOf } from './image-type.ts';
import { parseJsonNodes } from './json-nodes.ts';
import { jsonTree } from './json-tree.ts';
import { boundaryOf, type Part, parseMultipart } from './multipart.ts';
import { parseSentEvents } from './sse-events.ts';

/** Maximum number of fields of a form that are shown. */
const MAX_FIELDS = 1000;

const MAX_SHOWN = 300;

/** A body as its media type and its bytes suggest; undefined if it is neither text nor a known format. */
export function prettyBody(bytes: Uint8Array<ArrayBuffer>, type: string): HTMLElement | undefined {
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? '';
  const boundary = essence.startsWith('multipart/') ? boundaryOf(type) : undefined;
  if (boundary !== undefined) {
    const parts = parseMultipart(bytes, boundary);
    if (parts.length > 0) return multipartTable(parts);
  }
  const image = imageTypeOf(bytes);
  if (image !== undefined) return imageView(bytes, image);
  const text = toText(bytes, type);
  if (text === undefined) return undefined;
  if (essence === 'application/x-www-form-urlencoded') {
    const fields = [...new URLSearchParams(text)].slice(0, MAX_FIELDS);
    return table('Fields of the form', ['Name', 'Value'], fields);
  }
  if (essence === 'text/event-stream')
    return table(
      'Events',
      ['Id', 'Event', 'Data'],
      parseSentEvents(text).map(({ id, event, data }) => [id, event, data]),
    );
  const json = parseJsonNodes(text);
  return json ? jsonTree(json) : textBlock(text);
}

/** The text of bytes, by the charset of the media type; undefined for other content. */
export function toText(bytes: Uint8Array<ArrayBuffer>, type: string): string | undefined {
  const charset = /;\s?charset="?([^"\s;]+)/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A text that can be scrolled by keyboard. */
export function textBlock(text: string, label = 'Text'): HTMLElement {
  return el('pre', { tabindex: 0, role: 'region', 'aria-label': label }, text);
}

function imageView(bytes: Uint8Array<ArrayBuffer>, type: string, label = 'Image'): HTMLImageElement {
  const image = el('img', { alt: label });
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  image.addEventListener('load', () => {
    image.title = `${image.naturalWidth} × ${image.naturalHeight}, ${type}`;
    URL.revokeObjectURL(url);
  });
  image.src = url;
  return image;
}

function multipartTable(parts: readonly Part[]): HTMLElement {
  const rows = parts.map((part) => {
    const content = new Uint8Array(part.content);
    const image = imageTypeOf(content);
    const text = toText(content, part.type);
    const shown = text === undefined || text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
    const name = part.file ?? part.name;
    return [
      part.name,
      part.file ?? '',
      part.type,
      `${toSize(content.length)}${part.isCut ? ', cut' : ''}`,
      image === undefined ? (shown ?? 'bytes') : imageView(content, image, name),
      button('Download', () => saveFile(toFileName(name), new Blob([content])), {
        class: 'small',
        'aria-label': `Download ${name}`,
      }),
    ];
  });
  return table('Parts of the form', ['Name', 'File', 'Type', 'Size', 'Content', 'Action'], rows);
}

/** A name that no system interprets as a path. */
function toFileName(name: string): string {
  return name.replace(/[^\p{L}\p{N} ._()-]/gu, '_').slice(-100) || 'part';
}
