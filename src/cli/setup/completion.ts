/** Commands and flags that may follow, by the path of a command such as `user add`. */
export type CompletionWords = ReadonlyMap<
  string,
  { readonly commands: readonly string[]; readonly flags: readonly string[] }
>;

/** The scripts of each shell. Words consist of letters, digits and dashes, so that no shell expands them. */
export const shells: ReadonlyMap<string, (words: CompletionWords) => string> = new Map([
  ['bash', formatBash],
  ['zsh', formatZsh],
  ['fish', formatFish],
]);

function formatBash(words: CompletionWords): string {
  return `# Completion of sparring for bash: source <(sparring completion bash)
${formatFunction(words)}
_sparring() {
  local current=\${COMP_WORDS[COMP_CWORD]} path= word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    [ "$word" = -- ] && return
    if _sparring_words "\${path:+$path }$word" >/dev/null; then path="\${path:+$path }$word"; fi
  done
  COMPREPLY=($(compgen -W "$(_sparring_words "$path")" -- "$current"))
}
complete -o default -F _sparring sparring
`;
}

function formatZsh(words: CompletionWords): string {
  return `#compdef sparring
# Completion of sparring for zsh: source <(sparring completion zsh)
${formatFunction(words)}
_sparring() {
  local path= word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [ "$word" = -- ] && { _default; return }
    if _sparring_words "\${path:+$path }$word" >/dev/null; then path="\${path:+$path }$word"; fi
  done
  local -a found=(\${=$(_sparring_words "$path")})
  compadd -a found || _files
}
compdef _sparring sparring
`.replaceAll(/\bpath\b/g, 'trail');
}

/** A function that prints the words after the path of a command, and fails for an unknown path. */
function formatFunction(words: CompletionWords): string {
  const cases = [...words].map(
    ([path, { commands, flags }]) => `    '${path}') echo '${[...commands, ...flags].join(' ')}' ;;`,
  );
  return `_sparring_words() {\n  case "$1" in\n${cases.join('\n')}\n    *) return 1 ;;\n  esac\n}`;
}

function formatFish(words: CompletionWords): string {
  const lines = [...words].flatMap(([path, { commands, flags }]) => {
    const condition = formatFishCondition(path, commands);
    return [
      ...commands.map((command) => `complete -c sparring -f -n '${condition}' -a '${command}'`),
      ...flags.map((flag) => `complete -c sparring -n '${condition}' -l '${flag.slice(2)}'`),
    ];
  });
  return `# Completion of sparring for fish: sparring completion fish | source\n${lines.join('\n')}\n`;
}

function formatFishCondition(path: string, commands: readonly string[]): string {
  if (path === '') return '__fish_use_subcommand';
  const seen = path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  const vh = commands.length > 0 ? [`not __fish_seen_subcommand_from ${commands.join(' ')}`] : [];
  return [...seen, ...vh].join('; and ');
}
