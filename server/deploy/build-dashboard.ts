import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { root } from '../layout/tree.ts';
import { buildIfStale, builds } from '../parts/builds.ts';
import { allowOrigins } from '../parts/connect-policy.ts';
import type { Step } from './step.ts';

/**
 * Builds the dashboard for a Supabase project.
 *
 * @param url origin of the project
 * @param readPublishableKey the key that the dashboard signs in with
 * @param docsUrl address of the documentation, to which the dashboard then links
 */
export function buildDashboard(
	url: string,
	readPublishableKey: () => Promise<string>,
	docsUrl?: string,
): Step {
	const addresses = {
		apiUrl: `${url}/functions/v1`,
		authUrl: `${url}/auth/v1`,
		...(docsUrl !== undefined && { docsUrl }),
	};
	return {
		title: 'Build the dashboard and tell it where the service is',
		shows: [
			'npm run build -w @feedback/dashboard',
			`${builds.dashboard.output}/config.json: apiUrl ${addresses.apiUrl}, authUrl ${addresses.authUrl}` +
				(docsUrl === undefined ? '' : `, docsUrl ${docsUrl}`),
		],
		async run() {
			await buildIfStale(builds.dashboard, (line) => console.log(`   ${line}`));
			const config = { ...addresses, publishableKey: await readPublishableKey(), local: false };
			writeFileSync(
				join(root, builds.dashboard.output, 'config.json'),
				`${JSON.stringify(config)}\n`,
			);
			allowInPages(join(root, builds.dashboard.output), [url]);
		},
	};
}

/** Names the origins in the content security policy of the pages of a folder, and in their compressed copies. */
export function allowInPages(folder: string, urls: readonly string[]): void {
	for (const name of readdirSync(folder).filter((file) => file.endsWith('.html'))) {
		const path = join(folder, name);
		const page = allowOrigins(readFileSync(path, 'utf8'), urls);
		writeFileSync(path, page);
		for (const [end, compress] of [
			['.br', brotliCompressSync],
			['.gz', gzipSync],
		] as const) {
			if (existsSync(path + end)) writeFileSync(path + end, compress(page));
		}
	}
}
