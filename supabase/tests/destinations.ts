// Creates destinations, and acts as a worker.
import { randomUUID } from 'node:crypto';

import {
	describeHost,
	destinationDescriptions,
	destinationSettingsSchema,
	splitSecrets,
	type AttemptOutcome,
	type DestinationSettingsInput,
} from '@feedback/contract';
import type { Sql } from 'postgres';

import type { TestSql } from './harness.ts';

/** A delivery as `app.claim_deliveries` returns it. */
export type Claimed = {
	site: { id: string };
	destination: { id: string; recipients: string[] | null };
	message: { id: string; type: string; test: boolean; at: string };
	data: Record<string, unknown>;
	content: { survey_id: string } | null;
	lease: string;
	attempt: number;
};

const sealed = Buffer.from('sealed');

/** Creates a destination as the service does; a webhook for closed responses by default. Its recipients have confirmed. */
export async function createDestination(
	sql: Sql,
	site: string,
	given: Partial<DestinationSettingsInput> & Record<string, unknown> = {},
	{ confirmed = true } = {},
): Promise<string> {
	const settings = destinationSettingsSchema.parse({
		kind: 'webhook',
		name: 'Backend',
		event_types: ['response.closed'],
		...(given.kind === undefined && { url: 'https://example.com/feedback' }),
		...given,
	});
	const id = randomUUID();
	const { readable, secrets } = splitSecrets(settings);
	const stored = { ...readable, host: describeHost(settings) };
	const { hasSigningSecret } = destinationDescriptions[settings.kind];
	await sql`
		select app.write_destination(${site}, ${id}, true, ${sql.json(stored as never)},
			${secrets.url === undefined ? null : sealed}, ${secrets.token === undefined ? null : sealed},
			${hasSigningSecret ? sealed : null})`;
	if (confirmed) {
		await sql`update app.destination_recipients set confirmed_at = now() where destination_id = ${id}`;
		await sql`update app.recipient_confirmations set due_at = null where destination_id = ${id}`;
	}
	return id;
}

/** Creates an e-mail destination whose only recipient has not confirmed and may immediately be asked again. */
export async function createUnconfirmedRecipient(
	sql: Sql,
	site: string,
): Promise<{ site: string; destination: string; address: string }> {
	const address = 'ada@example.com';
	const settings: Parameters<typeof createDestination>[2] = {
		kind: 'email',
		recipients: [address],
		schedule: { every: 'message' },
	};
	const destination = await createDestination(sql, site, settings, { confirmed: false });
	await sql`delete from app.recipient_confirmations where address = ${address}`;
	return { site, destination, address };
}

/** Deletes all destinations and their pending messages, so that the next test of a file starts without them. */
export async function deleteDestinations(sql: Sql): Promise<void> {
	await sql`
		with attempts as (delete from app.delivery_attempts), deliveries as (delete from app.deliveries),
			messages as (delete from app.outbox), confirmations as (delete from app.recipient_confirmations)
		delete from app.destinations`;
}

export type Worker = {
	/** Distributes messages and returns their number. */
	prepare(now?: Date): Promise<number>;
	claim(limit?: number, now?: Date): Promise<Claimed[]>;
	/** Prepares, then claims. */
	take(now?: Date): Promise<Claimed[]>;
	record(
		claimed: Claimed,
		outcome: AttemptOutcome,
		given?: Record<string, unknown>,
		now?: Date,
	): Promise<{ state: string; next_at: string; paused: boolean } | null>;
	notices(now?: Date): Promise<{ destination: string; pause_cause: string; owners: string[] }[]>;
};

/** A worker over a connection of the `manage` function. */
export function openWorker(manage: TestSql): Worker {
	const run = async <Row>(query: (sql: TestSql) => Promise<Row[]>) =>
		(await manage.begin(async (sql) => {
			await sql`set local role feedback_worker`;
			return query(sql as unknown as TestSql);
		})) as Row[];
	const worker: Worker = {
		async prepare(now = new Date()) {
			const [row] = await run(
				(sql) => sql<{ n: number }[]>`select app.prepare_deliveries(${now}) as n`,
			);
			return row!.n;
		},
		async claim(limit = 16, now = new Date()) {
			const rows = await run(
				(sql) =>
					sql<{ claimed: Claimed }[]>`select app.claim_deliveries(${limit}, ${now}) as claimed`,
			);
			return rows.map(({ claimed }) => claimed);
		},
		async take(now = new Date()) {
			await worker.prepare(now);
			return worker.claim(16, now);
		},
		async record(
			{ site, destination, message, lease, attempt },
			outcome,
			given = {},
			now = new Date(),
		) {
			const what = { number: attempt, outcome, milliseconds: 12, bytes: 345, ...given };
			const [row] = await run(
				(sql) => sql<{ recorded: Awaited<ReturnType<Worker['record']>> }[]>`
					select app.record_attempts(${sql.json([
						{
							site: site.id,
							destination: destination.id,
							message: message.id,
							lease,
							attempt: what,
						},
					] as never)}, ${now}) as recorded`,
			);
			return row!.recorded;
		},
		async notices(now = new Date()) {
			const rows = await run(
				(sql) => sql<{ notice: never }[]>`select app.claim_pause_notices(${now}) as notice`,
			);
			return rows.map(({ notice }) => notice);
		},
	};
	return worker;
}
