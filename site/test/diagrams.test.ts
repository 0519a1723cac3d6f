import { readdir, readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import {
	diagramFolder,
	drawingPath,
	readDiagrams,
	stampOf,
	themes,
} from '../diagrams/read-diagrams.ts';

const diagrams = await readDiagrams();

describe('the diagrams', () => {
	it.each(diagrams.map((diagram) => [diagram.name, diagram] as const))(
		'%s was drawn from its source, in both themes (npm run diagrams -w @feedback/site)',
		async (_name, diagram) => {
			for (const theme of themes) {
				const drawing = await readFile(drawingPath(diagram, theme), 'utf8');
				expect(drawing.split('\n')[0]).toBe(stampOf(diagram));
				expect(drawing).toMatch(/<svg[^>]* width="\d+"/);
				// The drawing is shown as an image: nothing in it may need a script, HTML or another file.
				expect(drawing).not.toMatch(/<script|<foreignObject|<image|url\(http/);
				expect(drawing.length).toBeLessThan(40_000);
			}
		},
	);

	it('are the only files in their folder', async () => {
		const expected = diagrams.flatMap(({ name }) => [
			`${name}.mmd`,
			...themes.map((theme) => `${name}-${theme}.svg`),
		]);
		expect((await readdir(diagramFolder)).toSorted()).toEqual(expected.toSorted());
	});
});
