export type Pair = readonly [name: string, value: string];

/** A name and its value, around the first separator; without one, the text is the name. */
export function parsePair(text: string, separator: '=' | ':'): Pair {
  const at = text.indexOf(separator);
  if (at < 0) return [text, ''];
  const value = text.slice(at + 1);
  return [text.slice(0, at), separator === ':' ? value.trim() : value];
}

/** The text that percent-encoding stands for; a text with an invalid one is kept. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The bytes of a text with a character for each, such as the result of `atob`. */
export function binaryBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The text of bytes, by the charset of their media type; undefined for other content. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>, type = ''): string | undefined {
  const charset = /;\s?charset="?([^"\s;]+)/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A byte in hexadecimal. */
export function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
