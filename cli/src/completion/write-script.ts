import { singleQuoted } from '../output/shell-word.ts';
import { type Word, type Words, listPaths } from './words.ts';

// Scripts that complete without starting the command: each has the words of every command line.

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** Writes the script of a shell. */
export function writeScript(shell: Shell, words: Words): string {
	return { bash: writeBash, zsh: writeZsh, fish: writeFish, powershell: writePowershell }[shell](
		words,
	);
}

const toCases = (words: Words, write: (list: Word[]) => string, indent: string) =>
	[...words].map(([path, list]) => `${indent}${singleQuoted(path)}) ${write(list)} ;;`).join('\n');
/** The beginnings, as patterns of `case`. */
const toPatterns = (words: Words) => listPaths(words).map(singleQuoted).join(' | ');

function writeBash(words: Words): string {
	const join = (list: Word[]) => `words=${singleQuoted(list.map(({ word }) => word).join(' '))}`;
	return `# Completion of feedback for bash: eval "$(feedback completion bash)" in ~/.bashrc
_feedback() {
  local cur=\${COMP_WORDS[COMP_CWORD]} at='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${at:+$at }$word" in
      ${toPatterns(words)}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${toCases(words, join, '    ')}
  esac
  # After a flag with a value, and where nothing fits, bash completes files.
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -o bashdefault -F _feedback feedback
`;
}

function writeZsh(words: Words): string {
	const colon = (text: string) => text.replaceAll('\\', '\\\\').replaceAll(':', '\\:');
	const join = (list: Word[]) =>
		`offered=(${list.map(({ word, about }) => singleQuoted(`${colon(word)}:${about}`)).join(' ')})`;
	return `#compdef feedback
# Completion of feedback for zsh: eval "$(feedback completion zsh)" in ~/.zshrc, after compinit
_feedback() {
  local at='' word
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      ${toPatterns(words)}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${toCases(words, join, '    ')}
  esac
  _describe feedback offered || _files
}
(( $+functions[compdef] )) && compdef _feedback feedback
`;
}

function writeFish(words: Words): string {
	const escape = (text: string) =>
		`'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
	const lines = [...words].flatMap(([path, list]) =>
		list.map(({ word, about }) => {
			const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
			return `complete -c feedback -n ${escape(`__feedback_at ${escape(path)}`)} ${what} -d ${escape(about)}`;
		}),
	);
	return `# Completion of feedback for fish: feedback completion fish > ~/.config/fish/completions/feedback.fish
function __feedback_at
  set -l at ''
  for word in (commandline -opc)[2..]
    set -l longer (string trim "$at $word")
    switch $longer
      case ${listPaths(words).map(escape).join(' ')}
        set at $longer
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function writePowershell(words: Words): string {
	const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
	const entries = [...words].map(([path, list]) => {
		const items = list.map(({ word, about }) => `@(${quote(word)}, ${quote(about)})`);
		return `    ${quote(path)} = @(${items.join(', ')}, @())`;
	});
	return `# Completion of feedback for PowerShell: feedback completion powershell | Out-String | Invoke-Expression in $PROFILE
Register-ArgumentCompleter -Native -CommandName feedback -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @{
${entries.join('\n')}
  }
  $at = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $cursorPosition) { break }
    $longer = "$at $element".Trim()
    if ($words.ContainsKey($longer)) { $at = $longer }
  }
  foreach ($pair in $words[$at]) {
    if ($pair.Count -eq 2 -and $pair[0].StartsWith($wordToComplete)) {
      [System.Management.Automation.CompletionResult]::new($pair[0], $pair[0], 'ParameterValue', $pair[1])
    }
  }
}
`;
}
