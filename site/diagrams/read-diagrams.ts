import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const diagramFolder = fileURLToPath(new URL('../../content/diagrams/', import.meta.url));

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The Mermaid source of a diagram. */
export type Diagram = { name: string; source: string; hash: string };

export async function readDiagrams(): Promise<Diagram[]> {
	const files = (await readdir(diagramFolder)).filter((file) => file.endsWith('.mmd')).sort();
	return Promise.all(
		files.map(async (file) => {
			const source = await readFile(join(diagramFolder, file), 'utf8');
			const hash = createHash('sha256').update(source).digest('hex');
			return { name: file.replace('.mmd', ''), source, hash };
		}),
	);
}

/** Path of the drawing of a diagram in a theme. */
export function drawingPath({ name }: Diagram, theme: Theme): string {
	return join(diagramFolder, `${name}-${theme}.svg`);
}

/** Returns the stamp in a drawing, which identifies its source. */
export function stampOf({ hash }: Diagram): string {
	return `<!-- Drawn by site/diagrams/draw-diagrams.ts from a source with the SHA-256 ${hash}. -->`;
}
