import type { Runtime } from '../server.ts';
import { type Adapter, openAdapter } from './adapter.ts';
import type { AdapterCommand } from './adapter-process.ts';
import { openRequestAdapter } from './request-adapter.ts';
import { openSessionAdapter } from './session-adapter.ts';

/** How long a process of an adapter lives: for the run, for a session, or for one request. */
export const PROCESS_MODES = ['stay', 'session', 'request'] as const;
export type ProcessMode = (typeof PROCESS_MODES)[number];

/** @throws AdapterError when the adapter does not start. */
export function openAdapterAs(
  mode: ProcessMode,
  command: AdapterCommand,
  runtime: Runtime,
): Promise<Adapter> {
  switch (mode) {
    case 'session':
      return openSessionAdapter(command, runtime);
    case 'request':
      return openRequestAdapter(command, runtime);
    default:
      return openAdapter(command, runtime);
  }
}
