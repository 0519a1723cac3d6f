import { type z } from 'zod';

type Value = Record<string, unknown>;

/**
 * Rows of a table of fields whose word on being required is not what the schema does. `complete` is valid and has
 * every field; each is taken away by itself, and with its parent.
 */
export function findWrongRequirements(
	markdown: string,
	schema: z.ZodType,
	complete: Value,
): string[] {
	return listRows(markdown).flatMap(({ path, told }) => {
		const parent = path.split('.').slice(0, -1).join('.');
		const isMissed = (without: string) =>
			without === '' || isMissing(schema.safeParse(removeAt(complete, without)), without);
		const does = !isMissed(path)
			? 'may be left out'
			: isMissed(parent)
				? 'required'
				: `required in \`${parent}\``;
		const says = told.startsWith('required') ? told : 'may be left out';
		return says === does ? [] : [`${path} is told as "${says}", and is "${does}"`];
	});
}

/** Rows of `| Field | Holds | Default | Meaning |`. */
function listRows(markdown: string): { path: string; told: string }[] {
	const [, rows = ''] =
		/^\| Field +\|[^\n]*\| Default +\|[^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)+)/m.exec(markdown) ?? [];
	const found = rows
		.trim()
		.split('\n')
		.filter((row) => row !== '')
		.map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()))
		.map(([, field = '', , told = '']) => ({ path: field.replaceAll('`', ''), told }));
	if (found.length === 0) throw new Error('The page has no table of fields.');
	return found;
}

// Rules that concern several fields may refuse what is left; they do not make a field required.
function isMissing({ error }: z.ZodSafeParseResult<unknown>, path: string): boolean {
	const issues = error?.issues ?? [];
	return issues.some((issue) => issue.code === 'invalid_type' && issue.path.join('.') === path);
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

/** Rows of `| Option | Type | Required | … |` that say otherwise than the type: `name: …` is required, `name?: …` is not. */
export function findWrongOptions(markdown: string, source: string): string[] {
	const rows = [...markdown.matchAll(/^\| \[?`(\w+)`[^|]*\|[^|]*\| (yes|no) +\|/gm)];
	if (rows.length === 0) throw new Error('The page has no table of options.');
	return rows.flatMap(([, name, told]) => {
		const [, optional] = new RegExp(`^\\t${name}(\\?)?[:(]`, 'm').exec(source) ?? [];
		const does = optional === undefined ? 'yes' : 'no';
		return told === does ? [] : [`${name} is told as required: ${told}, and is: ${does}`];
	});
}
