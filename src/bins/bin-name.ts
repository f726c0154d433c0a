/** Names of bins: 1 to 64 unreserved characters (RFC 3986 §2.3). */
export const BIN_NAME = /^[A-Za-z0-9._~-]{1,64}$/;

/** The name of a bin, or empty for the server. */
export const BIN_NAME_OR_EMPTY = /^(?:[A-Za-z0-9._~-]{1,64})?$/;
