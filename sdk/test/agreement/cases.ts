import { limits } from '@feedback/contract';
import type { Caller, Decision, DecisionResponse, Display } from '@feedback/contract/wire';

import { mintId } from '../../src/uuid.ts';
import {
	type Answered,
	type SiteChange,
	unknownSite,
	surveys,
	triggers,
	type World,
} from './world.ts';

/** The calls that a case makes in a world, and their responses. */
export type Case = {
	title: string;
	/** Settings of the site. */
	settings?: SiteChange;
	/** Routes whose responses are compared with the real service's. */
	routes: string[];
	run(world: World): Promise<Answered[]>;
};

type Fields = Record<string, unknown>;

const day = 86_400_000;

const callerOf = (world: World): Caller => ({
	site: world.site,
	visitor: mintId(Date.now()),
	session: mintId(Date.now()),
	sdk: '0.4.0',
});

const newEvent = (name: string, more: Fields = {}) => ({ id: mintId(Date.now()), name, ...more });

/** One event of a new visitor, to be decided on. */
const newReport = (world: World, name: string, more: Fields = {}) => ({
	...callerOf(world),
	events: [newEvent(name)],
	decide: true,
	...more,
});

async function inOrder(...steps: (() => Promise<Answered>)[]): Promise<Answered[]> {
	const answers: Answered[] = [];
	for (const step of steps) answers.push(await step());
	return answers;
}

/** A display that was reserved for a new visitor, and calls on its behalf. */
async function reserve(world: World) {
	const reserved = await world.post('events', newReport(world, triggers.shown));
	const { display } = reserved.body['decision'] as { display: Display };
	const own = { site: world.site, display: display.id, secret: display.secret };
	return {
		reserved,
		tell: (state: string, more: Fields = {}) => world.post('display', { ...own, state, ...more }),
		answer: (seq: number, answers: Fields, final = false, more: Fields = {}) =>
			world.post('answer', { ...own, seq, final, answers, ...more }),
	};
}

const events: Case[] = [
	{
		title: 'events are recorded, and decided on when that is asked for',
		routes: ['events'],
		async run(world) {
			const asked = newReport(world, 'page.read');
			const two = [newEvent('one', { properties: { a: 1 } }), newEvent('two')];
			return inOrder(
				() => world.post('events', asked),
				() => world.post('events', { ...asked, decide: false }),
				() => world.post('events', { ...callerOf(world), events: two, decide: false }),
				() => world.post('events', newReport(world, 'page.read', { dropped: { expired: 2 } })),
			);
		},
	},
	{
		title: 'an event that displays a prompt is a duplicate when it is sent again',
		routes: ['events'],
		async run(world) {
			const report = newReport(world, triggers.shown);
			return inOrder(
				() => world.post('events', report),
				() => world.post('events', { ...report, decide: false }),
			);
		},
	},
	{
		title: 'an event with a wrong time is stale',
		routes: ['events'],
		run: (world) =>
			inOrder(
				...[-3 * day, 3 * day].flatMap((away) => {
					const event = { id: mintId(Date.now() + away), name: 'page.read' };
					const report = newReport(world, '', { events: [event] });
					return [true, false].map((decide) => () => world.post('events', { ...report, decide }));
				}),
			),
	},
	{
		title: 'a wrong event is refused, and among others only that one',
		routes: ['events'],
		run: (world) =>
			inOrder(
				() => world.post('events', newReport(world, '?')),
				() =>
					world.post('events', {
						...callerOf(world),
						events: [
							newEvent('one'),
							newEvent('?'),
							newEvent('two', { properties: { a: 'x'.repeat(limits.values.string + 1) } }),
						],
						decide: false,
					}),
			),
	},
	{
		title: 'an identify that rides along is reported, refused or wrong',
		routes: ['events', 'identify'],
		run: (world) =>
			inOrder(
				...['events', 'identify'].flatMap((route) =>
					[
						{ account: 'alice', traits: { plan: 'pro' } },
						{ account: 'alice', proof: 'forged' },
						{ account: 'x'.repeat(limits.account.id + 1) },
						{ account: 'alice', traits: { plan: {} } },
					].map((identify) => () => {
						const body = route === 'events' ? newReport(world, 'page.read') : callerOf(world);
						return world.post(route, { ...body, identify });
					}),
				),
			),
	},
	{
		title: 'an identify without a valid proof is refused where one is required',
		settings: { identity_proofs: 'require' },
		routes: ['events', 'identify'],
		run: (world) =>
			inOrder(
				...[{ account: 'alice' }, { account: 'alice', proof: 'forged' }].flatMap((identify) => [
					() => world.post('events', newReport(world, 'page.read', { identify })),
					() => world.post('identify', { ...callerOf(world), identify }),
				]),
			),
	},
	{
		title: 'a page that is not on the list of the site cannot read why it is refused',
		settings: { origins: ['https://app.example'] },
		routes: ['events'],
		run: (world) =>
			inOrder(() =>
				world.post('events', newReport(world, 'page.read'), { origin: 'https://evil.example' }),
			),
	},
	{
		title: 'what no SDK sends is refused',
		routes: ['events'],
		run: (world) =>
			inOrder(
				() => world.post('events', 'not JSON'),
				() => world.post('events', newReport(world, 'one', { visitor: 'me' })),
				() => world.post('events', newReport(world, 'one', { events: [] })),
				() => world.post('events', newReport(world, 'one', { extra: 1 })),
				() =>
					world.post('events', newReport(world, 'one', { sdk: 'x'.repeat(limits.request.bytes) })),
				() => world.post('events', newReport(world, 'one', { site: unknownSite })),
				() => world.post('nothing', newReport(world, 'one')),
			),
	},
];

const displays: Case[] = [
	{
		title: 'a visitor is reset',
		routes: ['reset'],
		run: (world) => inOrder(() => world.post('reset', callerOf(world))),
	},
	{
		title: 'a prompt is shown by its survey ID',
		routes: ['show'],
		run(world) {
			const show =
				(survey_id: string, more: Fields = {}) =>
				() =>
					world.post('show', { ...callerOf(world), id: mintId(Date.now()), survey_id, ...more });
			return inOrder(
				show(surveys.shown),
				show('another'),
				show('No ID'),
				show('another', { decide: false }),
			);
		},
	},
	{
		title: 'a delayed prompt is claimed once, when it is due',
		routes: ['claim'],
		async run(world) {
			const [caller, event] = [callerOf(world), newEvent(triggers.delayed)];
			const waiting = await world.post('events', { ...caller, events: [event], decide: true });
			const claim = () => world.post('claim', { ...caller, event: event.id });
			const early = await claim();
			const { decision, now } = early.body as unknown as DecisionResponse;
			const { due } = decision as Decision & { reason: 'waiting' };
			await new Promise((resolve) => setTimeout(resolve, due - now + 1));
			const other = { ...callerOf(world), event: mintId(Date.now()) };
			return [waiting, early, ...(await inOrder(claim, claim, () => world.post('claim', other)))];
		},
	},
	{
		title: 'a poll finds nothing',
		routes: ['poll'],
		run(world) {
			const poll = (id: string) => () => world.post('poll', { ...callerOf(world), id });
			return inOrder(poll(mintId(Date.now())), poll('No ID'));
		},
	},
	{
		title: 'a display is confirmed and dismissed, once',
		routes: ['display'],
		async run(world) {
			const { reserved, tell } = await reserve(world);
			return [
				reserved,
				...(await inOrder(
					() => tell('displayed'),
					() => tell('displayed'),
					() => tell('released', { reason: 'hidden' }),
					() => tell('dismissed'),
					() => tell('displayed'),
				)),
			];
		},
	},
	{
		title: 'a display is released, with a reason of the list',
		routes: ['display'],
		async run(world) {
			const { tell } = await reserve(world);
			return inOrder(
				() => tell('released', { reason: 'nowhere' }),
				() => tell('released', { reason: 'late' }),
				() => tell('displayed'),
				() => tell('displayed', { secret: 'x'.repeat(32) }),
				() => tell('displayed', { display: mintId(Date.now()) }),
			);
		},
	},
	{
		title: 'answers replace earlier ones until they are final',
		routes: ['answer', 'display'],
		async run(world) {
			const { tell, answer } = await reserve(world);
			return inOrder(
				() => answer(1, { score: 3 }),
				() => answer(3, { score: 4 }),
				() => answer(2, { score: 1 }),
				() => answer(4, { score: 9 }),
				() => answer(4, { score: null }, true),
				() => answer(limits.answer.sequence + 1, { score: 4 }),
				() => answer(4, { score: 4, why: 'Fine.' }, true),
				() => answer(4, { score: 4, why: 'Fine.' }, true),
				() => answer(5, { score: 5 }),
				() => answer(5, { score: 5 }, true),
				() => answer(5, { score: 5 }, false, { secret: 'x'.repeat(32) }),
				() => tell('dismissed'),
			);
		},
	},
];

/** Run last, because meanwhile the service handles no other requests. */
const failures: Case[] = (['rate_limited', 'unavailable'] as const).map((code) => ({
	title: `a request fails as ${code}, and says when to come back`,
	routes: ['events'],
	run: (world) => inOrder(() => world.refuse(code, newReport(world, 'page.read'))),
}));

export const cases = [...events, ...displays, ...failures];
