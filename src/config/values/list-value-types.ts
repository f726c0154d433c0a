import { isIP } from 'node:net';
import { parseNetwork } from '#http/syntax/address.ts';
import { withoutBrackets } from '#http/syntax/authority.ts';
import { isToken } from '#http/syntax/token.ts';
import type { ValueType } from './value-types.ts';

/** A list with commas between its items. @param readItem returns undefined for an invalid item */
function listOf(
  placeholder: string,
  items: string,
  readItem: (item: string) => string | undefined,
): ValueType<readonly string[]> {
  return {
    expects: `${items} with commas between them`,
    placeholder,
    kind: 'list',
    optionType: 'readonly string[]',
    read(input) {
      const values = input.split(',').map((item) => readItem(item.trim()));
      return values.every((value) => value !== undefined) ? values : undefined;
    },
    write: (values) => values.join(','),
  };
}

/** IP addresses, and networks such as `10.0.0.0/8`. */
export const networks = listOf(
  'ADDRESS',
  'IP addresses or networks such as 192.0.2.1 or 10.0.0.0/8,',
  (item) => parseNetwork(item) && item,
);

/** Addresses and host names to listen on, without the brackets of IPv6. */
export const addresses: ValueType<readonly string[]> = {
  ...listOf('ADDRESS', 'addresses or host names', (item) =>
    /^[^\s/@]+$/.test(item) ? withoutBrackets(item) : undefined,
  ),
  optionType: 'string | readonly string[]',
};

/** Host names, normalised by the URL parser: in lower case and ASCII. */
export const domains = listOf('DOMAIN', 'host names such as example.com, without a port and', parseDomain);

/** Hosts in lower case: names, addresses, `*.example.com` for all subdomains, `*` for every host. */
export const hosts = listOf(
  'HOST',
  'host names or addresses such as api.example or *.example, without a port and',
  parseHostPattern,
);

/** Paths of files, which have no commas. */
export const files = listOf('FILE', 'paths of files', (item) => item || undefined);

/** Names of header fields (RFC 9110 §5.1), in lower case. */
export const fieldNames = listOf('NAME', 'names of header fields such as X-Api-Key,', parseFieldName);

/** The name of a header field, in lower case. */
export const fieldName: ValueType<string> = {
  expects: 'the name of a header field, such as X-Request-Id',
  placeholder: 'NAME',
  kind: 'single',
  optionType: 'string',
  read: parseFieldName,
  write: String,
};

function parseFieldName(text: string): string | undefined {
  return isToken(text) && text.length <= 256 ? text.toLowerCase() : undefined;
}

function parseHostPattern(text: string): string | undefined {
  if (text === '*') return text;
  const [, wildcard = '', name = ''] = /^(\*\.)?(.*)$/s.exec(text) ?? [];
  if (name.includes('*')) return undefined;
  const hostname = parseDomain(isIP(name) === 6 ? `[${name}]` : name);
  const host = hostname && withoutBrackets(hostname).replace(/\.$/, '');
  return host && !/^\.|\.\.|\.$/.test(host) ? `${wildcard}${host}` : undefined;
}

function parseDomain(text: string): string | undefined {
  if (/[\s/\\?#@%]|:\d*$/.test(text.replace(/^\[.*\]$/, ''))) return undefined;
  return URL.parse(`http://${text}/`)?.hostname;
}
