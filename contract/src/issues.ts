import type { z } from 'zod';

import { limits } from './limits.ts';

/** One thing that is wrong with a value from outside. */
export type ValidationIssue = {
	path: (string | number)[];
	/** The problem and the allowed values: `must be one of is, is_not`. */
	message: string;
	unsafeText?: true;
};

/** The first issues of a value, and how many there are besides. */
export type ListedIssues = { issues: ValidationIssue[]; more: number };

/**
 * The first issues behind a parse error, in the author's terms. Where several shapes are allowed, lists the issues of
 * the closest shape, and the allowed words of equally close shapes together.
 *
 * @example
 * const { error } = promptSchema.safeParse({ audience: { trait: 'plan', op: 'iz', value: 'pro' } });
 * listIssues(error); // … { path: ['audience', 'op'], message: 'must be one of is, is_not, one_of, …' }
 */
export function listIssues(error: z.ZodError): ValidationIssue[] {
	return findIssues(error).issues;
}

/** An issue, and how many more keys beside it are unknown. */
type Explained = ValidationIssue & { others?: number };

/** The issues that `listIssues` returns, and the number of others. */
export function findIssues(error: z.ZodError): ListedIssues {
	const explained: Explained[] = [];
	let more = 0;
	for (const issue of error.issues as ZodIssue[]) {
		// Explaining costs more than counting.
		if (explained.length < limits.issues) explained.push(...explain(issue, []));
		else more += issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
	}
	const issues = explained.map(({ others = 0, ...issue }) => {
		more += others;
		return issue;
	});
	return firstIssues(issues, more);
}

/** The number of issues, with those that are only counted. */
function countAll(issues: Explained[]): number {
	return issues.reduce((sum, { others = 0 }) => sum + 1 + others, 0);
}

/** Cuts a list of issues. */
export function firstIssues(issues: ValidationIssue[], more = 0): ListedIssues {
	const listed = issues.slice(0, limits.issues);
	return { issues: listed, more: more + issues.length - listed.length };
}

/** Message of an issue about a key that must not be there. */
export const unknownKey = 'is not known here';

type ZodIssue = z.core.$ZodIssue;
type Path = ValidationIssue['path'];

function explain(issue: ZodIssue, base: Path): Explained[] {
	const path = [...base, ...(issue.path as Path)];
	if (issue.code === 'invalid_union') return explainUnion(issue, path);
	if (issue.code === 'unrecognized_keys') {
		const named = issue.keys.slice(0, limits.issues);
		const keys: Explained[] = named.map((key) => ({ path: [...path, key], message: unknownKey }));
		const others = issue.keys.length - named.length;
		if (others > 0) keys[0]!.others = others;
		return keys;
	}
	if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
		return issue.issues.flatMap((inner) => explain({ ...inner, path: [] } as ZodIssue, path));
	}
	const unsafe = issue.code === 'custom' && issue.params?.['code'] === 'unsafe_text';
	return [{ path, message: describe(issue), ...(unsafe && { unsafeText: true as const }) }];
}

// Issues of a discriminator: no shape was checked further, so the value may have other keys that its shape lacks.
const discriminatorIssues = new WeakSet<ValidationIssue>();

function explainUnion(
	issue: Extract<ZodIssue, { code: 'invalid_union' }>,
	path: Path,
): Explained[] {
	if ('options' in issue && issue.options) {
		const unmatched = { path, message: oneOf + issue.options.join(', ') };
		discriminatorIssues.add(unmatched);
		return [unmatched];
	}
	const shapes = issue.errors
		.filter((inner) => inner.length > 0)
		.map((inner) => inner.flatMap((each) => explain(each, path)));
	if (shapes.length === 0) return [{ path, message: issue.message }];
	// A shape with issues at the value itself was not intended; a shape with deeper issues only may have been intended.
	const candidates = shapes.filter((issues) =>
		issues.every((inner) => inner.path.length > path.length),
	);
	if (candidates.length === 0) {
		return [{ path, message: combine(shapes.flat().map(({ message }) => message)) }];
	}
	const intended = reachingDeepest(withFewestUnknownKeys(candidates, path.length + 1));
	const fewest = Math.min(...intended.map(countAll));
	const closest = intended.filter((issues) => countAll(issues) === fewest);
	const first = closest[0]!;
	const at = JSON.stringify(first[0]!.path);
	const alike = closest.filter((issues) => JSON.stringify(issues[0]!.path) === at);
	const combined = { ...first[0]!, message: combine(alike.map((issues) => issues[0]!.message)) };
	// A union may be a shape of another union.
	if (discriminatorIssues.has(first[0]!)) discriminatorIssues.add(combined);
	return [combined, ...first.slice(1)];
}

// Prefers shapes that have every key of the value: `{ trait, op }` was intended as a trait condition. Only keys of
// the value itself count: a typo on a deeper level does not turn a group into a condition.
function withFewestUnknownKeys(shapes: Explained[][], depth: number): Explained[][] {
	const countUnknown = (issues: Explained[]) =>
		countAll(
			issues.filter(
				(issue) =>
					issue.path.length === depth &&
					(issue.message === unknownKey || discriminatorIssues.has(issue)),
			),
		);
	const fewest = Math.min(...shapes.map(countUnknown));
	return shapes.filter((issues) => countUnknown(issues) === fewest);
}

// A group with invalid members was intended as a group, not as a condition in which every field is missing.
function reachingDeepest(shapes: Explained[][]): Explained[][] {
	const depth = (issues: Explained[]) => Math.min(...issues.map((issue) => issue.path.length));
	const deepest = Math.max(...shapes.map(depth));
	return shapes.filter((issues) => depth(issues) === deepest);
}

const oneOf = 'must be one of ';
const missing = 'is missing; must be ';

function combine(messages: string[]): string {
	const distinct = [...new Set(messages)];
	if (distinct.length === 1) return distinct[0]!;
	if (distinct.every((message) => message.startsWith(oneOf))) {
		const words = distinct.flatMap((message) => message.slice(oneOf.length).split(', '));
		return oneOf + [...new Set(words)].join(', ');
	}
	if (distinct.every((message) => message.startsWith(missing))) {
		return missing + distinct.map((message) => message.slice(missing.length)).join(', or ');
	}
	return distinct.join(', or ');
}

const typeNames: Record<string, string> = {
	string: 'a string',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	null: 'null',
	array: 'a list',
	tuple: 'a list',
	object: 'an object',
	record: 'an object',
	undefined: 'left out',
};

function describe(issue: ZodIssue): string {
	switch (issue.code) {
		case 'invalid_type':
			if (issue.input === undefined) return missing + typeName(issue.expected);
			return `must be ${typeName(issue.expected)}`;
		case 'invalid_value':
			return oneOf + issue.values.map(String).join(', ');
		case 'too_small':
			return `must ${bound(issue.origin, 'at least', issue.minimum, issue.inclusive)}`;
		case 'too_big':
			return `must ${bound(issue.origin, 'at most', issue.maximum, issue.inclusive)}`;
		default:
			return issue.message;
	}
}

function typeName(expected: string): string {
	return typeNames[expected] ?? expected;
}

function bound(
	origin: string,
	word: 'at least' | 'at most',
	value: number | bigint,
	inclusive = true,
): string {
	const limit = `${inclusive ? word : word === 'at least' ? 'more than' : 'less than'} ${value}`;
	const plural = Number(value) === 1 ? '' : 's';
	if (origin === 'string') return `have ${limit} character${plural}`;
	if (origin === 'array' || origin === 'set' || origin === 'map')
		return `have ${limit} item${plural}`;
	return `be ${limit}`;
}
