// Shortcuts for acting as the backend of an app.
import type { Reason, Values } from '@feedback/contract/wire';

import { identifyFromBackend, reportFromBackend } from '../functions/events/database.ts';
import type { TestSql } from './harness.ts';
import { uuidv7 } from './visits.ts';

export type BackendReport = { id: string; status: string; reason: Reason | null };

/** Reports one event from the backend. */
export async function reportAsBackend(
	sql: TestSql,
	site: string,
	account: string,
	name: string,
	properties: Values = {},
	{ now = new Date(), id = uuidv7(now) }: { now?: Date; id?: string } = {},
): Promise<BackendReport> {
	const event = { id, account, name, properties };
	const { status, reason } = await reportFromBackend(sql, site, event, now);
	return { id, status, reason };
}

export function identifyAsBackend(
	sql: TestSql,
	site: string,
	account: string,
	traits: Values,
	now = new Date(),
) {
	return identifyFromBackend(sql, site, account, traits, now);
}
