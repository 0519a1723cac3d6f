import { fileURLToPath } from 'node:url';

import { dev } from 'astro';

import { reloadOnce } from './src/reload-once.ts';
import type { NodeDocs } from './src/server/node.ts';

/**
 * Serves the documentation from its sources; open pages follow each saved file. It has no search and no Markdown, which
 * a build adds.
 *
 * @param options.vite added to the configuration of Vite
 * @throws when the port is taken
 */
export async function startDevDocs(options: {
	port: number;
	vite?: NonNullable<Parameters<typeof dev>[0]['vite']>;
}): Promise<NodeDocs> {
	const { port, vite } = options;
	const url = `http://127.0.0.1:${port}`;
	process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
	process.env['ASTRO_DISABLE_UPDATE_CHECK'] = 'true';
	process.env['FEEDBACK_DOCS_URL'] = url;
	const server = await dev({
		root: fileURLToPath(new URL('.', import.meta.url)),
		logLevel: 'warn',
		server: { host: '127.0.0.1', port },
		devToolbar: { enabled: false },
		vite: {
			...vite,
			plugins: [reloadOnce(fileURLToPath(new URL('../content', import.meta.url))), vite?.plugins],
			server: { ...vite?.server, strictPort: true },
		},
	});
	return { url, stop: () => server.stop() };
}
