import { promptJsonSchema } from '../prompt-file/json-schema.ts';
import { describeApi } from './document.ts';

/** The generated files by their path below `contract/generated`. `npm run generate -w contract` writes them. */
export function listGeneratedFiles(): Record<string, string> {
	return {
		'openapi.json': write(describeApi()),
		'prompt.schema.json': write(promptJsonSchema()),
	};
}

function write(value: unknown): string {
	return `${JSON.stringify(value, null, '\t')}\n`;
}
