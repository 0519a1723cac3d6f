import type { describeApi } from '../src/openapi/document.ts';

type Named = Record<string, unknown>;
type Document = ReturnType<typeof describeApi>;

/** Fewer operations than this keep their own copy of a parameter. */
const fewestSharers = 3;

/** The document with every part that several operations have among its components, where they refer to it. */
export function shareParts(document: Document): Named {
	return shareParameters(shareInputs(document));
}

/** A schema without defaults is the same in a request and in a response, and so are those that refer to it only. */
function shareInputs(document: Document): Document {
	const { schemas } = document.components;
	const inputs = new Set(Object.keys(schemas).filter((name) => `${name}Input` in schemas));
	const rename = (value: unknown): string =>
		JSON.stringify(value).replace(/(#\/components\/schemas\/(\w+?))Input"/g, (whole, to, name) =>
			inputs.has(name) ? `${to}"` : whole,
		);
	const differs = (name: string) => rename(schemas[name]) !== rename(schemas[`${name}Input`]);
	// Each removal may change schemas that refer to the removed one.
	for (let different; (different = [...inputs].find(differs));) inputs.delete(different);
	const shared = JSON.parse(rename(document)) as Document;
	for (const name of inputs) delete shared.components.schemas[`${name}Input`];
	return shared;
}

function shareParameters(document: Document): Named {
	const operations = [document.paths, document.webhooks]
		.flatMap((group) => Object.values(group))
		.flatMap((path) => Object.values(path) as { parameters: Named[] }[]);
	const groups = Map.groupBy(
		operations.flatMap(({ parameters }) => parameters),
		(parameter) => JSON.stringify(parameter),
	);
	const names = new Map<string, string>();
	for (const [text, [parameter, ...others]] of groups) {
		const name = String(parameter!['name']);
		const isTaken = [...names.values()].includes(name);
		if (others.length + 1 >= fewestSharers && !isTaken) names.set(text, name);
	}
	for (const operation of operations) {
		operation.parameters = operation.parameters.map((parameter) => {
			const name = names.get(JSON.stringify(parameter));
			return name ? { $ref: `#/components/parameters/${name}` } : parameter;
		});
	}
	const parameters = [...names].map(([text, name]) => [name, JSON.parse(text)] as const);
	const sorted = parameters.sort(([a], [b]) => (a < b ? -1 : 1));
	const components = { ...document.components, parameters: Object.fromEntries(sorted) };
	return { ...document, components };
}
