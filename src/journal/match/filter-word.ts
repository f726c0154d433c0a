/** A word of a filter that selects a value. @param name of the condition, or `header:NAME` */
export function formatWord(name: string, value: string): string {
  const isPlain = /^[^\s"\\]+$/.test(value);
  return `${name}:${isPlain ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`}`;
}
