// Loaded before the command: writes the URLs of the files that the process has loaded to the file of LOADED_FILES at its end.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

if (process.send === undefined) {
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      loaded.push(url);
      return next(url, context);
    },
  });
  process.on('exit', () => writeFileSync(process.env.LOADED_FILES, loaded.join('\n')));
}
