// Draws the diagrams of the docs from their Mermaid sources, with Chromium. Run it by hand after a change; Mermaid is
// too large to be a dependency of this repository, so install it somewhere else and pass that folder:
//   npm install --prefix /tmp/mermaid mermaid@11
//   npm run diagrams -w @feedback/site -- /tmp/mermaid
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright';

import { launchChromium } from '../../testing/launch-chromium.ts';
import { drawingPath, readDiagrams, stampOf, type Theme, themes } from './read-diagrams.ts';

type Mermaid = {
	initialize(config: object): void;
	render(id: string, source: string): Promise<{ svg: string }>;
};

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder in which Mermaid is installed.');
const script = join(folder, 'node_modules/mermaid/dist/mermaid.min.js');

const shared = { fontFamily: 'Inter, system-ui, sans-serif', fontSize: '15px' };
const variables: Record<Theme, object> = {
	light: {
		...shared,
		primaryColor: '#e8f0ec',
		primaryBorderColor: '#0f766e',
		lineColor: '#44504b',
	},
	dark: { ...shared, darkMode: true, primaryColor: '#25302c', lineColor: '#a9b8b1' },
};

async function draw(page: Page, name: string, source: string, theme: Theme): Promise<string> {
	return page.evaluate(
		async ([id, text, base, themeVariables]) => {
			const { mermaid } = globalThis as unknown as { mermaid: Mermaid };
			mermaid.initialize({
				startOnLoad: false,
				theme: base,
				themeVariables,
				deterministicIds: true,
				// Not every browser renders HTML within an SVG image.
				htmlLabels: false,
				flowchart: { htmlLabels: false },
				sequence: { mirrorActors: false },
			});
			const { svg } = await mermaid.render(id, text);
			const element = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
			const [, , width, height] = element.getAttribute('viewBox')!.split(' ');
			element.setAttribute('width', String(Math.ceil(Number(width))));
			element.setAttribute('height', String(Math.ceil(Number(height))));
			element.removeAttribute('style');
			return new XMLSerializer().serializeToString(element);
		},
		[`diagram-${name}`, source, theme === 'dark' ? 'dark' : 'neutral', variables[theme]] as const,
	);
}

const browser = await launchChromium();
try {
	const page = await browser.newPage();
	await page.setContent('<!doctype html><title>Diagrams</title>');
	await page.addScriptTag({ path: script });
	for (const diagram of await readDiagrams()) {
		for (const theme of themes) {
			const svg = await draw(page, diagram.name, diagram.source, theme);
			await writeFile(drawingPath(diagram, theme), `${stampOf(diagram)}\n${svg}\n`);
		}
	}
} finally {
	await browser.close();
}
