import { splitAuthority } from './authority.ts';
import type { Target } from './target.ts';

const BIN_HOST = '.bin.localhost';

/** The bin of the path or of the host, such as `KEY.bin.localhost`; null without one. */
export function binOf(target: Pick<Target, 'base'>, host: string | undefined): string | null {
  if (target.base !== '') return target.base.slice('/bin/'.length);
  if (!host?.toLowerCase().includes(BIN_HOST)) return null;
  const name = splitAuthority(host).host;
  return name.toLowerCase().endsWith(BIN_HOST) ? name.slice(0, -BIN_HOST.length) : null;
}
