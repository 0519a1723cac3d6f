import { type Build, buildIfStale, isStale } from './builds.ts';
import type { Part, PartContext, PartName, Parts } from './parts.ts';
import type { Ports } from '../ports/ports.ts';

export type PartUrls = { dashboardUrl?: string; exampleUrl?: string; siteUrl?: string };

/**
 * Builds the parts' packages that are missing or older than their sources. Resolves to the parts that can
 * be served: a part whose build fails is reported and left out, and the service continues without it. With a
 * `context`, the parts are built for this stack; without one, a build for any stack is accepted.
 */
export async function buildParts(
	parts: Parts,
	names: readonly PartName[],
	log: (line: string) => void,
	signal?: AbortSignal,
	build = buildIfStale,
	context?: { gatewayUrl: string; siteId: string },
): Promise<PartName[]> {
	const plan = new Map(names.map((name) => [name, planBuilds(parts[name], context)]));
	const failed = new Set<Build>();
	const tryBuild = async (needed: Build) => {
		if (needed.needs?.some((one) => failed.has(one))) return void failed.add(needed);
		try {
			await build(needed, log, signal);
		} catch (error) {
			signal?.throwIfAborted();
			failed.add(needed);
			log((error as Error).message);
		}
	};
	const all = [...new Set<Build>([...plan.values()].flat())];
	const shared = new Set(all.flatMap(({ needs }) => needs ?? []));
	// Shared builds run once and first; the others are independent.
	for (const needed of shared) await tryBuild(needed);
	await Promise.all(all.filter((needed) => !shared.has(needed)).map(tryBuild));
	const isWhole = (name: PartName) => plan.get(name)!.every((needed) => !failed.has(needed));
	for (const name of names)
		if (!isWhole(name)) log(`Goes on without this part: ${parts[name].label}.`);
	return names.filter(isWhole);
}

/** True when the part would have to be built before it is served. */
export function needsBuild(part: Part, context?: { gatewayUrl: string; siteId: string }): boolean {
	return planBuilds(part, context).some(isStale);
}

function planBuilds(
	{ builds, builtFor }: Part,
	context?: { gatewayUrl: string; siteId: string },
): Build[] {
	if (!context || !builtFor) return [...builds];
	return [...builds.slice(0, -1), { ...builds.at(-1)!, environment: builtFor(context) }];
}

/** Serves the parts that people open in a browser, each on its port. */
export async function serveParts(
	parts: Parts,
	names: readonly PartName[],
	context: Omit<PartContext, 'port'> & {
		ports: Ports;
		cleanup: AsyncDisposableStack;
		/** Serves no further part once it is aborted. */
		signal?: AbortSignal | undefined;
	},
): Promise<PartUrls> {
	const urls: PartUrls = {};
	for (const name of names) {
		context.signal?.throwIfAborted();
		const port = context.ports[name];
		const part = await parts[name].serve({ ...context, port });
		context.cleanup.defer(() => part.stop());
		urls[`${name}Url`] = part.url;
	}
	return urls;
}
