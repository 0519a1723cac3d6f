import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../../server/layout/tree.ts';
import { excerpt } from '../mutant.ts';
import { listParts } from '../sql-conditions.ts';
import { maskSql, splitSql } from '../sql-statements.ts';

/** A policy that is dropped or allows more. */
export type PolicyMutant = {
	id: string;
	group: 'policies';
	relation: string;
	role: string;
	/** The statement that does it. */
	mutation: string;
	/** The policy as it is. */
	source: string;
};

/** The mutants of every policy, except those of the service's own functions, which see all. */
export function listPolicyMutants(): PolicyMutant[] {
	return globSync('supabase/schemas/**/*.sql', { cwd: root })
		.sort()
		.flatMap((file) =>
			splitSql(readFileSync(join(root, file), 'utf8')).flatMap(({ text }) => mutate(file, text)),
		);
}

const policy = /^create policy ("[^"]+") on (\S+)\s+for \w+ to (\w+)\s/;

function mutate(file: string, source: string): PolicyMutant[] {
	const [, name, relation, role] = policy.exec(source) ?? [];
	if (name === undefined || relation === undefined || role === undefined) return [];
	if (role === 'feedback_owner') return [];
	const toMutant = (what: string, mutation: string): PolicyMutant => ({
		id: `${file}: ${name} on ${relation}: ${what}`,
		group: 'policies',
		relation,
		role,
		mutation,
		source,
	});
	const alter = (clause: string) => `alter policy ${name} on ${relation} ${clause}`;
	return [
		toMutant('drop', `drop policy ${name} on ${relation}`),
		...readClauses(source).flatMap(({ kind, condition }) => [
			...(condition === 'true' ? [] : [toMutant(`${kind} (true)`, alter(`${kind} (true)`))]),
			...weaken(condition).map(({ what, weaker }) =>
				toMutant(`${kind}: ${what}`, alter(`${kind} (${weaker})`)),
			),
		]),
	];
}

type Clause = { kind: 'using' | 'with check'; condition: string };

function readClauses(source: string): Clause[] {
	const masked = maskSql(source);
	return [...masked.matchAll(/\b(using|with check)\s*\(/g)].map(
		({ 0: opening, 1: kind, index }) => {
			const from = index + opening.length;
			let depth = 1;
			let to = from;
			for (; depth > 0; to++) {
				if (masked[to] === '(') depth++;
				else if (masked[to] === ')') depth--;
			}
			return { kind: kind as Clause['kind'], condition: source.slice(from, to - 1) };
		},
	);
}

/** The condition without one of its parts, and with a lower role. */
function weaken(condition: string): { what: string; weaker: string }[] {
	const prefix = 'where ';
	const parts = listParts(maskSql(prefix + condition))
		.map(({ start, end }) => ({ start: start - prefix.length, end: end - prefix.length }))
		// The whole condition is tried as `true`.
		.filter(({ start, end }) => end - start < condition.trim().length)
		.map(({ start, end }) => ({
			what: `do not require "${excerpt(condition.slice(start, end))}"`,
			weaker: `${condition.slice(0, start)}true${condition.slice(end)}`,
		}));
	const roles = [...condition.matchAll(/'(owner|editor)'/g)].map(
		({ 0: quoted, 1: role, index }) => {
			const lower = role === 'owner' ? 'editor' : 'viewer';
			return {
				what: `${role} as ${lower}, after ${index} characters`,
				weaker: `${condition.slice(0, index)}'${lower}'${condition.slice(index + quoted.length)}`,
			};
		},
	);
	return [...parts, ...roles];
}
