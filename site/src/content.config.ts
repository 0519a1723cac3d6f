import { docsSchema, i18nSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

// The probe page shows every component; only the tests build it.
const pattern = ['content/**/[^_]*.{md,mdx}'];
if (process.env['FEEDBACK_DOCS_PROBE']) pattern.push('site/test/probe/[^_]*.mdx');

export const collections = {
	docs: defineCollection({
		loader: glob({
			base: '..',
			pattern,
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
	}),	// Starlight reads this collection, and Astro warns when it has no entry.
	i18n: defineCollection({ loader: () => [{ id: 'en' }], schema: i18nSchema() }),
};
