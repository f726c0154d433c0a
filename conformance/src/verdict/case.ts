import type { AdapterRequest, Feature } from '../adapter/messages.ts';
import type { PortScript } from '../case-port/scripted-response.ts';
import type { Expectation, Rule } from './expectation.ts';

/** R requirement, X safety, B robustness, S recommendation, I information. */
export type Level = 'R' | 'X' | 'B' | 'S' | 'I';

export const LEVELS: readonly Level[] = ['R', 'X', 'B', 'S', 'I'];

export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  R: 'requirement',
  X: 'safety',
  B: 'robustness',
  S: 'recommendation',
  I: 'information',
};

/** Why a case has its level, unless its sentence has a reason of its own. */
const LEVEL_REASONS: Readonly<Record<Level, string>> = {
  R: 'a MUST or the grammar of the clause',
  X: 'a client that fails it gives away data, or takes bytes of others for its own',
  B: 'a client must not hang, crash or fill its memory, whatever the server sends',
  S: 'a SHOULD of the clause, or what most clients do',
  I: 'the clause leaves the choice to the client',
};

/** The level of a case in words, with its reason. */
export function describeLevel(declared: {
  readonly level: Level;
  readonly because?: string | undefined;
}): string {
  const { level, because = LEVEL_REASONS[level] } = declared;
  return `${level}, ${LEVEL_NAMES[level]}: ${because}`;
}

/** One request of a case. */
export type Step = Partial<Omit<AdapterRequest, 'session'>> & {
  /** The session; steps of one session use one client object. */
  readonly session?: string;
  /** Milliseconds before the step. */
  readonly wait?: number;
  /** Waits before the step until an end of the latest connection is recorded, and 50 ms longer. */
  readonly afterEnd?: true;
};

/** A case is data: what the ports send, what the client is asked, and what must be seen. */
export interface ConformanceCase {
  /** `GROUP.NAME`. Never reused. */
  readonly id: string;
  readonly level: Level;
  readonly clause: string;
  /** A sentence of the clause, word by word. */
  readonly quote?: string;
  /** Why the case has its level, if the sentence has no word for it. */
  readonly because?: string;
  /** The first version of the suite with the case. */
  readonly since: string;
  /** Raised when its rule changes. */
  readonly revision: number;
  /** Ids of cases that must pass, or `ID=VALUE` for the value of a probe. */
  readonly needs: readonly string[];
  /** What the adapter must support. */
  readonly supports: readonly Feature[];
  readonly serve: Readonly<Record<string, PortScript>>;
  readonly ask: readonly Step[];
  /** Latin-1 texts that the server must have sent. */
  readonly evidence: readonly string[];
  /** Ports at which a handshake of TLS must begin. */
  readonly handshakes: readonly string[];
  /** Names of fields that the first request must have, because the client is asked to send them. */
  readonly sends: readonly string[];
  /** Minimum number of requests that must arrive. */
  readonly requests: number;
  /** Maximum number of milliseconds from the first request to the last one: clients check connections that are idle for longer. */
  readonly within: number;
  /** Whether a request that the client refuses before it is sent is a result. */
  readonly mayRefuse: boolean;
  /** Milliseconds after the last outcome until the record is read. */
  readonly settle: number;
  /** Whether the case runs without others beside it, because it needs the processor. */
  readonly alone: boolean;
  /** A rule about requests that is judged before the evidence, because a request that breaks it can be why a response is missing. */
  readonly sent?: Rule;
  readonly expect: Expectation;
}

/** The members that a case must declare; the others have defaults. */
export type CaseDeclaration = Pick<ConformanceCase, 'level' | 'clause' | 'expect'> &
  Partial<Omit<ConformanceCase, 'id' | 'level' | 'clause' | 'expect' | 'serve'>> & {
    /** The responses of the port `a`, or those of several ports. */
    readonly serve: PortScript | { readonly ports: ConformanceCase['serve'] };
  };

const DEFAULTS = {
  since: '1.0',
  revision: 1,
  needs: ['control.get'],
  supports: [],
  ask: [{}],
  evidence: [],
  handshakes: [],
  sends: [],
  within: Number.POSITIVE_INFINITY,
  mayRefuse: false,
  settle: 10,
  alone: false,
} as const satisfies Partial<ConformanceCase>;

/** The cases of a group. The names of `cases` follow the name of the group and a dot. */
export function caseGroup(
  group: string,
  cases: Readonly<Record<string, CaseDeclaration>>,
): readonly ConformanceCase[] {
  return Object.entries(cases).map(([name, { serve, ...declared }]) => ({
    ...DEFAULTS,
    requests: declared.ask?.length ?? 1,
    ...declared,
    id: `${group}.${name}`,
    serve:
      'ports' in serve && !Array.isArray(serve)
        ? (serve.ports as ConformanceCase['serve'])
        : { a: serve as PortScript },
  }));
}

export function groupOf({ id }: Pick<ConformanceCase, 'id'>): string {
  return id.split('.', 1)[0] ?? id;
}
