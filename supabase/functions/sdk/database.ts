// Database access of the `sdk` function: one exported function per operation, with one statement each.
import { settlePrompt, siteSettingsSchema } from '@feedback/contract';
import type { MetBranches, Prompt, SiteSettings } from '@feedback/contract';
import type { DisplayResponse, Reason, Values } from '../../../contract/src/wire.ts';

import type { Statements } from '../../../database/statement.ts';
import type { JsonValue } from '../../../database/parameters.ts';
import { fromBase64 } from '../_shared/http/bytes.ts';
import { call } from './database-errors.ts';
import type { Decided } from './decided.ts';
import { toSenderRow, type Sender } from './sender.ts';

/** Data about a site that the function needs; cached for at most 60 s. */
export type Site = {
	/** Site UUID. */
	id: string;
	siteId: string;
	settings: SiteSettings;
	/** The site has a live prompt that waits in the database for a subject. */
	keepsWaiting: boolean;
	/** A backend event can trigger one of these prompts. */
	hasBackendPrompt: boolean;
	/** The prompt of the site's launcher is published. */
	hasLauncherPrompt: boolean;
	proofKeys: ProofKey[];
};

export type ProofKey = {
	kid: string;
	alg: 'HS256' | 'EdDSA';
	status: 'active' | 'verify_only';
	/** The key, encrypted; only the function can open it. */
	sealed: Uint8Array;
};

/** Data about a request that the database needs, after the function has checked it. */
export type RequestContext = Sender & {
	/** Site UUID. */
	site: string;
	visitor: string;
	session: string;
	/** Path, device and languages as reported; empty when unknown. */
	context: { path?: string; device?: string; languages?: string[] };
	identify: { account: string; traits: Values; verified: boolean } | null;
	device: { survey_id: string; at: number }[];
	bot: boolean;
	/** Tests pass a time; otherwise the database's clock decides. */
	now: Date | null;
	/** Who made the caller's debug token: while they are a member, the response has the facts behind a reason. */
	facts_for: string | null;
	/** Events that the device dropped since its last report, counted by cause. */
	dropped?: Record<string, number>;
};

export type IngestEvent = {
	/** UUIDv7; with an authentic proof, its `jti`. */
	id: string;
	name: string;
	properties: Values;
	/** Properties inside a valid event proof. */
	verified: Values | null;
	/** Why the event's proof does not count; null when it does, or when there is none. */
	proofFault: string | null;
	/**
	 * The account that a valid proof names. Only the database knows the visitor's account when the request
	 * has none: if it differs, `verified` counts as null and the fault is `account`.
	 */
	proofAccount: string | null;
	/** `kid` of the key that signed, for its last use; null without an authentic proof. */
	proofKey: string | null;
	session: string;
};

export type Ingested = {
	results: {
		id: string;
		status: 'recorded' | 'duplicate' | 'not_captured' | 'stale';
		/** `account`, when the proof named another account than the visitor's. */
		proofFault?: string;
	}[];
	/** Present if it was requested. */
	decided?: Decided;
	now: number;
};

type SealedSite = Omit<Site, 'proofKeys' | 'settings'> & {
	settings: unknown;
	proofKeys: (Omit<ProofKey, 'sealed'> & { sealed: string })[];
};

/** The site with this public site ID. */
export async function loadSite(sql: Statements, siteId: string): Promise<Site | undefined> {
	const [row] = await call(
		sql<{ site: SealedSite | null }[]>`select app.load_site(${siteId}) as site`,
	);
	if (!row?.site) return undefined;
	return {
		...row.site,
		settings: siteSettingsSchema.parse(row.site.settings),
		proofKeys: row.site.proofKeys.map((key) => ({ ...key, sealed: fromBase64(key.sealed) })),
	};
}

/** One event of one request; with `display` (a fresh UUIDv7 for a reservation) it is decided. */
export type Report = { requestContext: RequestContext; event: IngestEvent; display: string | null };

/**
 * Records several events of one visitor and decides nothing. An event seen before changes nothing; a
 * reservation whose response was lost is released. Throws `unavailable` while a day's partition is missing,
 * and `SiteThrottled` over the site's rate limit.
 */
export async function record(
	sql: Statements,
	requestContext: RequestContext,
	events: IngestEvent[],
): Promise<Ingested> {
	const [row] = await call(
		sql<Recorded[]>`
			select to_jsonb(statuses) as statuses, to_jsonb(foreign_proofs) as "foreignProofs", now
			from app.record(${json(sql, toRow(requestContext))}, ${json(sql, events)})`,
	);
	const { statuses, foreignProofs, now } = row!;
	return {
		results: events.map(({ id }, at) => ({
			id,
			status: statuses[at]!,
			...(foreignProofs?.includes(at + 1) && { proofFault: 'account' }),
		})),
		now,
	};
}

type Status = Ingested['results'][number]['status'];

type Recorded = {
	statuses: Status[];
	/** Positions, from one, of the events whose proofs name another account. */
	foreignProofs: number[] | null;
	now: number;
};

type Reported = {
	status: Status;
	fault: string | null;
	reason: Decided['reason'] | null;
	/** The decision, if the reason alone is not enough. */
	decided: Decided | null;
	now: number;
};

/**
 * Records one event and, with `display`, decides on it. A repeated event changes nothing, except that
 * without `display` its reservation is released. Throws the same errors as `record`. Typed arguments save the
 * database half of its work.
 */
export async function report(
	sql: Statements,
	{ requestContext, event, display }: Report,
): Promise<Ingested> {
	const { proofFault: fault, proofAccount: account, proofKey: key, verified } = event;
	const proof = (fault ?? account ?? key) === null ? null : { fault, account, key };
	const [row] = await call(
		sql<Reported[]>`
			select * from app.report(${json(sql, toRow(requestContext))}, ${requestContext.site}::uuid, ${requestContext.visitor}::uuid,
				${event.session}::uuid, ${event.id}::uuid, ${event.name}, ${json(sql, event.properties)},
				${verified && json(sql, verified)}, ${proof && json(sql, proof)}, ${display}::uuid,
				${requestContext.now})`,
	);
	const { status, fault: found, reason, decided, now } = row!;
	await flushReservation(sql, decided);
	return {
		results: [{ id: event.id, status, ...(found && { proofFault: found }) }],
		...((decided ?? reason) && { decided: decided ?? ({ reason } as Decided) }),
		now,
	};
}

/** Reports that `reportBatch` accepts. */
export const maxBatchSize = 32;

export type BatchResult = {
	/** One for each report; `undefined` where the event must be reported separately. */
	results: (Ingested | undefined)[];
	/** Reports to pass to `consumeRateLimits`. */
	toConsume: Report[];
};

/**
 * Records the reports that lead to no display and leaves the others untouched. None may have a proof, an account,
 * dropped events, a bot or a debug token.
 */
export async function reportBatch(sql: Statements, reports: Report[]): Promise<BatchResult> {
	const events = new Set<string>();
	const visitors = new Set<string>();
	const rows = reports.flatMap(({ requestContext, event, display }, n) => {
		const { site, visitor, context, device, now } = requestContext;
		const { id, session, name, properties } = event;
		// The second of two reports of one event must see the writes of the first.
		if (events.has(id)) return [];
		events.add(id);
		const first = !visitors.has(visitor);
		visitors.add(visitor);
		const whose = { site, visitor, session, context, device, now, first };
		return { n, ...whose, event: id, name, properties, decide: display !== null };
	});
	const recorded = await call(
		sql<BatchRow[]>`
			select * from app.report_batch(${json(sql, rows)})`,
	);
	const found = new Map(recorded.map((row) => [row.n, row]));
	return {
		results: reports.map(({ event }, n) => {
			const row = found.get(n);
			return (
				row && {
					results: [{ id: event.id, status: 'recorded' }],
					...(row.reason && { decided: { reason: row.reason } }),
					now: row.now,
				}
			);
		}),
		toConsume: reports.filter((_, n) => found.get(n)?.consumes),
	};
}

type BatchRow = {
	n: number;
	reason: Exclude<Reason, 'displayed' | 'waiting'> | null;
	consumes: boolean;
	now: number;
};

/** Consumes the rate limits for reports of batches. */
export async function consumeRateLimits(sql: Statements, reports: Report[]): Promise<void> {
	const rows = reports.map(({ requestContext }) => {
		const { site, visitor, address, now } = toRow(requestContext);
		return { site, visitor, address, now };
	});
	await call(sql`select app.consume_rate_limits(${json(sql, rows)})`);
}

/** Connects the visitor to the account in `requestContext.identify`, and merges its traits into the visitor's. */
export async function identify(sql: Statements, context: RequestContext): Promise<{ now: number }> {
	const [row] = await call(
		sql<{ answer: { now: number } }[]>`select app.identify(${json(sql, toRow(context))}) as answer`,
	);
	return row!.answer;
}

/** Ends decisions for this visitor, whom the SDK has replaced. */
export async function reset(sql: Statements, context: RequestContext): Promise<{ now: number }> {
	const [row] = await call(
		sql<{ answer: { now: number } }[]>`select app.reset(${json(sql, toRow(context))}) as answer`,
	);
	return row!.answer;
}

type Shown = { decided: Decided; now: number };

/**
 * Waits until a reserved display is on disk. Displays of one budget wait for each other, so each of them commits
 * before it is on disk and the next one does not wait for the disk too. No response is sent before the flush.
 */
export async function flushReservation(
	sql: Statements,
	decided: Decided | null | undefined,
): Promise<void> {
	if (decided?.reason !== 'displayed' || !decided.reserved.unflushed) return;
	// A commit flushes everything before it in the log, including that of other connections.
	await call(sql`select pg_logical_emit_message(true, 'feedback', '') is not null as flushed`);
}

/**
 * Reserves the named prompt if its dates and limits allow; `request` makes a repeated call harmless. Without `display`,
 * releases what the same request has reserved, because its response was lost.
 */
export async function show(
	sql: Statements,
	requestContext: RequestContext,
	request: string,
	surveyId: string,
	display: string | null,
): Promise<Shown> {
	const [row] = await call(
		sql<{ answer: Shown }[]>`
			select app.show(${json(sql, toRow(requestContext))}, ${request}::uuid, ${surveyId}, ${display}::uuid) as answer`,
	);
	await flushReservation(sql, row!.answer.decided);
	return row!.answer;
}

/** Decides again about the prompt that a `waiting` event waits for; a second claim is a `duplicate`. */
export async function claim(
	sql: Statements,
	requestContext: RequestContext,
	event: string,
	display: string,
): Promise<Shown> {
	const [row] = await call(
		sql<{ answer: Shown }[]>`
			select app.claim(${json(sql, toRow(requestContext))}, ${event}::uuid, ${display}::uuid) as answer`,
	);
	await flushReservation(sql, row!.answer.decided);
	return row!.answer;
}

/**
 * Changes the state of a display, which then no longer counts as a reservation of the sender; `undefined` if the site
 * has no such display. `messages` is the number of messages written for destinations.
 */
export async function moveDisplay(
	sql: Statements,
	site: string,
	display: string,
	state: 'displayed' | 'dismissed' | 'postponed' | 'released',
	reason: string | null,
	now: Date | null,
	{ days, ...sender }: Sender & { days?: number | undefined } = { address: null },
): Promise<(DisplayResponse & { messages?: number }) | undefined> {
	const from = toSenderRow(sender);
	const [row] = await call(
		sql<{ answer: (DisplayResponse & { messages?: number }) | null }[]>`
			select app.set_display_state(${site}::uuid, ${display}::uuid, ${state}, ${reason}, ${now},
				${from.address}, ${from.network ?? null}, ${days ?? null}::integer) as answer`,
	);
	return row!.answer ?? undefined;
}

/** The questions that a display's answers must match, with the branches that the display was given. */
export async function loadDisplayedPrompt(
	sql: Statements,
	site: string,
	display: string,
): Promise<Prompt | undefined> {
	const [row] = await call(
		sql<{ displayed: { content: Prompt; met_branches: MetBranches | null } | null }[]>`
			select app.displayed_content(${site}::uuid, ${display}::uuid) as displayed`,
	);
	const displayed = row!.displayed;
	return displayed
		? settlePrompt(displayed.content, displayed.met_branches ?? undefined)
		: undefined;
}

/** Converts the context to the form that the database accepts. */
export function toRow(requestContext: RequestContext) {
	const { address, network, ...row } = requestContext;
	return { ...row, ...toSenderRow({ address, network }) };
}

/** A value as a parameter of type jsonb. */
export function json(sql: Statements, value: object) {
	return sql.json(value as JsonValue);
}
