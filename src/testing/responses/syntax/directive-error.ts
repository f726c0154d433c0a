/** An invalid value. The message follows the name of the directive: `must be …`, `cannot be …`. */
export class DirectiveError extends Error {}
