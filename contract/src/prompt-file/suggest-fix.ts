import type { ValidationIssue } from '../issues.ts';
import { promptJsonSchema } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { suggestWord } from './suggestion.ts';

let schema: JsonSchema | undefined;

/**
 * The key or word that the author of a prompt probably meant to write.
 *
 * @example
 * suggestFix({ questons: [] }, { path: ['questons'], message: 'is not known here' }); // 'questions'
 */
export function suggestFix(content: unknown, issue: ValidationIssue): string | undefined {
	schema ??= promptJsonSchema();
	return suggestWord(schema, content, issue);
}
