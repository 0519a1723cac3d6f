import { join } from 'node:path';

import { getRequestListener } from '@hono/node-server';
import { type Plugin, createServer } from 'vite';

import { root } from '../layout/tree.ts';
import type { RunningPart } from '../parts/parts.ts';
import { reportUpdates } from './report-updates.ts';
import { resolveSdk } from './resolve-sdk.ts';

export type VitePart = {
	/** Folder of the app, from the root. */
	folder: string;
	port: number;
	/** Response to `/config.json`. */
	config: unknown;
	/** Responds to requests under `/api/`. */
	backend?: ((request: Request) => Promise<Response>) | undefined;
	/** Folder of the SDK. */
	sdk: string;
	onUpdate: (file: string) => void;
};

/** Serves an app from its sources; open pages follow each saved file. */
export async function serveVitePart(part: VitePart): Promise<RunningPart> {
	const folder = join(root, part.folder);
	const server = await createServer({
		root: folder,
		configFile: join(folder, 'vite.config.ts'),
		logLevel: 'warn',
		clearScreen: false,
		plugins: [serveConfig(part), reportUpdates(part.onUpdate)],
		resolve: { alias: resolveSdk(part.sdk) },
		server: {
			host: '127.0.0.1',
			port: part.port,
			strictPort: true,
			// Not the whole tree, which contains the secrets of the data folder.
			fs: { allow: [folder, part.sdk, ...shared.map((name) => join(root, name))] },
		},
	});
	await server.listen();
	return { url: `http://127.0.0.1:${part.port}`, stop: () => server.close() };
}

/** Folders of the tree whose files the apps import. */
const shared = ['client', 'contract', 'node_modules'];

function serveConfig({ config, backend }: VitePart): Plugin {
	return {
		name: 'feedback:serve-config',
		// Before the app's own plugins, which may answer the same address.
		enforce: 'pre',
		configureServer({ middlewares }) {
			middlewares.use(
				'/config.json',
				getRequestListener(async () => Response.json(config)),
			);
			if (backend) middlewares.use('/api', getRequestListener(backend));
		},
	};
}
