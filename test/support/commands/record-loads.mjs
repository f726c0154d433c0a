// Loaded before others: records the URLs of the files that the process loads from now on.
import { registerHooks } from 'node:module';

export const loaded = [];

registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
