import type { Exchange } from '#http/message/exchange.ts';
import type { PageAccess } from '../../context/access.ts';
import type { ControlContext } from '../../context/context.ts';
import type { BinView } from '../../operations/bins/bins.ts';
import { listRequests } from '../../operations/requests/requests.ts';
import { sendControlPage } from '../control-page.ts';
import { binPage } from './bin-page.ts';
import type { BinRequest } from './bin-view.ts';
import { binsPage } from './bins-page.ts';

/** Sends the page of all bins. @param read returns the bins */
export async function sendBinsPage(
  exchange: Exchange,
  service: ControlContext,
  access: PageAccess,
  read: () => Promise<readonly BinView[]>,
): Promise<void> {
  await sendControlPage(exchange, service, access, binsPage(access === 'shell' ? undefined : await read()));
}

/** Sends the page of a bin. @param read returns the bin */
export async function sendBinPage(
  exchange: Exchange,
  service: ControlContext,
  access: PageAccess,
  key: string,
  read: () => Promise<BinView>,
): Promise<void> {
  const isShell = access === 'shell';
  const content = {
    key,
    bin: isShell ? undefined : await read(),
    requests: isShell ? [] : await readLatest(service, key),
    origin: service.mainPort.originFor(exchange),
    token: access === 'token' ? await service.pages.token() : undefined,
  };
  await sendControlPage(exchange, service, access, binPage(content));
}

const MAX_REQUESTS = 20;

async function readLatest({ operations }: ControlContext, bin: string): Promise<BinRequest[]> {
  if (!operations.journal) return [];
  const { requests } = await listRequests.run({ bin, limit: MAX_REQUESTS }, operations, {
    signal: new AbortController().signal,
    origin: '',
    isLocal: false,
  });
  return requests
    .flatMap((entry) =>
      entry.kind === 'exchange'
        ? [
            {
              id: entry.id,
              startedAt: entry.startedAt,
              method: entry.request.method,
              target: entry.request.target,
              status: entry.response?.status,
            },
          ]
        : [],
    )
    .reverse();
}
