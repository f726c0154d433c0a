import { createInterface } from 'node:readline';
import { type AdapterRequest, generatedBody } from '../src/adapter/messages.ts';
import { Failure } from './failure.ts';
import { MUTANTS, VARIATIONS } from './mutants.ts';
import { SyntheticClient } from './synthetic-client.ts';

/** The adapter of the synthetic client: `node synthetic-adapter.ts [MUTANT]`. */
const mutant = [...MUTANTS, ...VARIATIONS].find((each) => each === process.argv[2]);
const sessions = new Map<string, SyntheticClient>();
let ca = '';

const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);

interface Line extends AdapterRequest {
  readonly id: number;
}

async function run(q: Line): Promise<void> {
  const session = sessions.get(q.session) ?? new SyntheticClient(mutant, ca);
  sessions.set(q.session, session);
  try {
    const response = await session.fetch({
      method: q.method,
      url: q.url,
      headers: q.headers ?? [],
      body: bodyOf(q),
      isStream: q.bodyKind === 'stream',
      isText: q.bodyKind === 'text',
      timeout: q.timeout,
      redirects: q.redirects ?? false,
      ...(q.auth && { auth: q.auth }),
      trailers: q.trailers ?? [],
      ...(q.proxy !== undefined && { proxy: q.proxy }),
      isVerified: q.verify !== false,
      usesCache: q.cache === true,
      maxBody: q.maxBody ?? 256 * 1024 * 1024,
      retries: q.retry?.max ?? 0,
      expect: q.expect === true,
      ...(q.abort && 'at' in q.abort && { abort: q.abort }),
    });
    const { status, fields, content } = response;
    const url = mutant === 'hides-fragments' ? response.url.replace(/#.*/, '') : response.url;
    say({
      id: q.id,
      status,
      headers: fields,
      url,
      ...(content.length > 1_000_000 ? { size: content.length } : { body: content.toString('base64') }),
    });
  } catch (error) {
    const given = error instanceof Failure ? error.kind : 'other';
    const kind = given === 'invalid-request' && mutant === 'refuses-as-other' ? 'other' : given;
    say({ id: q.id, error: kind, message: error instanceof Error ? error.message : String(error) });
  }
}

function bodyOf({ body, bodySize }: Line): Buffer | undefined {
  if (body !== undefined) return Buffer.from(body, 'base64');
  return bodySize === undefined ? undefined : generatedBody(bodySize);
}

for await (const line of createInterface({ input: process.stdin })) {
  const q = JSON.parse(line);
  if (q.hello) {
    ca = q.ca;
    say({
      hello: 1,
      client: `synthetic${mutant ? ` ${mutant}` : ''}`,
      version: '1',
      parallel: 8,
      supports: [
        'redirects',
        'max-redirects',
        'cookies',
        'auth',
        'auth-digest',
        'stream',
        'ca',
        'expect',
        'abort',
        'retry',
        'max-body',
        'raw-fields',
        'request-trailers',
        'proxy',
        'no-verify',
        'cache',
      ].filter((each) => mutant !== 'basic-only' || each !== 'auth-digest'),
    });
  } else if (q.end) {
    sessions.get(q.end)?.close();
    sessions.delete(q.end);
  } else void run(q);
}
process.exit(0);
