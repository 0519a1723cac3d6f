// A call of a function costs more than what it computes, where every event pays it. Those statements inline the function
// and say so in a comment; here each copy has to match the function.
import { describe, expect, it } from 'vitest';

import { listCodeFiles } from '../../../server/postgres/code/code-files.ts';

const texts = listCodeFiles().map(({ text }) => text);
const mark = /-- app\.(\w+), inlined\.\s+(?:where )?/g;

/** The start of the statement after each mark, by the function that it inlines. */
const copies = texts.flatMap((text) =>
	Array.from(text.matchAll(mark), (match) => ({
		name: match[1]!,
		code: text.slice(match.index + match[0].length),
	})),
);

/** What the function returns, as a pattern in which each parameter may be any column or variable. */
function patternOf(name: string): RegExp {
	const definition = new RegExp(
		String.raw`create or replace function app\.${name}\((?<parameters>[^)]*)\)[\s\S]*?\breturn (?<body>[\s\S]*?);\s+end \$\$`,
	);
	const { parameters, body } = texts.map((text) => definition.exec(text)).find(Boolean)!.groups!;
	const pattern = normalize(body!).replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
	const seen = new Set<string>();
	const names = [...parameters!.matchAll(/\bp_\w+/g)].map(([found]) => found);
	return new RegExp(
		pattern.replace(/\bp_\w+\b/g, (parameter) => {
			if (!names.includes(parameter)) return parameter;
			if (seen.has(parameter)) return String.raw`\k<${parameter}>`;
			seen.add(parameter);
			return String.raw`(?<${parameter}>[\w.]+)`;
		}),
	);
}

function normalize(code: string): string {
	return code.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim();
}

describe('inlined functions', () => {
	it('are marked where events are stored', () => {
		const names = copies.map(({ name }) => name);
		expect(names.filter((name) => name === 'is_fast')).toHaveLength(2);
		expect(names).toEqual(expect.arrayContaining(['id_time', 'is_consumption_due']));
	});

	it.each(copies)('$name is what the function says', ({ name, code }) => {
		// A copy begins with its mark, or a few words later: after `v_event_at timestamptz :=`.
		const start = normalize(code).search(patternOf(name));
		expect(start, `${name} is not inlined in: ${code.slice(0, 300)}`).toBeGreaterThanOrEqual(0);
		expect(start).toBeLessThan(60);
	});
});
