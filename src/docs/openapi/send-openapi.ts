import type { Exchange } from '#http/message/exchange.ts';
import { createRepresentation, sendRepresentation } from '#http/message/representation.ts';
import type { Service } from '#http/routing/service.ts';
import type { DocsContext } from '../context/context.ts';
import { buildOpenApi } from './openapi.ts';

/** Sends the OpenAPI document of a service, which is created and compressed once if it has the origin of the documentation. @param origin of the service, the prefix of the server, or `/` */
export async function sendOpenApi(
  exchange: Exchange,
  { pages }: Pick<DocsContext, 'pages'>,
  documented: Service,
  origin: string,
): Promise<void> {
  const { format } = exchange;
  const render = async () => ({
    fields: [['Content-Type', format.jsonType] as const],
    content: Buffer.from(format.toJson(buildOpenApi(documented, origin))),
  });
  // A client chooses the host of another origin, so these documents, which are large, are not cached.
  if (origin === '/')
    return sendRepresentation(exchange, await pages.get(`openapi ${documented.name}`, render));
  const { fields, content } = await render();
  await sendRepresentation(exchange, createRepresentation(fields, content));
}
