import { isUtf8 } from 'node:buffer';

/** What is wrong with the text of an archive. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Longer names are not those of the list. */
const MAX_NAME_LENGTH = 16;

/** Longer than any entry that can become a rule. */
const MAX_ENTRY_SIZE = 128 * 1024 * 1024;

/**
 * Finds the items of `log.entries` in the bytes of an archive, which can be larger than the longest text of the process.
 * Structural characters and quotation marks are ASCII, and no byte of another character of UTF-8 equals them.
 */
export class EntrySplitter {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The latest text at a depth of names, and the names of the objects that are open. */
  #text: number[] = [];
  #name = '';
  #inLog = false;
  #inEntries = false;
  #hasEntries = false;
  #item: Uint8Array[] = [];
  #itemSize = 0;

  /** The texts of the entries that end in the bytes. @throws ArchiveError */
  *push(chunk: Uint8Array): Generator<string> {
    let start = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] ?? 0;
      if (this.#isInString) {
        this.#readInString(byte);
        continue;
      }
      if (byte === QUOTE) {
        this.#isInString = true;
        this.#text = [];
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        this.#open(byte);
        if (byte === OPEN_BRACKET && this.#inEntries && this.#depth === ENTRIES_DEPTH) start = index + 1;
      } else if (byte === COLON && this.#depth <= 2) this.#name = String.fromCharCode(...this.#text);
      else if (byte === COMMA && this.#inEntries && this.#depth === ENTRIES_DEPTH) {
        yield this.#end(chunk.subarray(start, index));
        start = index + 1;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (this.#inEntries && this.#depth === ENTRIES_DEPTH) {
          const last = this.#end(chunk.subarray(start, index));
          this.#inEntries = false;
          if (last.trim() !== '') yield last;
        }
        this.#close();
      }
    }
    if (this.#inEntries) this.#keep(chunk.subarray(start));
  }

  /** @throws ArchiveError for an archive that is not complete. */
  end(): void {
    if (this.#depth !== 0 || this.#isInString) throw new ArchiveError('ends early');
    if (!this.#hasEntries) throw new ArchiveError('has no log.entries, as an HTTP Archive has');
  }

  #readInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
    else if (this.#depth <= 2 && this.#text.length <= MAX_NAME_LENGTH) this.#text.push(byte);
  }

  #open(byte: number): void {
    const isObject = byte === OPEN_BRACE;
    if (this.#depth === 1 && isObject) this.#inLog = this.#name === 'log';
    if (this.#depth === 2 && !isObject && this.#inLog && this.#name === 'entries') {
      this.#inEntries = true;
      this.#hasEntries = true;
    }
    this.#depth++;
  }

  #close(): void {
    this.#depth--;
    if (this.#depth < 0) throw new ArchiveError('is not JSON');
    if (this.#depth === 1) this.#inLog = false;
  }

  #keep(part: Uint8Array): void {
    this.#itemSize += part.length;
    if (this.#itemSize > MAX_ENTRY_SIZE) throw new ArchiveError('has an entry of more than 128 MiB');
    // The stream can use the memory of its chunks again.
    this.#item.push(Uint8Array.from(part));
  }

  #end(part: Uint8Array): string {
    const bytes = Buffer.concat([...this.#item, part]);
    this.#item = [];
    this.#itemSize = 0;
    if (!isUtf8(bytes)) throw new ArchiveError('is not UTF-8');
    return bytes.toString();
  }
}

/** The number of lists and objects around an entry. */
const ENTRIES_DEPTH = 3;
