import { isLocalhostName } from '../../http/address.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Fields } from '../../http/fields.ts';
import type { ClientAddress } from '../sign-in/client-address.ts';

/** The `Strict-Transport-Security` header of an answer, where it belongs on it (RFC 6797 §7.2). */
export type StrictTransport = (exchange: Exchange | undefined) => Fields;

/**
 * A browser keeps the header for every port of a host name. On `localhost` it would force HTTPS on every other project
 * of this machine, so answers to that name never carry it.
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

/** Compat: the value that the original sends. */
const STRICT: Fields = [['Strict-Transport-Security', 'max-age=31536000; includeSubdomains; preload']];
