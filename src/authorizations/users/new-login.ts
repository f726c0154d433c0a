/** The most characters a login has. */
const LONGEST = 39;

/**
 * The login that a new user gets for the one that was asked for: whatever is neither letter nor digit becomes a hyphen,
 * never two in a row nor one at an end. Undefined when nothing is left, or too much.
 */
export function toNewLogin(asked: string): string | undefined {
  const login = asked.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return login.length >= 1 && login.length <= LONGEST ? login : undefined;
}
