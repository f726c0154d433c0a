import { operationFile } from '#control/operations/declaration/operation.ts';
import { operations } from '#control/operations/index.ts';

/** The source file that is printed from the operations. */
export async function operationSources(): Promise<Map<string, string>> {
  return new Map([['src/cli/commands/operation-commands.ts', await operationCommands()]]);
}

async function operationCommands(): Promise<string> {
  const rows = await Promise.all(
    operations.map(async (operation) => {
      const { command } = operation;
      if (!command) return '';
      const file = operationFile(operation);
      const exported: object = await import(`../../src/${file}`);
      const [constant] = Object.entries(exported).find(([, value]) => value === operation) ?? [];
      const description = `    description: ${formatText(command.description)},`;
      return `  {
    usage: ${formatText(command.usage)},
${description.length > LINE_WIDTH ? description.replace(" '", "\n      '") : description}
    load: async () => (await import('#${file}')).${constant},
  },
`;
    }),
  );
  return `import type { Operation } from '#control/operations/declaration/operation.ts';

export interface CommandRow {
  readonly usage: string;
  readonly description: string;
  readonly load: () => Promise<Operation>;
}

/** The commands that operations declare. \`npm run docs\` prints this file, so that \`--help\` need not load the operations. */
export const operationCommands: readonly CommandRow[] = [
${rows.join('')}];
`;
}

function formatText(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`;
}

/** The line width of biome.json. */
const LINE_WIDTH = 110;
