import { builds, buildIfStale } from '../../server/parts/builds.ts';

/** The tests run the built command, as people do. */
export async function setup(): Promise<void> {
	await buildIfStale(builds.command, () => undefined);
}
