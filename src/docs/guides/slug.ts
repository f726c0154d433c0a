/** The anchor of a heading, as in links of the guides: in lower case, without punctuation, with hyphens for spaces. */
export function formatSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
