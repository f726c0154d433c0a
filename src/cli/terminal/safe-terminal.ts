import { createRuntime } from '#runtime.ts';
import type { Terminal } from './terminal.ts';

/**
 * A terminal that receives no control character of text that others chose, such as names of users, headers and reports:
 * C0 (but line feed and tab), C1 (ECMA-48 §5.4) and characters that change the direction of text. Each run of them is
 * printed as a space. The styles of `bold` and `paint` remain. Every command prints by this terminal.
 */
export function protectTerminal(terminal: Terminal): Terminal {
  // A further parameter of the styles, which text of others cannot contain.
  const mark = createRuntime().integer(2 ** 47);
  const plain = (text: string) =>
    text.replace(CONTROLS, (found) => {
      if (!found.endsWith('m')) return ' ';
      return found.endsWith(`;${mark}m`) ? found : ` ${found.slice(1)}`;
    });
  const withMarks = (text: string) => text.replace(STYLE, `$1;${mark}m`);
  const withoutMarks = (text: string) => text.replaceAll(`;${mark}m`, 'm');
  return {
    ...terminal,
    print: (text) => terminal.print(withoutMarks(plain(text))),
    printError: (text) => terminal.printError(withoutMarks(plain(text))),
    showStatus: (text) => terminal.showStatus(plain(text)),
    bold: (text) => withMarks(terminal.bold(plain(text))),
    paint: (color, text) => withMarks(terminal.paint(color, plain(text))),
  };
}

/** A style with a further parameter, or a run of characters that a terminal interprets, but line feed and tab. */
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that are removed
  /\u001b\[\d+;\d+m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g;

/** A style of `styleText`. */
const STYLE = /(\p{Cc}\[\d+)m/gu;
