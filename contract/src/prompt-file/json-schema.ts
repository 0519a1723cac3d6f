import { z } from 'zod';

import { examplePrompt } from '../example-prompt.ts';
import { promptSchema } from '../prompt.ts';

/** The part of JSON Schema that prompt files need. */
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

// Descriptions that editors show beside a key; the allowed values are in the schema.
const descriptions: Record<string, string> = {
	survey_id: 'Public and unique in the site: the argument of show(surveyId).',
	name: 'Title of the prompt in lists.',
	language: 'Language of the texts of the prompt.',
	questions: 'Asked in order; a branch may skip ahead.',
	thank_you: 'Shown after the last answer.',
	ask_later: 'Lets visitors postpone the prompt: the days that they choose from.',
	button_labels: 'Labels of the buttons. A missing one keeps its default in each language.',
	translations: 'Texts by language tag, then by question ID.',
	audience:
		'The condition that a visitor must meet to see the prompt, or a saved audience. Everyone, if omitted.',
	trigger: 'Which events trigger the prompt. If omitted, only show() displays it.',
	sampling: 'Share of subjects that may be asked, from 0 to 1.',
	timing: 'When the prompt may appear, and how long after the event.',
	limits: 'How often one subject sees the prompt.',
	budget:
		'How often it is displayed to and answered by all subjects together, in total or per period.',
	priority: 'The highest wins when several prompts match.',
	appearance: 'Theme, accent colour, corners, font and position.',
	experiment: 'Variants of questions, timing or appearance; every subject gets one of them.',
};

/**
 * JSON Schema (draft 2020-12) of a prompt file, for editors and for programs that write prompt files.
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
		description:
			'A feedback prompt: its questions, and the rules that decide who sees them and when.',
		...rest,
		properties: {
			$schema: { type: 'string', description: 'Address of this schema, for editors.' },
			...(Object.fromEntries(described) as Record<string, JsonSchema>),
		},
		examples: [examplePrompt],
	};
}
