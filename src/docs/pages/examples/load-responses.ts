import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The response to an example, as recorded. Its origin is `EXAMPLE_ORIGIN`. */
export interface RecordedResponse {
  /** The status line and the header fields that matter, one a line. */
  readonly head: string;
  /** The beginning of the content, if it is text. */
  readonly body?: string;
  /** What the head and the body omit. */
  readonly note: string;
}

/** The responses to the examples of each endpoint, by its name in the catalogue. Null for those that cannot be recorded. */
export type RecordedResponses = Readonly<Record<string, readonly (RecordedResponse | null)[]>>;

/** Reads the recorded responses on each call. `npm run build` replaces this module by one that reads them from the package. */
export async function loadResponses(): Promise<RecordedResponses> {
  const file = path.join(import.meta.dirname, '../../../../docs/reference/example-responses.json');
  return JSON.parse(await readFile(file, 'utf8'));
}
