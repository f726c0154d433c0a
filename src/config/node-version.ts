import { UsageError } from './usage-error.ts';

/** @throws UsageError when the version of Node is too old. The launcher in bin/ applies the same rule. */
export function requireSupportedNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= 26 || (major === 24 && minor >= 15)) return;
  throw new UsageError(
    `Sparring needs Node 24.15 or a later 24, or Node 26 or later, but this is ${version}; use one of them, or the command: npx sparring run -- COMMAND.`,
  );
}
