import type { Prompt } from '@feedback/contract';

import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';

/** The prompt as the site would save it, with the rule of its saved audience. Fails when the site refuses it. */
export async function checkPrompt(
	{ client }: Context,
	site: string,
	content: Prompt,
): Promise<Prompt> {
	const { faults, content: checked } = await client.checkPrompt({ site, content });
	if (checked) return checked;
	const [first] = faults;
	const said = first ? `: ${first.path.join('.')} ${first.message}` : '';
	throw new Failure('invalid_prompt', `The service refuses the prompt${said}.`, {
		details: { faults },
	});
}
