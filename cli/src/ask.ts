import type { Ask } from './context.ts';
import { interrupted } from './interruption.ts';

type Conditions = {
	stdin: { isTTY?: boolean };
	stderr: { isTTY?: boolean };
	env: NodeJS.ProcessEnv;
};

/** The one gate of every question: on a terminal on both sides, and nowhere else. */
export function mayAsk({ stdin, stderr, env }: Conditions): boolean {
	return stdin.isTTY === true && stderr.isTTY === true && !env['CI'] && env['TERM'] !== 'dumb';
}

/** Questions on the terminal. They stand on standard error, because standard output is for data. */
export function createAsk(): Ask {
	const output = process.stderr;
	// Some terminals do not tell their size; a question would stand there one letter a line.
	if (!output.columns) output.columns = 80;
	if (!output.rows) output.rows = 24;
	const load = () => import('@clack/prompts');
	return {
		confirm: async (message) => {
			const { confirm, isCancel } = await load();
			const answer = await confirm({ message, output });
			if (isCancel(answer)) throw interrupted();
			return answer;
		},
		choose: async (message, choices) => {
			const { select, isCancel } = await load();
			const answer = await select({ message, options: choices, output });
			if (isCancel(answer)) throw interrupted();
			return answer;
		},
	};
}
