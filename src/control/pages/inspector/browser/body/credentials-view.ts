import { el } from '#pages/browser/dom.ts';
import { indentJson, parseJsonNodes } from './json-nodes.ts';
import { textBlock } from './text-block.ts';

/** What the credentials in a text say: the parts of a JSON Web Token, or the user and the password of `Basic`. */
export function credentialsView(text: string): HTMLElement | undefined {
  const basic = /^Basic +([\w+/=-]{2,})$/i.exec(text)?.[1];
  const decodedBasic = basic === undefined ? undefined : decodeBase64(basic);
  if (decodedBasic !== undefined) return details('Basic credentials', decodedBasic);
  for (const word of text.split(/[^\w.-]/)) {
    const token = decodeToken(word.split('.'));
    if (token !== undefined) return details('JSON Web Token; the signature is not checked', token);
  }
  return undefined;
}

/** Header and claims of a token in its compact form (RFC 7519); undefined for another text. */
function decodeToken(parts: readonly string[]): string | undefined {
  // Base64 of a brace and a quotation mark.
  if (parts.length !== 3 || !parts[0]?.startsWith('ey')) return undefined;
  const [header, claims] = parts.map((part) => parseJsonNodes(decodeBase64(part) ?? ''));
  return header && claims && `${indentJson(header)}\n${indentJson(claims)}`;
}

function details(title: string, text: string): HTMLElement {
  return el('details', { class: 'credentials' }, el('summary', {}, title), textBlock(text, title));
}

/** The text of Base64 in either alphabet; undefined for other bytes. */
function decodeBase64(text: string): string | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
