/** The match of a text such as `GET /users/{id}` or `/users/{id}`. */
export function parseRequestText(text: string): { readonly method?: string; readonly path: string } {
  const space = text.indexOf(' ');
  return space < 0 ? { path: text } : { method: text.slice(0, space), path: text.slice(space + 1).trim() };
}
