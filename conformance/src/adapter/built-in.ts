/** An adapter of the package, which the interpreter of the user runs. */
interface BuiltInAdapter {
  /** Below the folder of the adapters: a file, or a folder for tools that run one. */
  readonly path: string;
  /** The command with the path; by default the Node that runs this process. */
  readonly command?: (path: string) => readonly [string, ...string[]];
  /** What to install where the command or the client is missing. */
  readonly needs: string;
}

function inPython(client: string): BuiltInAdapter {
  return {
    path: `python/${client}/adapter.py`,
    command: (file) => ['python3', file],
    needs: `Python, and pip install ${client}`,
  };
}

export const ADAPTERS: Readonly<Record<string, BuiltInAdapter>> = {
  'node-fetch': { path: 'javascript/node-fetch/adapter.mjs', needs: 'nothing but Node' },
  curl: { path: 'shell/curl/adapter.mjs', needs: 'curl' },
  wget: { path: 'shell/wget/adapter.mjs', needs: 'wget' },
  requests: inPython('requests'),
  httpx: inPython('httpx'),
  aiohttp: inPython('aiohttp'),
  urllib3: inPython('urllib3'),
  niquests: inPython('niquests'),
  go: {
    path: 'go/net-http',
    command: (folder) => ['go', '-C', folder, 'run', '.'],
    needs: 'Go 1.22 or later',
  },
  java: { path: 'java/jdk/Adapter.java', command: (file) => ['java', file], needs: 'Java 17 or later' },
  ruby: { path: 'ruby/net-http/adapter.rb', command: (file) => ['ruby', file], needs: 'Ruby' },
  php: {
    path: 'php/curl/adapter.php',
    command: (file) => ['php', file],
    needs: 'PHP with the extensions curl and mbstring',
  },
};

export const BUILT_IN_ADAPTERS: readonly string[] = Object.keys(ADAPTERS);

/** The files and folders of the built-in adapters below that of all adapters, and whether Node runs them. */
export const BUILT_IN_PATHS: readonly { readonly path: string; readonly isOfNode: boolean }[] = Object.values(
  ADAPTERS,
).map(({ path: place, command }) => ({ path: place, isOfNode: command === undefined }));
