import { ServiceError } from '@feedback/contract';

import { allowMethods } from '../_shared/allow-methods.ts';
import { createApp, startOnFirstRequest, toHandle, type Handle } from '../_shared/app.ts';
import { readCount } from '../_shared/environment.ts';
import { equalTexts } from '../_shared/keyring.ts';
import { replyError, replyJson } from '../_shared/reply.ts';
import { createWakeToken, runBeside, wakeBy } from '../_shared/wake-worker.ts';
import { asWorker } from './as-worker.ts';
import { createWorker } from './create-worker.ts';
import { hashConfirmationToken } from './email/confirmation-token.ts';
import { renderRecipientPage } from './email/recipient-page.ts';
import { readUnsubscribeToken } from './email/unsubscribe.ts';
import { readService, type Service } from './service.ts';
import type { Worker } from './worker.ts';

/** How often the worker looks for what is due without being woken. */
const pollMs = 1_000;

/**
 * The `deliver` function over a service: `POST /` wakes the worker. Its callers are other functions and the scheduler of
 * the database; what it answers says nothing.
 */
export function createHandler(service: Service, worker: Worker): Handle {
	const app = createApp('deliver', {
		replyFailure: (thrown, c) => replyError(thrown, c.env.requestId),
	});
	const findRecipient = (token = '') => {
		const recipient = readUnsubscribeToken(service.keyring, token);
		if (!recipient) throw new ServiceError('not_found');
		return recipient;
	};
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
	app.use('/unsubscribe', allowMethods('GET', 'POST'));
	app.get('/unsubscribe', (c) => {
		const { address } = findRecipient(c.req.query('token'));
		const text = `Send no more of these e-mails to ${address}?`;
		return c.html(renderRecipientPage('Unsubscribe', text, 'Unsubscribe'));
	});
	// https://www.rfc-editor.org/rfc/rfc8058: one request, without a cookie or a question.
	app.post('/unsubscribe', async (c) => {
		const { site, destination, address } = findRecipient(c.req.query('token'));
		await asWorker(
			service.sql,
			(tx) => tx`select app.unsubscribe(${site}, ${destination}, ${address})`,
		);
		return c.text('You are unsubscribed.');
	});
	const now = () => (service.clock ? new Date(service.clock()) : null);
	app.use('/confirm', allowMethods('GET', 'POST'));
	app.get('/confirm', async (c) => {
		const hash = hashConfirmationToken(c.req.query('token') ?? '');
		const [row] = await asWorker(
			service.sql,
			(tx) => tx<{ found: { site_name: string; address: string } | null }[]>`
				select app.find_confirmation(${hash}, coalesce(${now()}, clock_timestamp())) as found`,
		);
		const found = row!.found;
		if (!found) return c.html(expiredPage, 404);
		const text = `Send feedback of the visitors of ${found.site_name} to ${found.address}?`;
		return c.html(renderRecipientPage('Confirm your e-mail address', text, 'Confirm'));
	});
	app.post('/confirm', async (c) => {
		const hash = hashConfirmationToken(c.req.query('token') ?? '');
		const [row] = await asWorker(
			service.sql,
			(tx) => tx<{ confirmed: boolean }[]>`
				select app.confirm_recipient(${hash}, coalesce(${now()}, clock_timestamp())) as confirmed`,
		);
		if (!row!.confirmed) return c.html(expiredPage, 404);
		const text = 'Your e-mail address is confirmed. You can close this page.';
		return c.html(renderRecipientPage('Address confirmed', text));
	});
	return toHandle(app, service.clock ?? Date.now);
}

const expiredPage = renderRecipientPage(
	'Link expired',
	'This link has expired or was used already. The sender can have a new one sent.',
);

let shared: { service: Service; worker: Worker } | undefined;

function open(): { service: Service; worker: Worker } {
	if (!shared) {
		const service = readService();
		shared = { service, worker: createWorker(service) };
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

/** Starts the worker beside the other functions of a server's process, if the environment says so. */
export function start(): void {
	if (readCount('FEEDBACK_DELIVER', 0, 1) === 0) return;
	const { worker } = open();
	wakeBy(() => worker.wake());
	const poll = () => worker.wake({ thorough: true });
	timer = setInterval(poll, pollMs);
	poll();
}

/** Claims nothing more, and resolves when what is under way has been sent. */
export async function stop(): Promise<void> {
	clearInterval(timer);
	await shared?.worker.drain();
}
