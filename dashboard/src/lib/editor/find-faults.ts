import { limits, listFaults, promptSchema } from '@feedback/contract';
import type { Fault, Prompt } from '@feedback/contract';

/**
 * What is wrong with a prompt as it is typed, in the words of `feedback prompt validate`, or the prompt.
 *
 * @example
 * checkContent({ name: '' }).faults[0]; // { path: ['survey_id'], message: 'is missing; must be a string' }
 */
export function checkContent(content: unknown): { faults: Fault[]; prompt: Prompt | undefined } {
	const parsed = promptSchema.safeParse(content, { reportInput: true });
	if (!parsed.success) return { faults: listFaults(parsed.error), prompt: undefined };
	const bytes = new TextEncoder().encode(JSON.stringify(parsed.data)).length;
	if (bytes <= limits.prompt.bytes) return { faults: [], prompt: parsed.data };
	const message = `The prompt has ${bytes} bytes as JSON, at most ${limits.prompt.bytes}.`;
	return { faults: [{ path: [], message }], prompt: undefined };
}

/** True when a word was expected, so that the one at fault may be misspelt. */
export function mayBeMisspelt({ message }: Fault): boolean {
	return message === 'is not known here' || message.startsWith('must be one of ');
}
