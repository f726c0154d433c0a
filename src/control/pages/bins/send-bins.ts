import type { Exchange } from '#http/message/exchange.ts';
import { summarizeEntries } from '#journal/reading/summarize-entries.ts';
import type { PageAccess } from '../../context/access.ts';
import type { ControlContext } from '../../context/context.ts';
import type { BinView } from '../../operations/bins/bins.ts';
import { binPage } from '../bin/bin-page.ts';
import { sendControlPage } from '../control-page.ts';
import type { Summary } from '../inspector/request-table.ts';
import { filterOf, MAX_REQUESTS } from './bin-view.ts';
import { binsPage } from './bins-page.ts';

/** Sends the page of all bins. @param read returns the bins */
export async function sendBinsPage(
  exchange: Exchange,
  service: ControlContext,
  access: PageAccess,
  read: () => Promise<readonly BinView[]>,
): Promise<void> {
  const bins = access === 'shell' ? undefined : await read();
  const options = {
    origin: service.mainPort.originFor(exchange),
    now: service.operations.runtime.machineNow(),
  };
  await sendControlPage(exchange, service, access, binsPage(bins, options));
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
    now: service.operations.runtime.machineNow(),
    origin: service.mainPort.originFor(exchange),
    token: access === 'token' ? await service.pages.token() : undefined,
  };
  await sendControlPage(exchange, service, access, binPage(content));
}

async function readLatest({ operations }: ControlContext, bin: string): Promise<readonly Summary[]> {
  if (!operations.journal) return [];
  const input = { parameters: { filter: filterOf(bin) }, scope: 'clients', limit: MAX_REQUESTS } as const;
  return summarizeEntries(await operations.journal.read(), input, operations.redaction).requests;
}
