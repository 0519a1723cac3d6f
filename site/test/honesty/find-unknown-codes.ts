import type { KnownNames } from './known-names.ts';
import { listCode, withoutFences } from './pages.ts';

const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/;
const word = /^[a-z]+(_[a-z]+)*$/;
/** Made up for an example. */
const example = /^(site_[0-9a-z]+|ask_about_export)$/;

/** Words that are followed by the code of an error or a reason. */
const introducesCode =
	/\b(fails? with|refuse[sd]? with|rejects? with|answers?|answered with|answer is|ends? with|codes?|the reason|the error|another body is) $/;
/** Other words that may follow those. */
const values = new Set(['null', 'true', 'false']);

/** Finds names in code that are unknown to the product, and names that are not codes where a code is expected. */
export function findUnknownCodes(markdown: string, known: KnownNames): string[] {
	const prose = withoutFences(markdown);
	return [
		...listCode(prose).flatMap(({ code, before }) => {
			if (introducesCode.test(before) && word.test(code) && !values.has(code)) {
				return known.codes.has(code) ? [] : [`${code} is no code of an error or a reason`];
			}
			const isStrange = snakeCase.test(code) && !example.test(code) && !known.all.has(code);
			return isStrange ? [`${code} is a name that nothing has`] : [];
		}),
		...findOddMembers(prose, known.codes),
		...findOddRows(prose, known.codes),
	];
}

/** In `a`, `b` and `c`, the neighbours of a code in a list are codes. Notes in parentheses may follow each. */
function findOddMembers(prose: string, codes: ReadonlySet<string>): string[] {
	const list = /`\w+`(?: \([^)]*\))?(?:(?:, | or | and |, or |, and )`\w+`(?: \([^)]*\))?)+/g;
	return (prose.match(list) ?? []).flatMap((members) => {
		const names = [...members.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
		// A single code may be a field with the same name; two codes make a list.
		if (names.filter((name) => codes.has(name)).length < 2) return [];
		return names
			.filter((name) => !codes.has(name))
			.map((name) => `${name} is listed among codes and is none`);
	});
}

/** In a table whose first column contains codes, each row begins with one. */
function findOddRows(prose: string, codes: ReadonlySet<string>): string[] {
	return [...prose.matchAll(/^\| (?:Code|Reason) [^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)+)/gm)].flatMap(
		([, rows = '']) =>
			rows
				.trim()
				.split('\n')
				.flatMap((row) => listCode(row.split('|')[1]!))
				.filter(({ code }) => word.test(code) && !codes.has(code))
				.map(({ code }) => `${code} begins a row of codes and is none`),
	);
}
