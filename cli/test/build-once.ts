import { builds, buildIfStale } from '../../server/parts/builds.ts';

/** The tests run the command as people get it: built. */
export async function setup(): Promise<void> {
	await buildIfStale(builds.command, () => undefined);
}
