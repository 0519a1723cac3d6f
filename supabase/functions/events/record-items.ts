import {
	backendEventSchema,
	backendIdentitySchema,
	parseInput,
	ServiceError,
} from '@feedback/contract';
import type { z } from 'zod';

import type { Guards } from '../_shared/http/body.ts';
import { count } from '../_shared/metrics.ts';
import { describeError } from '../_shared/http/reply.ts';
import type { Statements } from '../../../database/statement.ts';
import { toWellFormed } from '../_shared/well-formed.ts';
import { identifyFromBackend, reportFromBackend } from './database.ts';
import type {
	BackendEventResult,
	BackendIdentityResult,
	BackendResponse,
} from '../../../contract/src/wire.ts';

/** Dependencies for recording the items of a request. */
export type Recording = {
	sql: Statements;
	guards: Guards;
	/** Site UUID. */
	site: string;
	/** Tests pass a time; otherwise the database's clock decides. */
	now: Date | null;
	/** Maximum number of concurrent statements. */
	concurrency: number;
};

/** Records the valid items of a request, identifies first, and describes the errors of the rest. */
export async function recordItems(
	recording: Recording,
	given: { identify?: unknown[] | undefined; events?: unknown[] | undefined },
): Promise<Omit<BackendResponse, 'now'>> {
	const identify = await recordAll(recording, 'identify', given.identify ?? [], identifyOne);
	const events = await recordAll(recording, 'events', given.events ?? [], reportOne);
	for (const { status } of events) count('events', status);
	return { identify, events };
}

type RecordOne<Result> = (
	recording: Recording,
	value: unknown,
	field: string,
) => { account: string; record(): Promise<Result> } | { account: undefined; rejected: Result };

// Records items of one account in order, one after another; different accounts concurrently.
async function recordAll<Result>(
	recording: Recording,
	field: string,
	values: unknown[],
	one: RecordOne<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const queues = new Map<string, (() => Promise<void>)[]>();
	values.forEach((value, at) => {
		const item = one(recording, value, `${field}.${at}`);
		if (item.account === undefined) {
			results[at] = item.rejected;
			return;
		}
		const queue = queues.get(item.account) ?? [];
		queues.set(item.account, queue);
		queue.push(async () => {
			results[at] = await item.record();
		});
	});
	const waiting = [...queues.values()];
	const work = async () => {
		for (let queue = waiting.shift(); queue; queue = waiting.shift()) {
			for (const record of queue) await record();
		}
	};
	await Promise.all(Array.from({ length: recording.concurrency }, work));
	return results;
}

const identifyOne: RecordOne<BackendIdentityResult> = (
	{ guards, sql, site, now },
	value,
	field,
) => {
	const read = readItem(guards, backendIdentitySchema, value, field);
	if ('error' in read) {
		const account = textOf(value, 'account', 255);
		const error = describeError(read.error);
		return { account: undefined, rejected: { account, status: 'rejected', error } };
	}
	const { account, traits = {} } = read.item;
	return {
		account,
		async record() {
			await identifyFromBackend(sql, site, account, traits, now);
			return { account, status: 'identified' };
		},
	};
};

const reportOne: RecordOne<BackendEventResult> = ({ guards, sql, site, now }, value, field) => {
	const read = readItem(guards, backendEventSchema, value, field);
	if ('error' in read) {
		const id = textOf(value, 'id', 64);
		const error = describeError(read.error);
		return { account: undefined, rejected: { id, status: 'rejected', error } };
	}
	const event = read.item;
	return {
		account: event.account,
		async record() {
			const { status, reason } = await reportFromBackend(sql, site, event, now);
			if (reason) count('decisions', reason);
			return { id: event.id, status, ...(reason && { reason }) };
		},
	};
};

function readItem<Schema extends z.ZodType>(
	guards: Guards,
	schema: Schema,
	value: unknown,
	field: string,
): { item: z.output<Schema> } | { error: ServiceError } {
	try {
		guards.checkValue(value, field);
		return { item: parseInput(schema, value, field) };
	} catch (error) {
		if (error instanceof ServiceError) return { error };
		throw error;
	}
}

function textOf(value: unknown, key: string, most: number): string {
	const text = (value as Record<string, unknown> | null)?.[key];
	return typeof text === 'string' ? toWellFormed(text.slice(0, most)) : '';
}
