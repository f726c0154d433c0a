import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { InvalidInputError, invalidBody } from '#http/message/input-problem.ts';
import type { Description, Endpoint } from '#http/routing/endpoint.ts';
import { AttemptView, type KeyRecord, KeyView, viewKey } from './attempt-view.ts';
import { endpoint, type LabContext } from './context.ts';
import type { Lab } from './lab.ts';

type Texts = Pick<Description, 'summary' | 'examples'> &
  Partial<Pick<Description, 'description' | 'compare'>>;

/** The administration of the keys of a lab. */
export interface KeyAdministration extends Pick<Lab, 'logic' | 'definition' | 'outcome'> {
  /** Members of the read-back, between the key and its attempts. */
  readonly view: TProperties;
  /** Description of the parameter `key`. */
  readonly key: string;
  /** Description of 404. */
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

const UNAVAILABLE = 'The database of several processes does not respond.';

/** GET and DELETE of a key, and PUT of a lab with a definition. */
export function keyEndpoints(lab: KeyAdministration): Endpoint[] {
  const { logic, definition, outcome, view, waits } = lab;
  const name = logic.lab;
  const path = `/${name}/{key}` as const;
  const source = `testing/labs/${name}/lab.ts`;
  const params = { key: Type.String({ description: lab.key }) };
  const missing = (key: string) => new HttpError(404, logic.missing(key));
  const KeyOfLab = Type.Object({
    key: KeyView.properties.key,
    ...view,
    attempts: Type.Array(
      Type.Object({ ...AttemptView.properties, ...(outcome && Type.Partial(outcome).properties) }),
    ),
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
      503: UNAVAILABLE,
    },

    async handle({ params: { key }, query, exchange, service }) {
      if (waits) await waitFor(name, key, query, exchange, service);
      if (exchange.signal.aborted) return;
      const found = await service.labs.read(name, key);
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
    responses: {
      204: 'The key is deleted.',
      400: 'The key is invalid.',
      404: lab.unknown,
      503: UNAVAILABLE,
    },

    async handle({ params: { key }, exchange, service }) {
      if (!(await service.labs.delete(name, key))) throw missing(key);
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
    hasPointers: true,
    responses: {
      200: KeyOfLab,
      400: 'The key is invalid, or the body is not JSON.',
      422: 'The body is invalid.',
      503: UNAVAILABLE,
    },

    async handle({ params: { key }, body, exchange, service }) {
      exchange.json(200, viewKey(await defineKey(service, name, key, body)));
    },
  });
  return [read, define, remove];
}

/** @throws HttpError 422 for an invalid definition. */
async function defineKey({ labs }: LabContext, lab: string, key: string, body: unknown): Promise<KeyRecord> {
  try {
    return await labs.define(lab, key, body);
  } catch (error) {
    throw error instanceof InvalidInputError ? invalidBody(error.problems) : error;
  }
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
  let ended: number;
  try {
    ended = await labs.waitForEnds(lab, key, wait, within, signal);
  } catch (error) {
    if (signal.aborted && !(signal.reason instanceof HttpError)) return;
    throw error;
  } finally {
    requests.endDelay(exchange);
  }
  if (ended >= wait) return;
  throw new HttpError(408, `${ended} of ${wait} attempts have ended within ${within / 1000} s.`);
}
