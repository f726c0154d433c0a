import { findViolations } from '../../http/routing/validation.ts';
import type { Runtime } from '../../runtime.ts';
import type { CasePorts } from '../case-port/case-port.ts';
import { compose } from '../case-port/scripted-response.ts';
import { type AdapterCommand, AdapterProcess } from '../adapter/adapter-process.ts';
import { type AdapterRequest, type Hello, Outcome } from '../adapter/messages.ts';

/** What the check of an adapter found. */
export interface AdapterCheck {
  readonly hello: Hello;
  readonly requests: number;
  /** Each names the line and the member. */
  readonly problems: readonly string[];
}

/** An answer that comes later was not flushed, or its request hangs. */
const ANSWER_LIMIT_MS = 5000;
/** A second answer of the same request comes at once. */
const QUIET_MS = 100;

type CheckRequest = Omit<AdapterRequest, 'session' | 'timeout'> & { readonly session?: string };

const REQUESTS: readonly CheckRequest[] = [
  { method: 'GET', url: 'http://{a}/' },
  { method: 'GET', url: 'http://{a}/second' },
  { method: 'HEAD', url: 'http://{a}/' },
  { method: 'POST', url: 'http://{a}/', bodySize: 1000 },
  { method: 'POST', url: 'http://{a}/', body: Buffer.from('hello').toString('base64') },
  { method: 'GET', url: 'http://{a}/', headers: [['X-A', '1']] },
  { method: 'GET', url: 'http://{a}/status' },
  { method: 'GET', url: 'http://{a}/redirect', redirects: false },
  { method: 'GET', url: 'http://{a}/', session: 'other' },
  { method: 'GET', url: 'http://{a}/close' },
  { method: 'GET', url: 'http://{a}/cut' },
  { method: 'GET', url: 'http://{a}/' },
];

/** Sends 12 requests, one after the other, and checks each answer by the schema. @throws AdapterError */
export async function checkAdapter(
  command: AdapterCommand,
  casePorts: CasePorts,
  runtime: Runtime,
): Promise<AdapterCheck> {
  const open = await casePorts.open({
    a: {
      '/status': compose('status=404&body=hello'),
      '/redirect': compose('status=302&redirect=/'),
      '/close': compose('fault=close'),
      '/cut': compose('body=hello&fault=truncate@3'),
      '*': compose('body=hello'),
    },
  });
  const problems: string[] = [];
  let answered = new Map<unknown, number>();
  let notify = () => {};
  let number = 0;
  const report = (problem: string) => problems.push(`line ${number}: ${problem}`);
  const take = (value: Readonly<Record<string, unknown>>) => {
    answered.set(value.id, (answered.get(value.id) ?? 0) + 1);
    if (value.id !== number) report(`an answer with the id ${JSON.stringify(value.id)}, which is not open`);
    else if (answered.get(number) === 2) report('two answers');
    for (const { path, message } of findViolations(Outcome, value))
      report(`${path.join('.') || 'the line'} ${message}`);
    for (const problem of missingMembers(value)) report(problem);
    notify();
  };
  const { process, hello } = await AdapterProcess.start(
    command,
    {
      line: take,
      noise(line) {
        report(`no outcome, because it has no integer id: ${line.slice(0, 100)}`);
      },
      ended: (how) => {
        if (number < REQUESTS.length) report(`the adapter ended (${how})`);
        notify();
      },
    },
    runtime,
  );
  for (const request of REQUESTS) {
    number++;
    const isAnswered = new Promise<void>((resolve) => {
      notify = resolve;
    });
    answered = new Map();
    process.send({
      ...{ id: number, case: 'check', session: 'check', timeout: 1 },
      ...request,
      url: open.fill(request.url),
    });
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const cancel = runtime.timeout(ANSWER_LIMIT_MS, () => resolve('late'));
    if ((await Promise.race([isAnswered, late])) === 'late') {
      report(`no answer within ${ANSWER_LIMIT_MS / 1000} s; flush each line`);
      cancel();
      break;
    }
    cancel();
    await runtime.wait(QUIET_MS);
    if (process.isEnded) break;
  }
  await process.close();
  await open.close();
  return { hello, requests: number, problems };
}

function missingMembers(value: Readonly<Record<string, unknown>>): string[] {
  const isOther = ['error', 'unsupported', 'adapterError'].some((name) => value[name] !== undefined);
  if (isOther) return [];
  const missing = value.status === undefined ? ['status is missing, and there is no error'] : [];
  const hasContent = value.body !== undefined || value.size !== undefined;
  return hasContent ? missing : [...missing, 'body is missing; it is base64, empty without content'];
}
