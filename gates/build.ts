// `npm run build`: builds everything that is missing or older than its sources.
import { type Build, buildIfStale, builds } from '../server/parts/builds.ts';
import { hasBuildScript } from '../server/parts/parts.ts';

/** Builds what is stale, in the order of dependencies. Rejects with the output of a failed build. */
export async function buildAll(log: (line: string) => void): Promise<void> {
	const order: Build[] = [
		builds.sdk,
		builds.example,
		builds.dashboard,
		builds.site,
		builds.command,
	];
	for (const build of order.filter(hasBuildScript)) {
		const built = await buildIfStale(build, log);
		if (!built) log(`Up to date: ${build.name}.`);
	}
}

if (import.meta.main) {
	try {
		await buildAll((line) => console.log(line));
	} catch (error) {
		console.error((error as Error).message);
		process.exitCode = 1;
	}
}
