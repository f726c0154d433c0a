import { withQuote } from '../quotes/quotes.ts';
import type { ConformanceCase } from '../verdict/case.ts';
import { auth } from './auth.ts';
import { body, bodyNone, bodyTruncated } from './body.ts';
import { cache } from './cache.ts';
import { coding } from './coding.ts';
import { connection } from './connection.ts';
import { control } from './control.ts';
import { cookie } from './cookie.ts';
import { abort, expect, limit, timeout } from './exchange.ts';
import { field } from './field.ts';
import { informational } from './informational.ts';
import { injection } from './injection.ts';
import { probe } from './probe.ts';
import { proxy } from './proxy.ts';
import { redirect } from './redirect.ts';
import { request } from './request.ts';
import { retry } from './retry.ts';
import { status } from './status.ts';
import { tls } from './tls.ts';

const cases: readonly ConformanceCase[] = [
  ...control,
  ...probe,
  ...status,
  ...field,
  ...body,
  ...bodyNone,
  ...bodyTruncated,
  ...informational,
  ...connection,
  ...expect,
  ...timeout,
  ...abort,
  ...limit,
  ...retry,
  ...redirect,
  ...coding,
  ...cookie,
  ...auth,
  ...cache,
  ...tls,
  ...proxy,
  ...request,
  ...injection,
];

/** All cases of edition 1, in the order of the report, with the sentences on which they rest. */
export const allCases: readonly ConformanceCase[] = cases.map(withQuote);
