// Budgets in the management API: the spent and remaining amounts, and a budget below what is spent.
import { promptSchema, routes, type PromptInput } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { report } from '../../../tests/caller.ts';
import { newVisit } from '../../../tests/visits.ts';
import { contentOf, stageApprovals } from '../../tests/approvals.ts';

const at = stageApprovals();

const contentWith = (budget: PromptInput['budget'], survey_id = 'budgeted') =>
	promptSchema.parse({ ...contentOf(survey_id), ...(budget && { budget }) });

/** A prompt with this budget, published. */
async function publishNew(budget: PromptInput['budget']): Promise<string> {
	const content = contentWith(budget);
	const { body } = await at.manage.ask(at.owner, 'createPrompt', { site: at.site.id, content });
	await publish(body.id, 1);
	return body.id;
}

const publish = (
	prompt: string,
	revision: number,
	by: typeof at.owner | typeof at.agent = at.owner,
) => at.manage.ask(by, 'publishPrompt', { site: at.site.id, prompt, revision });

const save = (prompt: string, budget: PromptInput['budget']) =>
	at.manage.ask(at.owner, 'saveRevision', {
		site: at.site.id,
		prompt,
		content: contentWith(budget),
	});

async function budgetOf(prompt: string, by: typeof at.owner | typeof at.agent = at.owner) {
	const { body } = await at.manage.ask(by, 'getPrompt', { site: at.site.id, prompt });
	return routes.getPrompt.output.parse(body).budget;
}

async function display(times: number) {
	const { sql } = at.sites;
	for (let time = 0; time < times; time++) await report(sql, newVisit(at.site.id), 'made');
}

const none = { displays: null, responses: null, period: null, displays_per_day: null };

describe('a prompt', () => {
	it('shows people and connections the spent and remaining amounts of its budgets', async () => {
		const prompt = await publishNew({
			displays: 9,
			responses: 4,
			period: { every: 'month', displays: 5, paced: false },
		});
		await display(2);
		const budget = await budgetOf(prompt);
		expect(budget).toEqual({
			...none,
			displays: { allowed: 9, spent: 2, left: 7 },
			responses: { allowed: 4, spent: 0, left: 4 },
			period: {
				allowed: 5,
				spent: 2,
				left: 3,
				every: 'month',
				due: null,
				starts_on: `${new Date().toISOString().slice(0, 7)}-01`,
				ends_at: expect.stringMatching(/-01T00:00:00\.000Z$/),
			},
		});
		expect(await budgetOf(prompt, at.agent)).toEqual(budget);
	});

	it('shows the budget of its site once published; null if neither it nor the site has one', async () => {
		const prompt = await publishNew(undefined);
		expect(await budgetOf(prompt)).toBeNull();
		await display(1);
		const { status } = await at.manage.ask(at.owner, 'updateSettings', {
			site: at.site.id,
			limits: { cooldown_days: 0, holdout: 0, displays_per_day: 8 },
		});
		expect(status).toBe(200);
		await display(1);
		expect(await budgetOf(prompt)).toEqual({
			...none,
			displays_per_day: { allowed: 8, spent: 2, left: 6 },
		});
	});
});

describe('publishing a budget below what is spent', () => {
	it('is refused with the field and the spent amount, and changes nothing', async () => {
		const prompt = await publishNew({ displays: 9 });
		await display(3);
		await save(prompt, { displays: 2 });
		const { status, error } = await publish(prompt, 2);
		expect([status, error]).toMatchObject([
			422,
			{
				code: 'invalid_prompt',
				field: 'budget.displays',
				message: 'budget.displays must be at least 3, the number of displays counted so far.',
			},
		]);
		const { body } = await at.manage.ask(at.owner, 'getPrompt', { site: at.site.id, prompt });
		expect(body).toMatchObject({ published_revision: 1, budget: { displays: { allowed: 9 } } });
		await save(prompt, { displays: 3 });
		expect((await publish(prompt, 3)).status).toBe(200);
		expect((await budgetOf(prompt))?.displays).toEqual({ allowed: 3, spent: 3, left: 0 });
	});

	it('creates no approval request', async () => {
		const prompt = await publishNew({ displays: 9 });
		await display(3);
		await save(prompt, { displays: 2 });
		expect((await publish(prompt, 2, at.agent)).error.code).toBe('invalid_prompt');
		const waiting = await at.manage.ask(at.owner, 'listGrantRequests', {});
		expect(waiting.body.items).toEqual([]);
	});
});
