import { ServiceError } from '@feedback/contract';

import { allowMethods } from '../_shared/http/allow-methods.ts';
import { createApp, startOnFirstRequest, toHandle, type Handle } from '../_shared/http/app.ts';
import { readCount } from '../_shared/environment.ts';
import { equalTexts } from '../_shared/secrets/keyring.ts';
import { replyError, replyJson } from '../_shared/http/reply.ts';
import { createWakeToken, runBeside, wakeBy } from '../_shared/wake-worker.ts';
import { createWorkers } from './create-worker.ts';
import { addRecipientRoutes, publicHeaders } from './email/recipient-routes.ts';
import { readService, type Service } from './service.ts';
import type { Worker } from './worker.ts';

/** Milliseconds between the worker's polls for due deliveries. */
const pollMs = 1_000;

/**
 * The `deliver` function of a service: `POST /` wakes the worker. Its callers are other functions and the
 * database's scheduler; its response contains no data.
 */
export function createHandler(service: Service, worker: Pick<Worker, 'wake' | 'idle'>): Handle {
	const app = createApp('deliver', {
		replyFailure: (thrown, c) => replyError(thrown, c.env.requestId, publicHeaders),
	});
	const expected = [createWakeToken(service.keyring), ...service.wakeTokens].map(
		(token) => `Bearer ${token}`,
	);
	app.use('/', allowMethods('POST'));
	app.post('/', (c) => {
		const given = c.req.header('authorization') ?? '';
		if (!expected.some((each) => equalTexts(given, each))) {
			throw new ServiceError('unauthenticated');
		}
		worker.wake({ thorough: true });
		runBeside(worker.idle());
		return replyJson({}, {}, 202);
	});
	addRecipientRoutes(app, service);
	return toHandle(app, service.clock ?? Date.now);
}

type Workers = Pick<Worker, 'wake' | 'idle' | 'drain'>;

let shared: { service: Service; worker: Workers } | undefined;

function open(): { service: Service; worker: Workers } {
	if (!shared) {
		const service = readService();
		shared = { service, worker: createWorkers(service) };
	}
	return shared;
}

const answer = startOnFirstRequest(() => {
	const { service, worker } = open();
	return createHandler(service, worker);
}, replyError);

/** The `deliver` function as the environment describes it. */
export function handle(request: Request): Promise<Response> {
	return answer(request);
}

let timer: ReturnType<typeof setInterval> | undefined;

/** Starts the worker beside the other functions of a server's process, if the environment enables it. */
export function start(): void {
	if (readCount('FEEDBACK_DELIVER', 0, 1) === 0) return;
	const { worker } = open();
	wakeBy(() => worker.wake());
	const poll = () => worker.wake({ thorough: true });
	timer = setInterval(poll, pollMs);
	poll();
}

/** Stops claiming deliveries, and resolves when those in progress have ended. */
export async function stop(): Promise<void> {
	clearInterval(timer);
	await shared?.worker.drain();
}
