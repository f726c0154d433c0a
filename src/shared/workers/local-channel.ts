import type { WorkerChannel } from './worker-channel.ts';

/** The channel of a process that is no worker. */
export function createLocalChannel(): WorkerChannel {
  return {
    stamps: undefined,
    gather:
      (_name, produce) =>
      async (argument = '') => ({
        parts: [{ worker: undefined, text: await produce(argument) }],
        lost: [],
      }),
    async forgetLost() {},
    async endQuery() {},
    post() {},
    onPost() {},
    async start() {},
  };
}
