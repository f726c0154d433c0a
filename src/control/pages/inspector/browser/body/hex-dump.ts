const BYTES_PER_LINE = 16;

/**
 * Bytes in hexadecimal: offset, 16 bytes, and the printable ASCII characters.
 * @param first the offset of the first byte
 */
export function hexDump(bytes: Uint8Array, first = 0): string {
  const lines = [];
  for (let offset = 0; offset < bytes.length; offset += BYTES_PER_LINE) {
    const line = [...bytes.subarray(offset, offset + BYTES_PER_LINE)];
    const digits = line.map((byte) => byte.toString(16).padStart(2, '0'));
    const left = digits.slice(0, 8).join(' ').padEnd(23);
    const right = digits.slice(8).join(' ').padEnd(23);
    const text = line.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${(first + offset).toString(16).padStart(8, '0')}  ${left}  ${right}  ${text}`);
  }
  return lines.join('\n');
}
