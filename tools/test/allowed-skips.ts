import type { Skip } from './results.ts';

interface AllowedSkip {
  /** The start of the test's full title; by default any test. */
  readonly title?: string;
  /** Text of the reason of the skip; by default any reason. */
  readonly reason?: RegExp;
  /** Whether the test may be skipped on this machine. */
  readonly isAllowed: (machine: Machine) => boolean;
  readonly why: string;
}

interface Machine {
  readonly platform: NodeJS.Platform;
  /** The packages that could not be installed: keys of `REASONS`. */
  readonly missing: readonly string[];
}

/** The reason of a test that is skipped without a package of Debian. */
const REASONS: Readonly<Record<string, RegExp>> = {
  curl: /\bcurl\b.* installed|no curl/,
  httpie: /HTTPie is not installed/,
  'python3-requests': /\b(?:requests|urllib3)\b.* for Python is not installed|python3 is not installed/,
  wget: /\bwget is not installed/,
  fish: /\bfish is not installed/,
  zsh: /\bzsh is not installed/,
  chromium: /no Chromium/,
  'chromium-headless-shell': /no Chromium/,
  pgbouncer: /PgBouncer did not start/,
  postgresql: /apt-get install postgresql$/,
  git: /\bgit is not installed/,
  bsdutils: /\bbsdutils\b|\bscript is not installed/,
  hub: /apt-get install hub\b/,
  gh: /apt-get install gh\b/,
  gist: /apt-get install gist\b/,
  'nginx-light': /\bnginx is not installed/,
  'golang-go': /\bgo is not installed/,
  'ruby-octokit': /apt-get install ruby-octokit/,
  'python3-github': /apt-get install python3-github/,
  'libio-socket-ssl-perl': /\bIO::Socket::SSL is not installed/,
  'libnet-github-perl': /apt-get install libnet-github-perl/,
  junit5: /\bjunit5 is not installed/,
  'php-curl': /php-curl is not installed/,
  'php-mbstring': /php-curl is not installed/,
  'php-guzzlehttp-guzzle': /php-guzzlehttp-guzzle is not installed/,
  'php-cli': /\bphp(?:unit)? is not installed/,
  phpunit: /\bphpunit is not installed/,
  'ruby-rspec': /\b(?:rspec|ruby) is not installed/,
  'python3-venv': /\bpython3-venv is not installed/,
  'python3-pytest': /\bpytest\b.* for Python is not installed/,
};

/** Tests that may be skipped where `--fail-on-skip` is set, as it is in continuous integration. */
const allowedSkips: readonly AllowedSkip[] = [
  ...['test/launcher', 'test/parent-death', 'accounts/storage/sqlite/file-guard'].map((title) => ({
    title,
    isAllowed: ({ platform }: Machine) => platform === 'win32',
    why: 'Windows has no signals and no inodes.',
  })),
  {
    title: 'test/parent-death',
    isAllowed: ({ platform }) => platform !== 'linux',
    why: 'The tests read /proc.',
  },
  {
    reason: /^this machine has no (?:IPv6|address but its own)$/,
    isAllowed: () => true,
    why: 'A container may have no network but the loopback interface.',
  },
  {
    reason: /^a file system cannot be mounted here$/,
    isAllowed: () => true,
    why: 'Only root can mount one.',
  },
  {
    reason: /^(?:cargo(?: 1\.85)?|clippy|dotnet|javac|mvn|mvn or javac) is not installed here$/,
    isAllowed: () => true,
    why: 'These tools are too large for a download in every run, or no package of Debian has them.',
  },
  {
    reason: /^go cannot download (?:actionlint|compose-go|staticcheck)$/,
    isAllowed: () => true,
    why: 'The module proxy may not be reachable, and go may be too old.',
  },
  {
    reason: /^go cannot download the modules of /,
    isAllowed: () => true,
    why: 'The module proxy may not be reachable.',
  },
  {
    reason:
      /^(?:go cannot download go-github|mvn cannot download github-api|pip cannot download github3\.py)$/,
    isAllowed: () => true,
    why: 'The registries may not be reachable.',
  },
  {
    reason: /^conformance\/adapters\/go\/\S+ requires a newer go$/,
    isAllowed: () => true,
    why: 'The adapters use the newest releases of clients, which require a newer Go than distributions have.',
  },
  {
    reason: /^bench\/peers\/go requires a newer go$/,
    isAllowed: () => true,
    why: 'The benchmark uses the newest release of go-httpbin, which requires a newer Go than distributions have.',
  },
  {
    reason: /^test\/support\/wire\/oracles\/go requires a newer go$/,
    isAllowed: () => true,
    why: 'The list of differences describes net/http of a newer Go than distributions have.',
  },
  ...Object.entries(REASONS).map(([name, reason]) => ({
    reason,
    isAllowed: ({ missing }: Machine) => missing.includes(name),
    why: `${name} could not be installed.`,
  })),
];

export function findUnexpectedSkips(skips: readonly Skip[], machine: Machine): Skip[] {
  const unknown = machine.missing.filter((name) => !Object.hasOwn(REASONS, name));
  if (unknown.length > 0) throw new Error(`--missing does not know ${unknown.join(', ')}`);
  return skips.filter(
    (skip) =>
      !allowedSkips.some(
        ({ title = '', reason = /(?:)/, isAllowed }) =>
          skip.title.startsWith(title) && reason.test(skip.reason) && isAllowed(machine),
      ),
  );
}
