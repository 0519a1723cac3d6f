import { stringify } from 'yaml';

import type { Prompt } from '../prompt.ts';
import { withoutDefaults } from './without-defaults.ts';

export type PromptFileFormat = 'yaml' | 'json';

/**
 * Writes a prompt as a file that parses to the same prompt, without fields that have their default.
 *
 * @example
 * writePromptFile(prompt, 'yaml'); // 'survey_id: ease\nname: Ease\nquestions:\n  - id: …'
 */
export function writePromptFile(prompt: Prompt, format: PromptFileFormat): string {
	const content = withoutDefaults(prompt);
	if (format === 'json') return `${JSON.stringify(content, null, '\t')}\n`;
	// Readers of YAML 1.1 take more words for other types, such as `no`.
	return stringify(content, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}
