import { builds, buildIfStale } from '../../supabase/local/builds.ts';

/** The tests run the command as people get it: built. */
export async function setup(): Promise<void> {
	await buildIfStale(builds.command, () => undefined);
}
