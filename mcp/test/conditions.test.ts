// An editor with a standing grant: it publishes alone within the conditions, and learns which one does not hold.
import { examplePrompt } from '@feedback/contract';
import { expect, it } from 'vitest';

import { openEditor } from './editor.ts';
import { createPerson } from './person.ts';

it('publishes within the conditions of a standing grant, and learns what is beyond them', async () => {
	const person = await createPerson();
	const editor = await openEditor(person);
	const at = { site: person.site.id };
	const { id: prompt } = await person.client.createPrompt({ ...at, content: examplePrompt });
	const save = async (change: object) =>
		(await person.client.saveRevision({ ...at, prompt, content: { ...examplePrompt, ...change } }))
			.revision;
	const publish = (revision: number) => ({ ...at, prompt, revision });

	const { approval } = await editor.fail('prompt_publish', publish(1));
	const { sha256 } = await person.client.getGrantRequest({ request: approval!.id });
	await person.client.approveGrant({
		request: approval!.id,
		mode: 'once',
		sha256: sha256!,
		standing: {
			conditions: [{ kind: 'texts_only' }, { kind: 'uses', times: 5 }],
			until: new Date(Date.now() + 86_400_000).toISOString(),
		},
	});
	await editor.read('prompt_publish', publish(1));
	await editor.read('prompt_publish', publish(await save({ thank_you: { title: 'Thanks' } })));
	const { grants } = await editor.read<{ grants: object[] }>('grants', { do: 'list' });
	expect(grants).toContainEqual(
		expect.objectContaining({
			conditions: [{ kind: 'texts_only' }, { kind: 'uses', times: 5 }],
			uses: 1,
		}),
	);

	const { error } = await editor.fail('prompt_publish', publish(await save({ priority: 7 })));
	expect(error).toMatchObject({
		code: 'approval_required',
		hint: expect.stringContaining('only texts may change, and this changes priority'),
		details: { unmet: [{ kind: 'texts_only', fields: ['priority'] }] },
	});
});
