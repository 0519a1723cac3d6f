import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { AskTarget } from '../ask/ask-target.ts';
import { readPage, type Page } from '../markdown/page.ts';
import { readSections } from '../markdown/sections.ts';
import { writeTwin } from '../markdown/twin.ts';
import { serverFiles } from '../server/manifest.ts';
import { buildIndex, type Section } from '../search/mod.ts';
import { readSearchWords } from '../search/read-search-words.ts';
import { sidebar } from '../sidebar.ts';
import { prose, writeFullText, writeIndex } from './llms.ts';
import { writeManifest } from './write-manifest.ts';

const content = fileURLToPath(new URL('../../../content/', import.meta.url));

// The contract in machine-readable form, at the root of the site.
const generated = fileURLToPath(new URL('../../../contract/generated/', import.meta.url));
const machineReadable = ['openapi.json', 'prompt.schema.json'];

type Built = {
	/** Folder with the built site. */
	folder: string;
	/** Paths of its pages, with slashes at both ends. */
	paths: string[];
	/** Origin the site is served from. */
	base: string;
	redirects: Record<string, string>;
	/** Destination of readers' answers. */
	ask?: AskTarget | undefined;
};

/** Writes everything but the HTML into the built site, and returns the counts. */
export async function publish(built: Built): Promise<{ pages: number; sections: number }> {
	const { folder, base } = built;
	const pages = orderPages(await readPages(built));
	const paths = new Set(pages.map((page) => page.path));
	const sections = (await Promise.all(pages.map(listSections))).flat();
	await Promise.all([
		...pages.map((page) => write(folder, `${page.path}index.md`, writeTwin(page, base, paths))),
		...pages
			.filter((page) => page.path === prose.page)
			.map((page) => write(folder, prose.path, writeTwin(page, base, paths))),
		write(folder, '/llms.txt', writeIndex(pages, base)),
		write(folder, '/llms-full.txt', writeFullText(pages, base, paths)),
		write(folder, '/robots.txt', `User-agent: *\nAllow: /\n\nSitemap: ${base}/sitemap-index.xml\n`),
		write(folder, serverFiles.index, JSON.stringify(buildIndex(sections))),
		// Remove the white space of the committed files.
		...machineReadable.map(async (name) =>
			write(
				folder,
				name,
				JSON.stringify(JSON.parse(await readFile(join(generated, name), 'utf8'))),
			),
		),
	]);
	checkRedirects(built.redirects, paths);
	await write(
		folder,
		serverFiles.manifest,
		JSON.stringify(await writeManifest({ ...built, pages })),
	);
	return { pages: pages.length, sections: sections.length };
}

async function readPages({ folder, paths }: Built): Promise<Page[]> {
	const pages: Page[] = [];
	for (const path of paths) {
		// The page for unknown addresses is `404.html` and has no other form.
		if (path === '/404/') continue;
		const page = readPage(path, await readFile(join(folder, path, 'index.html'), 'utf8'));
		if (page) pages.push(page);
	}
	return pages;
}

/** Sorts pages in the order of the sidebar; others come last, by path. */
function orderPages(pages: Page[]): Page[] {
	const order = ['/', ...sidebar.flatMap((group) => group.items.map((slug) => `/${slug}/`))];
	const place = (page: Page) => (order.indexOf(page.path) + order.length + 1) % (order.length + 1);
	return pages.toSorted((a, b) => place(a) - place(b) || a.path.localeCompare(b.path));
}

/** @throws when the source has words for the search below a heading that is no section */
async function listSections(page: Page): Promise<Section[]> {
	const file = join(content, `${page.path.slice(0, -1) || 'index'}.mdx`);
	// The page that shows every component, for tests, is elsewhere.
	const words = readSearchWords(existsSync(file) ? await readFile(file, 'utf8') : '');
	const sections = readSections(page, words);
	const known = new Set(sections.map(({ path }) => path));
	const unknown = [...words.keys()].find((anchor) => !known.has(`${page.path}#${anchor}`));
	if (unknown) throw new Error(`${page.path}#${unknown} has search words, but is no section.`);
	return sections;
}

function checkRedirects(redirects: Record<string, string>, paths: ReadonlySet<string>): void {
	for (const [from, to] of Object.entries(redirects)) {
		if (paths.has(from)) throw new Error(`${from} is redirected, but there is a page.`);
		if (!paths.has(to)) throw new Error(`${from} is redirected to ${to}, which is no page.`);
	}
}

async function write(folder: string, path: string, content: string): Promise<void> {
	const file = join(folder, path);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, content);
}
