import type { ParsedPromptFile } from '@feedback/contract/prompt-file';

export type ReadFile = ParsedPromptFile;

/** Parses a local prompt file to a prompt or its problems. */
export async function readFile(file: File): Promise<ReadFile> {
	// Loaded on demand, because the YAML library is large.
	const [text, { parsePromptFile }] = await Promise.all([
		file.text(),
		import('@feedback/contract/prompt-file'),
	]);
	return parsePromptFile(text, file.name);
}
