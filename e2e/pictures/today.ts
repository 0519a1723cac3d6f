// Simulates today through the public APIs: visitors report events and answer, and a program requests an approval.
import { setTimeout } from 'node:timers/promises';

import { promptSchema } from '@feedback/contract';

import { connectProgram, listSites, signInByApi } from '../../dashboard/test/program.ts';
import { createVisitor } from '../../dashboard/test/visitor.ts';
import type { Stack } from '../../server/stack/start-stack.ts';

/** UUIDs in the addresses of the pictured pages. */
export type Pictured = {
	site: string;
	/** A site whose app has not reported anything yet. */
	newSite: string;
	/** UUIDs of the prompts, by survey ID. */
	prompts: Record<string, string>;
	/** The event whose decision is explained. */
	event: string;
	/** The pending request. */
	request: string;
};

export async function actToday(stack: Stack): Promise<Pictured> {
	const person = await signInByApi(stack);
	const [site] = await listSites(person);
	await reportAndAnswer(stack);
	await person.createPrompt({ site: site!, content: draft });
	const { items } = await person.listPrompts({ site: site! });
	const prompts = Object.fromEntries(items.map(({ survey_id, id }) => [survey_id, id]));
	const event = await findEvent(person, { site: site!, name: 'plan.changed' });
	const { workspaces } = await person.whoami();
	const made = await person.createSite({ workspace: workspaces[0]!.id, name: 'Billing' });
	return {
		site: site!,
		prompts,
		newSite: made.id,
		event,
		request: await askToPublish(stack, person, site!),
	};
}

type Person = Awaited<ReturnType<typeof signInByApi>>;

/** Resolves to the newest event of this name, once it is listed. */
async function findEvent(person: Person, of: { site: string; name: string }): Promise<string> {
	for (;;) {
		const { items } = await person.listEvents({ ...of, limit: 1 });
		if (items[0]) return items[0].id;
		await setTimeout(200);
	}
}

const toEnd = [{ when: { op: 'answered' }, go: 'end' }];

const draft = promptSchema.parse({
	survey_id: 'first-week',
	name: 'How was the first week?',
	questions: [
		{
			id: 'first',
			type: 'rating',
			title: 'How was your first week with Reports?',
			branches: [{ when: { op: 'at_least', value: 4 }, go: 'liked' }],
		},
		{ id: 'missed', type: 'long_text', title: 'What got in the way?', branches: toEnd },
		{ id: 'liked', type: 'short_text', title: 'What did you like best?' },
	],
	trigger: { events: ['report.shared'] },
});

async function reportAndAnswer(stack: Stack): Promise<void> {
	const contextOn = (device: 'desktop' | 'phone') => ({
		device,
		path: '/reports',
		languages: ['en'],
	});
	const people = [42, 57, 108, 311].map((number) =>
		createVisitor(stack, `account_${number}`, contextOn(number === 57 ? 'phone' : 'desktop')),
	);
	const [ada, ben, cem, dora] = people as [Visitor, Visitor, Visitor, Visitor];
	const anonymous = createVisitor(stack, undefined, contextOn('desktop'));
	for (const visitor of [...people, anonymous]) {
		await visitor.report('page.viewed', { path: '/reports' });
		await visitor.report('report.opened', { kind: 'revenue' });
	}
	await ben.report('report.shared', { with: 'team' });
	await cem.report('schedule.created', { every: 'week' });
	await ada.report('report.exported', { format: 'pdf', pages: 12 });
	await anonymous.report('search.completed', { results: 4 });
	await dora.report('report.exported', { format: 'csv', pages: 3 });
	await ben.report('plan.changed', { to: 'team', seats: 8 });
	await cem.answer('quick-poll', [{ answers: { recommend: 9 }, final: false }]);
	await dora.answer('quick-poll', [
		{ answers: { recommend: 10, why: 'It saves me an hour every Monday.' }, final: true },
	]);
	await ada.answer('quick-poll', [
		{ answers: { recommend: 8, why: 'Search does not find older reports.' }, final: true },
	]);
}

type Visitor = ReturnType<typeof createVisitor>;

/** A program saves a revision, and requests to publish it. */
async function askToPublish(stack: Stack, person: Person, site: string): Promise<string> {
	const program = await connectProgram(stack, person, 'laptop (macOS)');
	const drafts = await program.requestGrant({ action: 'prompt:draft', site });
	await person.approveGrant({ request: drafts.id, mode: 'until' });
	const { items } = await program.listPrompts({ site, content: true });
	const prompt = items.find(({ survey_id: surveyId }) => surveyId === 'upgrade-reason')!;
	const content = structuredClone(prompt.content!);
	content.questions[0]!.title = 'What convinced you to change your plan?';
	content.audience = { trait: 'plan', op: 'one_of', value: ['team', 'pro'] };
	const { revision } = await program.saveRevision({ site, prompt: prompt.id, content });
	const asked = { action: 'prompt:publish', site, prompt: prompt.id, revision } as const;
	return (await program.requestGrant(asked)).id;
}
