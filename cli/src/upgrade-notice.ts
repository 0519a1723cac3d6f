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
	version: z.string(),
});
type Stored = z.infer<typeof storedSchema>;

const dayMs = 86_400_000;
/** A command never waits longer for the answer. */
const maxWaitMs = 300;
const timeoutMs = 1_500;

/**
 * Looks once a day, while a command runs, whether the service serves a newer one. Resolves to the sentence that says so.
 * Only a terminal shows it: never CI, and never a program that reads `--json`. `signal` ends the request with
 * the command.
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
	const stored = readStored(file, registry);
	const asked = stored ? Promise.resolve(stored) : ask(registry, file, signal);
	return async () => {
		const deadline = new Promise<undefined>((resolve) => setTimeout(resolve, maxWaitMs, undefined));
		const found = await Promise.race([asked, deadline]);
		if (!found || !isNewer(found.version, product.version)) return undefined;
		const source = commandSource(instance).replace(
			`-${product.version}.tgz`,
			`-${found.version}.tgz`,
		);
		return `Version ${found.version} of this command is available; this is ${product.version}: npm install --global ${source}`;
	};
}

function readStored(file: string, registry: string): Stored | undefined {
	try {
		const stored = readJsonFile(file, storedSchema);
		const isFresh = stored && Date.now() - Date.parse(stored.checked_at) < dayMs;
		return isFresh && stored.registry === registry ? stored : undefined;
	} catch {
		// A file that cannot be read is written again.
		return undefined;
	}
}

async function ask(
	registry: string,
	file: string,
	signal: AbortSignal,
): Promise<Stored | undefined> {
	try {
		const name = product.cliPackage.replace('/', '%2f');
		const response = await fetch(`${registry}-/package/${name}/dist-tags`, {
			signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
		});
		if (!response.ok) return undefined;
		const { latest } = z
			.object({ latest: z.string().regex(/^\d+\.\d+\.\d+$/) })
			.parse(await response.json());
		const stored = { checked_at: new Date().toISOString(), registry, version: latest };
		writePrivateFile(file, JSON.stringify(stored));
		return stored;
	} catch {
		// The notice is a courtesy: without an answer there is none.
		return undefined;
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
