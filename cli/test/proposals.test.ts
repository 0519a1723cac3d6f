// The commands that read texts and propose tags for them, against a real service.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { RouteOutput } from '@feedback/contract';
import { beforeAll, expect, inject, it } from 'vitest';

import { signInByApi } from '../../dashboard/test/program.ts';
import { createVisitor } from '../../dashboard/test/visitor.ts';
import { demoSite } from '../../supabase/seed.ts';
import { createPerson, type Person } from './run.ts';

let person: Person;

beforeAll(async () => {
	const stack = inject('shared');
	const owner = await signInByApi(stack);
	const workspace = (await owner.whoami()).workspaces[0]!.id;
	const { token } = await owner.createCiToken({
		workspace,
		name: 'Deploy',
		sites: [demoSite.id],
		days: 1,
		actions: ['response:read'],
	});
	person = createPerson({ url: 'http://127.0.0.1:1' }, token);
	Object.assign(person.env, { FEEDBACK_API_URL: stack.apiUrl, FEEDBACK_SITE: demoSite.id });
	await createVisitor(stack, 'ada').answer('quick-poll', [
		{ answers: { recommend: 5, why: 'Exports are slow' }, final: true },
	]);
});

it('lists texts, and proposes tags for them once', async () => {
	const found = await person.run(['response', 'texts', '--search', 'slow', '--json']);
	const [text] = found.data<RouteOutput<'listTextAnswers'>>().items;
	expect(text).toMatchObject({ text: 'Exports are slow', tags: [], proposed: [] });
	const example = { response: text!.response, question: 'why', quote: 'are slow' };
	const propose = (given: object) => {
		const file = join(person.home, 'proposal.json');
		writeFileSync(file, JSON.stringify(given));
		return person.run(['response', 'propose', '--file', file, '--json']);
	};
	const given = { tags: [{ name: 'Slow', definition: 'It takes too long', examples: [example] }] };
	expect((await propose(given)).data()).toMatchObject({ tags: [{ name: 'Slow' }], labels: 1 });
	expect((await propose(given)).data()).toMatchObject({ tags: [], labels: 0, known: 2 });
	const wrong = await propose({ labels: [{ ...example, tag: 'Slow', quote: '' }] });
	expect(wrong.failure().error).toMatchObject({ code: 'invalid_file' });
	const { stdout } = await person.run(['response', 'tags']);
	expect(stdout).toMatch(/Slow +proposed +0 +0 +It takes too long/);
	expect((await person.run(['response', 'texts'])).stdout).toContain('Exports are slow');
});
