// Input for the database in the form that the `sdk` function passes.
import { randomBytes, randomUUID } from 'node:crypto';

import type { Sql } from 'postgres';
import type { Values } from '@feedback/contract/wire';

import type { IngestEvent, RequestContext } from '../functions/sdk/database.ts';

/** A UUIDv7 of a time. */
export function uuidv7(at: Date | number = Date.now()): string {
	const bytes = randomBytes(16);
	bytes.writeUIntBE(Number(at), 0, 6);
	bytes[6] = (bytes[6]! & 0x0f) | 0x70;
	bytes[8] = (bytes[8]! & 0x3f) | 0x80;
	return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A request of a new anonymous visitor on a desktop, whose session began a minute ago. */
export function newVisit(site: string, given: Partial<RequestContext> = {}): RequestContext {
	return {
		site,
		visitor: randomUUID(),
		session: uuidv7(Number(given.now ?? Date.now()) - 60_000),
		context: { path: '/reports', device: 'desktop', languages: ['en'] },
		identify: null,
		device: [],
		bot: false,
		address: null,
		now: null,
		facts_for: null,
		...given,
	};
}

/** The same visitor, signed in. */
export function signedIn(
	visit: RequestContext,
	account: string,
	traits: Values = {},
): RequestContext {
	return { ...visit, identify: { account, traits, verified: false } };
}

/** The same visitor in a browser with a debug token, which a new member made. */
export async function debugged(sql: Sql, visit: RequestContext): Promise<RequestContext> {
	const maker = randomUUID();
	await sql`
		insert into app.members (workspace_id, person_id, role)
		select workspace_id, ${maker}, 'viewer' from app.sites where id = ${visit.site}`;
	return { ...visit, facts_for: maker };
}

export function newEvent(
	name: string,
	properties: Values = {},
	given: Partial<IngestEvent> & { session: string; at?: Date | number },
): IngestEvent {
	const { at, ...rest } = given;
	return {
		id: uuidv7(at),
		name,
		properties,
		verified: null,
		proofFault: null,
		proofAccount: null,
		proofKey: null,
		...rest,
	};
}
