import { basename, dirname } from 'node:path';

import type { Machine, Outcome } from '../commands/machine.ts';
import { isInteractive } from '../commands/lines.ts';

/** How long a line may need until it prints what was expected, or ends. */
const longestMs = 15 * 60_000;

export type TypeOptions = {
	/** The line runs on after it has printed this. */
	until?: RegExp;
	environment?: Record<string, string>;
	/** Sees what the line has printed so far, and does what it asks for. */
	follow?: (output: string) => Promise<void>;
};

/** A person who types commands on the machine, in a home folder without anything from other people. */
export type Person = {
	home: string;
	/** Types a line in a folder of the home folder; resolves to its output. Rejects when the line fails. */
	type(line: string, folder: string, options?: TypeOptions): Promise<string>;
	/** Writes a file, or changes one. */
	write(path: string, text: string | ((text: string) => string)): Promise<void>;
	read(path: string): string;
	/** Ends the processes whose command line matches, as Ctrl-C does, and waits until they are gone. */
	interrupt(pattern: string): Promise<void>;
};

/** A person who uses a machine; `environment` is what they have set for good. */
export async function createPerson(
	machine: Machine,
	home: string,
	environment: Record<string, string> = {},
): Promise<Person> {
	await machine.write(home, {});
	const type = async (line: string, folder: string, options: TypeOptions = {}) => {
		const started = Date.now();
		const { until, follow, environment: added } = options;
		const outcome: Outcome = await machine.run(line, {
			folder: `${home}/${folder}`,
			home,
			// The person's browser is not on the machine: the test opens what the line prints.
			environment: { BROWSER: 'true', npm_config_cache: `${home}/.npm`, ...environment, ...added },
			terminal: isInteractive(line),
			until,
			async follow(output) {
				if (Date.now() - started > longestMs) {
					throw new Error(`“${line}” printed nothing that was expected:\n${output.slice(-4_000)}`);
				}
				await follow?.(output);
			},
		});
		if (outcome.code !== 0 || (until && !until.test(outcome.output))) {
			throw new Error(`“${line}” ended with ${outcome.code}:\n${outcome.output.slice(-4_000)}`);
		}
		return outcome.output;
	};
	return {
		home,
		type,
		async write(path, text) {
			const changed = typeof text === 'string' ? text : text(machine.read(`${home}/${path}`));
			await machine.write(`${home}/${dirname(path)}`, { [basename(path)]: changed });
		},
		read: (path) => machine.read(`${home}/${path}`),
		async interrupt(pattern) {
			await type(
				`pkill -INT -f '${pattern}'; while pgrep -f '${pattern}' >/dev/null; do sleep 0.2; done`,
				'',
			);
		},
	};
}
