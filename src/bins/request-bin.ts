import { splitAuthority } from '#http/syntax/authority.ts';
import { type Fields, findField } from '#http/syntax/fields.ts';
import type { Target } from '#http/syntax/target.ts';
import { own } from '#wire/bytes.ts';
import { BIN_NAME } from './bin-name.ts';
import { binOfPrefix } from './bin-prefix.ts';

/** The host of all bins. The names below it are the hosts of one bin each. */
const BIN_HOST = 'bin.localhost';

/** The names of all hosts of bins, for certificates. */
export const BIN_HOSTS: readonly string[] = [BIN_HOST, `*.${BIN_HOST}`];

/** Most hosts do not contain it, in any case. */
const BIN_HOST_ANYWHERE = /bin\.localhost/i;

export interface BinOfRequest {
  /** Null without a valid bin. */
  readonly bin: string | null;
  /** Whether the request names no bin, or a valid one. */
  readonly isValid: boolean;
}

/** The first values of the header fields that name a bin. */
export interface BinFields {
  /** That of `Sparring-Bin`. */
  readonly named: string | undefined;
  /** That of the field of `--bin-header`. */
  readonly forwarded: string | undefined;
}

/** @param binHeader the name of the field of `--bin-header`. */
export function binFieldsOf(fields: Fields, binHeader: string | undefined): BinFields {
  return {
    named: findField(fields, 'Sparring-Bin'),
    forwarded: binHeader === undefined ? undefined : findField(fields, binHeader),
  };
}

/**
 * The bin of a request: that of its port, of `Sparring-Bin`, of the field of `--bin-header`, of the prefix of the path, or of the host, such
 * as `KEY.bin.localhost`.
 * @param host the value of `Host`, if the target has no authority.
 */
export function readBin(
  { named, forwarded }: BinFields,
  target: Pick<Target, 'base' | 'authority' | 'scope'>,
  host: string | undefined,
): BinOfRequest {
  if (target.scope !== undefined) return { bin: target.scope, isValid: true };
  const label = labelOf(target.authority ?? host);
  // Most requests name no bin.
  if (named === undefined && forwarded === undefined && label === undefined && target.base === '')
    return NO_BIN;
  // The field of the application under test can have other values, too.
  const correlated = forwarded !== undefined && BIN_NAME.test(forwarded) ? forwarded : undefined;
  const sources = [named, correlated, prefixOf(target), label].filter((bin) => bin !== undefined);
  const found = sources.find((source) => BIN_NAME.test(source));
  // Entries, and the counts of bins without entries, refer to the name.
  const bin = found === undefined ? null : own(found);
  return { bin, isValid: bin === (sources[0] ?? null) };
}

const NO_BIN: BinOfRequest = { bin: null, isValid: true };

/** Whether an authority is `bin.localhost` or a name below it, in any case, with or without a port and a final dot. */
export function isBinHost(authority: string): boolean {
  return parseBinHost(authority) !== undefined;
}

function prefixOf({ base }: Pick<Target, 'base'>): string | undefined {
  return base === '' ? undefined : binOfPrefix(base);
}

/** The key of the bin whose host it is; undefined for any other host. */
export function keyOfHost(authority: string): string | undefined {
  const label = labelOf(authority);
  return label !== undefined && BIN_NAME.test(label) ? label : undefined;
}

/** The key of a bin that a host names. Browsers send host names in lower case, so a key with capitals has no host. */
function labelOf(authority: string | undefined): string | undefined {
  const host = authority === undefined ? undefined : parseBinHost(authority);
  return host === undefined || host === BIN_HOST ? undefined : host.slice(0, -BIN_HOST.length - 1);
}

/** The name of a host of bins, in lower case, without port and final dots; undefined for any other host. */
function parseBinHost(authority: string): string | undefined {
  if (!BIN_HOST_ANYWHERE.test(authority)) return undefined;
  const { host } = splitAuthority(authority.toLowerCase());
  let end = host.length;
  while (host[end - 1] === '.') end--;
  const name = host.slice(0, end);
  return name === BIN_HOST || name.endsWith(`.${BIN_HOST}`) ? name : undefined;
}
