import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { cruiseImports } from '../../../gates/cruise-imports.ts';

/** Code that renders: the dashboard, the example app and the user interface of a prompt. */
const drawing = /^(dashboard|examples\/reports|sdk)\/src\//;
/** The built SDK, whether or not it exists. */
const builtSdk = /^(sdk\/dist\/|@feedback\/sdk(\/|$))/;
const promptUi = ['sdk/src/prompt-ui.ts', 'sdk/src/preview.ts'];

/**
 * Lists, for each picture, the files of the repository that its entries import. Code that does not render is omitted,
 * such as the contract and the typed client.
 */
export async function listDrawingSources<Name extends string>(
	root: string,
	entries: Record<Name, readonly string[]>,
): Promise<Record<Name, string[]>> {
	const starts = [...Object.values<readonly string[]>(entries).flat(), ...promptUi];
	const { modules } = await cruiseImports(
		root,
		[...new Set(starts)].filter((file) => existsSync(join(root, file))),
		{ doNotFollow: { path: '(^|/)(node_modules|dist)/|^(contract|client|supabase)/' } },
	);
	const imports = new Map(
		modules.map(({ source, dependencies }) => [
			source,
			dependencies
				.filter(({ dependencyTypes }) => !dependencyTypes.includes('type-only'))
				.flatMap(({ resolved }) => (builtSdk.test(resolved) ? promptUi : dropQuery(resolved))),
		]),
	);
	const isSource = (file: string) => drawing.test(file) && existsSync(join(root, file));
	const reach = (from: readonly string[]) => {
		const seen = new Set(from);
		for (const file of seen) for (const next of imports.get(file) ?? []) seen.add(next);
		return [...seen].filter((file) => from.includes(file) || isSource(file)).toSorted();
	};
	return Object.fromEntries(
		Object.entries<readonly string[]>(entries).map(([name, from]) => [name, reach(from)]),
	) as Record<Name, string[]>;
}

/** A file without the suffix that determines how Vite loads it, such as `?inline`. */
const dropQuery = (file: string) => file.replace(/\?.*$/, '');
