/**
 * Most bytes of a body that the API and its pages read. None needs more than a few kilobytes, and parsed and checked
 * against a schema a body takes up many times its size.
 */
export const MAX_BODY_SIZE = 1024 * 1024;
