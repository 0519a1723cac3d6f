import type { CommanderError } from 'commander';

import { Failure } from './failure.ts';

/**
 * Converts commander's error about a command line. When commander suggests a word, the command to run next is the typed
 * command with that word.
 */
export function toUsageFailure(error: CommanderError, argv: string[]): Failure {
	const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
	const meant = /Did you mean (\S+)\?/.exec(rest.join(' '))?.[1];
	const wrong = /'([^']+)'/.exec(first)?.[1]?.split(' ')[0];
	const corrected =
		meant && wrong && argv.includes(wrong)
			? argv.map((word) => (word === wrong ? meant : word))
			: undefined;
	const words = argv.filter((word) => !word.startsWith('-')).slice(0, 2);
	const isCommand = error.code === 'commander.unknownCommand';
	const help = ['feedback', ...(isCommand ? words.slice(0, words.indexOf(wrong ?? '')) : words)];
	return new Failure(
		'usage',
		`${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.?$/, '.')}`,
		{
			hint:
				rest.length > 0
					? rest.join(' ').replace(/[()]/g, '')
					: `"${help.join(' ')} --help" shows how.`,
			next: [corrected ? ['feedback', ...corrected] : [...help, '--help']],
			cause: error,
		},
	);
}
