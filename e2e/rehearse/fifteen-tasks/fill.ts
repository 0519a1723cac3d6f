import { promptSchema } from '@feedback/contract';

import { giveResponses, manyScores } from '../../../dashboard/test/add-past-responses.ts';
import type { OwnEnvironment } from '../../../dashboard/test/environment.ts';
import { signInByApi } from '../../../dashboard/test/program.ts';
import { createVisitor } from '../../../dashboard/test/visitor.ts';
import { promptsWithVisits } from '../../../supabase/seed-prompts.ts';
import { writeHistory } from '../../pictures/history.ts';
import { actToday } from '../../pictures/today.ts';
import type { Filled } from './task.ts';

const texts = [
	'The export of long reports is slow.',
	'It is slow to export long reports.',
	'Please let me export long reports to a table.',
	'Long reports: the export fails.',
	'I cannot find last year’s invoices.',
	'The charts look good on my phone.',
];

/** Fills the demo with a month of use, and with what the tasks are about. */
export async function fill(environment: OwnEnvironment): Promise<Omit<Filled, 'openElsewhere'>> {
	const { stack } = environment;
	await writeHistory(stack);
	const { site, request } = await actToday(stack);
	const person = await signInByApi(stack);
	await person.createDestination({
		site,
		kind: 'email',
		name: 'Product team',
		recipients: [stack.demo.email],
		schedule: { every: 'message' },
	});

	// Enough of each score for a shared page, which hides small groups.
	await giveResponses(
		stack,
		'quick-poll',
		manyScores.map(({ answers, ...rest }) => ({
			...rest,
			answers: { recommend: answers['recommend']! },
		})),
	);
	// Past responses have no texts in the inbox.
	for (const [at, why] of texts.entries()) {
		const visitor = createVisitor(stack, `writer_${at}`);
		await visitor.answer('quick-poll', [{ answers: { recommend: at % 7, why }, final: true }]);
	}

	// Two wordings, one after the other.
	const { items } = await person.listPrompts({ site, content: true });
	const exported = items.find(({ survey_id: survey }) => survey === 'export-experience')!;
	const reworded = structuredClone(exported.content!);
	reworded.questions[0]!.title = 'How did exporting your report go?';
	const saved = await person.saveRevision({ site, prompt: exported.id, content: reworded });
	await person.publishPrompt({ site, prompt: exported.id, revision: saved.revision });
	await giveResponses(
		stack,
		'export-experience',
		Array.from({ length: 90 }, (_, at) => ({
			revision: saved.revision,
			answers: { ease: [5, 5, 4, 5, 5][at % 5]! },
			daysAgo: at / 400,
		})),
	);

	// An experiment that can be decided.
	const tested = await person.createPrompt({
		site,
		content: promptSchema.parse(promptsWithVisits[0]),
	});
	await person.publishPrompt({ site, prompt: tested.id, revision: 1 });
	const give = (variant: string, scores: number[]) =>
		Array.from({ length: 80 }, (_, at) => ({
			variant,
			answers: { useful: scores[at % scores.length]! },
			daysAgo: at / 40,
		}));
	await giveResponses(stack, 'report-useful', [
		...give('control', [3, 2, 4, 3, 2]),
		...give('short', [5, 4, 5, 4, 5]),
	]);

	// A prompt that nobody sees: no visitor has the plan that it asks for.
	const unseen = await person.createPrompt({
		site,
		content: promptSchema.parse({
			survey_id: 'new-editor',
			name: 'How is the new editor?',
			questions: [{ id: 'like', type: 'rating', title: 'How do you like the new editor?' }],
			trigger: { events: ['editor.opened'] },
			audience: { trait: 'plan', op: 'is', value: 'enterprise' },
		}),
	});
	await person.publishPrompt({ site, prompt: unseen.id, revision: 1 });
	for (let at = 0; at < 12; at++) {
		await createVisitor(stack, `editor_${at}`).report('editor.opened');
	}

	const { items: all } = await person.listPrompts({ site, limit: 200 });
	return {
		environment,
		person,
		site,
		prompts: Object.fromEntries(all.map(({ survey_id: survey, id }) => [survey, id])),
		approval: `/approvals/${request}`,
	};
}
