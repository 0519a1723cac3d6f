import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Size = 'phone' | 'desktop';
export type Theme = 'light' | 'dark';

/** What one page showed in each size and theme. */
export type PageResult = {
	title: string;
	/** Pixels by which the page is wider than the phone. */
	overflow: number;
	violations: string[];
	consoleErrors: string[];
	/** File names of its screenshots. */
	pictures: { size: Size; theme: Theme; file: string }[];
};

/** A folder of screenshots with a page to browse them. */
export class PictureBook {
	readonly folder: string;
	readonly results: PageResult[] = [];

	constructor(folder: string) {
		this.folder = folder;
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
	}

	/** Stores a screenshot, and returns the name of its file. */
	put(name: string, image: Buffer): string {
		const file = `${name.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')}.jpg`;
		writeFileSync(join(this.folder, file), image);
		return file;
	}

	/** Writes `index.html`: all pages in one size and theme, which buttons change. */
	write(): string {
		const path = join(this.folder, 'index.html');
		writeFileSync(path, drawBook(this.results));
		return path;
	}
}

/** One line per page, for the terminal. */
export function formatResults(results: readonly PageResult[]): string {
	const rows = results.map(({ title, overflow, violations, consoleErrors }) =>
		row([title, `${overflow} px`, String(violations.length), String(consoleErrors.length)]),
	);
	const head = ['Page', 'Too wide at 360 px', 'axe violations', 'Console errors'];
	return [row(head), row(head.map(() => '---')), ...rows].join('\n');
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |`;

function drawBook(results: readonly PageResult[]): string {
	const pages = results.map(({ title, pictures, violations, consoleErrors, overflow }) => {
		const faults = [
			...(overflow > 0 ? [`${overflow} pixels too wide`] : []),
			...violations,
			...consoleErrors,
		].map((fault) => `<li>${escapeHtml(fault)}</li>`);
		const images = pictures.map(
			({ size, theme, file }) =>
				`<img class="${size} ${theme}" loading="lazy" alt="${escapeHtml(`${title}, ${size}, ${theme}`)}" src="${file}">`,
		);
		return `<section id="${escapeHtml(title)}"><h2>${escapeHtml(title)}</h2>${faults.length > 0 ? `<ul>${faults.join('')}</ul>` : ''}${images.join('')}</section>`;
	});
	const links = results.map(
		({ title }) => `<a href="#${encodeURIComponent(title)}">${escapeHtml(title)}</a>`,
	);
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pages of the dashboard</title>
<style>
	body { margin: 0; display: grid; grid-template-columns: 18rem 1fr; font: 15px/1.5 system-ui, sans-serif; background: #ddd; }
	nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; box-sizing: border-box; background: #fff; }
	nav a { display: block; overflow-wrap: anywhere; color: #124; text-decoration: none; padding: .1rem 0; }
	section { padding: 1rem; border-bottom: 1px solid #999; }
	section ul { color: #a00; }
	img { display: none; border: 1px solid #888; }
	img.phone { width: 360px; }
	img.desktop { width: min(1280px, 100%); }
	body:has(#phone:checked):has(#light:checked) img.phone.light, body:has(#phone:checked):has(#dark:checked) img.phone.dark,
	body:has(#desktop:checked):has(#light:checked) img.desktop.light, body:has(#desktop:checked):has(#dark:checked) img.desktop.dark,
	body:has(#both:checked) img.phone { display: inline-block; vertical-align: top; margin-right: 1rem; }
</style>
<nav>
	<p><label><input type="radio" name="size" id="phone" checked> Phone</label>
	<label><input type="radio" name="size" id="desktop"> Desktop</label>
	<label><input type="radio" name="size" id="both"> Phone, both themes</label></p>
	<p><label><input type="radio" name="theme" id="light" checked> Light</label>
	<label><input type="radio" name="theme" id="dark"> Dark</label></p>
	${links.join('\n\t')}
</nav>
<main>${pages.join('\n')}</main>
</html>
`;
}

function escapeHtml(text: string): string {
	return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
