import { promptJsonSchema } from '@feedback/contract/prompt-file';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';

export const promptSchemaCommand = defineCommand({
	name: 'prompt schema',
	summary: 'Print the JSON Schema of a prompt file; needs no sign-in.',
	need: 'nothing',
	options: z.object({}),
	output: z.record(z.string(), z.unknown()),
	examples: [
		{ text: 'For an editor that supports JSON Schema', line: 'prompt schema > prompt.schema.json' },
	],
	run: () => Promise.resolve(promptJsonSchema()),
	render: (schema) => JSON.stringify(schema, null, '\t'),
});
