import type { Outcome } from './run-task.ts';

/** The outcomes as a table, followed by the reasons of failures. */
export function formatOutcomes(outcomes: readonly Outcome[]): string {
	const rows = outcomes.map(({ task, failure, toolCalls, commands, seconds }) =>
		row(
			task.id,
			failure === undefined ? 'passed' : 'failed',
			toolCalls,
			commands,
			seconds.toFixed(1),
		),
	);
	const passed = outcomes.filter(({ failure }) => failure === undefined).length;
	const failures = outcomes.flatMap(({ task, failure }) =>
		failure === undefined
			? []
			: [`\n${task.id}: ${task.sentence}\n  ${failure.replaceAll('\n', '\n  ')}`],
	);
	return [
		row('Task', 'Outcome', 'Tool calls', 'Commands', 'Seconds'),
		row('---', '---', '---', '---', '---'),
		...rows,
		...failures,
		`\n${passed} of ${outcomes.length} tasks passed`,
	].join('\n');
}

const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
