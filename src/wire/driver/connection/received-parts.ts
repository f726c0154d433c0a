import type { ChunkExtension, ContentParts } from '../../content-parts.ts';

/** Parts whose sizes and extensions are kept: a client can send any number of them. */
const MAX_KEPT = 1000;

const NONE: ChunkExtension[] = [];

/** Records the chunks or the DATA frames of a request's content, in bounded memory. */
export class ReceivedParts implements ContentParts {
  count = 0;
  readonly sizes: number[] = [];
  /** Most chunks have none. */
  extensions = NONE;

  /**
   * @param size bytes of content; 0 for the last chunk, which is no part
   * @param extension as received; empty for none
   */
  add(size: number, extension: string): void {
    // The last chunk follows any number of them. There is one, so its extension needs no place.
    if (extension !== '' && (this.count < MAX_KEPT || size === 0)) {
      if (this.extensions === NONE) this.extensions = [];
      this.extensions.push({ chunk: this.count, text: extension });
    }
    if (size === 0) return;
    if (this.count < MAX_KEPT) this.sizes.push(size);
    this.count++;
  }
}
