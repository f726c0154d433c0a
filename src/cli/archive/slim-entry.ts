/** The members of an entry that an import reads, which are a small part of what browsers write. */
export function slimEntry(entry: unknown): unknown {
  return pick(entry, {
    startedDateTime: true,
    _bin: true,
    request: {
      method: true,
      url: true,
      httpVersion: true,
      headers: [PAIR],
      queryString: [PAIR],
      postData: {
        mimeType: true,
        text: true,
        encoding: true,
        _base64: true,
        params: [{ ...PAIR, fileName: true, contentType: true }],
      },
    },
    response: {
      status: true,
      statusText: true,
      redirectURL: true,
      headers: [PAIR],
      _trailers: [PAIR],
      _informational: [{ status: true }],
      content: { size: true, mimeType: true, text: true, encoding: true },
    },
  });
}

const PAIR = { name: true, value: true } as const;

/** What is kept: a value, the items of a list, or members. */
type Shape = true | readonly [Shape] | { readonly [name: string]: Shape };

function pick(value: unknown, shape: Shape): unknown {
  if (shape === true || typeof value !== 'object' || value === null) return value;
  if (isList(shape)) return Array.isArray(value) ? value.map((each) => pick(each, shape[0])) : value;
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, inner]) =>
      Object.hasOwn(value, name) ? [[name, pick(Reflect.get(value, name), inner)]] : [],
    ),
  );
}

function isList(shape: Exclude<Shape, true>): shape is readonly [Shape] {
  return Array.isArray(shape);
}
