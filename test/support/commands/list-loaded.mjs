// Loaded before the command: writes the URLs of the files that the primary process has loaded to the file of LOADED_FILES at its end.
import { writeFileSync } from 'node:fs';
import { loaded } from './record-loads.mjs';

if (process.send === undefined)
  process.on('exit', () => writeFileSync(process.env.LOADED_FILES, loaded.join('\n')));
