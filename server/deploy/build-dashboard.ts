import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../layout/tree.ts';
import { buildIfStale, builds } from '../parts/builds.ts';
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
		},
	};
}
