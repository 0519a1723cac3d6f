import { findLintErrors, limits, listIssues, promptSchema } from '@feedback/contract';
import type { ValidationIssue, Prompt } from '@feedback/contract';

/**
 * Validates a prompt that is being edited, with the messages of `feedback prompt validate`.
 *
 * @example
 * validateContent({ name: '' }).errors[0]; // { path: ['survey_id'], message: 'is missing; must be a string' }
 */
export function validateContent(content: unknown): {
	errors: ValidationIssue[];
	prompt: Prompt | undefined;
} {
	const parsed = promptSchema.safeParse(content, { reportInput: true });
	if (!parsed.success) return { errors: listIssues(parsed.error), prompt: undefined };
	const errors = findLintErrors(parsed.data);
	if (errors.length > 0) return { errors, prompt: undefined };
	const bytes = new TextEncoder().encode(JSON.stringify(parsed.data)).length;
	if (bytes <= limits.prompt.bytes) return { errors: [], prompt: parsed.data };
	const message = `The prompt has ${bytes} bytes as JSON; the maximum is ${limits.prompt.bytes}.`;
	return { errors: [{ path: [], message }], prompt: undefined };
}

/** Whether the error may be a misspelt word. */
export function mayBeMisspelt({ message }: ValidationIssue): boolean {
	return message === 'is not known here' || message.startsWith('must be one of ');
}
