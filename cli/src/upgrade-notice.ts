import { join } from 'node:path';

import { commandSource, product, registryOf } from '@feedback/contract';
import { z } from 'zod';

import type { Host } from './host.ts';
import { readJsonFile } from './settings/json-file.ts';
import { listInstances } from './settings/list-instances.ts';
import { writePrivateFile } from './settings/private-file.ts';
import type { Settings } from './settings/settings.ts';

const storedSchema = z.object({
	checked_at: z.iso.datetime(),
	registry: z.string(),
	/** Null if the registry did not respond. */
	version: z.string().nullable(),
});
const tagsSchema = z.object({ latest: z.string().regex(/^\d+\.\d+\.\d+$/) });

const dayMs = 86_400_000;
/** A command never waits longer for the answer. */
const maxWaitMs = 300;
const timeoutMs = 1_500;

/** The newest version of the registry; null if it did not respond. */
type Latest = string | null;

/**
 * Checks once a day, while a command runs, whether the service serves a newer version. Resolves to a notice about it, for
 * terminals only: never in CI, and never for a program that reads `--json`. `signal` ends the request with the command.
 */
export function lookForUpgrade(
	settings: Settings,
	{
		env,
		stderr,
		json,
		signal,
	}: Pick<Host, 'env' | 'stderr'> & { json: boolean; signal: AbortSignal },
): () => Promise<string | undefined> {
	const isPerson = stderr.isTTY === true && !json && !env['CI'];
	if (!isPerson || env['FEEDBACK_NO_UPGRADE_NOTICE']) return async () => undefined;
	const [instance] = listInstances(settings);
	const registry = registryOf(instance);
	const file = join(settings.folder, 'upgrade.json');
	const known = readStored(file, registry);
	const asking = known === undefined ? askOnce(registry, file, signal) : Promise.resolve(known);
	return async () => {
		let version = await within(maxWaitMs, asking);
		if (version === undefined) {
			// The next commands of the day would wait as long.
			version = null;
			store(file, registry, version);
		}
		if (version === null || !isNewer(version, product.version)) return undefined;
		const source = commandSource(instance, { ...product, version });
		return `Version ${version} of this command is available; this is ${product.version}: npm install --global ${source}`;
	};
}

function readStored(file: string, registry: string): Latest | undefined {
	try {
		const stored = readJsonFile(file, storedSchema);
		const isFresh = stored && Date.now() - Date.parse(stored.checked_at) < dayMs;
		return isFresh && stored.registry === registry ? stored.version : undefined;
	} catch {
		// A file that cannot be read is written again.
		return undefined;
	}
}

/** Asks the registry, and stores its answer or that there was none. */
async function askOnce(registry: string, file: string, signal: AbortSignal): Promise<Latest> {
	const version = await readLatest(registry, signal).catch(() => null);
	if (!signal.aborted) store(file, registry, version);
	return version;
}

async function readLatest(registry: string, signal: AbortSignal): Promise<Latest> {
	const name = product.cliPackage.replace('/', '%2f');
	const response = await fetch(`${registry}-/package/${name}/dist-tags`, {
		signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
	});
	return tagsSchema.parse(await response.json()).latest;
}

function store(file: string, registry: string, version: Latest): void {
	try {
		const checked_at = new Date().toISOString();
		writePrivateFile(file, JSON.stringify({ checked_at, registry, version }));
	} catch {
		// The notice is a courtesy: a folder that cannot be written to is no reason to fail.
	}
}

/** The result, or `undefined` if it takes longer. */
async function within<Result>(
	milliseconds: number,
	asking: Promise<Result>,
): Promise<Result | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(resolve, milliseconds, undefined);
	});
	try {
		return await Promise.race([asking, late]);
	} finally {
		// A timer that runs on would delay the exit of the command.
		clearTimeout(timer);
	}
}

function isNewer(version: string, than: string): boolean {
	const [left, right] = [version, than].map((text) => text.split('.').map(Number)) as [
		number[],
		number[],
	];
	const at = left.findIndex((part, index) => part !== right[index]);
	return at !== -1 && left[at]! > (right[at] ?? 0);
}
