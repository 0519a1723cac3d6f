// `npm run build`: builds everything that is missing or older than its sources.
import { type Build, buildIfStale, builds } from '../server/parts/builds.ts';
import { hasBuildScript } from '../server/parts/parts.ts';

/**
 * Builds everything stale: the SDK first, then its dependents, in parallel. Rejects with the output of a
 * failed build.
 * @param docs the form of the documentation that is needed
 */
export async function buildAll(
	log: (line: string) => void,
	docs: Build = builds.site,
): Promise<void> {
	await buildEach([builds.sdk], log);
	await buildEach([builds.dashboard, docs, builds.example, builds.command], log);
}

async function buildEach(list: readonly Build[], log: (line: string) => void): Promise<void> {
	await Promise.all(
		list.filter(hasBuildScript).map(async (build) => {
			const built = await buildIfStale(build, log);
			if (!built) log(`Up to date: ${build.name}.`);
		}),
	);
}

if (import.meta.main) {
	try {
		await buildAll((line) => console.log(line));
	} catch (error) {
		console.error((error as Error).message);
		process.exitCode = 1;
	}
}
