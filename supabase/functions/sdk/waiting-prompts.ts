import { call } from './database-errors.ts';
import type { Site } from './database.ts';
import type { Statements } from '../_shared/statement.ts';
import type { AccountPrompts, WaitingPrompt } from '../../../contract/src/wire.ts';

/** How old the list of a site may be: a poll costs no statement of its own. */
const maxAgeMs = 1_000;
/** Sites whose list is kept; a list holds the few prompts that wait now. */
const maxSites = 1_000;

type List = { at: number; prompts: Promise<Map<string, WaitingPrompt>> };

/**
 * Says whether a prompt waits for the account of a visitor. Sites without a prompt that waits for events from the backend
 * cost nothing; of the others, the list is read at most once a second, for all visitors together.
 */
export function createWaitingPrompts(readTime: (now: number) => Date | null) {
	const lists = new Map<string, List>();

	async function read(sql: Statements, site: string, now: number) {
		const rows = await listWaiting(sql, [site], readTime(now));
		const prompts = new Map<string, WaitingPrompt>();
		// The one that is due first.
		for (const { visitor, event, name, survey_id, due } of rows) {
			if (!prompts.has(visitor)) prompts.set(visitor, { event, name, survey_id, due });
		}
		return prompts;
	}

	return async function findWaiting(
		sql: Statements,
		site: Site,
		visitor: string,
		now: number,
	): Promise<AccountPrompts> {
		if (!site.backend) return {};
		let list = lists.get(site.id);
		if (!list || Math.abs(now - list.at) > maxAgeMs) {
			const prompts = read(sql, site.id, now);
			list = { at: now, prompts };
			lists.delete(site.id);
			lists.set(site.id, list);
			if (lists.size > maxSites) lists.delete(lists.keys().next().value!);
			// A list that could not be read is not kept.
			prompts.catch(() => lists.delete(site.id));
		}
		const waiting = (await list.prompts).get(visitor);
		return { poll: true, ...(waiting && { waiting }) };
	};
}

export type FindWaiting = ReturnType<typeof createWaitingPrompts>;

/** A prompt that waits for the account of a visitor. */
export type Waiting = WaitingPrompt & { site: string; visitor: string };

/** The prompts that wait for accounts of some sites (UUIDs) and are due within a minute, by visitor. */
export async function listWaiting(
	sql: Statements,
	sites: string[],
	now: Date | null,
): Promise<Waiting[]> {
	return call(sql<Waiting[]>`select * from app.list_waiting(${toArray(sites)}::uuid[], ${now})`);
}

// Site UUIDs need no quotes.
const toArray = (uuids: string[]) => `{${uuids.join(',')}}`;
