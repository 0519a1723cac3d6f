import type { Fault } from '../faults.ts';
import { promptJsonSchema } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { suggestWord } from './suggestion.ts';

let schema: JsonSchema | undefined;

/**
 * The key or word that the author of a prompt probably meant by the one at fault.
 *
 * @example
 * suggestFix({ questons: [] }, { path: ['questons'], message: 'is not known here' }); // 'questions'
 */
export function suggestFix(content: unknown, fault: Fault): string | undefined {
	schema ??= promptJsonSchema();
	return suggestWord(schema, content, fault);
}
