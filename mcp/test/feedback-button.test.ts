import { expect, inject, it } from 'vitest';

import { openEditor } from './editor.ts';
import { createPerson } from './person.ts';

inject('stack');

const launcher = { survey_id: 'bug-report', position: 'bottom_left', label: 'Report a bug' };

it('an agent sets the feedback button that a person approved, and no other', async () => {
	const person = await createPerson();
	const editor = await openEditor(person);
	const { client, site } = person;
	await client.createPrompt({
		site: site.id,
		content: {
			survey_id: 'bug-report',
			name: 'Bug report',
			questions: [{ id: 'what', type: 'long_text', title: 'What went wrong?' }],
		},
	});
	type Found = { commands: { name: string }[] };
	const { commands } = await editor.read<Found>('commands_find', { search: 'launcher' });
	expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(['setLauncher']));
	const set = { name: 'setLauncher', input: { launcher } };
	const { error, approval } = await editor.fail('command_run', set);
	expect(error.code).toBe('approval_required');
	const request = await client.getGrantRequest({ request: approval!.id });
	expect(request).toMatchObject({ action: 'launcher:set', launcher });
	await person.approve(request.id);

	const other = { name: 'setLauncher', input: { launcher: { ...launcher, label: 'Win' } } };
	expect((await editor.fail('command_run', other)).error.code).toBe('approval_required');
	type Ran = { result: object };
	expect((await editor.read<Ran>('command_run', set)).result).toMatchObject({
		launcher,
		changed: true,
	});
	expect((await editor.read<Ran>('command_run', { name: 'getLauncher' })).result).toMatchObject({
		launcher,
		prompt: { state: 'draft' },
	});
	const wrong = { name: 'setLauncher', input: { launcher: { ...launcher, survey_id: 'none' } } };
	expect((await editor.fail('command_run', wrong)).error).toMatchObject({
		code: 'invalid_request',
		message: expect.stringContaining('"none"'),
	});

	type Requests = { requests: { id: string; launcher: object | null }[] };
	const { requests } = await editor.read<Requests>('grants', {
		do: 'request',
		action: 'launcher:set',
		launcher: null,
	});
	expect(requests).toMatchObject([{ launcher: null }]);
	await person.approve(requests[0]!.id);
	const removed = await editor.read<Ran>('command_run', {
		name: 'setLauncher',
		input: { launcher: null },
	});
	expect(removed.result).toMatchObject({ launcher: null, changed: true });
	await editor.close();
});
