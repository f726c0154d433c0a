import { HttpError } from '#http/errors/errors.ts';
import type { Runtime } from '#runtime.ts';
import type { RecordDraft, SharedRecords } from '#shared/shared-records.ts';
import type { AttemptEnds, UnwrittenAttempt } from './attempt-ends.ts';
import { type RecordedSummary, summaryOf } from './attempt-log.ts';
import {
  type AttemptCall,
  type AttemptEnd,
  type BegunAttempt,
  type Decided,
  formatName,
  HAS_ENDED,
  type KeyAttempt,
} from './key-store.ts';
import type { KeyRequest, LabLogic } from './logic.ts';
import { addAttempt, decideAgain, endStoredAttempt, type PlacedAttempt } from './stored-key.ts';

/** What attempts at keys in a database need. */
export interface AttemptContext {
  readonly records: SharedRecords;
  readonly runtime: Pick<Runtime, 'now'>;
  readonly ends: AttemptEnds;
  logicOf(lab: string): LabLogic;
  /** What an attempt that is rejected because of another one waits for, one after the other. */
  settling(): readonly (() => Promise<void>)[];
  /** Called when a key was added, or its heads have become larger. */
  grown(): void;
}

/** An attempt at a key in a database, whose exchange is in this process. */
export class DatabaseAttempt implements KeyAttempt, UnwrittenAttempt {
  name = '';
  latestEnd: AttemptEnd | undefined;
  readonly #context: AttemptContext;
  readonly #id: string;
  #key = '';
  #logic: LabLogic | undefined;
  /** Settles when the attempt has begun, or has not. */
  #begun: Promise<void> = Promise.resolve();
  /** Undefined of a request that does not count. */
  #placed: PlacedAttempt | undefined;
  #isSaved = false;

  constructor(context: AttemptContext, id: string) {
    this.#context = context;
    this.#id = id;
  }

  begin(call: AttemptCall, exchange: RecordedSummary): Promise<BegunAttempt> {
    this.name = formatName(call.lab, call.key);
    this.#key = call.key;
    this.#logic = this.#context.logicOf(call.lab);
    const begun = this.#begin(this.#logic, call, exchange);
    this.#begun = begun.then(ignore, ignore);
    return begun;
  }

  async decide(request: KeyRequest): Promise<Decided> {
    return await this.#change((draft) => {
      if (!this.#placed || !this.#logic || this.latestEnd) throw new HttpError(409, HAS_ENDED);
      const now = this.#context.runtime.now();
      const { attempt, decision } = decideAgain(draft, this.#logic, this.#placed, {
        key: this.#key,
        request,
        now,
      });
      this.#placed = { ...this.#placed, attempt };
      return { result: decision.result, rejection: decision.rejection };
    });
  }

  end(end: AttemptEnd): void {
    this.latestEnd = end;
    void this.#begun.then(() => {
      if (this.#placed) this.#context.ends.add(this);
    });
  }

  writeEnd(draft: RecordDraft): void {
    if (!this.#placed || !this.#logic || !this.latestEnd) return;
    const attempt = { ...this.#placed.attempt, exchange: summaryOf(this.latestEnd) };
    const { chosenStatus } = this.latestEnd;
    endStoredAttempt(
      draft,
      this.#logic,
      { ...this.#placed, attempt },
      { chosenStatus, isSaved: this.#isSaved },
    );
  }

  /** The recording keeps the attempt. */
  release(): void {
    this.#placed = undefined;
    this.latestEnd = undefined;
  }

  async #begin(logic: LabLogic, call: AttemptCall, exchange: RecordedSummary): Promise<BegunAttempt> {
    const at = this.#context.records.now();
    for (const settle of this.#context.settling()) {
      const begun = await this.#add(logic, call, exchange, at, false);
      if (begun) return begun;
      await settle();
    }
    const begun = await this.#add(logic, call, exchange, at, true);
    if (!begun) throw new Error('The attempt is not final');
    return begun;
  }

  async #add(
    logic: LabLogic,
    { key, request, head }: AttemptCall,
    exchange: RecordedSummary,
    at: number,
    isFinal: boolean,
  ): Promise<BegunAttempt | undefined> {
    const { runtime, grown } = this.#context;
    const added = await this.#change((draft) => {
      const { id, size } = draft;
      const found = addAttempt(
        draft,
        logic,
        {
          id: this.#id,
          time: runtime.now(),
          exchange: summaryOf({ exchange }),
          call: { key, request, at },
          head,
        },
        isFinal,
      );
      this.#placed = found;
      return found && { ...found, isLarger: id === undefined || draft.size > size };
    });
    if (!added) return undefined;
    this.#isSaved = true;
    if (added.isLarger) grown();
    const { n, decision } = added;
    return { n, result: decision.result, rejection: decision.rejection };
  }

  /** A step that sees the ends of earlier attempts in this process. */
  #change<Result>(step: (draft: RecordDraft) => Result): Promise<Result> {
    const { ends, records } = this.#context;
    void ends.writeAt(this.name).catch(ignore);
    return records.change(this.name, step);
  }
}

function ignore(): void {}
