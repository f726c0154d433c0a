import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { HttpError } from '../../http/message/errors.ts';
import type { Exchange } from '../../http/message/exchange.ts';
import type { Description, Endpoint } from '../../http/routing/endpoint.ts';
import { KeyView, viewKey } from './attempt-view.ts';
import { endpoint, type LabContext } from './context.ts';
import type { Lab } from './lab.ts';

type Texts = Pick<Description, 'summary' | 'examples'> &
  Partial<Pick<Description, 'description' | 'compare'>>;

/** The administration of the keys of a lab. */
export interface KeyAdministration extends Pick<Lab, 'name' | 'definition'> {
  /** Members of the read-back, between the key and its attempts. */
  readonly view: TProperties;
  /** Description of the parameter `key`. */
  readonly key: string;
  /** The sentence of 404, and its description. */
  readonly missing: (key: string) => string;
  readonly unknown: string;
  /** Whether a request can wait for attempts. */
  readonly waits?: true;
  readonly read: Texts;
  readonly define?: Texts;
  readonly delete: Texts;
}

export const LAB_TAG = 'Labs';

const WAIT = {
  wait: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Number of attempts to wait for.' }),
  ),
  timeout: Type.Optional(
    Type.Number({ minimum: 0, description: 'Seconds of real time, up to `--max-duration`, the default.' }),
  ),
};

const WORKERS = 'The server has several workers.';

/** GET and DELETE of a key, and PUT of a lab with a definition. */
export function keyEndpoints(lab: KeyAdministration): Endpoint[] {
  const { name, definition, view, waits } = lab;
  const path = `/${name}/{key}` as const;
  const source = `labs/${name}/lab.ts`;
  const params = { key: Type.String({ description: lab.key }) };
  const missing = (key: string) => new HttpError(404, lab.missing(key));
  const KeyOfLab = Type.Object({
    key: KeyView.properties.key,
    ...view,
    attempts: KeyView.properties.attempts,
    summary: KeyView.properties.summary,
  });
  const read = endpoint({
    path,
    methods: ['GET'],
    tag: LAB_TAG,
    source,
    ...lab.read,
    params,
    ...(waits && { query: WAIT, strictQuery: true }),
    responses: {
      200: KeyOfLab,
      400: waits ? 'The key or a parameter is invalid.' : 'The key is invalid.',
      404: lab.unknown,
      ...(waits && { 408: 'Fewer attempts have ended in time.' }),
      501: WORKERS,
    },

    async handle({ params: { key }, query, exchange, service }) {
      if (waits) await waitFor(name, key, query, exchange, service);
      if (exchange.signal.aborted) return;
      const found = service.labs.state.find(name, key);
      if (!found) throw missing(key);
      exchange.json(200, viewKey(found));
    },
  });
  const remove = endpoint({
    path,
    methods: ['DELETE'],
    tag: LAB_TAG,
    source,
    ...lab.delete,
    params,
    responses: { 204: 'The key is deleted.', 400: 'The key is invalid.', 404: lab.unknown, 501: WORKERS },

    handle({ params: { key }, exchange, service }) {
      if (!service.labs.state.delete(name, key)) throw missing(key);
      exchange.empty(204);
    },
  });
  if (!definition || !lab.define) return [read, remove];
  const define = endpoint({
    path,
    methods: ['PUT'],
    tag: LAB_TAG,
    source,
    ...lab.define,
    params,
    body: definition.schema,
    responses: {
      200: KeyOfLab,
      400: 'The key or a step is invalid.',
      422: 'The body does not match the schema.',
      501: WORKERS,
    },

    handle({ params: { key }, body, exchange, service }) {
      exchange.json(200, viewKey(service.labs.define(name, key, body)));
    },
  });
  return [read, define, remove];
}

/** @throws HttpError 408 when fewer attempts have ended in time; 503 when the server closes. */
async function waitFor(
  lab: string,
  key: string,
  { wait, timeout }: Static<TObject<typeof WAIT>>,
  exchange: Exchange,
  { labs, maxDuration }: LabContext,
): Promise<void> {
  if (wait === undefined) return;
  const within = Math.min(maxDuration, timeout === undefined ? maxDuration : timeout * 1000);
  const { signal } = exchange;
  const { requests } = exchange.server;
  requests.beginDelay(exchange);
  try {
    if (await labs.untilEnded({ lab, key }, wait, within, signal)) return;
  } catch (error) {
    if (signal.aborted && !(signal.reason instanceof HttpError)) return;
    throw error;
  } finally {
    requests.endDelay(exchange);
  }
  const ended = labs.state.find(lab, key)?.log.ended ?? 0;
  throw new HttpError(408, `${ended} of ${wait} attempts have ended within ${within / 1000} s.`);
}
