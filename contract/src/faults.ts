import type { z } from 'zod';

/** One thing that is wrong with a value from outside. */
export type Fault = {
	path: (string | number)[];
	/** What is wrong and what would be right: `must be one of is, is_not`. */
	message: string;
	unsafeText?: true;
};

/**
 * The faults behind a parse error, in the author's terms. Where a value could have had several shapes, the
 * shape it comes closest to speaks, and allowed words of all shapes are told together.
 *
 * @example
 * const { error } = promptSchema.safeParse({ audience: { trait: 'plan', op: 'iz', value: 'pro' } });
 * listFaults(error); // … { path: ['audience', 'op'], message: 'must be one of is, is_not, one_of, …' }
 */
export function listFaults(error: z.ZodError): Fault[] {
	return error.issues.flatMap((issue) => explain(issue as Issue, []));
}

/** Message of a fault about a key that may not be there. */
export const unknownKey = 'is not known here';

type Issue = z.core.$ZodIssue;
type Path = Fault['path'];

function explain(issue: Issue, base: Path): Fault[] {
	const path = [...base, ...(issue.path as Path)];
	if (issue.code === 'invalid_union') return explainUnion(issue, path);
	if (issue.code === 'unrecognized_keys') {
		return issue.keys.map((key) => ({ path: [...path, key], message: unknownKey }));
	}
	if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
		return issue.issues.flatMap((inner) => explain({ ...inner, path: [] } as Issue, path));
	}
	const unsafe = issue.code === 'custom' && issue.params?.['code'] === 'unsafe_text';
	return [{ path, message: say(issue), ...(unsafe && { unsafeText: true as const }) }];
}

// Faults of the key that tells shapes apart: no shape was looked at further, so its other keys may be foreign.
const undecided = new WeakSet<Fault>();

function explainUnion(issue: Extract<Issue, { code: 'invalid_union' }>, path: Path): Fault[] {
	if ('options' in issue && issue.options) {
		const fault = { path, message: oneOf + issue.options.join(', ') };
		undecided.add(fault);
		return [fault];
	}
	const shapes = issue.errors
		.filter((issues) => issues.length > 0)
		.map((issues) => issues.flatMap((inner) => explain(inner, path)));
	if (shapes.length === 0) return [{ path, message: issue.message }];
	// A shape that fails at the value itself was not meant; one that fails further in may have been.
	const inside = shapes.filter((faults) =>
		faults.every((fault) => fault.path.length > path.length),
	);
	if (inside.length === 0)
		return [{ path, message: combine(shapes.flat().map((fault) => fault.message)) }];
	const meant = reachingDeepest(withoutForeignKeys(inside, path.length + 1));
	const fewest = Math.min(...meant.map((faults) => faults.length));
	const closest = meant.filter((faults) => faults.length === fewest);
	const first = closest[0]!;
	const at = JSON.stringify(first[0]!.path);
	const others = closest.filter((faults) => JSON.stringify(faults[0]!.path) === at);
	return [
		{ ...first[0]!, message: combine(others.map((faults) => faults[0]!.message)) },
		...first.slice(1),
	];
}

// Prefer shapes that know every key the value has: `{ trait, op }` was meant as a trait condition.
// Only keys of the value itself tell its shape: a typo further in does not make a group a condition.
function withoutForeignKeys(shapes: Fault[][], depth: number): Fault[][] {
	const foreign = (faults: Fault[]) =>
		faults.filter(
			(fault) =>
				fault.path.length === depth && (fault.message === unknownKey || undecided.has(fault)),
		).length;
	const least = Math.min(...shapes.map(foreign));
	return shapes.filter((faults) => foreign(faults) === least);
}

// A group whose members are wrong was meant as a group, not as a condition that lacks everything.
function reachingDeepest(shapes: Fault[][]): Fault[][] {
	const depth = (faults: Fault[]) => Math.min(...faults.map((fault) => fault.path.length));
	const deepest = Math.max(...shapes.map(depth));
	return shapes.filter((faults) => depth(faults) === deepest);
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

function say(issue: Issue): string {
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
	if (origin === 'string') return `have ${limit} characters`;
	if (origin === 'array' || origin === 'set' || origin === 'map') return `have ${limit} items`;
	return `be ${limit}`;
}
