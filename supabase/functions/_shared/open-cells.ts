import type { Cells } from './databases.ts';
import { readSetting } from './environment.ts';

/**
 * Opens something for each cell that a variable lists as `name=url`, separated by spaces. Without the variable there is
 * only home.
 */
export function openCells<Value>(variable: string, open: (url: string) => Value): Cells<Value> {
	const entries = readSetting(variable)?.split(/\s+/).filter(Boolean) ?? [];
	return new Map(
		entries.map((entry) => {
			const [, name, url] = /^([a-z][a-z0-9-]*)=(.+)$/.exec(entry) ?? [];
			if (name === undefined || url === undefined || name === 'home') {
				throw new Error(`The environment variable ${variable} must list cells as name=url.`);
			}
			return [name, open(url)];
		}),
	);
}
