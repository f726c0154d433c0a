import type { Transcript } from '../http1/transcript.ts';
import type { Difference, DifferenceKind, Pair } from './difference.ts';
import { DIFFERENCES } from './differences.ts';
import type { OracleName, OracleResult, ParsedMessage } from './oracle.ts';

/**
 * Compares what the decoder and an oracle read of the same bytes. What the oracle rejects, the decoder rejects, and the other way
 * around, except for the list of differences; what both accept is equal, as is the number of messages.
 */
export class Comparison {
  readonly #oracle: OracleName;
  /** How often each difference of the list was found. */
  readonly found = new Map<Difference, number>();

  constructor(oracle: OracleName) {
    this.#oracle = oracle;
  }

  /** @returns a sentence for a difference that the list has not */
  compare(ours: Transcript, result: OracleResult): string | undefined {
    const own = messagesOf(ours);
    const ourError = ours.errors[0]?.message;
    const theirError = result.error;
    const theirLast = result.messages.at(-1);
    for (let index = 0; ; index++) {
      const mine = own[index];
      const theirs = result.messages[index];
      const pair: Pair = { mine, theirs, theirLast, ourError, theirError, extensions: ours.extensions };
      if (mine?.isComplete && theirs?.isComplete) {
        const difference = this.#compareMessages(mine, theirs);
        if (difference !== undefined) return `message ${index + 1}: ${difference}`;
        if (this.#isListed('ended', pair)) return undefined;
        continue;
      }
      const isMineRejected = !mine?.isComplete && ourError !== undefined;
      const isTheirsRejected = !theirs?.isComplete && theirError !== undefined;
      if (isMineRejected && isTheirsRejected) return undefined;
      if (mine !== undefined && this.#isListed('ended', pair)) return undefined;
      if (isMineRejected) {
        if (this.#isWaiting(pair) || this.#isListed('rejected', pair)) return undefined;
        return `rejected: ${ourError}; ${this.#oracle} accepts it`;
      }
      if (isTheirsRejected) {
        if (this.#isListed('accepted', pair)) return undefined;
        return `accepted: ${JSON.stringify(mine)}; ${this.#oracle} rejects it with ${theirError}`;
      }
      if (mine === undefined && theirs === undefined) return undefined;
      if (mine === undefined || theirs === undefined || mine.isComplete || theirs.isComplete)
        return `message ${index + 1} is ${describe(mine)}, and ${describe(theirs)} for ${this.#oracle}`;
      // Neither is complete: more bytes would follow.
      return this.#compareMessages(mine, theirs);
    }
  }

  /** Whether an oracle that reads lines waits for the end of one: of a head, or within content that the decoder has begun, too. */
  #isWaiting({ mine, theirs }: Pair): boolean {
    if (this.#oracle === 'llhttp' || theirs?.isComplete) return false;
    return theirs === undefined || mine !== undefined;
  }

  #isListed(kind: DifferenceKind, pair: Pair): boolean {
    const row = DIFFERENCES.find(
      (each) => each.kind === kind && each.oracles.includes(this.#oracle) && each.applies(pair),
    );
    if (row !== undefined) this.found.set(row, (this.found.get(row) ?? 0) + 1);
    return row !== undefined;
  }

  #compareMessages(mine: ParsedMessage, theirs: ParsedMessage): string | undefined {
    const own = toForm(this.#oracle, mine);
    const other = toForm(this.#oracle, theirs);
    for (const member of ['method', 'target', 'version', 'fields', 'content', 'trailers'] as const) {
      const ownText = JSON.stringify(own[member]);
      const otherText = JSON.stringify(other[member]);
      if (ownText !== otherText) return `${member} is ${ownText}, and ${otherText} for ${this.#oracle}`;
    }
    return undefined;
  }
}

function messagesOf(ours: Transcript): ParsedMessage[] {
  return ours.heads.map((head, index) => ({
    method: head.method,
    target: head.target,
    version: head.version,
    fields: head.fields,
    content: ours.contentOf(index),
    trailers: ours.trailers[index] ?? [],
    isComplete: index < ours.trailers.length,
  }));
}

/** The message as far as the oracle preserves it. */
function toForm(oracle: OracleName, message: ParsedMessage): ParsedMessage {
  switch (oracle) {
    case 'llhttp':
      return message;
    case 'h11':
      return {
        ...message,
        fields: toPairs(message.fields).flatMap(([name, value]) => [
          name,
          name.toLowerCase() === 'transfer-encoding' ? value.toLowerCase() : value,
        ]),
      };
    case 'go':
      return {
        ...message,
        fields: sortFields(message.fields, /^[/*]/.test(message.target) ? GO_OMITS : GO_OMITS_WITH_HOST),
        trailers: sortFields(message.trailers, []),
      };
  }
}

/** What net/http takes out of the header. */
const GO_OMITS = ['transfer-encoding', 'trailer'];
/** The host of a target replaces the field. */
const GO_OMITS_WITH_HOST = [...GO_OMITS, 'host'];

/** Names in lower case and in their order; the values of a name in the order of the message. */
function sortFields(fields: readonly string[], omitted: readonly string[]): string[] {
  return toPairs(fields)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name, value]) => !omitted.includes(name) && (name !== 'host' || value !== ''))
    .sort(([some], [other]) => (some < other ? -1 : some > other ? 1 : 0))
    .flat();
}

function toPairs(fields: readonly string[]): [name: string, value: string][] {
  return fields.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, fields[index + 1] ?? '']] : [],
  );
}

function describe(message: ParsedMessage | undefined): string {
  if (message === undefined) return 'absent';
  return message.isComplete ? 'complete' : 'incomplete';
}
