/** Texts that wait for their reader. */
export class ChunkQueue {
  #chunks: string[] = [];
  #isEnded = false;
  #wake = () => {};
  /** Number of bytes that wait, at least. */
  size = 0;

  push(chunk: string): void {
    if (chunk === '') return;
    this.#chunks.push(chunk);
    this.size += chunk.length;
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *read(): AsyncGenerator<string> {
    while (!this.#isEnded) {
      if (this.#chunks.length > 0) {
        const text = this.#chunks.join('');
        this.#chunks = [];
        this.size = 0;
        yield text;
      } else {
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#wake = resolve;
        await promise;
      }
    }
  }
}
