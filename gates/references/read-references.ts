/** A piece of a document that may name something in the tree. */
export type Reference = { line: number; kind: 'link' | 'code' | 'command'; text: string };

/** Reads the links, the code spans, and the commands of shell blocks and workflow steps of a document. */
export function readReferences(path: string, text: string): Reference[] {
	return /\.ya?ml$/.test(path) ? readWorkflow(text) : readMarkdown(text);
}

function readMarkdown(text: string): Reference[] {
	let fence: string | undefined;
	return text.split('\n').flatMap((content, index) => {
		const line = index + 1;
		const [, language] = /^\s*```(\w*)/.exec(content) ?? [];
		if (language !== undefined) {
			fence = fence === undefined ? language : undefined;
			return [];
		}
		if (fence === undefined) return readLine(content, line);
		return fence === 'sh' ? readCommands(content, line) : [];
	});
}

function readLine(content: string, line: number): Reference[] {
	const codes = [...content.matchAll(/`([^`]+)`/g)].map(([, text]) => readCode(text!, line));
	const links = [...content.matchAll(/\]\(([^)\s]+)\)/g)].map(([, text]): Reference => ({
		line,
		kind: 'link',
		text: text!,
	}));
	return [...codes, ...links];
}

const programs = /^(npm|npx|node|deno|feedback|feedback-server)( |$)/;

function readCode(text: string, line: number): Reference {
	return { line, kind: programs.test(text) ? 'command' : 'code', text };
}

function readWorkflow(text: string): Reference[] {
	// Columns of the `run: |` whose lines follow.
	let block: number | undefined;
	return text.split('\n').flatMap((content, index) => {
		const line = index + 1;
		const indent = content.search(/\S/);
		if (block !== undefined && indent <= block && indent >= 0) block = undefined;
		if (block !== undefined) return readCommands(content, line);
		const [, run] = /^\s*(?:- )?run: (.+)$/.exec(content) ?? [];
		if (run === '|') block = indent;
		else if (run) return readCommands(run, line);
		return readLine(content, line);
	});
}

function readCommands(content: string, line: number): Reference[] {
	return content
		.replace(/(^|\s)#.*/, '')
		.split('&&')
		.map((command) => command.trim())
		.filter((command) => command !== '')
		.map((text) => ({ line, kind: 'command', text }));
}
