import { promptSchema, siteSettingsSchema, type PromptInput } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { findViolations } from './find-violations.ts';
import type { History, HistoryDisplay, HistoryEvent } from './history.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2026, 5, 15, 9);
const ada = '00000000-0000-4000-8000-00000000000a';
const eve = '00000000-0000-4000-8000-00000000000b';
const promptId = '00000000-0000-4000-8000-0000000000aa';

const sessionAt = (at: number) =>
	`${at
		.toString(16)
		.padStart(12, '0')
		.replace(/^(.{8})(.{4})$/, '$1-$2')}-7000-8000-000000000000`;

/** A history of one prompt, to which tests add what happened. */
class Story {
	readonly history: History;

	constructor(prompt: Partial<PromptInput> = {}, limits: object = { cooldown_days: 0 }) {
		const content = promptSchema.parse({
			survey_id: 'rating',
			name: 'Rating',
			questions: [{ id: 'score', type: 'rating', title: 'How was it?' }],
			trigger: { events: ['done'] },
			limits: { show: 'always' },
			...prompt,
		});
		this.history = {
			site: '00000000-0000-4000-8000-000000000001',
			limits: siteSettingsSchema.parse({ limits }).limits,
			hoursAhead: 0,
			prompts: [{ id: promptId, revision: 1, content }],
			subjects: [ada, eve].map((id) => ({ id, account: id, sampleKey: id, firstSeen: start })),
			events: [],
			displays: [],
			responses: [],
			budgets: [],
		};
	}

	event(subject: string, at: number, event: Partial<HistoryEvent> = {}): HistoryEvent {
		const added: HistoryEvent = {
			id: `event-${this.history.events.length}`,
			subject,
			session: sessionAt(at),
			name: 'done',
			at,
			properties: {},
			verified: null,
			context: {},
			reason: null,
			...event,
		};
		this.history.events.push(added);
		return added;
	}

	/** An event, and the display that it caused. */
	display(
		subject: string,
		at: number,
		display: Partial<HistoryDisplay> = {},
		event: Partial<HistoryEvent> = {},
	): HistoryDisplay {
		const { id, session } = this.event(subject, at, { reason: 'displayed', ...event });
		const added: HistoryDisplay = {
			id: `display-${this.history.displays.length}`,
			subject,
			session: session ?? sessionAt(at),
			prompt: promptId,
			revision: 1,
			origin: id,
			carrier: null,
			state: 'displayed',
			at,
			displayedAt: at,
			answeredAt: null,
			dismissedAt: null,
			postponed: null,
			releasedAt: null,
			traits: {},
			...display,
		};
		this.history.displays.push(added);
		return added;
	}

	answer({ id, at }: HistoryDisplay): void {
		const display = this.history.displays.find((one) => one.id === id)!;
		Object.assign(display, { state: 'answered', answeredAt: at + minute });
		this.history.responses.push({ display: id, final: true, createdAt: at + minute });
	}

	found(): string[] {
		return findViolations(this.history).map(({ what }) => what);
	}
}

describe('a history that the rules allow', () => {
	it('has no violations: repeated, answered, released and refused', () => {
		const story = new Story({ limits: { show: 'times', times: 2, again_after_days: 1 } });
		story.answer(story.display(ada, start));
		story.event(ada, start + minute, { reason: 'prompt_cooldown' });
		story.display(ada, start + 2 * day);
		story.display(ada, start + 2 * day - 3 * minute, {
			state: 'released',
			releasedAt: start + 2 * day - 2 * minute,
		});
		story.display(eve, start);
		expect(story.found()).toEqual([]);
	});

	it('may read the clock in another order than it reached the database', () => {
		const story = new Story({ limits: { show: 'once' } });
		story.display(ada, start, { state: 'released', releasedAt: start + 150 });
		story.display(ada, start + 100);
		expect(story.found()).toEqual([]);
	});
});

describe('a planted violation is found', () => {
	it('a prompt shown once, and again', () => {
		const story = new Story({ limits: { show: 'once' } });
		story.display(ada, start);
		story.display(ada, start + day);
		expect(findViolations(story.history)).toEqual([
			{ subject: ada, what: 'display display-1 of rating is refused: seen_limit' },
		]);
	});

	it.each([
		['until answered', { show: 'until_answered' as const }, 'answered'],
		['within its cooldown', { show: 'always' as const, again_after_days: 3 }, 'prompt_cooldown'],
	])('a prompt shown again: %s', (_, limits, reason) => {
		const story = new Story({ limits });
		story.answer(story.display(ada, start));
		story.display(ada, start + 2 * day);
		expect(story.found()).toEqual([`display display-1 of rating is refused: ${reason}`]);
	});

	it('a display within the cooldown or over the window of the site', () => {
		const cooldown = new Story({}, { cooldown_days: 7 });
		cooldown.display(ada, start);
		cooldown.display(ada, start + 6 * day);
		expect(cooldown.found()).toEqual(['display display-1 of rating is refused: site_cooldown']);
		const window = new Story({}, { cooldown_days: 0, window: { displays: 2, days: 30 } });
		for (const days of [0, 5, 29, 36]) window.display(ada, start + days * day);
		expect(window.found()).toEqual(['display display-2 of rating is refused: site_cooldown']);
	});

	it('a second display in a session', () => {
		const story = new Story({}, { cooldown_days: 0, per_session: 1 });
		const session = sessionAt(start);
		story.display(ada, start, { session }, { session });
		story.display(ada, start + minute, { session }, { session });
		expect(story.found()).toEqual(['display display-1 of rating is refused: session_limit']);
	});

	it('a display to a group that saw the prompt', () => {
		const story = new Story({
			limits: { show: 'always', per_group: { trait: 'company', days: 30 } },
		});
		story.display(ada, start, { traits: { company: 'acme' } });
		story.display(eve, start + day, { traits: { company: 'acme' } });
		story.display(eve, start + 2 * day, { traits: { company: 'other' } });
		expect(story.found()).toEqual(['display display-1 of rating is refused: group_limit']);
	});

	it('a display to someone whom the rule or the saved audience leaves out', () => {
		const rule = { trait: 'plan', op: 'is', value: 'pro' } as const;
		for (const audience of [rule, { saved: 'paying', version: 1, rule }]) {
			const story = new Story({ audience });
			story.display(ada, start, { traits: { plan: 'pro' } });
			story.display(eve, start, { traits: { plan: 'free' } });
			expect(story.found()).toEqual(['display display-1 of rating is refused: audience']);
		}
	});

	it('a display of another event, or of no event', () => {
		const story = new Story();
		story.display(ada, start, {}, { name: 'other' });
		story.display(ada, start + day, { origin: 'nothing' }, { reason: null });
		expect(story.found()).toEqual([
			'display display-0 of rating is refused: no_prompt',
			'display display-1 was caused by no stored event of its subject',
		]);
	});

	it('a claim before the wait ends, after a cancelling event, or although the person came back', () => {
		const delayed = new Story({
			timing: { delay_seconds: 60 },
			trigger: { events: ['done'], cancel_events: ['left'] },
		});
		const claim = (story: Story, after: number) =>
			story.display(ada, start + after, {}, { id: 'origin', at: start });
		claim(delayed, 2 * minute);
		expect(delayed.found()).toEqual([]);
		const early = new Story({ timing: { delay_seconds: 60 } });
		claim(early, minute / 2);
		expect(early.found()).toEqual(['display display-0 of rating is refused: waiting']);
		delayed.event(ada, start + minute, { name: 'left' });
		expect(delayed.found()).toEqual(['display display-0 of rating is refused: withdrawn']);
		const unless = new Story({
			trigger: { events: ['done'], unless: { events: ['paid'], within_minutes: 10 } },
		});
		claim(unless, 20 * minute);
		expect(unless.found()).toEqual([]);
		unless.event(ada, start + 5 * minute, { name: 'paid' });
		expect(unless.found()).toEqual(['display display-0 of rating is refused: withdrawn']);
	});

	it('a display that was postponed and shown before its time', () => {
		const story = new Story();
		const until = start + 3 * day;
		story.display(ada, start, { state: 'postponed', postponed: { at: start, until } });
		story.display(ada, start + 2 * day);
		story.display(ada, start + 4 * day);
		expect(story.found()).toEqual(['display display-1 of rating is refused: postponed']);
	});

	it('two displays of one event, a lost display, and an event that is stored twice', () => {
		const story = new Story();
		const { origin } = story.display(ada, start);
		story.history.displays.push({ ...story.history.displays[0]!, id: 'display-again' });
		expect(story.found()).toEqual([`event ${origin} caused 2 displays`]);
		story.history.displays.length = 0;
		expect(story.found()).toEqual([`the display of event ${origin} is lost`]);
		story.history.events.push(story.history.events[0]!);
		expect(story.found()).toContain(`event ${origin} is stored twice`);
	});

	it('an answer that is lost, stored twice, or of no display', () => {
		const story = new Story();
		const display = story.display(ada, start);
		story.answer(display);
		expect(story.found()).toEqual([]);
		const [response] = story.history.responses;
		story.history.responses.push(response!, { ...response!, display: 'nothing' });
		expect(story.found()).toEqual([
			'display display-0 has two responses',
			'a response belongs to no display: nothing',
		]);
		story.history.responses.length = 0;
		expect(story.found()).toEqual(['the answer to display display-0 is lost']);
	});

	it('more displays than a budget in total, a week, or the day of a site allows', () => {
		const budget = { displays: 3, period: { every: 'week' as const, displays: 2 } };
		const story = new Story({ budget }, { cooldown_days: 0, displays_per_day: 2 });
		story.display(ada, start);
		story.display(ada, start + hour);
		story.display(ada, start + 7 * day);
		story.display(ada, start + 2 * hour, { state: 'released', releasedAt: start + 3 * hour });
		expect(story.found()).toEqual([]);
		story.display(eve, start + hour);
		expect(story.found()).toEqual([
			`prompt ${promptId} has 4 displays, of 3 allowed`,
			`prompt ${promptId}, week of 2026-06-15 has 3 displays, of 2 allowed`,
			`the site's day 2026-06-15 has 3 displays, of 2 allowed`,
		]);
	});

	it('a budget whose count is not what is stored', () => {
		const story = new Story({ budget: { displays: 3 } });
		const count = { prompt: promptId, period: 'total', startsOn: '-infinity', displays: 2 };
		story.history.budgets.push(count);
		story.display(ada, start);
		expect(story.found()).toEqual([`prompt ${promptId} has 1 displays, but 2 are counted`]);
		count.displays = 1;
		expect(story.found()).toEqual([]);
	});

	it('an answer to a released display may exceed the budget, and nothing else', () => {
		const story = new Story({ budget: { displays: 1 } });
		const late = story.display(ada, start, { releasedAt: start + minute });
		story.answer(late);
		story.display(eve, start + hour);
		expect(story.found()).toEqual([]);
	});
});
