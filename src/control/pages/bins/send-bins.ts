import type { Exchange } from '#http/message/exchange.ts';
import type { PageAccess } from '../../context/access.ts';
import type { ControlContext } from '../../context/context.ts';
import type { BinView } from '../../operations/bins/bins.ts';
import { sendControlPage } from '../control-page.ts';
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
