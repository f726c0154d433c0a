import type { Draw } from '#test/support/wire/draw.ts';

const MAX_EDITS = 4;
const MAX_RANGE = 12;

/** Replaces, removes, inserts and repeats some bytes. @param text one unit per byte */
export function addNoise(draw: Draw, text: string): string {
  let changed = text;
  for (let edits = 1 + draw(MAX_EDITS); edits > 0; edits--) {
    const at = draw(changed.length + 1);
    const end = at + 1 + draw(draw(3) === 0 ? MAX_RANGE : 1);
    const before = changed.slice(0, at);
    switch (draw(5)) {
      case 0:
        changed = before + String.fromCharCode(draw(256)) + changed.slice(at + 1);
        break;
      case 1:
        changed = before + changed.slice(end);
        break;
      case 2:
        changed = before + String.fromCharCode(draw(256)) + changed.slice(at);
        break;
      case 3:
        changed = before + changed.slice(at, end) + changed.slice(at);
        break;
      default:
        // One bit.
        changed =
          before +
          String.fromCharCode((changed.charCodeAt(at) || 0) ^ (1 << draw(8))) +
          changed.slice(at + 1);
    }
  }
  return changed;
}

/** Divides bytes as packets do, into parts of up to `maxSize` bytes, some of them of one byte. */
export function divide(draw: Draw, bytes: Buffer, maxSize: number): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + draw(draw(3) === 0 ? Math.min(8, maxSize) : maxSize);
    parts.push(bytes.subarray(at, end));
    at = end;
  }
  return parts;
}
