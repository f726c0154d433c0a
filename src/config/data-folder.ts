import path from 'node:path';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The default database of the command. */
export function defaultDatabase(machine: Machine): string {
  return `sqlite:${join(machine, dataFolder(machine), 'sparring.db')}`;
}

/** The folder of the user for data of this program. */
export function dataFolder(machine: Machine): string {
  const { platform, home, variables } = machine;
  if (platform === 'darwin') return join(machine, home, 'Library', 'Application Support', 'sparring');
  if (platform === 'win32') {
    return join(machine, variables.LOCALAPPDATA || join(machine, home, 'AppData', 'Local'), 'sparring');
  }
  // XDG Base Directory Specification: a relative path must be ignored.
  const input = variables.XDG_DATA_HOME;
  return input && path.posix.isAbsolute(input)
    ? join(machine, input, 'sparring')
    : join(machine, home, '.local', 'share', 'sparring');
}

function join({ platform }: Machine, ...parts: string[]): string {
  return (platform === 'win32' ? path.win32 : path.posix).join(...parts);
}
