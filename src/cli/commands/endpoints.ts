import type { Command } from 'commander';
import { createRuntime } from '#runtime.ts';
import { formatColumns, type Terminal } from '../terminal/terminal.ts';

export function addEndpoints(program: Command, terminal: Terminal): void {
  program
    .command('endpoints')
    .description('Lists every path with its methods.')
    .option('--source', 'Adds the source file of each path.')
    .action(async ({ source }: { readonly source?: true }) => {
      const [
        { createServices },
        { createLocalState },
        { defaultServerSettings },
        { openStore },
        { sourceFile },
      ] = await Promise.all([
        import('#server/services.ts'),
        import('#shared/local-state.ts'),
        import('#config/settings/settings.ts'),
        import('#accounts/storage/open.ts'),
        import('#docs/openapi/operation.ts'),
      ]);
      const log = { info() {}, warn() {}, error() {} };
      const store = await openStore('memory');
      const options = {
        ...defaultServerSettings(),
        environment: {},
        runtime: createRuntime(),
        log,
        shared: createLocalState(),
      };
      const { services } = createServices(options, store);
      await store.close();
      for (const service of services) {
        const paths = service.endpoints.map(({ path }) => path.length);
        const width = Math.max(0, ...paths);
        const rows = service.endpoints.map((endpoint): [string, string] => [
          `${endpoint.path.padEnd(width)}  ${endpoint.methods.join(' ')}`,
          source ? sourceFile(service, endpoint) : '',
        ]);
        terminal.print(`${terminal.bold(service.documentation.title)}\n${formatColumns(rows)}\n`);
      }
    });
}
