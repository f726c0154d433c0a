import type { CasePorts } from '../case-port/case-port.ts';
import {
  isList,
  type PortScript,
  type RawScript,
  responsesOf,
  type ScriptEntry,
  type ScriptedResponse,
  stepsOf,
} from '../case-port/scripted-response.ts';
import { type Runtime, UsageError } from '../server.ts';
import type { ConformanceCase, Step } from '../verdict/case.ts';
import { capture } from './capture.ts';
import { formatPythonScript, type ScriptResponse, type ScriptRule } from './python-script.ts';

const MAX_SCRIPT_BYTES = 200_000;
/** Content that is longer is not kept in the record of a connection. */
const MAX_CONTENT_BYTES = 60_000;
const MAX_REPEATS = 1_000_000;

/** Why a script of raw bytes cannot serve a case; undefined if it can. */
export function obstacleToRaw({ serve, ask }: ConformanceCase): string | undefined {
  const special = Object.keys(serve).find((name) => /^(?:tls|proxy|bytes|silent|full)/.test(name));
  if (special !== undefined) return `its port ${special} is more than responses of HTTP without TLS`;
  if (/\{secret\}|\[::1\]/.test(JSON.stringify([serve, ask]))) return 'it needs a file of the suite, or IPv6';
  if (ask.some(({ bodySize = 0 }) => bodySize > MAX_CONTENT_BYTES)) return 'its request is too long';
  return Object.values(serve)
    .flatMap(responsesOf)
    .map(obstacleOf)
    .find((each) => each !== undefined);
}

function obstacleOf(response: ScriptedResponse): string | undefined {
  if ('compose' in response) {
    if (/\bexpect=|@request/.test(response.compose))
      return 'its response depends on the content of the request';
    const [, bytes = '0'] = /\bbytes=(\d+)/.exec(response.compose) ?? [];
    return Number(bytes) > MAX_CONTENT_BYTES ? 'its response is too long' : undefined;
  }
  // A function without a parameter only makes its content late.
  if (typeof response.raw === 'function' && response.raw.length > 0)
    return 'its response depends on the time';
  if (response.readFirst !== undefined) return 'it answers before the content of the request';
  const steps = typeof response.raw === 'function' ? [] : response.raw;
  const isLong = steps.some(
    (step) => typeof step === 'object' && 'repeat' in step && step.count > MAX_REPEATS,
  );
  return isLong ? 'its response is too long' : undefined;
}

/** A script of Python that serves what the ports of a case do. @throws UsageError for a case that it cannot serve. */
export async function rawReproduction(
  declared: ConformanceCase,
  casePorts: CasePorts,
  runtime: Runtime,
): Promise<string> {
  const { id, level, clause, serve, ask, expect } = declared;
  const obstacle = obstacleToRaw(declared);
  if (obstacle !== undefined)
    throw new UsageError(`${id} has no script, because ${obstacle}; run sparring conformance serve ${id}.`);
  const ports: Record<string, ScriptRule[]> = {};
  for (const [name, script] of Object.entries(serve)) {
    const rules: ScriptRule[] = [];
    for (const [path, entries] of entriesByPath(script))
      rules.push(...(await buildRules(path, entries, name)));
    ports[name] = rules;
  }

  async function buildRules(
    path: string,
    entries: readonly ScriptEntry[],
    port: string,
  ): Promise<ScriptRule[]> {
    const convert = async (list: readonly ScriptedResponse[], field?: string) => {
      const converted: ScriptResponse[] = [];
      for (const [index, response] of list.entries()) {
        if ('compose' in response) {
          const options = {
            response,
            port,
            ports: Object.keys(serve),
            step: stepFor(ask, path, index),
            field,
          };
          converted.push(await capture(options, casePorts, runtime));
        } else converted.push(toScriptResponse(response));
      }
      return converted;
    };
    const [first] = entries;
    if (first !== undefined && 'field' in first) {
      const present = await convert(first.present, first.field);
      return [{ path, field: first.field, present, absent: await convert(first.absent) }];
    }
    const plain = entries.flatMap((entry) => ('field' in entry ? [] : [entry]));
    return plain.length === 0 ? [] : [{ path, field: '', present: await convert(plain), absent: [] }];
  }

  const script = formatPythonScript({
    about: [
      `${id}, ${level}, ${clause}. Expected: ${expect.text}.`,
      'Run it with Python 3.8 or later, and make the requests that it prints. It prints what arrives.',
    ],
    asks: ask.map(formatAsk),
    ports,
  });
  if (script.length > MAX_SCRIPT_BYTES)
    throw new UsageError(
      `${id} has no script, because its responses are too long; run sparring conformance serve ${id}.`,
    );
  return script;
}

/** The step of a case that gets a response: that to its path, or that at its place. */
function stepFor(ask: readonly Step[], path: string, index: number): Step {
  return ask.find(({ url = '' }) => path !== '*' && url.endsWith(path)) ?? ask[index] ?? ask.at(-1) ?? {};
}

function entriesByPath(script: PortScript): [string, readonly ScriptEntry[]][] {
  if (isList(script)) return [['*', script]];
  const paths = Object.entries(script).map(([path, entries]): [string, readonly ScriptEntry[]] => [
    path,
    isList(entries) ? entries : [entries],
  ]);
  return paths.sort(([one], [other]) => Number(one === '*') - Number(other === '*'));
}

function toScriptResponse({ raw, end }: RawScript): ScriptResponse {
  const steps = stepsOf({ raw, end });
  return {
    steps: steps.map((step) => {
      if (typeof step === 'string') return Buffer.from(step, 'latin1');
      if (step instanceof Uint8Array) return Buffer.from(step);
      if (!('repeat' in step)) return step.wait / 1000;
      return { bytes: Buffer.from(step.repeat, 'latin1'), wait: step.wait / 1000, count: step.count };
    }),
    end: end === 'rude' ? 'fin' : end,
  };
}

/** A request in a line, with what else is asked of the client. */
function formatAsk({
  method = 'GET',
  url = 'http://{a}/',
  headers = [],
  wait: _,
  afterEnd: __,
  ...more
}: Step): string {
  const fields = headers.map(([name, value]) => JSON.stringify(`${name}: ${value}`));
  const options = Object.entries(more).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [`${method} ${url}`, ...fields, ...options].join('  ');
}
