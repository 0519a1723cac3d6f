import { describeDecisions, type ExplainedPrompt, type PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { maintain } from '../../server/postgres/maintain.ts';
import { moveDisplay, type RequestContext } from '../functions/sdk/database.ts';
import { day, hour, later, reasonFor, report, showPrompt } from './caller.ts';
import { testDate } from './cluster.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { publishRevision } from './publish-revision.ts';
import { asPerson, people } from './security/actors.ts';
import { createSite, publishPrompt, type TestSite } from './sites.ts';
import { newVisit, signedIn } from './visits.ts';

const now = new Date(testDate);
let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase({ now });
	// Also for events of the days that are visited below.
	await maintain(database.admin, { now: new Date(+now + 10 * day) });
});
afterAll(() => database.close());

const choices = [{ days: 1 }, { days: 7 }, { days: 30 }];
const publish = (site: TestSite, name: string, more: Partial<PromptInput> = {}) =>
	publishPrompt(database.admin, site.id, {
		survey_id: name,
		trigger: { events: [name] },
		ask_later: { choices },
		...more,
	});
const decide = (visit: RequestContext, name = 'asked') => reasonFor(database.ingest, visit, name);

/** Shows the prompt of an event, and postpones it. */
async function postpone(visit: RequestContext, days: number, name = 'asked'): Promise<string> {
	const { decided, display } = await report(database.ingest, visit, name);
	if (decided?.reason !== 'displayed') throw new Error(decided?.reason);
	await moveDisplay(database.ingest, visit.site, display, 'displayed', null, visit.now!);
	const more = { address: null, days };
	await moveDisplay(database.ingest, visit.site, display, 'postponed', null, visit.now!, more);
	return display;
}

describe('a postponed display', () => {
	it('counts for the limits of the site until the chosen time', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 5 } });
		await publish(site, 'asked');
		await publish(site, 'other');
		const visit = newVisit(site.id, { now });
		await postpone(visit, 1);
		expect(await decide(later(visit, day - 1_000), 'other')).toBe('site_cooldown');
		expect(await decide(later(visit, day))).toBe('displayed');
		expect(await decide(later(visit, day), 'other')).toBe('site_cooldown');
	});

	it('does not count for the limits of its prompt', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 0 } });
		await publish(site, 'asked', { limits: { show: 'times', times: 2, again_after_days: 20 } });
		const visit = newVisit(site.id, { now });
		await postpone(visit, 1);
		const again = later(visit, day);
		await postpone(again, 7);
		expect(await decide(later(again, 7 * day - 1_000))).toBe('postponed');
		expect(await decide(later(again, 7 * day))).toBe('displayed');
		expect(await decide(later(again, 7 * day))).toBe('prompt_cooldown');
	});

	it('is free for other people of the group, and counts for budgets', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 0 } });
		await publish(site, 'asked', {
			limits: { show: 'once', per_group: { trait: 'company', days: 30 } },
			budget: { displays: 3 },
		});
		const visitOf = (account: string) =>
			signedIn(newVisit(site.id, { now }), account, { company: 'Acme' });
		await postpone(visitOf('ada'), 1);
		expect(await decide(later(visitOf('ada'), day))).toBe('displayed');
		expect(await decide(later(visitOf('grace'), day))).toBe('group_limit');
		const [spent] = await database.admin`
			select displays from app.budget_periods where site_id = ${site.id} and period = 'total'`;
		expect(spent).toEqual({ displays: 2 });
	});

	it('holds after another revision no longer offers it, and for show()', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 0 } });
		const prompt = await publish(site, 'asked');
		const visit = newVisit(site.id, { now });
		await postpone(visit, 7);
		await publishRevision(database.admin, site, prompt, { trigger: { events: ['asked'] } });
		expect(await decide(later(visit, hour))).toBe('postponed');
		const shown = await showPrompt(database.ingest, later(visit, hour), 'asked');
		expect(shown.decided?.reason).toBe('postponed');
	});

	it('is never due in the future of a clock that was ahead', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 0 } });
		await publish(site, 'asked');
		const visit = newVisit(site.id, { now });
		const display = await postpone(visit, 7);
		const ahead = new Date(+now + 400 * day);
		await database.admin`
			update app.displays set postponed_at = ${ahead}, postponed_until = ${ahead} where id = ${display}`;
		expect(await decide(later(visit, hour))).toBe('displayed');
	});

	it('outlives the retention of displays until the chosen time', async () => {
		const site = await createSite(database.admin, {
			limits: { cooldown_days: 0 },
			retention: { visitor_days: 7 },
		});
		await publish(site, 'asked');
		const visit = newVisit(site.id, { now });
		await postpone(visit, 30);
		const count = async (at: Date) => {
			await database.admin`select app.aggregate_old_displays(${at}, 100)`;
			const [row] = await database.admin`
				select count(*)::int as displays, (select count(*)::int from app.display_totals t where t.site_id = ${site.id}) as totals
				from app.displays where site_id = ${site.id}`;
			return row;
		};
		expect(await count(new Date(+now + 30 * day - 1_000))).toEqual({ displays: 1, totals: 0 });
		expect(await count(new Date(+now + 30 * day))).toEqual({ displays: 0, totals: 0 });
	});

	it('is explained with its time', async () => {
		const members = { [people.viewer]: 'viewer' } as const;
		const site = await createSite(database.admin, { limits: { cooldown_days: 0 } }, members);
		const { id } = await publish(site, 'asked');
		const visit = newVisit(site.id, { now });
		await postpone(visit, 7);
		const at = later(visit, hour).now!;
		const manage = database.connect('feedback_manage');
		const explained = await asPerson(manage, people.viewer, async (sql) => {
			const [row] =
				await sql`select app.why_visitor(${site.id}, ${visit.visitor}, ${id}, ${at}) as why`;
			return row!['why'] as { candidates: ExplainedPrompt[] };
		});
		const [prompt] = describeDecisions(explained.candidates);
		expect(prompt).toMatchObject({ reason: 'postponed' });
		expect(prompt!.rules.filter(({ rule }) => ['postponed', 'limits'].includes(rule))).toEqual([
			{
				rule: 'postponed',
				passed: false,
				text: `the visitor chose to be asked again from ${new Date(+now + 7 * day).toISOString().slice(0, 16).replace('T', ' ')} UTC on`,
			},
			{ rule: 'limits', passed: true, text: 'not shown yet; show once' },
		]);
	});
});
