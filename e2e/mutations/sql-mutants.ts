import { excerpt, type Change, type Mutant, toMutants } from './mutant.ts';
import { listParts } from './sql-conditions.ts';
import { maskSql, splitSql, type SqlStatement } from './sql-statements.ts';

/** Functions that raise an error unless something is allowed, or that lock what such a function reads. */
const guardCall = /\bperform\s+app\.(?:require|check|lock|limit|use|throttle|consume)_\w+\s*\(/g;
const guardTrigger = /execute function app\.(?:require|check|refuse|reject|keep|limit|use|end)_/;
/** Who asks, what they may do, and where. */
const guardWords = /person|role|revoked|expires|workspace|connection|caller|session|p_site|v_site/;
/** Beside that, whether it is over, how often, and for exactly what. */
const moreWords =
	/consumed|confirmed|ended|used_at|secret|hash|sha256|address|deleted|is_live|leaving|closed|approv|mode\b|kind\b|browser|times\b|now\(\)|p_now|userId|expiresAt|credential|operation|revision|subject/;
/** Code that decides about access; elsewhere the same words are mostly of other things. */
const accessFolders =
	/\/(access|grants|connections|identity|people|rate_limits|secrets|sites|idempotency|audit|workspaces|settings)\//;
/** Such as `s.site_id = p.site_id`: it finds the row of another table, and refuses nobody. */
const join = /^\w+\.\w+ = \w+\.\w+$/;
const lower: Record<string, string> = { owner: 'viewer', editor: 'viewer' };

/** Takes away each guard of the functions and triggers in a code file. */
export function mutateSql(file: string, source: string): Mutant[] {
	const changes = splitSql(source).flatMap((statement) => {
		if (/^create or replace function/i.test(statement.text))
			return mutateFunction(statement, accessFolders.test(file));
		if (/^create (constraint )?trigger/i.test(statement.text)) return mutateTrigger(statement);
		return [];
	});
	return toMutants(file, changes);
}

/** The statement of a mutant, and as it was. */
export function statementsOf(
	source: string,
	mutant: Mutant,
): { mutated: string; original: string } {
	const { start, end, text } = splitSql(source).find(
		(statement) => statement.start <= mutant.start && mutant.end <= statement.end,
	)!;
	const mutated = source.slice(start, mutant.start) + mutant.text + source.slice(mutant.end, end);
	return { mutated, original: text };
}

/** The name of the function, for example `app.use_grant`. */
export function functionOf(statement: string): string | undefined {
	return (
		/^create or replace function (\w+\.\w+)/i.exec(statement)?.[1] ??
		/execute function (\w+\.\w+)/i.exec(statement)?.[1]
	);
}

function mutateTrigger({ start, end, text }: SqlStatement): Change[] {
	if (!guardTrigger.test(text)) return [];
	const [, name, table] = /trigger (\w+)[\s\S]*? on (app\.\w+|identity\."?\w+"?)/.exec(text)!;
	return [
		{
			inside: `${name} on ${table}`,
			what: 'drop the trigger',
			start,
			end,
			text: `drop trigger ${name} on ${table};`,
		},
	];
}

function mutateFunction(statement: SqlStatement, isAccess: boolean): Change[] {
	const masked = maskSql(statement.text);
	const body = masked.indexOf('$$') + 2;
	const inside = functionOf(statement.text)!;
	const code = ' '.repeat(body) + masked.slice(body, masked.lastIndexOf('$$'));
	const change = (from: number, to: number, verb: string, text: string): Change => ({
		inside,
		what: `${verb} "${excerpt(statement.text.slice(from, to))}"`,
		start: statement.start + from,
		end: statement.start + to,
		text,
	});
	return [
		...raisesOf(code).map(({ from, to, text }): Change => ({
			...change(from, to, 'never', text),
			...(text === 'false' && { noticed: 'true' }),
		})),
		...[...code.matchAll(guardCall)].map(({ index, 0: call }) => {
			const to = endOfCall(code, index + call.length);
			return change(index, to, 'leave out', 'null');
		}),
		...listParts(code)
			.filter(({ start, end }) => {
				const part = statement.text.slice(start, end);
				const isGuard = guardWords.test(part) || (isAccess && moreWords.test(part));
				return isGuard && !join.test(part);
			})
			.map(({ start, end }): Change => ({
				...change(start, end, 'do not require', 'true'),
				noticed: 'false',
			})),
		...[
			...statement.text.slice(body).matchAll(/(?:for|require_role)\([^()]*'(owner|editor)'\)/g),
		].map(({ 0: call, 1: role, index }) => {
			const from = body + index + call.indexOf(`'${role}'`);
			return change(from, from + role!.length + 2, 'lower the role', `'${lower[role!]}'`);
		}),
	];
}

/** The conditions of errors; where one is raised without a condition, the statement. */
function raisesOf(code: string): { from: number; to: number; text: string }[] {
	return [...code.matchAll(/\braise exception\b/g)].map(({ index }) => {
		const before = code.slice(0, index);
		const guard = [...before.matchAll(/(?<!end )\b(?:els)?if\b/g)].at(-1);
		if (guard) {
			const from = guard.index + guard[0].length;
			const then = findThen(code, from, index);
			if (then !== undefined && !/\bend if\b|\belse\b/.test(code.slice(then, index))) {
				const [leading] = /^\s*/.exec(code.slice(from))!;
				const [trailing] = /\s*$/.exec(code.slice(from, then))!;
				return { from: from + leading.length, to: then - trailing.length, text: 'false' };
			}
		}
		return { from: index, to: code.indexOf(';', index), text: 'null' };
	});
}

/** The `then` of an `if`, past those of `case`. */
function findThen(code: string, from: number, to: number): number | undefined {
	let depth = 0;
	for (const { 0: word, index } of code.slice(from, to).matchAll(/\b(case|end|then)\b/g)) {
		if (word === 'case') depth++;
		else if (word === 'end') depth--;
		else if (depth === 0) return from + index;
	}
	return undefined;
}

function endOfCall(code: string, from: number): number {
	let depth = 1;
	let at = from;
	while (depth > 0) {
		if (code[at] === '(') depth++;
		else if (code[at] === ')') depth--;
		at++;
	}
	return at;
}
