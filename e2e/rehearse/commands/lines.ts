/** The commands of a block, without comments; a backslash at the end continues a line. */
export function readLines(code: string): string[] {
	return code
		.replaceAll(/\\\n\s*/g, '')
		.split('\n')
		.filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/** Commands that run until someone stops them or does something in the dashboard, and what they print first. */
const endless: readonly [line: RegExp, printed: RegExp][] = [
	[/^feedback event tail/, /Waiting for events/],
	[/^feedback webhook listen/, /Forwarding responses/],
	[/--verify/, /Waiting up to/],
	[
		/^feedback (site delete|workspace \w+|link \w+|prompt delete|deletion undo) .*--wait/,
		/Do it here: http/,
	],
];

/** What a line prints when it has done what can be expected without more of a person. */
export function findLastOutput(line: string): RegExp | undefined {
	return endless.find(([pattern]) => pattern.test(line))?.[1];
}

/** Whether a line asks questions in a terminal. */
export function isInteractive(line: string): boolean {
	return (
		/^(npx \S+|feedback) (init|login)\b/.test(line) && !/ --(yes|json|device|browser)\b/.test(line)
	);
}
