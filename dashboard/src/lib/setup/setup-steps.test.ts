import { describe, expect, it } from 'vitest';

import { listSetupSteps } from './setup-steps.ts';
import type { SetupFacts } from './setup-steps.ts';

const nothing: SetupFacts = { events: [], prompts: [], members: 1, destinations: 0 };
const draft = { state: 'draft', displays: 0, responses: 0 };

/** IDs of the finished steps. */
const done = (facts: Partial<SetupFacts>, isOwner = true) =>
	listSetupSteps({ facts: { ...nothing, ...facts }, isOwner }).flatMap((step) =>
		step.done ? [step.id] : [],
	);

describe('the steps to the first response', () => {
	it('start with only a site', () => {
		expect(done({})).toEqual(['site']);
	});

	it('distinguish the test event of the installation from an event of the app', () => {
		expect(done({ events: ['app.opened'] })).toEqual(['site', 'install']);
		expect(done({ events: ['app.opened', 'plan.changed'] })).toEqual(['site', 'install', 'event']);
	});

	it('do not count a draft as published, but a paused prompt that was displayed', () => {
		expect(done({ prompts: [draft] })).toEqual(['site']);
		expect(done({ prompts: [{ ...draft, state: 'published' }] })).toContain('prompt');
		expect(done({ prompts: [{ state: 'paused', displays: 3, responses: 1 }] })).toEqual([
			'site',
			'prompt',
			'answer',
		]);
	});

	it('end with a colleague and a destination', () => {
		const steps = listSetupSteps({
			facts: {
				events: ['plan.changed'],
				prompts: [{ state: 'published', displays: 1, responses: 1 }],
				members: 2,
				destinations: 1,
			},
			isOwner: true,
		});
		expect(steps.every((step) => step.done)).toBe(true);
	});

	it('offer an editor no button for actions that only owners can take', () => {
		const steps = listSetupSteps({ facts: nothing, isOwner: false });
		expect(steps.filter(({ action }) => !action).map(({ id }) => id)).toEqual([
			'site',
			'colleague',
			'destination',
		]);
	});
});
