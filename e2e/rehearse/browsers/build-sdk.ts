import { buildIfStale, builds } from '../../../server/parts/builds.ts';

/** Before the tests are loaded, because they read what is built. */
export async function setup(): Promise<void> {
	await buildIfStale(builds.sdk, () => undefined);
}
