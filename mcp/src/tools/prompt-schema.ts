import { examplePrompt } from '@feedback/contract';
import { z } from 'zod';

import {
	promptJsonSchema,
	type JsonSchema,
} from '../../../contract/src/prompt-file/json-schema.ts';
import { blankTemplate, templates } from '../../../contract/src/templates/mod.ts';
import { defineTool } from '../tool.ts';

const example = examplePrompt as Record<string, unknown>;
const partNames = Object.keys(promptJsonSchema().properties ?? {}).filter(
	(key) => key !== '$schema',
);

export const promptSchema = defineTool({
	name: 'prompt_schema',
	title: 'Format of a prompt',
	description:
		'The prompt format: without part, an overview with a full example; with one, its JSON Schema; part=templates: prompts to begin with.',
	commands: ['prompt schema', 'prompt templates'],
	need: 'nothing',
	effect: 'reads',
	input: z.strictObject({ part: z.enum(['all', 'templates', ...partNames]).optional() }),
	output: z.object({ schema: z.record(z.string(), z.unknown()), example: z.unknown().optional() }),
	run({ part }) {
		const whole = promptJsonSchema();
		if (part === 'all') return Promise.resolve({ schema: withoutExamples(whole) });
		if (part === 'templates') {
			return Promise.resolve({ schema: {}, example: [...templates, blankTemplate] });
		}
		if (part === undefined) return Promise.resolve({ schema: outline(whole), example });
		const schema = whole.properties![part]!;
		const refers = JSON.stringify(schema).includes('#/$defs/');
		return Promise.resolve({
			schema: { ...schema, ...(refers && { $defs: whole.$defs }) },
			example: example[part],
		});
	},
});

function withoutExamples({ examples: _, ...schema }: JsonSchema): JsonSchema {
	return schema;
}

// Reduces a schema to what is needed to choose a part: each key with its description.
function outline({ title, description, required, properties = {} }: JsonSchema): JsonSchema {
	const keys = partNames.map((key) => {
		const { description: text, type } = properties[key]!;
		return [key, { ...(type && { type }), ...(text && { description: text }) }];
	});
	return {
		type: 'object',
		...(typeof title === 'string' && { title }),
		...(description && { description }),
		required,
		properties: Object.fromEntries(keys) as Record<string, JsonSchema>,
	};
}
