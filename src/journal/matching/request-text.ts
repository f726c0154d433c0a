import { UsageError } from '#config/usage-error.ts';

/**
 * The match of a text such as `GET /users/{id}` or `/users/{id}`.
 * @throws UsageError for a method without a path
 */
export function parseRequestText(text: string): { readonly method?: string; readonly path: string } {
  if (/^[A-Z]{3,}$/.test(text))
    throw new UsageError(`${text} is a method without a path: name a path, such as ${text} /users.`);
  const space = text.indexOf(' ');
  return space < 0 ? { path: text } : { method: text.slice(0, space), path: text.slice(space + 1).trim() };
}
