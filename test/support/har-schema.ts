/** The JSON schema of an HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/). */

const text = { type: 'string' };
const count = { type: 'integer', minimum: -1 };
const time = { type: 'number', minimum: -1 };
const date = { type: 'string', format: 'date-time' };

/** Members that begin with `_` are not of the standard, and allowed everywhere. */
function object(required: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) {
  return {
    type: 'object',
    required: Object.keys(required),
    properties: { ...required, ...optional, comment: text },
    patternProperties: { '^_': {} },
    additionalProperties: false,
  };
}

function list(items: object) {
  return { type: 'array', items };
}

const pair = object({ name: text, value: text });
const program = object({ name: text, version: text });
const cacheState = {
  anyOf: [{ type: 'null' }, object({ lastAccess: text, eTag: text, hitCount: count }, { expires: text })],
};

const cookie = object(
  { name: text, value: text },
  { path: text, domain: text, expires: date, httpOnly: { type: 'boolean' }, secure: { type: 'boolean' } },
);

const postData = object(
  { mimeType: text },
  { text, params: list(object({ name: text }, { value: text, fileName: text, contentType: text })) },
);

const request = object(
  {
    method: text,
    url: { type: 'string', format: 'uri', pattern: '^[^#]*$' },
    httpVersion: text,
    cookies: list(cookie),
    headers: list(pair),
    queryString: list(pair),
    headersSize: count,
    bodySize: count,
  },
  { postData },
);

const response = object({
  status: { type: 'integer' },
  statusText: text,
  httpVersion: text,
  cookies: list(cookie),
  headers: list(pair),
  content: object(
    { size: { type: 'integer', minimum: 0 }, mimeType: text },
    { text, encoding: { const: 'base64' }, compression: { type: 'integer' } },
  ),
  redirectURL: text,
  headersSize: count,
  bodySize: count,
});

const entry = object(
  {
    startedDateTime: date,
    time: { type: 'number', minimum: 0 },
    request,
    response,
    cache: object({}, { beforeRequest: cacheState, afterRequest: cacheState }),
    timings: object(
      {
        send: { type: 'number', minimum: 0 },
        wait: { type: 'number', minimum: 0 },
        receive: { type: 'number', minimum: 0 },
      },
      { blocked: time, dns: time, connect: time, ssl: time },
    ),
  },
  { pageref: text, serverIPAddress: text, connection: text },
);

const page = object({
  startedDateTime: date,
  id: text,
  title: text,
  pageTimings: object({}, { onContentLoad: time, onLoad: time }),
});

export const harSchema = object({
  log: object(
    { version: { const: '1.2' }, creator: program, entries: list(entry) },
    { browser: program, pages: list(page) },
  ),
});
