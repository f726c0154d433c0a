/**
 * The version of the line that `sparring serve --print json` prints, and of the calls that integrations of test runners make. It
 * grows with incompatible changes only.
 */
export const PROTOCOL = 1;
