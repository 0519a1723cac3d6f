import { join } from 'node:path';

import type { App } from './app.ts';
import { readSource } from './app.ts';
import type { FileChange } from './framework.ts';
import type { AppSite } from './site.ts';
import { findEol, findIndent, splice } from './source-text.ts';
import { readIfThere } from './write-changes.ts';

const path = 'feedback.json';

/** Adds the site to `feedback.json`, for commands and the next run. Returns undefined if there is nothing to add. */
export function planProjectFile(app: App, { id, workspace }: AppSite): FileChange | undefined {
	if (!id || !workspace) return undefined;
	const named = { workspace, site: id };
	if (!readIfThere(join(app.root, path))) {
		return { path, text: `${JSON.stringify(named, null, 2)}\n` };
	}
	const text = readSource(app, path);
	const known = JSON.parse(text) as Record<string, unknown>;
	const missing = Object.entries(named).filter(([key]) => known[key] === undefined);
	// Do not overwrite a file that names another workspace.
	if (missing.length === 0 || (known['workspace'] ?? workspace) !== workspace) return undefined;
	const eol = findEol(text);
	const lines = missing.map(([key, value]) => `${findIndent(text)}"${key}": "${value}"`);
	const isEmpty = Object.keys(known).length === 0;
	const at = text.indexOf('{') + 1;
	const added = `${eol}${lines.join(`,${eol}`)}${isEmpty ? eol : ','}`;
	return { path, text: splice(text, [{ at, text: added }]) };
}
