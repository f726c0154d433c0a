import { isIP } from 'node:net';
import { parseNetwork } from '../http/syntax/address.ts';
import { withoutBrackets } from '../http/syntax/authority.ts';
import type { ValueType } from './value-types.ts';

/** A comma-separated list of IP addresses and networks such as `10.0.0.0/8`. */
export const networks: ValueType<readonly string[]> = {
  expects: 'IP addresses or networks such as 192.0.2.1 or 10.0.0.0/8, with commas between them',
  placeholder: 'ADDRESS',
  kind: 'list',
  optionType: 'readonly string[]',
  read(given) {
    const items = given.split(',').map((item) => item.trim());
    return items.every((item) => parseNetwork(item) !== undefined) ? items : undefined;
  },
  write: (value) => value.join(','),
};

/** A comma-separated list of host names, normalised by the URL parser: in lower case and ASCII. */
export const domains: ValueType<readonly string[]> = {
  expects: 'host names such as example.com, without a port and with commas between them',
  placeholder: 'DOMAIN',
  kind: 'list',
  optionType: 'readonly string[]',
  read(given) {
    const items = given.split(',').map((item) => toDomain(item.trim()));
    return items.every((item) => item !== undefined) ? items : undefined;
  },
  write: (value) => value.join(','),
};

/** Hosts in lower case: names, addresses, `*.example.com` for all subdomains, `*` for every host. */
export const hosts: ValueType<readonly string[]> = {
  expects:
    'host names or addresses such as api.example or *.example, without a port and with commas between them',
  placeholder: 'HOST',
  kind: 'list',
  optionType: 'readonly string[]',
  read(given) {
    const items = given.split(',').map((item) => toHostPattern(item.trim()));
    return items.every((item) => item !== undefined) ? items : undefined;
  },
  write: (value) => value.join(','),
};

/** A comma-separated list of names of header fields (RFC 9110 §5.1), in lower case. */
export const fieldNames: ValueType<readonly string[]> = {
  expects: 'names of header fields such as X-Api-Key, with commas between them',
  placeholder: 'NAME',
  kind: 'list',
  optionType: 'readonly string[]',
  read(given) {
    const names = given.split(',').map((name) => name.trim().toLowerCase());
    return names.every((name) => /^[!#$%&'*+.^_`|~\w-]{1,256}$/.test(name)) ? names : undefined;
  },
  write: (value) => value.join(','),
};

function toHostPattern(text: string): string | undefined {
  if (text === '*') return text;
  const [, wildcard = '', name = ''] = /^(\*\.)?(.*)$/s.exec(text) ?? [];
  if (name.includes('*')) return undefined;
  const hostname = toDomain(isIP(name) === 6 ? `[${name}]` : name);
  const host = hostname && withoutBrackets(hostname).replace(/\.$/, '');
  return host && !/^\.|\.\.|\.$/.test(host) ? `${wildcard}${host}` : undefined;
}

function toDomain(text: string): string | undefined {
  if (/[\s/\\?#@%]|:\d*$/.test(text.replace(/^\[.*\]$/, ''))) return undefined;
  return URL.parse(`http://${text}/`)?.hostname;
}
