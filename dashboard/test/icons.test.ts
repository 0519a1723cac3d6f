import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parse } from 'svelte/compiler';
import type { AST } from 'svelte/compiler';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../src', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
	file.endsWith('.svelte'),
);

it('icons have only a class, because plain-icons.ts ignores other props', () => {
	const given = files.flatMap((file) => listGiven(readFileSync(join(folder, file), 'utf8')));
	expect(given.length).toBeGreaterThan(50);
	const known = new Set(['class', 'aria-hidden="true"']);
	expect(given.filter((one) => !known.has(one))).toEqual([]);
});

/** The attributes of the icons in a component, with constant values. */
function listGiven(source: string): string[] {
	const names = new Set(
		[...source.matchAll(/import (\w+) from '@lucide\/svelte\/icons\//g)].map(([, name]) => name),
	);
	if (names.size === 0 && !source.includes('<Icon')) return [];
	const given: string[] = [];
	const visit = (node: unknown): void => {
		if (typeof node !== 'object' || node === null) return;
		const { type, name } = node as AST.Component;
		// Variables that hold an icon component have this name everywhere.
		if (type === 'Component' && (names.has(name) || name === 'Icon'))
			for (const one of (node as AST.Component).attributes) given.push(say(one));
		for (const value of Object.values(node)) visit(value);
	};
	visit(parse(source, { modern: true }).fragment);
	return given;
}

function say(given: AST.Component['attributes'][number]): string {
	if (given.type !== 'Attribute') return given.type;
	const { name, value } = given;
	const [only] = Array.isArray(value) ? value : [];
	return name !== 'class' && only?.type === 'Text' ? `${name}="${only.data}"` : name;
}
