import { docsSchema, i18nSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

// A development server watches the whole folder. The probe page shows every component; only the tests build it.
const pages = process.env['FEEDBACK_DOCS_PROBE']
	? { base: '..', pattern: ['content/**/[^_]*.{md,mdx}', 'site/test/probe/[^_]*.mdx'] }
	: { base: '../content', pattern: '**/[^_]*.{md,mdx}' };

export const collections = {
	docs: defineCollection({
		loader: glob({
			...pages,
			generateId: ({ entry }) =>
				entry
					.replace(/^(content|site\/test)\//, '')
					.replace(/\.mdx?$/, '')
					.replace(/(^|\/)index$/, '') || 'index',
		}),
		schema: docsSchema({
			extend: z.object({
				/** One line: the page's entry in llms.txt and in its front matter. */
				description: z.string().min(20).max(200),
				/** Subject of the page; decides `package` in its front matter. */
				package: z.enum(['sdk', 'cli', 'mcp', 'service']).default('service'),
			}),
		}),
	}), // Starlight reads this collection, and Astro warns when it has no entry.
	i18n: defineCollection({ loader: () => [{ id: 'en' }], schema: i18nSchema() }),
};
