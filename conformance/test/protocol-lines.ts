import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** By the published schema of the protocol, and a validator of another author. */
const schema: { $defs: Record<string, { properties: object }> } = JSON.parse(
  readFileSync(
    path.join(import.meta.dirname, '../../docs/reference/conformance-protocol.schema.json'),
    'utf8',
  ),
);
const isLine = new Ajv2020({ strict: false }).compile(schema);

/** What the schema rejects in lines of the protocol, and members that it does not name. */
export function protocolErrors(lines: readonly object[]): string[] {
  const known = new Set(Object.values(schema.$defs).flatMap(({ properties }) => Object.keys(properties)));
  return lines.flatMap((line) => {
    const unknown = Object.keys(line).filter((name) => !known.has(name));
    return [
      ...(isLine(JSON.parse(JSON.stringify(line)))
        ? []
        : [`${JSON.stringify(line).slice(0, 300)}: ${JSON.stringify(isLine.errors?.at(-1))}`]),
      ...unknown.map((name) => `an unknown member ${name}`),
    ];
  });
}
