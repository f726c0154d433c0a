/** The response that a link of the builder describes, in the fragment of the address; undefined without a valid one. */
export function readComposedResponse(hash: string): unknown {
  const [, text] = /^#respond=(.+)$/.exec(hash) ?? [];
  if (text === undefined) return undefined;
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}
