type Variables = Readonly<Record<string, string | undefined>>;

/** Warnings about variables by which clients on this machine do not reach a server at the first of these addresses. */
export function buildProxyWarnings([host = '']: readonly string[], variables: Variables): string[] {
  const read = (name: string) => [name, name.toLowerCase()].find((each) => variables[each]);
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => read(name) ?? []);
  const exceptions = (variables[read('NO_PROXY') ?? ''] ?? '').split(/[\s,]+/);
  if (exceptions.includes(host) || exceptions.includes('*')) return [];
  return proxies.map((name) => `${name} is set and NO_PROXY does not contain ${host}.`);
}
