import { examplePrompt } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import { createPerson } from './run.ts';
import type { Person } from './run.ts';
import { addGrant, addPrompt } from './service/state.ts';
import { useService } from './service/use-service.ts';

const service = await useService();
let person: Person;
beforeEach(() => {
	person = createPerson(service, 'fbt_good');
	addPrompt(service.state, examplePrompt);
});
const set = (...more: string[]) =>
	person.run(['launcher', 'set', examplePrompt.survey_id, ...more, '--json']);

describe('launcher set', () => {
	it('asks a person for exactly this button, and sets it once they approve', async () => {
		const { code, failure } = await set('--label', 'Bug?');
		expect(code).toBe(5);
		expect(failure().error).toMatchObject({
			code: 'approval_required',
			message: `A person has to approve this first: set the feedback button of the site, which opens “${examplePrompt.survey_id}”.`,
		});
		expect(service.state.requests).toMatchObject([
			{ action: 'launcher:set', launcher: { label: 'Bug?', position: 'right' } },
		]);
		service.state.person_decides = 'approve';
		const translations = ['--translations', '{"de":"Fehler?"}'];
		const approved = await set('--label', 'Bug?', ...translations, '--wait=20');
		expect(approved.data()).toMatchObject({
			launcher: { label: 'Bug?', translations: { de: 'Fehler?' } },
			prompt: { state: 'published' },
			changed: true,
		});
		expect(service.state.requests).toHaveLength(2);
		expect((await set('--label', 'Bug?', ...translations)).data()).toMatchObject({
			changed: false,
		});
	});

	it('prints where visitors find it, and what keeps it hidden', async () => {
		addGrant(service.state, 'launcher:set');
		service.state.prompts[0]!.state = 'draft';
		const argv = ['--position', 'inline', '--target', '#help'];
		const { stdout } = await person.run(['launcher', 'set', examplePrompt.survey_id, ...argv]);
		expect(stdout).toContain('inline, in #help');
		expect(stdout).toContain('only while the prompt is published');
		expect((await person.run(['launcher', 'show'])).stdout).toContain('inline, in #help');
		await person.run(['launcher', 'remove']);
		expect((await person.run(['launcher', 'show'])).stdout).toBe(
			'The site has no feedback button.\n',
		);
	});

	it.each([
		[['--position', 'inline'], 'target', '--target is needed with the position "inline"'],
		[['--target', '#help'], 'target', '--target is needed with the position "inline"'],
		[['--position', 'inline', '--target', '#'], 'target', '--target must be a CSS selector'],
		[['--position', 'top'], 'position', '--position must be one of right, left'],
		[['--label', 'a\nb'], 'label', '--label must not hold line breaks'],
		[['--translations', '{"x y":"a"}'], 'translations.x y', '--translations.x y must'],
		[['--translations', 'de=a'], undefined, '--translations is not JSON.'],
	])('is refused with %j', async (argv, field, message) => {
		const { code, failure } = await set(...argv);
		const { error } = failure();
		expect([code, error.code, error.details?.['field']]).toEqual([2, 'usage', field]);
		expect(error.message).toContain(message);
		expect(service.state.requests).toEqual([]);
	});

	it('names the field of a prompt that the site does not have', async () => {
		const { code, failure } = await person.run(['launcher', 'set', 'nothing', '--json']);
		expect(code).toBe(2);
		expect(failure().error).toMatchObject({
			code: 'invalid_request',
			details: { field: 'launcher.survey_id' },
			message: 'The site has no prompt with the survey ID "nothing".',
		});
		expect(service.state.requests).toEqual([]);
	});
});

it('grant request asks for a button beforehand', async () => {
	const launcher = { survey_id: examplePrompt.survey_id, position: 'left' };
	const argv = ['grant', 'request', 'launcher:set', '--launcher'];
	const { data } = await person.run([...argv, JSON.stringify(launcher), '--json']);
	expect(data()).toMatchObject({ action: 'launcher:set', launcher });
	expect((await person.run([...argv, '{', '--json'])).code).toBe(2);
	const none = await person.run(['grant', 'request', 'launcher:set', '--json']);
	expect(none.failure().error).toMatchObject({
		code: 'invalid_request',
		details: { field: 'launcher' },
	});
});
