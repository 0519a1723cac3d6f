import { z } from 'zod';

import { examplePrompt } from '../example-prompt.ts';
import { promptSchema } from '../prompt.ts';

/** A JSON Schema, as far as prompt files need one. */
export type JsonSchema = {
	[key: string]: unknown;
	$ref?: string;
	type?: string;
	const?: unknown;
	enum?: unknown[];
	default?: unknown;
	description?: string;
	properties?: Record<string, JsonSchema>;
	additionalProperties?: JsonSchema | boolean;
	items?: JsonSchema;
	anyOf?: JsonSchema[];
	oneOf?: JsonSchema[];
	$defs?: Record<string, JsonSchema>;
};

// What an editor shows beside a key. The schema itself says which values are allowed.
const descriptions: Record<string, string> = {
	survey_id: 'Public and unique in the site: the argument of show(surveyId).',
	name: 'For people who read the list of prompts.',
	language: 'Language that the words of the prompt are written in.',
	questions: 'Asked one after the other; a branch may skip ahead.',
	thank_you: 'Shown when the last question is answered.',
	translations: 'Words by language tag, then by question ID.',
	audience: 'Who is asked. Everybody, when left out.',
	trigger: 'Which events trigger the prompt. Only show() displays it, when left out.',
	sampling: 'Share of subjects that may be asked at all, from 0 to 1.',
	timing: 'When the prompt may appear, and how long after the event.',
	limits: 'How often one subject sees the prompt.',
	priority: 'The highest wins when several prompts match.',
	appearance: 'Colours, corners, font and place.',
};

/**
 * JSON Schema (draft 2020-12) of a prompt file, for editors and for programs that write one.
 *
 * @example
 * writeFileSync('prompt.schema.json', JSON.stringify(promptJsonSchema(), null, '\t'));
 */
export function promptJsonSchema(): JsonSchema {
	const { $schema, properties, ...rest } = z.toJSONSchema(promptSchema, {
		io: 'input',
	}) as JsonSchema;
	const described = Object.entries(properties ?? {}).map(([key, schema]) => [
		key,
		{ ...(descriptions[key] && { description: descriptions[key] }), ...schema },
	]);
	return {
		$schema,
		title: 'Prompt',
		description: 'A feedback prompt: its questions, who is asked them, and when.',
		...rest,
		properties: {
			$schema: { type: 'string', description: 'Address of this schema, for editors.' },
			...(Object.fromEntries(described) as Record<string, JsonSchema>),
		},
		examples: [examplePrompt],
	};
}
