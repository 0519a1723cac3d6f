import { join } from 'node:path';
import { product } from '@feedback/contract';
import { createTwoFilesPatch } from 'diff';

import { rangeOf, readSource, versionOf } from './app.ts';
import type { App } from './app.ts';
import type { Changes, FileChange, Framework } from './framework.ts';
import { findExistingInit, isPage } from './find-use.ts';
import type { InitOptions } from './init-call.ts';
import { findRefusals } from './refusals.ts';
import type { Refusal } from './refusals.ts';
import { decodeText, encodeText } from './source-text.ts';
import { readIfThere } from './write-changes.ts';
import type { Write } from './write-changes.ts';

/** The planned changes to an app's code. */
export type CodePlan = {
	framework: { id: string; name: string; version: string | null };
	/** The file that already starts the SDK; then nothing is changed. */
	existing: string | null;
	files: FileChange[];
	notes: string[];
	/** A script tag loads the SDK. */
	byScript: boolean;
	/** The SDK has to be installed. */
	needsPackage: boolean;
	/** Content Security Policies of the app that block the SDK. */
	refusals: Refusal[];
};

/** A framework with its version in an app. */
export function describeFramework(app: App, framework: Framework): CodePlan['framework'] {
	const name = framework.packageOf?.(app) ?? framework.package;
	const version = name ? versionOf(app, name) : framework.versionOf?.(app);
	return { id: framework.id, name: framework.name, version: version ?? null };
}

/** Plans the changes to the app's own files; throws `Unplanned` when it is not clear what to change. */
export function planCode(app: App, framework: Framework, options: InitOptions): CodePlan {
	const existing = findExistingInit(app) ?? null;
	const changes: Changes = existing ? { files: [] } : framework.plan(app, options);
	const byScript = changes.byScript ?? (existing !== null && isPage(existing));
	return {
		framework: describeFramework(app, framework),
		existing,
		files: changes.files,
		notes: changes.notes ?? [],
		byScript,
		needsPackage: !byScript && rangeOf(app, product.sdkPackage) === undefined,
		refusals: findRefusals(app, {
			apiUrl: options.apiUrl,
			byScript,
			files:
				existing !== null && isPage(existing)
					? [{ path: existing, text: readSource(app, existing) }]
					: changes.files,
		}),
	};
}

/** The bytes of a change; keeps a byte order mark. */
export function toWrite(app: App, { path, text }: FileChange): Write {
	const full = join(app.root, path);
	const before = readIfThere(full);
	const bom = (before && decodeText(before)?.bom) ?? false;
	return { path: full, bytes: encodeText({ bom, text }) };
}

/**
 * A change as a unified diff, from what is there or from an earlier change. `bare` leaves out the lines around it, such
 * as those with a token in `.npmrc`.
 */
export function writeDiff(
	app: App,
	{ path, text }: FileChange,
	bare = false,
	earlier?: string,
): string {
	const before = earlier ?? (readIfThere(join(app.root, path)) ? readSource(app, path) : '');
	const from = before === '' ? '/dev/null' : `a/${path}`;
	const context = bare ? 0 : 3;
	return createTwoFilesPatch(from, `b/${path}`, before, text, undefined, undefined, { context })
		.replace(/^=+\n/, '')
		.replaceAll('\r', '');
}
