import type { Ask } from './context.ts';
import type { Host } from './host.ts';
import { interrupted } from './interruption.ts';

type Environment = {
	stdin: { isTTY?: boolean };
	stderr: { isTTY?: boolean };
	env: NodeJS.ProcessEnv;
};

/** Whether a person can answer questions: only if both input and error output are a terminal, and not in CI. */
export function isInteractive({ stdin, stderr, env }: Environment): boolean {
	return stdin.isTTY === true && stderr.isTTY === true && !env['CI'] && env['TERM'] !== 'dumb';
}

/** Asks on the terminal, through standard error, because standard output is for data. */
export function createAsk({ stdin: input, stderr: output }: Host): Ask {
	// Some terminals do not report their size; questions would be wrapped after each character.
	if (!output.columns) output.columns = 80;
	if (!output.rows) output.rows = 24;
	const load = () => import('@clack/prompts');
	return {
		confirm: async (message) => {
			const { confirm, isCancel } = await load();
			const answer = await confirm({ message, input, output });
			if (isCancel(answer)) throw interrupted();
			return answer;
		},
		text: async (message) => {
			const { text, isCancel } = await load();
			const answer = await text({ message, input, output });
			if (isCancel(answer)) throw interrupted();
			return answer;
		},
		choose: async (message, choices) => {
			const { select, isCancel } = await load();
			const answer = await select({ message, options: choices, input, output });
			if (isCancel(answer)) throw interrupted();
			return answer;
		},
	};
}
