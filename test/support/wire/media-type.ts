/** A media type without its parameters, in lower case. */
export function parseEssence(contentType: string | undefined): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export function isJson(contentType: string | undefined): boolean {
  return /[/+]json$/.test(parseEssence(contentType));
}
