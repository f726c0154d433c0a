const ALPHABETS = /[\w+/-]/;

/**
 * Decodes base64 in either alphabet of RFC 4648, as Python's `base64.urlsafe_b64decode`: ignores other characters,
 * requires padding, and stops after it.
 * @returns undefined when characters or padding are missing.
 */
export function decodePythonBase64(text: string): Buffer | undefined {
  let retained = '';
  let padding = 0;
  for (const character of text) {
    if (character === '=') {
      const place = retained.length % 4;
      if (place >= 2 && place + ++padding >= 4) return Buffer.from(retained, 'base64');
    } else if (ALPHABETS.test(character)) {
      padding = 0;
      retained += character;
    }
  }
  return retained.length % 4 === 0 ? Buffer.from(retained, 'base64') : undefined;
}
