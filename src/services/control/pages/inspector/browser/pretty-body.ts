import { el, table } from '../../../../../http/pages/browser/dom.ts';
import { toSize } from '../request-cells.ts';

/** Maximum number of parts of a form that are shown. */
const MAX_PARTS = 1000;

/** A body as its media type suggests: indented JSON, or the fields of a form; otherwise the text. */
export function prettyBody(text: string, type: string): HTMLElement {
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (essence === 'application/x-www-form-urlencoded') {
    const fields = [...new URLSearchParams(text)].slice(0, MAX_PARTS);
    return table('Fields of the form', ['Name', 'Value'], fields);
  }
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(type);
  if (essence.startsWith('multipart/') && boundary)
    return multipartTable(text, boundary[1] ?? boundary[2] ?? '');
  return el('pre', {}, toIndentedJson(text) ?? text);
}

/** Undefined for a text that is not JSON. */
function toIndentedJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}

function multipartTable(text: string, boundary: string): HTMLElement {
  const parts = text.split(`--${boundary}`).slice(1, MAX_PARTS);
  const rows = parts
    .filter((part) => !part.startsWith('--'))
    .map((part) => {
      const end = part.indexOf('\r\n\r\n');
      const [head, content] = [part.slice(0, end), part.slice(end + 4).replace(/\r\n$/, '')];
      const name = /[; ]name="([^"]*)"/i.exec(head)?.[1] ?? '';
      const file = /[; ]filename="([^"]*)"/i.exec(head)?.[1] ?? '';
      const type = /content-type: *([^\r\n]*)/i.exec(head)?.[1] ?? '';
      return [name, file, type, toSize(content.length), content];
    });
  return table('Parts of the form', ['Name', 'File', 'Type', 'Size', 'Content'], rows);
}
