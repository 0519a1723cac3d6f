// Simulates random visitors of a site with live prompts. Their events, claims and answers are handled as in
// production.
import type { PromptInput } from '@feedback/contract';
import type { Sql } from 'postgres';

import { storeAnswers } from '../sdk/store-answers.ts';
import { claimPrompt, report } from '../../tests/caller.ts';
import type { TestSql } from '../../tests/harness.ts';
import { publishPrompt, type TestPrompt } from '../../tests/sites.ts';
import { newVisit, signedIn, uuidv7 } from '../../tests/visits.ts';

export type Traffic = {
	/** Prompts without a delay. */
	immediate: TestPrompt[];
	delayed: TestPrompt;
	end: Date;
};

const hour = 3_600_000;
const delaySeconds = 60;
const plans = ['free', 'pro', 'team'];

const prompts: Partial<PromptInput>[] = [
	{
		trigger: { events: ['done'], where: { property: 'format', op: 'is', value: 'pdf' } },
		limits: { show: 'times', times: 3, again_after_days: 2 },
		sampling: { rate: 0.7 },
	},
	{
		trigger: { events: ['done', 'shared'] },
		audience: {
			any: [
				{ trait: 'plan', op: 'is', value: 'pro' },
				{ event: 'shared', times: 3, within_days: 7 },
			],
		},
		limits: { show: 'until_answered', again_after_days: 1 },
		priority: 1,
	},
	{
		trigger: { events: ['shared'] },
		audience: { all: [{ identified: true }, { trait: 'plan', op: 'is_not', value: 'free' }] },
		limits: { show: 'always', site_limits: 'ignore' },
		sampling: { rate: 0.3 },
		priority: 2,
	},
];

const delayedPrompt: Partial<PromptInput> = {
	trigger: { events: ['done'] },
	audience: { trait: 'plan', op: 'is_not', value: 'pro' },
	timing: { delay_seconds: delaySeconds },
	limits: { show: 'times', times: 2, again_after_days: 3 },
};

/**
 * Publishes the prompts and simulates visitors, ending a minute ago; `claimed` is the share of waiting
 * prompts that are claimed.
 */
export async function makeTraffic(
	admin: Sql,
	ingest: TestSql,
	site: string,
	{ visitors, days, claimed }: { visitors: number; days: number; claimed: number },
): Promise<Traffic> {
	const end = new Date(Date.now() - 60_000);
	await admin`
		select app.create_day((${end}::timestamptz at time zone 'UTC')::date - n) from generate_series(0, ${days + 1}::int) n`;
	const immediate: TestPrompt[] = [];
	for (const prompt of prompts) immediate.push(await publishPrompt(admin, site, prompt));
	const delayed = await publishPrompt(admin, site, delayedPrompt);

	const moments: { at: number; run(at: Date): Promise<unknown> }[] = [];
	for (let n = 0; n < visitors; n++) {
		const who = newVisit(site);
		let current = who;
		const times = Array.from({ length: 4 + Math.floor(Math.random() * 10) }, () =>
			Math.floor(+end - hour - Math.random() * (days - 1) * 24 * hour),
		);
		for (const at of times) {
			moments.push({
				at,
				async run(now) {
					// Every third account has two browsers.
					if (Math.random() < 0.25) {
						const account = `account-${n % 3 === 0 ? n : n - (n % 2)}`;
						const plan = plans[Math.floor(Math.random() * 3)]!;
						current = signedIn(who, account, { plan });
					}
					await visitOnce(
						ingest,
						{ ...current, session: uuidv7(now), now },
						claimed,
						(later, run) => {
							moments.push({ at: later, run });
						},
					);
				},
			});
		}
	}
	// In chronological order; a step may add a claim.
	while (moments.length > 0) {
		moments.sort((one, other) => other.at - one.at);
		const { at, run } = moments.pop()!;
		await run(new Date(at));
	}
	return { immediate, delayed, end };
}

async function visitOnce(
	ingest: TestSql,
	visit: ReturnType<typeof newVisit>,
	claimed: number,
	plan: (at: number, run: (now: Date) => Promise<unknown>) => void,
): Promise<void> {
	const name = Math.random() < 0.6 ? 'done' : 'shared';
	const format = Math.random() < 0.5 ? 'pdf' : 'csv';
	const { decided, event, display } = await report(ingest, visit, name, { format });
	if (decided?.reason === 'waiting' && Math.random() < claimed) {
		plan(Number(visit.now) + delaySeconds * 1_000, (now) =>
			claimPrompt(ingest, { ...visit, now }, event.id),
		);
	} else if (decided?.reason === 'displayed' && Math.random() < 0.4) {
		await storeAnswers(ingest, {
			site: visit.site,
			display,
			seq: 1,
			final: true,
			answers: { score: 4 },
			now: visit.now!,
		});
	}
}
