import { type SettingRow, settingRows, toKey } from '#config/settings/settings.ts';

/** The JSON Schema document of configuration files, for editors. The server itself reads each value by its type. */
export function buildConfigSchema(): object {
  const rows = settingRows.filter(([, { notInFile }]) => !notInFile);
  const members = rows.map(([name, row]) => [toKey(name), buildMember(row)]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration file of Sparring',
    type: 'object',
    properties: {
      $schema: { type: 'string', description: 'The URL of this schema, for editors.' },
      ...Object.fromEntries(members),
    },
    additionalProperties: false,
  };
}

function buildMember({ type, sentence }: SettingRow): object {
  const description = `${sentence} Expects ${type.expects}.`;
  if (type.kind === 'switch') return { enum: [true, false, 'true', 'false'], description };
  if (type.kind === 'list')
    return { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }], description };
  const choices = [...type.optionType.matchAll(/'([^']+)'/g)].map(([, value]) => value);
  const isChoice = choices.length > 0 && /^('[^']+'( \| )?)+$/.test(type.optionType);
  return isChoice ? { enum: choices, description } : { type: ['string', 'number'], description };
}
