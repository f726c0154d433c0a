import type { LibraryMethod } from '#control/operations/declaration/library-method.ts';
import { operationFile } from '#control/operations/declaration/operation.ts';
import { operations } from '#control/operations/index.ts';

interface Method extends LibraryMethod {
  /** The member of the server, or of one of its objects. */
  readonly name: string;
  readonly sentence: string;
  /** Whether it only reads (RFC 9110 §9.2.1). */
  readonly isSafe: boolean;
}

/** The methods of the operations: those of the server itself first, under the empty name, then those of its objects. */
function methodsByGroup(): Map<string, Method[]> {
  const groups = new Map<string, Method[]>([['', []]]);
  for (const { library, summary, http } of operations)
    for (const [path, method] of Object.entries(library)) {
      const [first = '', second] = path.split('.');
      const [group, name] = second === undefined ? ['', first] : [first, second];
      const printed = { sentence: summary, ...method, name, isSafe: http.route.startsWith('GET ') };
      groups.set(group, [...(groups.get(group) ?? []), printed]);
    }
  return groups;
}

/** The interfaces of the methods, for `types/data.ts`. */
export function methodTypes(): string {
  const groups = methodsByGroup();
  const members = [...groups.keys()]
    .filter(Boolean)
    .map((group) => `  readonly ${group}: ${toType(group)};\n`);
  const types = [...groups].map(([group, methods]) => {
    const lines = methods.map(
      ({ name, signature, sentence }) => `  /** ${sentence} */\n  ${name}${signature};\n`,
    );
    const name = group === '' ? 'OperationMethods' : toType(group);
    const comment = `/** Methods of ${group === '' ? 'the server' : `\`${group}\``} that call an operation. */\n`;
    return `${comment}export interface ${name} {\n${lines.join('')}${group === '' ? members.join('') : ''}}\n`;
  });
  return types.join('\n');
}

function toType(group: string): string {
  return `${group.charAt(0).toUpperCase()}${group.slice(1)}Methods`;
}

/** The source files that are printed from the operations. */
export async function operationSources(): Promise<Map<string, string>> {
  return new Map([
    ['src/fixtures/bins/shared-methods.ts', sharedMethods()],
    ['src/cli/commands/operation-commands.ts', await operationCommands()],
  ]);
}

function sharedMethods(): string {
  const groups = methodsByGroup();
  const toMembers = (group: string, indentation: string) =>
    (groups.get(group) ?? [])
      .map(({ name, signature, isSafe }) => {
        const path = group === '' ? name : `${group}.${name}`;
        const rejection = `${signature.includes('): Promise<') ? 'async ' : ''}() => reject('${path}')`;
        return `${indentation}${name}: ${isSafe ? `server.${path}` : rejection},\n`;
      })
      .join('');
  const objects = [...groups.keys()]
    .filter(Boolean)
    .map((group) => `    ${group}: {\n${toMembers(group, '      ')}    },\n`);
  const safe = (group: string) =>
    (groups.get(group) ?? []).filter(({ isSafe }) => isSafe).map(({ name }) => `'${name}'`);
  const reading = [...groups.keys()]
    .filter((group) => group !== '' && safe(group).length > 0)
    .map(
      (group) => `{\n  readonly ${group}: Pick<OperationMethods['${group}'], ${safe(group).join(' | ')}>;\n}`,
    );
  return `import type { OperationMethods } from '#types/index.ts';

/** The methods of operations that only read. */
export type ReadingMethods = ${[`Pick<OperationMethods, ${safe('').join(' | ')}>`, ...reading].join(' & ')};

/**
 * The methods of operations for concurrent tests, which must not change the state of other tests: those that only read,
 * and a rejection of the others. \`npm run docs\` prints this file.
 */
export function toSharedMethods(server: ReadingMethods, reject: (member: string) => never): OperationMethods {
  return {
${toMembers('', '    ')}${objects.join('')}  };
}
`;
}

async function operationCommands(): Promise<string> {
  const rows = await Promise.all(
    operations.map(async (operation) => {
      const { command } = operation;
      if (!command) return '';
      const file = operationFile(operation);
      const exported: object = await import(`../../src/${file}`);
      const [constant] = Object.entries(exported).find(([, value]) => value === operation) ?? [];
      const description = `    description: ${toText(command.description)},`;
      return `  {
    usage: ${toText(command.usage)},
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

function toText(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`;
}

/** The line width of biome.json. */
const LINE_WIDTH = 110;
