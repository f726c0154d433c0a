/** The program that a `User-Agent` names, for people: `Chrome 131 on Windows`, or the first product of a program that is no browser. */
export function describeUserAgent(userAgent: string): string {
  if (!userAgent.startsWith('Mozilla/')) return userAgent.split(' ', 1)[0] ?? userAgent;
  const [name, version] = findBrowser(userAgent);
  const system = SYSTEMS.find(([token]) => userAgent.includes(token))?.[1];
  const browser = version === undefined ? name : `${name} ${version}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

function findBrowser(userAgent: string): [name: string, version?: string] {
  for (const [product, name] of BROWSERS) {
    const version = product.exec(userAgent)?.[1];
    if (version !== undefined) return [name, version];
  }
  return ['A browser'];
}

/** Products of `User-Agent`, the most specific first: Edge names Chrome too, and Chrome names Safari. */
const BROWSERS = [
  [/\bEdg\/(\d{1,4})/, 'Edge'],
  [/\bOPR\/(\d{1,4})/, 'Opera'],
  [/\bFirefox\/(\d{1,4})/, 'Firefox'],
  [/\b(?:Headless)?Chrome\/(\d{1,4})/, 'Chrome'],
  [/\bVersion\/(\d{1,4})/, 'Safari'],
] as const;

/** Words of the comment, the most specific first: Android names Linux too. */
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;
