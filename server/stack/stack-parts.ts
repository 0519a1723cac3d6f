import type { Log } from '../log/log.ts';
import { type PartUrls, buildParts, needsBuild, serveParts } from '../parts/part-service.ts';
import type { PartContext, PartName, Parts } from '../parts/parts.ts';

export type StackPartsOptions = Omit<
	Parameters<typeof serveParts>[2],
	'cleanup' | 'exampleBackend' | 'log'
> & {
	/** How each part is built and served. */
	parts: Parts;
	/** Parts that are not waited for when they have to be built. */
	late: readonly PartName[] | undefined;
	/** Whether builds for another address of the gateway are reused. */
	keepsBuilds: boolean;
	log: Log;
	signal: AbortSignal | undefined;
};

export type ServedParts = {
	urls: PartUrls;
	/** Parts that are still being built, and their addresses once they are served. */
	late: { parts: readonly PartName[]; served: Promise<PartUrls> };
};

export type StackParts = {
	/** Serves the parts, once all but the late ones are built. */
	serve(
		cleanup: AsyncDisposableStack,
		exampleBackend?: PartContext['exampleBackend'],
	): Promise<ServedParts>;
};

/** Starts the builds that the parts need. */
export function buildStackParts(
	names: readonly PartName[],
	{ parts, late: mayBeLate, keepsBuilds, log, signal, ...options }: StackPartsOptions,
): StackParts {
	const { gatewayUrl, siteId } = options;
	const buildContext = keepsBuilds ? undefined : { gatewayUrl, siteId };
	const late = names.filter(
		(name) => mayBeLate?.includes(name) && needsBuild(parts[name], buildContext),
	);
	const first = names.filter((name) => !late.includes(name));
	const building = buildParts(parts, first, log, signal, undefined, buildContext);
	// Awaited by `serve`; until then its failure must not count as unhandled.
	building.catch(() => undefined);
	return {
		async serve(cleanup, exampleBackend) {
			const built = await building;
			const context = { ...options, log, exampleBackend };
			const urls = await serveParts(parts, built, { ...context, signal, cleanup });
			const lateCleanup = new AsyncDisposableStack();
			const giveUp = new AbortController();
			const until = AbortSignal.any([giveUp.signal, ...(signal ? [signal] : [])]);
			const served = buildParts(parts, late, log, until, undefined, buildContext).then((ready) =>
				serveParts(parts, ready, { ...context, signal: until, cleanup: lateCleanup }),
			);
			cleanup.defer(async () => {
				giveUp.abort(new Error('The stack stops.'));
				await served.catch(() => undefined);
				await lateCleanup.disposeAsync();
			});
			return { urls, late: { parts: late, served } };
		},
	};
}
