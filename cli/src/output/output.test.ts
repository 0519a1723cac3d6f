import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { cleanLine, cleanText, toSafeJson } from './clean.ts';
import { createFieldPicker } from './fields.ts';
import { createPaint } from './paint.ts';
import { renderTable } from './table.ts';

const plain = createPaint({}, {});

describe('a table', () => {
	it('aligns its columns with wide and combining characters', () => {
		const rows = [
			{ name: '日本語', count: 7 },
			{ name: 'e\u0301a', count: 123 },
		];
		const text = renderTable(
			rows,
			[
				{ head: 'NAME', cell: ({ name }) => name },
				{ head: 'N', cell: ({ count }) => count, right: true },
			],
			plain,
		);
		expect(text).toBe('NAME      N\n日本語    7\ne\u0301a      123');
	});

	it('keeps a cell on one line and truncates it', () => {
		const text = renderTable(
			[{ a: `x\ny${'z'.repeat(99)}` }],
			[{ head: 'A', cell: ({ a }) => a }],
			plain,
		);
		expect(text.split('\n')).toHaveLength(2);
		expect(text).toMatch(/^A\nx yz+…$/);
	});
});

describe('untrusted text', () => {
	it('cannot control a terminal or reverse its direction', () => {
		expect(cleanText('a\u001b[2Jb\u009bc\u202ed\r\ne\tf')).toBe('a\ufffd[2Jb\ufffdc\ufffdd\ne\tf');
		expect(cleanLine(' a\n\n b ')).toBe('a b');
	});

	it('keeps its value in JSON', () => {
		const value = { text: '\u001b\u009b\u202e\u2028😀"\\' };
		expect(toSafeJson(value)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/);
		expect(JSON.parse(toSafeJson(value))).toEqual(value);
	});
});

describe('fields', () => {
	const output = z.object({
		id: z.string(),
		deep: z.object({ a: z.number().nullable(), b: z.number() }),
		list: z.array(z.object({ x: z.number(), y: z.number() })),
		any: z.record(z.string(), z.unknown()),
	});
	const data = { id: 'i', deep: { a: null, b: 2 }, list: [{ x: 1, y: 2 }], any: { k: { v: 1 } } };

	it.each([
		['id', { id: 'i' }],
		['deep.a,deep.b', { deep: { a: null, b: 2 } }],
		['list.x', { list: [{ x: 1 }] }],
		['list.x,list.y,id', { list: [{ x: 1, y: 2 }], id: 'i' }],
		['any.k.v', { any: { k: { v: 1 } } }],
		['any.missing', { any: {} }],
	])('%s are selected', (fields, expected) => {
		expect(createFieldPicker(fields, output)(data)).toEqual(expected);
	});

	it.each(['ids', 'deep.c', 'list.z', 'id.x', '', 'id,', '__proto__', 'deep.__proto__'])(
		'%j are refused',
		(fields) => {
			expect(() => createFieldPicker(fields, output)).toThrow(/There is no field/);
		},
	);
});

describe('paint', () => {
	it.each<[{ isTTY?: boolean }, Record<string, string>, boolean, boolean]>([
		[{ isTTY: true }, {}, true, true],
		[{ isTTY: true }, {}, false, false],
		[{ isTTY: true }, { NO_COLOR: '1' }, true, false],
		[{ isTTY: true }, { TERM: 'dumb' }, true, false],
		[{}, {}, true, false],
		[{}, { FORCE_COLOR: '1' }, true, true],
		[{}, { FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
	])('on %j with %j and colour wanted %j: %j', (stream, env, wanted, painted) => {
		expect(createPaint(stream, env, wanted).red('x') !== 'x').toBe(painted);
	});
});
