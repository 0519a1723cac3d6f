import { describe, expect, it } from 'vitest';

import { neighboursOf, readingPaths } from './reading-paths.ts';
import { sidebar } from './sidebar.ts';

const pages = sidebar.flatMap(({ items }) => items);

describe('reading paths', () => {
	it('contain only pages that exist', () => {
		for (const slug of pages) {
			for (const neighbour of Object.values(neighboursOf(slug) ?? {})) {
				expect(pages).toContain(neighbour);
			}
		}
		expect(pages).toEqual(expect.arrayContaining(readingPaths.flat()));
	});

	it('never fork: a page has one page after it', () => {
		for (const slug of pages) {
			const after = readingPaths.filter((path) => path.slice(0, -1).includes(slug));
			expect(after.length, slug).toBeLessThanOrEqual(1);
		}
	});

	it('lead from a framework to the next step of every app', () => {
		expect(neighboursOf('install/nuxt')).toEqual({
			previous: 'install/package',
			next: 'visitors/identify',
		});
		expect(neighboursOf('dashboard/first-run')).toEqual({
			previous: 'events/capture',
			next: 'prompts/overview',
		});
		expect(neighboursOf('reference/limits')).toBeUndefined();
	});
});
