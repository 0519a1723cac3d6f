/** Place in the pages that describes one operation. */
export type OperationPlace = { name: string; heading: string };

export type OperationPage = { slug: string; title: string; operations: OperationPlace[] };

/** Reads the operations that a page of `content/api` describes, from its source. */
export function readOperationPage(slug: string, source: string): OperationPage {
	const [, title] = /^ {2}label: (.+)$/m.exec(source) ?? [];
	const sections = source.matchAll(
		/^## (.+)\n\n(?:\{\/\*.+\*\/\}\n+)*<Operation of="(\w+)" \/>$/gm,
	);
	return {
		slug,
		title: title ?? slug,
		operations: [...sections].map(([, heading, name]) => ({ name: name!, heading: heading! })),
	};
}
