import { parseInput, reportedEventSchema, ServiceError } from '@feedback/contract';
import type { z } from 'zod';
import type { eventsRequestSchema } from '@feedback/contract';

import { count } from '../_shared/metrics.ts';
import { describeError } from '../_shared/http/reply.ts';
import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { toWellFormed } from '../_shared/well-formed.ts';
import { identify, type IngestEvent, type Ingested, type RequestContext } from './database.ts';
import { describePolling } from './calls.ts';
import { claimInstead } from './claim-waiting.ts';
import { earlyResponse, toDecision } from './decision.ts';
import { describePage } from './page-settings.ts';
import { checkEventProof, type ProofSubject } from './proof.ts';
import { readRequestContext, type Call } from './request-context.ts';
import type { Result } from './result.ts';
import type { EventResult, EventsResponse, ReportedEvent } from '../../../contract/src/wire.ts';

type EventsRequest = z.output<typeof eventsRequestSchema>;
type Read = { event: ReportedEvent } | { id: string; error: ServiceError };

/** `POST /sdk/events`: records the valid events of the batch, and describes the errors of the rest. */
export async function recordEvents(
	call: Call,
	request: EventsRequest,
): Promise<Result<EventsResponse>> {
	const read = request.events.map((event, at) => readEvent(call, event, at));
	if (request.decide) {
		const [only] = read;
		if (only && 'error' in only) throw only.error;
	}
	const { requestContext, identity, subject } = await readRequestContext(call, request);
	if (request.dropped) requestContext.dropped = request.dropped;
	const good = read.filter((one) => 'event' in one).map(({ event }) => event);
	const events = await Promise.all(
		good.map((event) => proveEvent(event, event.session ?? request.session, subject)),
	);
	const display = request.decide ? mintUuidv7(call.now) : null;
	const ingested = await ingest(call, requestContext, events, display);
	const decided =
		ingested.decided && (await claimInstead(call, requestContext, events[0]?.id, ingested.decided));
	const results = toEventResults(read, events, ingested);
	for (const { status } of results) count('events', status);
	return {
		body: {
			results,
			...(decided && { decision: toDecision(call, requestContext, decided) }),
			...(identity && { identity }),
			...describePolling(call),
			...(request.decide && describePage(call.site)),
			now: ingested.now,
		},
		...earlyResponse(decided),
	};
}

// A batch without a valid event may still contain an identity.
async function ingest(
	{ service, sql, site, now }: Call,
	requestContext: RequestContext,
	events: IngestEvent[],
	display: string | null,
): Promise<Ingested> {
	if (events.length > 0) {
		const report = service.batcherOf({ siteId: site.siteId });
		return report(requestContext, events, display, sql);
	}
	if (requestContext.identify) return { results: [], ...(await identify(sql, requestContext)) };
	return { results: [], now };
}

function readEvent({ service }: Call, value: unknown, at: number): Read {
	try {
		const field = `events.${at}`;
		service.guards.checkValue(value, field);
		return { event: parseInput(reportedEventSchema, value, field) };
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		const id = (value as { id?: unknown } | null)?.id;
		return { id: typeof id === 'string' ? toWellFormed(id.slice(0, 64)) : '', error };
	}
}

/** The event in the form that the database accepts, after a check of its proof. */
export async function proveEvent(
	{ id, name, properties = {}, proof }: ReportedEvent,
	session: string,
	subject: ProofSubject,
): Promise<IngestEvent> {
	const checked = proof === undefined ? undefined : await checkEventProof(proof, name, subject);
	const valid = checked?.fault === null ? checked : undefined;
	return {
		id: checked?.id ?? id,
		name,
		properties,
		verified: valid?.properties ?? null,
		proofFault: checked?.fault ?? null,
		proofAccount: valid?.account ?? null,
		proofKey: checked?.kid ?? null,
		session,
	};
}

function toEventResults(read: Read[], events: IngestEvent[], { results }: Ingested): EventResult[] {
	let next = 0;
	return read.map((one) => {
		if ('error' in one) {
			return { id: one.id, status: 'rejected', error: describeError(one.error) };
		}
		const event = events[next]!;
		const result = results[next++]!;
		const fault = event.proofFault ?? result.proofFault;
		return {
			id: one.event.id,
			status: result.status,
			...(event.id !== one.event.id && { kept_as: event.id }),
			...(fault && { proof: fault }),
		};
	});
}
