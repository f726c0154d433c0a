/** Gives an error members that test runners do not print: they print the enumerable ones after the message. */
export function hideMembers(error: Error, members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(error, name, { value, enumerable: false, configurable: true });
}
