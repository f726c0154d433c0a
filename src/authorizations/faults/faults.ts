import type { Exchange } from '../../http/exchange.ts';
import type { Caller, Client } from '../context.ts';
import { carryOut, type FaultSurroundings } from './fault-effects.ts';
import { type CallerTest, type CallTest, toCallerTest, toCallTest } from './fault-match.ts';
import type { FaultRule } from './fault-rule.ts';

/** A rule as it stands. */
export interface Fault extends Required<FaultRule> {
  readonly id: number;
  /** How often it has acted. */
  readonly met: number;
}

/** Trouble that an operator has ordered, by rule and count. */
export interface Faults {
  /** Lets happen what is ordered for such a request. @throws Refusal */
  meet(exchange: Exchange): Promise<void>;
  /** The same, of rules that name whoever calls. @throws Refusal */
  meetCaller(exchange: Exchange, caller: Caller | Client): Promise<void>;
  /** Undefined when there are as many as are kept, none of which has done its work. */
  add(rule: FaultRule): Fault | undefined;
  list(): Fault[];
  /** False when there is none of this id. */
  remove(id: number): boolean;
  clear(): void;
  /** Remembers the rules as they stand. What comes back puts them there again. */
  mark(): () => void;
}

interface Order {
  readonly fault: Fault & { met: number };
  readonly isFor: CallTest;
  /** Where it can be told only once it is known who calls. */
  readonly isOf: CallerTest | undefined;
}

/** Every rule is looked at on every call. */
const MOST = 100;

export function createFaults(surroundings: FaultSurroundings): Faults {
  let orders: readonly Order[] = [];
  let latestId = 0;

  async function meet(due: readonly Order[], exchange: Exchange, caller?: Caller | Client): Promise<void> {
    for (const order of due) {
      // While this call was held back, others may have used it up.
      if (isSpent(order)) continue;
      order.fault.met++;
      await carryOut(order.fault.do, surroundings, exchange, caller);
    }
  }

  return {
    meet: (exchange) =>
      meet(
        orders.filter((order) => !order.isOf && !isSpent(order) && order.isFor(exchange)),
        exchange,
      ),

    meetCaller: (exchange, caller) =>
      meet(
        orders.filter((order) => order.isOf?.(caller) && !isSpent(order) && order.isFor(exchange)),
        exchange,
        caller,
      ),

    add(rule) {
      const spent = orders.length < MOST ? undefined : orders.find(isSpent);
      if (orders.length >= MOST && !spent) return undefined;
      const order = toOrder(rule, ++latestId);
      orders = [...orders.filter((other) => other !== spent), order];
      return { ...order.fault };
    },

    list: () => orders.map(({ fault }) => ({ ...fault })),

    remove(id) {
      const left = orders.filter(({ fault }) => fault.id !== id);
      const isThere = left.length < orders.length;
      orders = left;
      return isThere;
    },

    clear() {
      orders = [];
    },

    mark() {
      const marked = orders.map(copyOf);
      return () => {
        orders = marked.map(copyOf);
      };
    },
  };
}

function toOrder({ match = {}, do: effect, count = 1 }: FaultRule, id: number): Order {
  const isNamed = toCallerTest(match);
  // Only of somebody who is known to be a user can it be said that he is suspended.
  const isOf = effect.suspended
    ? (caller: Caller | Client) => 'user' in caller && (!isNamed || isNamed(caller))
    : isNamed;
  return { fault: { id, match, do: effect, count, met: 0 }, isFor: toCallTest(match), isOf };
}

function copyOf(order: Order): Order {
  return { ...order, fault: { ...order.fault } };
}

function isSpent({ fault }: Order): boolean {
  return fault.count > 0 && fault.met >= fault.count;
}
