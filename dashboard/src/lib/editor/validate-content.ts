import { lintPrompt, limits, listIssues, promptSchema } from '@feedback/contract';
import type { LintIssue, ValidationIssue, Prompt } from '@feedback/contract';

/**
 * Validates a prompt that is being edited, with the messages of `feedback prompt validate`.
 *
 * @example
 * validateContent({ name: '' }).errors[0]; // { path: ['survey_id'], message: 'is missing; must be a string' }
 */
export function validateContent(content: unknown): {
	errors: ValidationIssue[];
	/** What is probably a mistake, but does not keep the prompt from being saved. */
	warnings: LintIssue[];
	prompt: Prompt | undefined;
} {
	const parsed = promptSchema.safeParse(content, { reportInput: true });
	if (!parsed.success) {
		return { errors: listIssues(parsed.error), warnings: [], prompt: undefined };
	}
	const { error: errors = [], warning: warnings = [] } = Object.groupBy(
		lintPrompt(parsed.data, Date.now()),
		({ severity }) => severity,
	);
	if (errors.length > 0) return { errors, warnings, prompt: undefined };
	const bytes = new TextEncoder().encode(JSON.stringify(parsed.data)).length;
	if (bytes <= limits.prompt.bytes) return { errors: [], warnings, prompt: parsed.data };
	const message = `The prompt has ${bytes} bytes as JSON; the maximum is ${limits.prompt.bytes}.`;
	return { errors: [{ path: [], message }], warnings, prompt: undefined };
}

/** Whether the error may be a misspelt word. */
export function mayBeMisspelt({ message }: ValidationIssue): boolean {
	return message === 'is not known here' || message.startsWith('must be one of ');
}
