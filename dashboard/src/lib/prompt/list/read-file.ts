import type { ParsedPromptFile } from '@feedback/contract/prompt-file';

export type ReadFile = ParsedPromptFile;

/** The prompt in a file of this computer, or what is wrong with it. */
export async function readFile(file: File): Promise<ReadFile> {
	// The reader of YAML is large, and few import.
	const [text, { parsePromptFile }] = await Promise.all([
		file.text(),
		import('@feedback/contract/prompt-file'),
	]);
	return parsePromptFile(text, file.name);
}
