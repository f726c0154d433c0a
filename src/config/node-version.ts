import { UsageError } from './usage-error.ts';

/** Whether the server runs under this version of Node. The launcher in bin/ applies the same rule. */
export function isSupportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 15);
}

export function unsupportedNode(version: string): UsageError {
  return new UsageError(
    `Sparring needs Node 22.15 or a later 22, or Node 24 or later, but this is ${version}.`,
  );
}
