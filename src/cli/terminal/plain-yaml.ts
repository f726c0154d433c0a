import { Document, visit } from 'yaml';

/**
 * YAML without control characters as such: text with C1 or with characters that change the direction of text is in double
 * quotes, where they are escaped (YAML 1.2 §5.7). The `yaml` package escapes C0 only.
 */
export function formatPlainYaml(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string' && CONTROL.test(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document
    .toString()
    .replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const CONTROL = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const CONTROLS = new RegExp(CONTROL, 'g');
