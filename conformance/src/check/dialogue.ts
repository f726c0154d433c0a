import { Outcome } from '../adapter/messages.ts';
import { findViolations } from '../server.ts';

/** The lines of an adapter, each of which is checked by the schema. */
export class Dialogue {
  readonly problems: string[] = [];
  /** What was sent to the adapter, and its answers. */
  readonly messages: object[] = [];
  /** The answers to the requests of a probe. */
  readonly answers = new Map<number, Outcome[]>();
  /** Requests that the client still repeats. */
  readonly repeating = new Set<number>();
  /** Whether all probes are made, so that the adapter may end. */
  isComplete = false;
  lastId = 0;
  /** Called for each line, and at the end of the adapter. */
  onChange: () => void = () => {};

  report(problem: string, line = this.lastId): void {
    this.problems.push(`line ${line}: ${problem}`);
  }

  line(value: Readonly<Record<string, unknown>>): void {
    this.messages.push(value);
    const id = Number(value.id);
    if (this.repeating.has(id)) return;
    for (const { path, message } of findViolations(Outcome, value))
      this.report(`${path.join('.') || 'the line'} ${message}`);
    for (const problem of missingMembers(value)) this.report(problem);
    const open = this.answers.get(id);
    if (!open) this.report(`an answer with the id ${JSON.stringify(value.id)}, which is not open`);
    else {
      open.push(isOutcome(value) ? value : { id, adapterError: 'the line is invalid' });
      if (open.length === 2) this.report('two answers', id);
    }
    this.onChange();
  }

  noise(line: string): void {
    this.report(`no outcome, because it has no integer id: ${line.slice(0, 100)}`);
  }

  ended(how: string): void {
    if (!this.isComplete) this.report(`the adapter ended (${how})`);
    this.onChange();
  }
}

function isOutcome(value: object): value is Outcome {
  return findViolations(Outcome, value).length === 0;
}

function missingMembers(value: Readonly<Record<string, unknown>>): string[] {
  const isOther = ['error', 'unsupported', 'adapterError'].some((name) => value[name] !== undefined);
  if (isOther) return [];
  const missing = value.status === undefined ? ['status is missing, and there is no error'] : [];
  const hasContent = value.body !== undefined || value.size !== undefined;
  return hasContent ? missing : [...missing, 'body is missing; it is base64, empty without content'];
}
