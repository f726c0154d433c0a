/** Returns the text of one process; undefined for an unknown name, or when the process does not respond. */
export type Source = (name: string) => Promise<string | undefined>;

/** Collects texts of several processes. */
export class Gatherer {
  readonly #sources = new Set<Source>();

  /** Returns a function that removes the source. */
  add(source: Source): () => void {
    this.#sources.add(source);
    return () => this.#sources.delete(source);
  }

  async gather(name: string): Promise<string[]> {
    const texts = await Promise.all([...this.#sources].map((source) => source(name)));
    return texts.filter((text) => text !== undefined);
  }
}
