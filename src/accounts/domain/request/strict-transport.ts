import type { Exchange } from '#http/message/exchange.ts';
import { isLocalhostName } from '#http/syntax/address.ts';
import type { Fields } from '#http/syntax/fields.ts';
import type { ClientAddress } from './client-address.ts';

/** The `Strict-Transport-Security` header of a response, where RFC 6797 section 7.2 allows it. */
export type StrictTransport = (exchange: Exchange | undefined) => Fields;

/**
 * A browser keeps the header for every port of a host name. On `localhost` it would force HTTPS on every other project
 * of this machine, so responses for that name do not carry it.
 */
export function createStrictTransport(isOn: boolean, clientAddress: ClientAddress): StrictTransport {
  if (!isOn) return () => NONE;
  return (exchange) =>
    exchange !== undefined &&
    clientAddress.scheme(exchange) === 'https' &&
    !isLocalhostName(exchange.field('Host') ?? '')
      ? STRICT
      : NONE;
}

const NONE: Fields = [];

/** Compat: the value of the original. */
const STRICT: Fields = [['Strict-Transport-Security', 'max-age=31536000; includeSubdomains; preload']];
