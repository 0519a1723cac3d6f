import { fileURLToPath } from 'node:url';

import type { AstroIntegration } from 'astro';

import { docsAddress } from '../address.ts';
import { askTarget } from '../ask/ask-target.ts';
import { publish } from './publish.ts';

/** After the build: Markdown forms, index files, the search index and the server's manifest. */
export function publishDocs(options: { redirects: Record<string, string> }): AstroIntegration {
	return {
		name: 'publish-docs',
		hooks: {
			'astro:build:done': async ({ dir, pages, logger }) => {
				const result = await publish({
					folder: fileURLToPath(dir),
					paths: pages.map(({ pathname }) => `/${pathname}`),
					base: docsAddress(),
					redirects: options.redirects,
					ask: askTarget(),
				});
				logger.info(`${result.pages} pages as Markdown, ${result.sections} sections to search`);
			},
		},
	};
}
