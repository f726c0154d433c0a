import type { Exchange } from '#http/message/exchange.ts';
import type { PageAccess } from '../../context/access.ts';
import type { ControlContext } from '../../context/context.ts';
import { findBin } from '../../operations/bins/bins.ts';
import { sendControlPage } from '../control-page.ts';
import { inspectorPage } from '../inspector/inspector-page.ts';
import { readInspector, type Selected } from '../inspector/read-inspector.ts';
import { binPage } from './bin-page.ts';

/** Sends the inspector, or the page of a bin, which is the inspector limited to its requests. @throws OperationError `notFound` */
export async function sendInspector(
  exchange: Exchange,
  service: ControlContext,
  access: PageAccess,
  selected: Selected,
): Promise<void> {
  const content = await readInspector(exchange, service, access, selected);
  const { bin: key } = selected;
  if (key === undefined) return sendControlPage(exchange, service, access, inspectorPage(content));
  const bin = access === 'shell' ? undefined : await findBin(service.operations, key);
  await sendControlPage(exchange, service, access, binPage(key, bin, content));
}
