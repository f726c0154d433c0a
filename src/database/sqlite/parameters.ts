/**
 * A statement with parameters `$1` and so on, as Node 22 binds it: it binds only parameters without a name, and `$1` and `?1` are names
 * in SQLite. Lists are JSON.
 */
export function bindParameters(
  text: string,
  values: readonly unknown[],
): { readonly sql: string; readonly parameters: unknown[] } {
  const parameters: unknown[] = [];
  const sql = text.replace(/\$(\d+)/g, (_, number: string) => {
    const value = values[Number(number) - 1];
    parameters.push(Array.isArray(value) ? JSON.stringify(value) : value);
    return '?';
  });
  return { sql, parameters };
}
