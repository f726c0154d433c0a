import bash from 'refractor/bash';
import type { Refractor } from 'refractor/core';

/** Shell commands: the grammar of Bash, in which the first word of each command is one, and not only those that it knows. */
export function shell({ languages, register }: Refractor): void {
  register(bash);
  languages.shell = {
    ...languages.bash,
    parameter: { pattern: OPTION, lookbehind: true },
    function: { pattern: COMMAND, greedy: true, alias: 'command' },
  };
}
shell.displayName = 'shell';
const NO_ALIASES: string[] = [];
shell.aliases = NO_ALIASES;

const OPTION = /(^|\s)--?[A-Za-z][\w-]*(?=[=\s]|$)/;

/**
 * A word at the beginning of a line that continues no other, behind an operator, or behind a keyword that a command follows. The
 * assertion sees text that is a token already, such as a comment.
 */
const COMMAND =
  /(?<=^|(?:^|[^\\])\n[ \t]{0,8}|[|;&(][ \t]{0,8}|\b(?:do|then|else)[ \t]{1,8})(?!(?:for|while|until|if|then|else|elif|fi|do|done|case|esac|in|function)\b)[A-Za-z./~][\w./~-]*(?=\s|$)/;
