const NAME = 'permessage-deflate';

/**
 * The offers of `permessage-deflate` that can be accepted, out of a `Sec-WebSocket-Extensions` header; undefined when
 * there is none. An offer with an unknown parameter, a repeated one or a bad value is declined, and so the next one is
 * tried (RFC 7692 §7). A server window of 8 bits is declined too, since zlib has none.
 */
export function acceptableOffers(header: string): string | undefined {
  const offers = header.split(',').map((offer) => offer.trim());
  const acceptable = offers.filter(isAcceptable);
  return acceptable.length === 0 ? undefined : acceptable.join(', ');
}

function isAcceptable(offer: string): boolean {
  const [name, ...parameters] = offer.split(';').map((part) => part.trim());
  const names = parameters.map((parameter) => parameter.split('=', 1)[0]?.trim());
  return name === NAME && new Set(names).size === names.length && parameters.every(isValid);
}

function isValid(parameter: string): boolean {
  return VALID.test(parameter);
}

const VALID =
  /^(?:(?:server|client)_no_context_takeover|server_max_window_bits ?= ?(?:9|1[0-5]|"(?:9|1[0-5])")|client_max_window_bits(?: ?= ?(?:[89]|1[0-5]|"(?:[89]|1[0-5])"))?)$/;
