const width = 100;
const tab = 4;

/**
 * Writes a value as JSON for a file under version control: lists and objects that fit on a line are not broken.
 *
 * @example
 * printJson({ type: 'string' }); // '{ "type": "string" }\n'
 */
export function printJson(value: unknown): string {
	return `${print(value, 0, 0)}\n`;
}

/** `before` is the length of what is in front of the value on its line, without the tabs. */
function print(value: unknown, depth: number, before: number): string {
	const line = printLine(value);
	if (depth * tab + before + line.length < width || !isComposed(value)) return line;
	const indent = '\t'.repeat(depth + 1);
	const parts = Array.isArray(value)
		? value.map((item) => print(item, depth + 1, 0))
		: entriesOf(value).map(
				([name, inner]) => `${name}: ${print(inner, depth + 1, name.length + 2)}`,
			);
	const [open, close] = Array.isArray(value) ? '[]' : '{}';
	return `${open}\n${parts.map((part) => indent + part).join(',\n')}\n${indent.slice(1)}${close}`;
}

function printLine(value: unknown): string {
	if (!isComposed(value)) return JSON.stringify(value);
	if (Array.isArray(value)) return `[${value.map(printLine).join(', ')}]`;
	return `{ ${entriesOf(value)
		.map(([name, inner]) => `${name}: ${printLine(inner)}`)
		.join(', ')} }`;
}

/** Whether a value has parts that can be on lines of their own. */
function isComposed(value: unknown): value is object {
	return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function entriesOf(value: object): [name: string, inner: unknown][] {
	return Object.entries(value)
		.filter(([, inner]) => inner !== undefined)
		.map(([name, inner]) => [JSON.stringify(name), inner]);
}
