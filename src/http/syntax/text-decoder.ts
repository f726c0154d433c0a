/**
 * A decoder of an encoding (Encoding Standard §7). Some versions of Node, such as 22.15 and 24.0, take windows-1252 for ISO-8859-1.
 * @throws RangeError for a label that is not known
 */
export function createTextDecoder(
  label: string,
  options: TextDecoderOptions = {},
): Pick<TextDecoder, 'encoding' | 'decode'> {
  const decoder = new TextDecoder(label, options);
  const { encoding } = decoder;
  if (encoding !== 'windows-1252' || decoder.decode(Uint8Array.of(0x80)) === '€') return decoder;
  return { encoding, decode: (bytes = new Uint8Array()) => decodeWindows1252(toBytes(bytes)) };
}

/** The characters of the bytes 80 to 9F. Those of all others are as in ISO-8859-1. */
const CHARACTERS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

export function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => CHARACTERS.charAt(character.charCodeAt(0) - 0x80));
}

function toBytes(source: NonNullable<Parameters<TextDecoder['decode']>[0]>): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
