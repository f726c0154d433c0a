/** The words of a filter, with their quotation marks. */
export function splitFilter(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*"?|[^\s"])+/g) ?? [];
}
