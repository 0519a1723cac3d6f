// `npm run build`: builds everything that is missing or older than its sources; `npm run build sdk` only the SDK.
import { type Build, buildIfStale, builds } from '../server/parts/builds.ts';
import { hasBuildScript } from '../server/parts/parts.ts';

/**
 * Builds everything stale: the SDK and the packages first, then what uses them, in parallel. Rejects with the output of a
 * failed build.
 * @param docs the form of the documentation that is needed
 */
export async function buildAll(
	log: (line: string) => void,
	docs: Build = builds.site,
): Promise<void> {
	await buildEach([builds.sdk], log);
	await buildEach([builds.packages, builds.dashboard, builds.example], log);
	await buildEach([docs], log);
}

async function buildEach(list: readonly Build[], log: (line: string) => void): Promise<void> {
	await Promise.all(
		list.filter(hasBuildScript).map(async (build) => {
			const built = await buildIfStale(build, log);
			if (!built) log(`Up to date: ${build.name}.`);
		}),
	);
}

/** The builds with these names, such as `sdk`. Throws on an unknown name. */
function findBuilds(names: readonly string[]): Build[] {
	return names.map((name) => {
		if (Object.hasOwn(builds, name)) return builds[name as keyof typeof builds];
		throw new Error(`There is no build ${name}; there are ${Object.keys(builds).join(', ')}.`);
	});
}

if (import.meta.main) {
	const names = process.argv.slice(2);
	const log = (line: string) => console.log(line);
	try {
		if (names.length > 0) await buildEach(findBuilds(names), log);
		else await buildAll(log);
	} catch (error) {
		console.error((error as Error).message);
		process.exitCode = 1;
	}
}
