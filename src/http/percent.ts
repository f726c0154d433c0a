/**
 * Decodes percent-encoding without ever failing: an escape that is not one stays as it is, and bytes that are not
 * UTF-8 become U+FFFD. Characters above U+007F, as Node hands over bytes that came unencoded, count as those bytes.
 * Compat: what Werkzeug does to paths and queries.
 */
export function percentDecode(text: string): string {
  if (!/[%\x80-\uffff]/.test(text)) return text;
  return percentDecodeBytes(text).toString('utf8');
}

/** As `percentDecode`, and `+` stands for a space, as in forms. */
export function formDecode(text: string): string {
  return percentDecode(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

function percentDecodeBytes(text: string): Buffer {
  const source = Buffer.from(text, 'latin1');
  const target = Buffer.allocUnsafe(source.length);
  let length = 0;
  for (let index = 0; index < source.length; index++) {
    let byte = source[index] ?? 0;
    if (byte === 0x25) {
      const high = hexDigit(source[index + 1]);
      const low = hexDigit(source[index + 2]);
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low;
        index += 2;
      }
    }
    target[length++] = byte;
  }
  return target.subarray(0, length);
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
