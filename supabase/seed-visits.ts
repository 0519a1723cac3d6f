// Visits of the demo's visitors, so that every page of `npm start` shows something.
import type { Values } from '@feedback/contract/wire';
import type { Answers } from '@feedback/contract';

import type { Database } from '../database/database.ts';
import type { Statements } from '../database/statement.ts';
import { mintUuidv7 } from './functions/_shared/uuidv7.ts';
import { identifyFromBackend, reportFromBackend } from './functions/events/database.ts';
import { poll } from './functions/sdk/claim-waiting.ts';
import { claim, moveDisplay, report, show } from './functions/sdk/database.ts';
import { storeAnswers } from './functions/sdk/store-answers.ts';
import type { RequestContext } from './functions/sdk/database.ts';
import type { Decided } from './functions/sdk/decided.ts';
import { promptsWithVisits, shortTitle } from './seed-prompts.ts';
import { demoSite, publishMissing } from './seed.ts';

type Happening = {
	/** Event that the app reports, or the survey ID of the prompt that it shows. */
	event?: string;
	show?: string;
	/** The amount of an invoice that the account paid. The app's backend reports it, while a page is open. */
	paid?: number;
	properties?: Values;
	/** Answers of the visitor to the displayed prompt; with a function, to the one with this title. */
	answers?: Answers | ((title: string) => Answers | undefined);
	/** Names of tags that the demo person gave the answers. */
	tags?: string[];
};

type SeedVisit = {
	/** Null: not signed in. */
	account: string | null;
	plan: 'free' | 'pro';
	hoursAgo: number;
	device?: 'phone' | 'tablet' | 'desktop';
	path?: string;
	happened: Happening[];
};

const opened = { event: 'report.opened' };
const pdf = { event: 'report.exported', properties: { format: 'pdf', pages: 12 } };
const csv = { event: 'report.exported', properties: { format: 'csv', pages: 3 } };
const search = (results: number) => ({ event: 'search.completed', properties: { results } });

const scripted: SeedVisit[] = [
	{
		account: 'user_hal',
		plan: 'pro',
		hoursAgo: 2,
		happened: [
			opened,
			{
				...pdf,
				answers: {
					ease: 2,
					more: 'The export of a large report takes minutes, and I cannot tell whether it still runs.',
				},
			},
		],
	},
	{
		account: 'user_bob',
		plan: 'free',
		hoursAgo: 5,
		device: 'phone',
		happened: [
			opened,
			{
				show: 'quick-poll',
				answers: {
					recommend: 9,
					why: 'Setting up a report is quick, and everybody here understands it.',
				},
			},
		],
	},
	{
		account: 'user_cem',
		plan: 'pro',
		hoursAgo: 9,
		happened: [
			search(4),
			{ paid: 60, answers: { clear: true } },
			{
				...csv,
				answers: { ease: 3, more: 'Please add Slack as a target of exports.' },
				tags: ['Export'],
			},
		],
	},
	{
		account: null,
		plan: 'free',
		hoursAgo: 20,
		device: 'tablet',
		happened: [
			opened,
			{
				show: 'quick-poll',
				answers: { recommend: 4, why: 'It logs me out every day.' },
				tags: ['Sign-in'],
			},
		],
	},
	{
		account: 'user_hal',
		plan: 'pro',
		hoursAgo: 31,
		happened: [
			opened,
			{
				paid: 240,
				answers: { clear: false, unclear: 'It does not say which seats are new since last month.' },
			},
			search(0),
			{
				show: 'quick-poll',
				answers: { recommend: 6, why: 'Good charts, slow exports.' },
				tags: ['Export', 'Speed'],
			},
		],
	},
	{
		account: 'user_dee',
		plan: 'pro',
		hoursAgo: 50,
		happened: [
			opened,
			{ paid: 80, answers: { clear: true } },
			{ show: 'quick-poll', answers: { recommend: 10, why: 'Support answered within an hour.' } },
		],
	},
	{
		account: 'user_eli',
		plan: 'free',
		hoursAgo: 74,
		happened: [
			opened,
			{ paid: 20, answers: { clear: true } },
			{ ...pdf, answers: { ease: 5, more: 'PDF with our logo, finally!' } },
		],
	},
	{
		account: 'user_fay',
		plan: 'free',
		hoursAgo: 98,
		device: 'phone',
		happened: [
			{
				show: 'quick-poll',
				answers: {
					recommend: 3,
					why: 'Too expensive for two people who look at one report a month.',
				},
				tags: ['Price'],
			},
		],
	},
	{
		account: 'user_gil',
		plan: 'pro',
		hoursAgo: 122,
		happened: [
			opened,
			{ paid: 120 },
			{
				...pdf,
				answers: { ease: 1, more: 'Exporting failed three times with a blank page.' },
				tags: ['Export', 'Bug'],
			},
		],
	},
	{
		account: null,
		plan: 'free',
		hoursAgo: 147,
		happened: [
			opened,
			{
				show: 'quick-poll',
				answers: { recommend: 8, why: 'I like that reports reload by themselves.' },
			},
		],
	},
];

/** Every day some people work, search and export, and close the prompts they get. */
const workdays: SeedVisit[] = Array.from({ length: 7 }, (_, day) => day).flatMap((day) =>
	['user_ivy', 'user_jon', 'user_kim', 'user_lea', 'user_mia']
		.filter((_, person) => (person + day) % 3 !== 0)
		.map((account, person): SeedVisit => ({
			account,
			plan: account === 'user_jon' ? ('free' as const) : ('pro' as const),
			hoursAgo: day * 24 + 3 + person * 2,
			...(person === 1 && { device: 'phone' as const }),
			happened: [
				{ ...opened, properties: { report: `report-${((person + day) % 4) + 1}` } },
				...((person + day) % 2 === 0 ? [csv] : [search((person * 7 + day) % 9)]),
				...(day === 5 && person === 0
					? [{ event: 'plan.changed', properties: { plan: 'pro', from: 'free' } }]
					: []),
			],
		})),
);

/** People who are asked whether a report was useful. More of them answer the shorter question. */
const readers = Array.from({ length: 160 }, (_, index): SeedVisit => ({
	account: null,
	plan: 'free',
	hoursAgo: 11 + index * 0.93,
	...(index % 4 === 1 && { device: 'phone' as const }),
	happened: [
		{
			...opened,
			properties: { report: `report-${(index % 4) + 1}` },
			answers: (title) =>
				index % 8 < (title === shortTitle ? 5 : 4)
					? { useful: [4, 5, 3, 4, 2, 5, 4, 3, 5, 4][(index * 7) % 10]! }
					: undefined,
		},
	],
}));

/** This account of the example app has paid an invoice, and is asked about it as soon as it signs in. */
const waiting = { account: 'user_alan', plan: 'pro', paid: 180, hoursAgo: 1 };

const hour = 3_600_000;

/**
 * Lets visitors of the demo site report events and answer prompts, through the functions of the database that the SDK
 * and the app's backend reach too, unless the site has responses already. `person` tagged the answers. A visitor whom no prompt asks, because
 * the demo's prompts were changed, does not answer.
 *
 * @example
 * await seedVisits(sql, '7f0c…'); // after seedDemo
 */
export async function seedVisits(
	sql: Pick<Database, 'begin'>,
	person: string,
	now = Date.now(),
): Promise<void> {
	await sql.begin('read write', async (tx) => {
		await tx`select pg_advisory_xact_lock(hashtextextended('feedback demo', 0))`;
		await publishMissing(tx, demoSite.id, promptsWithVisits);
		const [known] = await tx`select from app.responses where site_id = ${demoSite.id} limit 1`;
		if (known) return;
		const first = new Date(now - 8 * 24 * hour);
		await tx`
			select app.create_day(d::date)
			from generate_series(${first}::timestamptz at time zone 'UTC',
				${new Date(now)}::timestamptz at time zone 'UTC', interval '1 day') d`;
		// Days that retention finished before they had these visits are counted again.
		await tx`delete from app.event_counts where day >= (${first}::timestamptz at time zone 'UTC')::date`;
		await tx`delete from app.counted_days where day >= (${first}::timestamptz at time zone 'UTC')::date`;
		const visits = [...scripted, ...workdays, ...readers].toSorted(
			(a, b) => b.hoursAgo - a.hoursAgo,
		);
		/** The browser of each account. */
		const browsers = new Map<string, string>();
		for (const visit of visits) {
			const { account } = visit;
			const visitor = (account && browsers.get(account)) ?? crypto.randomUUID();
			if (account) browsers.set(account, visitor);
			await replay(tx, visit, { visitor, start: now - visit.hoursAgo * hour, person });
		}
		const paidAt = now - waiting.hoursAgo * hour;
		const { account, plan, paid } = waiting;
		await identifyFromBackend(tx, demoSite.id, account, { plan }, new Date(paidAt));
		await reportPayment(tx, { account, paid, at: paidAt });
	});
}

/** Sends the requests of one visitor's SDK during one visit, with a minute between events. */
async function replay(
	sql: Statements,
	{ account, plan, device = 'desktop', path = '/reports', happened }: SeedVisit,
	{ visitor, start, person }: { visitor: string; start: number; person: string },
): Promise<void> {
	const session = mintUuidv7(start);
	for (const [nth, happening] of happened.entries()) {
		const at = start + (nth + 1) * 60_000;
		const context: RequestContext = {
			site: demoSite.id,
			visitor,
			session,
			now: new Date(at),
			context: { path, device, languages: ['en'] },
			identify: account === null ? null : { account, traits: { plan }, verified: false },
			device: [],
			bot: false,
			address: null,
			facts_for: null,
		};
		const display = mintUuidv7(at);
		const decided = await decide(sql, context, happening, display);
		const { tags = [] } = happening;
		if (decided.reason === 'displayed') {
			const answers =
				typeof happening.answers === 'function'
					? happening.answers(decided.reserved.content.questions[0]!.title)
					: happening.answers;
			await moveDisplay(sql, demoSite.id, display, 'displayed', null, new Date(at + 500));
			const done = new Date(at + 20_000);
			if (answers)
				await storeAnswers(sql, {
					site: demoSite.id,
					display,
					seq: 1,
					final: true,
					answers,
					now: done,
				});
			else await moveDisplay(sql, demoSite.id, display, 'dismissed', null, done);
			if (tags.length > 0) await addTags(sql, { display, tags, person });
		}
	}
}

async function decide(
	sql: Statements,
	context: RequestContext,
	{ event, show: surveyId, paid, properties = {} }: Happening,
	display: string,
): Promise<Decided> {
	const id = mintUuidv7(Number(context.now));
	if (paid !== undefined) {
		const at = Number(context.now) - 4_000;
		await reportPayment(sql, { account: context.identify!.account, paid, at });
		return (await poll(sql, context, id, display)) ?? { reason: 'no_prompt' };
	}
	if (surveyId) return (await show(sql, context, id, surveyId, display)).decided;
	const proof = { verified: null, proofFault: null, proofAccount: null, proofKey: null };
	const reported = { id, name: event!, properties, session: context.session, ...proof };
	const { decided } = await report(sql, { requestContext: context, event: reported, display });
	if (decided?.reason !== 'waiting') return decided!;
	const later = { ...context, now: new Date(decided.due) };
	return (await claim(sql, later, id, display)).decided;
}

async function reportPayment(
	sql: Statements,
	{ account, paid, at }: { account: string; paid: number; at: number },
): Promise<void> {
	const event = { id: mintUuidv7(at), account, name: 'invoice.paid', properties: { amount: paid } };
	await reportFromBackend(sql, demoSite.id, event, new Date(at));
}

async function addTags(
	sql: Statements,
	{ display, tags, person }: { display: string; tags: string[]; person: string },
): Promise<void> {
	await sql`
		insert into app.tags (site_id, name, created_by)
		select ${demoSite.id}::uuid, t.name, ${person}::uuid from jsonb_array_elements_text(${sql.json(tags)}::jsonb) t (name)
		on conflict do nothing`;
	await sql`
		insert into app.text_tags (site_id, display_id, question_id, tag_id, created_by)
		select x.site_id, x.display_id, x.question_id, a.id, ${person}::uuid
		from app.text_answers x
		join app.tags a on a.site_id = x.site_id
		  and a.name in (select t.name from jsonb_array_elements_text(${sql.json(tags)}::jsonb) t (name))
		where x.site_id = ${demoSite.id} and x.display_id = ${display}`;
}
