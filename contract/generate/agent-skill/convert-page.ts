// Turns a page of the documentation into plain Markdown for the skill.

export type Page = { title: string; description: string; markdown: string };

type Options = {
	/** Name of the reference for a page's path; nothing when the page is none. */
	referenceOf(path: string): string | undefined;
};

/** A page of `content/` as Markdown without components; rejects one that holds components it does not know. */
export function convertPage(mdx: string, path: string, options: Options): Page {
	const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(mdx) ?? [];
	const title = readField(front, 'title', path);
	const prose = mapProse(body.trim(), (text) =>
		convertLinks(convertComponents(text, path), options),
	);
	const markdown = `# ${title}\n\n${prose.replace(/\n{3,}/g, '\n\n').trim()}\n`;
	return { title, description: readField(front, 'description', path), markdown };
}

function readField(front: string, field: string, path: string): string {
	const value = new RegExp(`^${field}: (.+)$`, 'm').exec(front)?.[1];
	if (!value) throw new Error(`${path} has no ${field}.`);
	return value.replace(/^(['"])(.*)\1$/, '$2');
}

// Code stays as it is.
function mapProse(text: string, convert: (prose: string) => string): string {
	return text
		.split(/(^ *```[^\n]*\n[\s\S]*?^ *```$)/m)
		.map((part, at) => (at % 2 === 0 ? convert(part) : part))
		.join('');
}

function convertComponents(text: string, path: string): string {
	const plain = text
		.replace(/^import .*;\n/gm, '')
		.replace(/^ *\{\/\* prettier-ignore \*\/\}\n/gm, '')
		.replace(/^<\/?(Tabs|FileTree)\b[^>]*>\n?/gm, '')
		.replace(/^ *<TabItem label="([^"]+)">\n?/gm, '**$1**\n')
		.replace(/^ *<\/TabItem>\n?/gm, '')
		.replace(/^:::\w+(?:\[([^\]]*)\])?\n([\s\S]*?)^:::$/gm, (_, head: string, inner: string) =>
			[...(head ? [`**${head}**`, ''] : []), ...inner.trim().split('\n')]
				.map((line) => `> ${line}`.trimEnd())
				.join('\n'),
		);
	const left = /<[A-Z]\w*|^export |\{\/\*/m.exec(plain.replace(/`[^`\n]*`/g, ''));
	if (left) throw new Error(`${path} holds "${left[0]}", which the skill cannot show.`);
	return plain;
}

function convertLinks(text: string, { referenceOf }: Options): string {
	return text.replace(
		/\[([^\]]+)\]\((\/[^)#\s]*)(#[^)\s]*)?\)/g,
		(_, label: string, path: string, anchor = '') => {
			const reference = referenceOf(path.replace(/^\/|\/$/g, ''));
			return reference ? `[${label}](${reference}${anchor})` : `${label} (docs: ${path})`;
		},
	);
}
