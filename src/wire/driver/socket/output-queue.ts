/** Text has one unit per byte. */
export type Part = string | Uint8Array;

/** The bytes that wait to be written, in the order of the calls. */
export class OutputQueue {
  /** In bytes. */
  length = 0;
  #parts: Part[] = [];
  /** Follows the parts. Most responses are text alone, and need no list. */
  #text = '';

  add(part: Part): void {
    this.length += part.length;
    if (typeof part === 'string') {
      this.#text += part;
      return;
    }
    if (this.#text !== '') this.#parts.push(this.#text);
    this.#text = '';
    this.#parts.push(part);
  }

  clear(): void {
    this.length = 0;
    this.#parts = [];
    this.#text = '';
  }

  /** Removes bytes from the start: all of them if they are not more than twice the limit, else as many as the limit. */
  take(limit: number): Part | Part[] {
    if (this.length > 2 * limit) return this.#takeSome(limit);
    const [text, parts] = [this.#text, this.#parts];
    this.length = 0;
    this.#text = '';
    if (parts.length === 0) return text;
    this.#parts = [];
    if (text !== '') parts.push(text);
    return parts;
  }

  #takeSome(limit: number): Part[] {
    if (this.#text !== '') this.#parts.push(this.#text);
    this.#text = '';
    const taken: Part[] = [];
    let room = limit;
    let count = 0;
    for (const part of this.#parts) {
      if (room === 0) break;
      if (part.length > room) {
        taken.push(cut(part, 0, room));
        this.#parts[count] = cut(part, room, part.length);
        break;
      }
      taken.push(part);
      room -= part.length;
      count++;
    }
    this.#parts.splice(0, count);
    this.length -= limit;
    return taken;
  }
}

function cut(part: Part, start: number, end: number): Part {
  return typeof part === 'string' ? part.slice(start, end) : part.subarray(start, end);
}
