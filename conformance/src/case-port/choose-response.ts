import {
  isList,
  type PortScript,
  resolve,
  type ScriptEntry,
  type ScriptedResponse,
} from './scripted-response.ts';

/** Chooses the response to a request by its path and its fields. */
export type ChooseResponse = (path: string, hasField: (name: string) => boolean) => ScriptedResponse;

/** The responses of a script in their order. */
export function createChooser(script: PortScript, now: () => number): ChooseResponse {
  const byPath = new Map<string, readonly ScriptEntry[]>(
    isList(script)
      ? [['*', script]]
      : Object.entries(script).map(([path, entries]) => [path, isList(entries) ? entries : [entries]]),
  );
  const counts = new Map<readonly ScriptEntry[], number>();
  const nextOf = <Entry extends ScriptEntry>(entries: readonly Entry[]): Entry | undefined => {
    const count = counts.get(entries) ?? 0;
    counts.set(entries, count + 1);
    return entries[Math.min(count, entries.length - 1)];
  };
  return (path, hasField) => {
    const entry = nextOf(byPath.get(path) ?? byPath.get('*') ?? []);
    if (!entry) return NOT_FOUND;
    if (!('field' in entry)) return resolve(entry, now());
    return resolve(nextOf(hasField(entry.field) ? entry.present : entry.absent) ?? NOT_FOUND, now());
  };
}

const NOT_FOUND: ScriptedResponse = { compose: 'status=404&body=unexpected path' };
