import { relative } from 'node:path';
import { styleText } from 'node:util';

import { root } from '../layout/tree.ts';

/** Prints what follows from saved files: one line each time. */
export type SaveLog = {
	/** @param outcome such as `dashboard updated` */
	done(files: readonly string[], outcome: string): void;
	/** Prints the error below the line. */
	failed(files: readonly string[], outcome: string, error: unknown): void;
};

export function createSaveLog(print: (line: string) => void = console.log): SaveLog {
	return {
		done: (files, outcome) => print(formatLine(files, outcome)),
		failed(files, outcome, error) {
			const message = error instanceof Error ? error.message : String(error);
			print(`${formatLine(files, styleText('red', outcome))}\n${message.trim()}`);
		},
	};
}

function formatLine([first = '', ...others]: readonly string[], outcome: string): string {
	const time = new Date().toLocaleTimeString('en-GB');
	const more = others.length > 0 ? ` and ${others.length} more` : '';
	return `${styleText('dim', time)} ${relative(root, first)}${more}: ${outcome}`;
}

/** Formats the time since a `performance.now()`, for the end of an outcome. */
export function formatSince(started: number): string {
	return `in ${((performance.now() - started) / 1_000).toFixed(1)} s`;
}
