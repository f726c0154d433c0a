import { Type } from 'typebox';
import { BIN_NAME } from '#bins/bin-name.ts';
import { UNMATCHED_MODES } from '#config/settings/unmatched-modes.ts';
import type { OperationContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { rejectDropped } from '../requests/journal-access.ts';
import { verify } from '../rules/rules-verify.ts';
import { buildOrigins } from '../server/connection.ts';
import { OperationError } from '../state/errors.ts';
import { describeRequests } from './scope-report.ts';

const key = Type.String({ pattern: BIN_NAME.source, description: 'The key of the bin.' });
const OrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const beginScope = operation({
  name: 'bins-scope.begin',
  summary: 'Begins a bin for one test, with a key that no other has.',
  input: inputOf({
    name: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Any text, such as the name of the test. The key contains parts of it.',
    }),
    unmatched: Type.Optional(
      Type.Enum(UNMATCHED_MODES, { description: 'What requests get that no rule takes.' }),
    ),
  }),
  output: Type.Object({
    key: Type.String(),
    url: Type.String({ description: 'The base of the URLs whose requests are in the bin.' }),
    tlsUrl: OrNull('The same over TLS; null without TLS.'),
    h2cUrl: OrNull('The same for HTTP/2 without TLS; null if the server does not accept it.'),
  }),
  errors: ['conflict', 'unsupported'],
  http: {
    route: 'POST /_sparring/bins',
    tag: 'Bins',
    description:
      'For a program on the machine of the server, the bin has two ports of its own, where the testing service is alone; otherwise, the base has the prefix of the bin. There are at most 500 such bins, each of which ends after an hour without a call. Needs one process.',
    success: 201,
    examples: [{ path: '/_sparring/bins', body: '{"name":"test_users"}', status: 201 }],
  },
  location: ({ key }) => `/_sparring/bins/${key}`,
  async run({ name, unmatched }, context, { origin, isLocal }) {
    const { scopes, connection, rules } = context;
    requireOneProcess(context);
    const { key, ports } = await scopes.begin(name, isLocal ? connection.openScopePorts : undefined);
    if (unmatched !== undefined) await rules.unmatched.setMode(key, unmatched);
    const { url, tlsUrl, h2cUrl } = buildOrigins(connection, origin);
    const inBin = (base: string | null) => base && `${base}/bin/${key}`;
    return ports
      ? { key, url: ports.url, tlsUrl: ports.tlsUrl, h2cUrl: h2cUrl && ports.url }
      : { key, url: `${url}/bin/${key}`, tlsUrl: inBin(tlsUrl), h2cUrl: inBin(h2cUrl) };
  },
});

export const endScope = operation({
  name: 'bins-scope.end',
  summary: 'Ends the bin of a test: waits for requests in progress, verifies, and removes it, in one step.',
  input: inputOf({
    key,
    failed: Type.Optional(
      Type.Boolean({ description: 'Whether the test has failed, so that its requests stay in the journal.' }),
    ),
    unmatched: Type.Optional(
      Type.Boolean({ description: 'Whether unmatched requests are findings. The default is true.' }),
    ),
  }),
  output: Type.Object({
    passed: Type.Boolean({
      description: 'Whether every request matched a rule, and every required rule was used.',
    }),
    detail: Type.String({ description: 'The findings; empty without any.' }),
    report: Type.String({ description: 'The findings, and the requests of the test.' }),
  }),
  errors: ['notFound', 'conflict', 'unsupported'],
  http: {
    route: 'POST /_sparring/bins/{key}/end',
    tag: 'Bins',
    description:
      'Requests in progress have a second. The ports of the bin are closed, and later requests to its prefix get 404. The key is not used again. Also ends a bin whose entries the journal has dropped, with 409.',
    examples: [{ path: '/_sparring/bins/unknown/end', body: '{}', status: 404 }],
  },
  async run({ key, failed = false, unmatched = true }, context, { origin }) {
    requireOneProcess(context);
    const { scopes, localJournal } = context;
    return scopes.end(key, async () => {
      const { text } = verify(context, { bin: key, unmatched }, localJournal);
      const report = reportOf(context, key, origin, text);
      try {
        rejectDropped(localJournal, key);
      } finally {
        if (!failed && text === undefined) localJournal?.clear(key);
      }
      return { passed: text === undefined, detail: text ?? '', report };
    });
  },
});

export const reportScope = operation({
  name: 'bins-scope.report',
  summary: 'Describes the latest requests of a bin as text.',
  input: inputOf({ key }),
  output: Type.Object({ report: Type.String() }),
  errors: ['notFound', 'unsupported'],
  http: {
    route: 'GET /_sparring/bins/{key}/report',
    tag: 'Bins',
    description: 'Up to 20 requests, with status, rules and faults. Credentials are masked.',
    examples: [{ path: '/_sparring/bins/one/report', status: 200 }],
  },
  run({ key }, context, { origin }) {
    requireOneProcess(context);
    context.scopes.use(key);
    return {
      report: reportOf(context, key, origin, verify(context, { bin: key }, context.localJournal).text),
    };
  },
});

function reportOf(
  context: OperationContext,
  key: string,
  origin: string,
  findings: string | undefined,
): string {
  const requests = describeRequests(context, key, `${origin}/_sparring/inspector?bin=${key}`);
  return findings === undefined ? requests : `${findings}\n${requests}`;
}

/** The ports and the exchanges in progress of a bin are those of one process. */
function requireOneProcess({ worker, localJournal, journal }: OperationContext): void {
  if (worker !== undefined || (journal && !localJournal))
    throw new OperationError('unsupported', 'The bins of tests need a server of one process.');
}
