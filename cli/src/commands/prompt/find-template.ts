import { promptSchema } from '@feedback/contract';
import type { Prompt } from '@feedback/contract';
import { blankTemplate, templates } from '@feedback/contract/templates';

import { Failure } from '../../failure.ts';

/** Returns a template's content. For an unknown name, the failure lists all templates. */
export function findTemplate(name: string): Prompt {
	const all = [...templates, blankTemplate];
	const found = all.find((template) => template.name === name);
	if (found) return promptSchema.parse(found.content);
	const names = all.map((template) => template.name);
	throw new Failure('usage', `There is no template "${name}".`, {
		hint: `Use one of ${names.join(', ')}.`,
		details: { template: name, allowed: names },
		next: [['feedback', 'prompt', 'templates']],
	});
}
