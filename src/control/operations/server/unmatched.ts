import { type Static, Type } from 'typebox';
import { UnmatchedModeInput } from '#rules/unmatched/unmatched-mode.ts';
import type { UnmatchedRequests } from '#rules/unmatched/unmatched-requests.ts';
import type { UnmatchedScope } from '#rules/unmatched/unmatched-scopes.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { OperationError } from '../state/errors.ts';
import { isOfScope, scope, toBinMember, toScope } from '../state/scopes.ts';

const { mode } = UnmatchedModeInput.properties;

/** The unmatched requests of a scope. */
export const UnmatchedView = Type.Object({
  bin: Type.Optional(Type.String({ description: 'The bin. Without it, the requests have no bin.' })),
  count: Type.Integer({ description: 'Number of unmatched requests.' }),
  requests: Type.Array(Type.Object({ method: Type.String(), path: Type.String() }), {
    description:
      'The latest ones, up to 100, the oldest first. The path has neither prefix of a bin nor query.',
  }),
});

const ScopeView = Type.Object({ ...UnmatchedView.properties, mode });

export const readUnmatched = operation({
  name: 'unmatched.read',
  summary: 'Returns the requests that no rule took, and what they get.',
  input: inputOf({ bin: scope }),
  output: Type.Object({ scopes: Type.Array(ScopeView) }),
  http: {
    route: 'GET /_sparring/rules/unmatched',
    tag: 'Rules',
    description:
      'Requests to the testing service count if no rule with `respond` or `pass` took them, and no rule ended them before; in the mode `pass`, only if the path has no endpoint, too, and the bin or the server has such a rule. Preflights, and requests that browsers send by themselves, do not count. Without `bin`, the server, and all bins with requests or a mode; with an empty `bin`, the server.',
    examples: [
      { title: 'Of the server', path: '/_sparring/rules/unmatched', status: 200 },
      { title: 'Of a bin', path: '/_sparring/rules/unmatched?bin=t1', status: 200 },
    ],
  },
  run({ bin: wanted }, { rules: { unmatched } }) {
    const known = [
      null,
      ...unmatched.modes.bins.map(([name]) => name),
      ...unmatched.list().map((scope) => scope.bin),
    ];
    const scopes = wanted === undefined ? [...new Set(known)] : [toScope(wanted)];
    return {
      scopes: scopes.map((scope) => ({
        ...selectUnmatchedView(unmatched, scope),
        mode: unmatched.modeOf(scope),
      })),
    };
  },
});

export const changeUnmatched = operation({
  name: 'unmatched.change',
  summary: 'Sets what requests get that no rule responds to.',
  input: inputOf({
    bin: Type.Optional({ ...scope, description: 'The bin. Without it, and if empty, the server.' }),
    mode: Type.Union([mode, Type.Null()], {
      description: 'The mode. With null, a bin has the mode of the server, which then is `pass`.',
    }),
  }),
  errors: ['conflict'],
  http: {
    route: 'PUT /_sparring/rules/unmatched',
    tag: 'Rules',
    description:
      '`pass`: the endpoint responds. `404`: this status, in place of every endpoint of the testing service and of the documentation. `fail`: the same, and the fixtures of test runners fail the test at its end. A bin without a mode has that of the server.',
    success: 'The mode is set.',
    examples: [
      {
        title: 'Fail requests of a bin',
        path: '/_sparring/rules/unmatched',
        body: '{"bin":"t1","mode":"fail"}',
        status: 204,
      },
      {
        title: 'The mode of the server for a bin',
        path: '/_sparring/rules/unmatched',
        body: '{"bin":"t1","mode":null}',
        status: 204,
      },
      {
        title: 'A mode that does not exist',
        path: '/_sparring/rules/unmatched',
        body: '{"mode":"500"}',
        status: 422,
      },
    ],
  },
  async run({ bin = '', mode }, { rules: { unmatched } }) {
    const { bins } = unmatched.modes;
    const isNew = bin !== '' && mode !== null && !bins.some(([name]) => name === bin);
    if (isNew && bins.length >= MAX_BINS)
      throw new OperationError('conflict', `${MAX_BINS} bins have a mode, the maximum; remove some first.`);
    await unmatched.setMode(toScope(bin), mode);
  },
});

/** Maximum number of bins with a mode. */
const MAX_BINS = 1000;

export const clearUnmatched = operation({
  name: 'unmatched.clear',
  summary: 'Forgets the requests that no rule took.',
  input: inputOf({ bin: scope }),
  http: {
    route: 'DELETE /_sparring/rules/unmatched',
    tag: 'Rules',
    description:
      'Without `bin`, those of all scopes. They are also forgotten with the rules of their scope, with the requests of their bin in the journal, and by a reset.',
    success: 'The requests are forgotten.',
    examples: [{ path: '/_sparring/rules/unmatched?bin=t1', status: 204 }],
  },
  run: ({ bin }, { rules }) => rules.unmatched.clear(bin === undefined ? undefined : toScope(bin)),
});

/** The unmatched requests of the scopes that a caller names. */
export function unmatchedViews(
  unmatched: UnmatchedRequests,
  bin: string | undefined,
): Static<typeof UnmatchedView>[] {
  return unmatched
    .list()
    .filter((scope) => isOfScope(scope.bin, bin))
    .map(toView);
}

function selectUnmatchedView(unmatched: UnmatchedRequests, bin: string | null): Static<typeof UnmatchedView> {
  return toView(unmatched.list().find((scope) => scope.bin === bin) ?? { bin, count: 0, latest: [] });
}

function toView({ bin, count, latest }: UnmatchedScope): Static<typeof UnmatchedView> {
  return { ...toBinMember(bin), count, requests: latest.map((request) => ({ ...request })) };
}
