import { describe, expect, it } from 'vitest';

import { listConcerns } from './list-concerns.ts';

const trigger = { events: ['report.exported'], verified: false };
const nothing = { events: [], site_key: false };
const reached = { subjects: 12, sampled: false, events: 40, reasons: { displayed: 12 } };

describe('the concerns about a revision', () => {
	it('are none if its events were reported and people would see it', () => {
		expect(listConcerns({ missing: nothing, trigger, figures: reached })).toEqual([]);
		expect(listConcerns({ missing: null, trigger, figures: undefined })).toEqual([]);
	});

	it('name the trigger event that was never reported, once', () => {
		const figures = { subjects: 0, sampled: false, events: 0, reasons: {} };
		const missing = { events: ['report.exported'], site_key: false };
		expect(listConcerns({ missing, trigger, figures })).toEqual([
			{
				title: '“report.exported” was never reported',
				text: 'Nobody sees the prompt until your app reports it. Check the spelling.',
			},
		]);
	});

	it('do not claim that nobody sees it while another trigger event was reported', () => {
		const missing = { events: ['report.exprted'], site_key: false };
		const both = { events: ['report.exported', 'report.exprted'], verified: false };
		const [concern] = listConcerns({ missing, trigger: both, figures: reached });
		expect(concern!.text).toBe(
			'The prompt appears only after its other trigger events. Check the spelling.',
		);
	});

	it('include a missing site key', () => {
		const missing = { events: [], site_key: true };
		expect(listConcerns({ missing, trigger, figures: undefined })).toMatchObject([
			{ title: 'The site has no site key' },
		]);
	});

	it('include an audience of nobody, with the most frequent reasons', () => {
		const figures = {
			subjects: 0,
			sampled: false,
			events: 1_204,
			reasons: { audience: 1_200, prompt_cooldown: 4 },
		};
		expect(listConcerns({ missing: nothing, trigger, figures })).toEqual([
			{
				title: 'Reaches nobody, judging by the last 30 days',
				text: 'Of 1,204 matching events: 1,200 outside the audience, 4 too soon after the last display.',
			},
		]);
		expect(
			listConcerns({ missing: nothing, trigger, figures: { ...figures, sampled: true } }),
		).toEqual([]);
	});
});
