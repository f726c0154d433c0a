import { once } from 'node:events';
import { globSync, watch } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from './files.ts';

const DEBOUNCE_MS = 200;

/** Runs again whenever a file of the project, or one beside the named files, changes, until the process is ended. */
export async function runOnChange(files: readonly string[], run: () => Promise<unknown>): Promise<never> {
  for (;;) {
    const changes = watchFolders(files.map((file) => path.dirname(file)));
    await run();
    process.stdout.write('Waiting for a change of a file. Ctrl-C ends.\n');
    await changes.next;
    // An editor writes a file in several steps.
    await delay(DEBOUNCE_MS);
    changes.close();
  }
}

/** Watches each folder by itself: a recursive watch would include the installed packages. */
function watchFolders(own: readonly string[]): { readonly next: Promise<unknown>; close(): void } {
  const sources = globSync('{src,test,tools,bin,conformance/src,conformance/test}/**/', {
    cwd: projectRoot,
    exclude: (name) => name === 'node_modules',
  });
  const ending = new AbortController();
  const folders = new Set([...own, ...sources.map((folder) => path.join(projectRoot, folder))]);
  const watchers = [...folders].map((folder) => watch(folder, { signal: ending.signal }));
  return {
    next: Promise.race(watchers.map((watcher) => once(watcher, 'change'))),
    close: () => ending.abort(),
  };
}
