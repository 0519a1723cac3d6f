import { type z } from 'zod';

type Value = Record<string, unknown>;

/**
 * Finds rows of a table of fields that contradict the schema about required fields. `complete` is valid and
 * has every field; each is removed, alone and with its parent.
 */
export function findWrongRequirements(
	markdown: string,
	schema: z.ZodType,
	complete: Value,
): string[] {
	return listRows(markdown).flatMap(({ path, text }) => {
		const parent = path.split('.').slice(0, -1).join('.');
		const isMissed = (without: string) =>
			without === '' || isMissing(schema.safeParse(removeAt(complete, without)), without);
		const actual = !isMissed(path)
			? 'may be left out'
			: isMissed(parent)
				? 'required'
				: `required in \`${parent}\``;
		const documented = text.startsWith('required') ? text : 'may be left out';
		return documented === actual
			? []
			: [`${path} is documented as "${documented}", and is "${actual}"`];
	});
}

/** Rows of `| Field | Holds | Default | Meaning |`. */
function listRows(markdown: string): { path: string; text: string }[] {
	const [, rows = ''] =
		/^\| Field +\|[^\n]*\| Default +\|[^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)+)/m.exec(markdown) ?? [];
	const found = rows
		.trim()
		.split('\n')
		.filter((row) => row !== '')
		.map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()))
		.map(([, field = '', , text = '']) => ({ path: field.replaceAll('`', ''), text }));
	if (found.length === 0) throw new Error('The page has no table of fields.');
	return found;
}

// Rules between fields may reject the rest; they do not make a field required.
function isMissing({ error }: z.ZodSafeParseResult<unknown>, path: string): boolean {
	const issues = error?.issues ?? [];
	// A missing choice is an invalid value.
	const codes = ['invalid_type', 'invalid_value'];
	return issues.some((issue) => codes.includes(issue.code!) && issue.path.join('.') === path);
}

function removeAt(value: Value, path: string): Value {
	const copy = structuredClone(value);
	const keys = path.split('.');
	const last = keys.pop()!;
	let at: Value | undefined = copy;
	for (const key of keys) at = at?.[key] as Value | undefined;
	if (!at || !(last in at)) throw new Error(`The complete example has no ${path}.`);
	delete at[last];
	return copy;
}

/** Rows of `| Option | Type | Required | … |` that contradict the type: `name: …` is required, `name?: …` is not. */
export function findWrongOptions(markdown: string, source: string): string[] {
	const rows = [...markdown.matchAll(/^\| \[?`(\w+)`[^|]*\|[^|]*\| (yes|no) +\|/gm)];
	if (rows.length === 0) throw new Error('The page has no table of options.');
	return rows.flatMap(([, name, documented]) => {
		const [, optional] = new RegExp(`^\\t${name}(\\?)?[:(]`, 'm').exec(source) ?? [];
		const actual = optional === undefined ? 'yes' : 'no';
		return documented === actual
			? []
			: [`${name} is documented as required: ${documented}, and is: ${actual}`];
	});
}
