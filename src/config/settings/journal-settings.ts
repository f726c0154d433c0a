import { fieldNames } from '../values/list-value-types.ts';
import { choice, integer, size, smallSize, toggle } from '../values/value-types.ts';
import { inGroup, setting } from './setting.ts';

/** The journal of requests. */
export const journalSettings = inGroup('Journal', {
  journal: setting<number | undefined>({
    type: integer('COUNT', 0, 1_000_000),
    default: undefined,
    commandDefault: '1000 on a loopback address or with a control token, otherwise 0',
    optionDefault: '1000 on a loopback address or with a control token, otherwise 0',
    sentence: 'Maximum number of requests to the testing service that the journal keeps; 0 disables it.',
  }),
  journalBodySize: setting({
    type: smallSize,
    default: 1024 ** 2,
    sentence: 'Maximum number of bytes that the journal keeps of each body, up to 1m.',
  }),
  journalSize: setting({
    type: size,
    default: 32 * 1024 ** 2,
    sentence: 'Maximum total number of bytes that the journal keeps; then the oldest requests are removed.',
  }),
  journalStore: setting<JournalStoreName>({
    type: choice('STORE', ['memory', 'database']),
    default: 'memory',
    commandDefault: 'database with several workers or PostgreSQL, otherwise memory',
    sentence:
      'Where the journal is: memory, or database, where it survives a restart and all processes share it; in a SQLite file or PostgreSQL.',
  }),
  journalRedact: setting<readonly string[]>({
    type: fieldNames,
    default: [],
    sentence: 'Names of header fields whose values the journal does not keep.',
  }),
  journalAuthorizations: setting({
    type: toggle,
    default: false,
    sentence:
      'Records method, path template, status and times of requests to the API and its pages, too; never their header fields and bodies.',
  }),
});

type JournalStoreName = 'memory' | 'database';
