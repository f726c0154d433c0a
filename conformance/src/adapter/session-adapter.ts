import type { Runtime } from '../server.ts';
import { type Adapter, openAdapter } from './adapter.ts';
import type { AdapterCommand } from './adapter-process.ts';

/** An adapter with a process for each session. The process that answers `hello` has the first session. */
export async function openSessionAdapter(command: AdapterCommand, runtime: Runtime): Promise<Adapter> {
  const first = await openAdapter(command, runtime);
  const opened: Adapter[] = [first];
  const unused: Adapter[] = [first];
  const sessions = new Map<string, Promise<Adapter>>();
  const openNext = async () => {
    const next = unused.pop() ?? (await openAdapter(command, runtime));
    if (!opened.includes(next)) opened.push(next);
    return next;
  };
  const sum = (count: (adapter: Adapter) => number) => opened.reduce((total, each) => total + count(each), 0);
  return {
    hello: first.hello,
    get noise() {
      return opened.flatMap(({ noise }) => noise).slice(0, 20);
    },
    get noiseCount() {
      return sum(({ noiseCount }) => noiseCount);
    },
    get lateCount() {
      return sum(({ lateCount }) => lateCount);
    },
    get restarts() {
      return sum(({ restarts }) => restarts);
    },
    get outcomeCount() {
      return sum(({ outcomeCount }) => outcomeCount);
    },
    async ask(request, caseId, deadlineMs) {
      const session = sessions.get(request.session) ?? openNext();
      sessions.set(request.session, session);
      return (await session).ask(request, caseId, deadlineMs);
    },
    endSession(name) {
      const session = sessions.get(name);
      sessions.delete(name);
      void session?.then((adapter) => adapter.close()).catch(() => {});
    },
    async close() {
      await Promise.all(opened.map((adapter) => adapter.close()));
    },
  };
}
