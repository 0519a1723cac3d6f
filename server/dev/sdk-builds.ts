import {
	existsSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
} from 'node:fs';
import { join } from 'node:path';

import { bundleSdk } from '../../sdk/bundle.ts';
import { writeIntegrity } from '../../sdk/integrity.ts';

/** The SDK's JavaScript, built for development. */
export type SdkBuilds = {
	/** Folder of the present build; the files in it change with each build. */
	folder: string;
	/** Builds again; false when nothing differs. Rejects, and keeps the present build, when the SDK cannot be built. */
	build(): Promise<boolean>;
};

/** Builds the SDK into the data folder, so that `sdk/dist` stays a build for production. */
export async function startSdkBuilds(data: string): Promise<SdkBuilds> {
	const folder = join(data, 'sdk');
	removeBuilds(data);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const build = async () => {
		const next = mkdtempSync(join(data, 'sdk-'));
		try {
			await bundleSdk(next, defaultApiUrl, { development: true });
			writeIntegrity(next);
			return publish(next, folder);
		} finally {
			rmSync(next, { recursive: true, force: true });
		}
	};
	await build();
	return { folder, build };
}

/** Removes the builds of earlier runs, which may have been killed. */
function removeBuilds(data: string): void {
	for (const path of globSync('sdk*', { cwd: data })) {
		rmSync(join(data, path), { recursive: true, force: true });
	}
}

/** For pages that set no other, as in other builds. */
const defaultApiUrl = process.env['FEEDBACK_API_URL'] ?? 'http://127.0.0.1:54321/functions/v1';

/**
 * Replaces the files that differ. The entries come last: a page reloads when its entry changes, and must then find the
 * files that the entry names. Those of earlier builds stay, because a page would reload once more when one is deleted.
 */
function publish(next: string, folder: string): boolean {
	const isEntry = (name: string) => !/^feedback-(ui|preview)-/.test(name);
	const files = readdirSync(next).sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)));
	let differs = false;
	for (const name of files) {
		const [from, to] = [join(next, name), join(folder, name)];
		if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) continue;
		renameSync(from, to);
		differs = true;
	}
	return differs;
}
