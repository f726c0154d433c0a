/** Quotes text for a POSIX shell. */
export function quoteText(text: string): string {
  return /^[\w\-./:=@,+%]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** As `quoteText`, on one line: line breaks and tabs are escaped (POSIX.1-2024, 2.2.4). */
export function quoteLine(text: string): string {
  if (!/[\r\n\t]/.test(text)) return quoteText(text);
  const escaped = text.replaceAll(/[\\']/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
  return `$'${escaped.replaceAll('\t', '\\t')}'`;
}
