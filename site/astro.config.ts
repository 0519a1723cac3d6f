import { fileURLToPath } from 'node:url';

import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

import { docsAddress } from './src/address.ts';
import { editAddress } from './src/edit-address.ts';
import { publishDocs } from './src/publish/integration.ts';
import { redirects } from './src/redirects.ts';
import { sidebar } from './src/sidebar.ts';

const editing = editAddress();
const site = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
	site: docsAddress(),
	outDir: process.env['FEEDBACK_DOCS_OUT'] ?? './dist',
	trailingSlash: 'always',
	// Pages are outside the site's folder and import its components by this name.
	vite: { resolve: { alias: { '@site': `${site}src` } } },
	integrations: [
		starlight({
			title: 'Feedback',
			description: 'In-app feedback prompts: report an event, ask one polite question.',
			logo: { src: './src/styles/mark.svg' },
			favicon: '/favicon.svg',
			credits: false,
			lastUpdated: true,
			tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
			// Collapsed, all groups fit on one screen; the group of the current page is open.
			sidebar: sidebar.map((group) => ({ ...group, collapsed: true })),
			...(editing && { editLink: { baseUrl: editing } }),
			// Without these, asides and heading anchors vanish silently, because the pages are elsewhere.
			markdown: { processedDirs: ['../content', './test/probe'] },
			routeMiddleware: './src/page-data.ts',
			customCss: ['./src/styles/theme.css'],
			components: {
				Footer: './src/components/Footer.astro',
				Hero: './src/landing/Hero.astro',
				PageFrame: './src/components/PageFrame.astro',
				PageTitle: './src/components/PageTitle.astro',
				Search: './src/components/Search.astro',
				SocialIcons: './src/components/HeaderLinks.astro',
				TwoColumnContent: './src/components/TwoColumnContent.astro',
			},
		}),
		publishDocs({ redirects }),
	],
});
