import { buildArchive, toHarEntries } from '#journal/export/har.ts';
import { archiveOf, type Har, type HarEntry } from '#journal/export/har-schema.ts';
import { createFilter } from '#journal/match/filter.ts';
import { selectEntries } from '#journal/reading/select-entries.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { filterParameters, own, readJournal, redactionFor, scopeOf, secrets } from './journal-access.ts';

export const exportRequests = operation({
  name: 'requests-har',
  summary: 'Exports the recorded requests as an HTTP Archive 1.2.',
  input: inputOf({ ...filterParameters, own, secrets }),
  output: archiveOf({}),
  errors: ['conflict', 'unavailable'],
  http: {
    route: 'GET /_sparring/requests.har',
    tag: 'Journal',
    description:
      'For the network panel of browsers, and other tools. Connections without a valid request are omitted.',
    examples: [
      {
        title: 'The requests of a bin',
        path: '/_sparring/requests.har?bin=t1',
        status: 200,
        responseFields: [['Content-Disposition', 'attachment; filename="requests.har"']],
      },
      { title: 'A status that is not one', path: '/_sparring/requests.har?status=x', status: 400 },
    ],
  },
  async run({ own: ownShown, secrets: shown, ...parameters }, context) {
    // Before the entries of other processes are collected.
    createFilter(parameters);
    const scope = scopeOf(ownShown, parameters.filter);
    const { entries } = selectEntries(await readJournal(context), { parameters, scope });
    const redaction = redactionFor(context, shown);
    const archived: HarEntry[] = [];
    for (const entry of toHarEntries(entries, redaction)) {
      archived.push(entry);
      // So that other requests do not wait.
      if (archived.length % SLICE === 0) await context.runtime.nextIteration();
    }
    return buildArchive(archived, context.version);
  },
  async send(exchange, har) {
    await exchange.stream(
      200,
      [
        ['Content-Type', 'application/json'],
        ['Content-Disposition', 'attachment; filename="requests.har"'],
      ],
      formatArchive(har),
    );
  },
});

/** Number of entries that are formatted in one iteration of the event loop. */
const SLICE = 20;

/** The archive as JSON, in parts: all of it can be many megabytes. */
function* formatArchive({ log: { entries, ...log } }: Har): Generator<string, undefined> {
  let before = `{"log":${JSON.stringify(log).slice(0, -1)},"entries":[`;
  for (let at = 0; at < entries.length; at += SLICE) {
    const part = entries.slice(at, at + SLICE).map((entry) => JSON.stringify(entry));
    yield before + part.join(',');
    before = ',';
  }
  yield `${entries.length === 0 ? before : ''}]}}`;
}
