import { relative } from 'node:path';

import { root } from '../layout/tree.ts';
import {
	type Parts,
	builtParts,
	dashboardConfig,
	docsEnvironment,
	exampleConfig,
} from '../parts/parts.ts';
import { reportUpdates } from './report-updates.ts';
import { resolveSdk } from './resolve-sdk.ts';
import type { SaveLog } from './save-log.ts';
import { serveVitePart } from './serve-vite-part.ts';

/** The parts, served from their sources. `sdk` is the folder of the SDK's builds. */
export function createDevParts(sdk: string, saves: SaveLog): Parts {
	const report = (outcome: string) => (file: string) => {
		// The build of the SDK has its own line.
		if (!file.startsWith(sdk) && !isGenerated(file)) saves.done([file], outcome);
	};
	return {
		dashboard: {
			label: builtParts.dashboard.label,
			builds: [],
			serve: (context) =>
				serveVitePart({
					folder: 'dashboard',
					port: context.port,
					config: dashboardConfig(context),
					sdk,
					onUpdate: report('dashboard updated'),
				}),
		},
		example: {
			label: builtParts.example.label,
			builds: [],
			serve: (context) =>
				serveVitePart({
					folder: 'examples/reports',
					port: context.port,
					config: exampleConfig(context),
					backend: context.exampleBackend,
					sdk,
					onUpdate: report('example app updated'),
				}),
		},
		site: {
			label: builtParts.site.label,
			builds: [],
			async serve(context) {
				// Astro's configuration reads the environment of this process.
				Object.assign(process.env, docsEnvironment(context));
				const { startDevDocs } = await import('@feedback/site/dev');
				return startDevDocs({
					port: context.port,
					vite: {
						plugins: [reportUpdates(report('documentation updated'))],
						resolve: { alias: resolveSdk(sdk) },
						server: { fs: { allow: [sdk] } },
					},
				});
			},
		},
	};
}

/** Whether the file is in a folder such as `.svelte-kit`, which tools write. */
function isGenerated(file: string): boolean {
	return /(^|\/)\.(?!\.)/.test(relative(root, file));
}
