import type pg from 'pg';
import { limits, parseJson } from '@feedback/contract';
import { z } from 'zod';

import type { AskingBrowser } from './asking-browser.ts';
import type { MailQueue } from './mail-queue.ts';
import { guessesMessage } from './messages.ts';
import { refuse } from './responses.ts';
import { WorkQueue } from './work-queue.ts';

// As better-auth checks it.
const emailSchema = z.email().max(320);

const passwordPath = '/sign-in/email';
const guessPaths = [passwordPath, '/sign-in/email-otp'];

/** Checks of passwords, each of which takes a processor for about a tenth of a second. */
export type PasswordQueues = {
	/** From browsers that signed in with the address before. */
	known: WorkQueue;
	others: WorkQueue;
};

/** Strangers can neither take the processors from visitors’ events, nor keep the others from being checked. */
export function createPasswordQueues(): PasswordQueues {
	return {
		known: new WorkQueue({ atOnce: 1, waiting: 32 }),
		others: new WorkQueue({ atOnce: 1, waiting: 16 }),
	};
}

/**
 * Limits wrong codes and passwords for one address, from all senders together. Counts before the guess is checked, so that
 * simultaneous guesses count too; `check` checks it. Beyond the limit, the person is notified once.
 */
export async function limitGuesses(
	{
		pool,
		mail,
		dashboardUrl,
		passwords,
	}: {
		pool: pg.Pool;
		mail: MailQueue | undefined;
		dashboardUrl: string;
		passwords: PasswordQueues;
	},
	browser: AskingBrowser,
	{ path, type, body }: { path: string; type: string; body: string | undefined },
	check: () => Promise<Response>,
): Promise<Response> {
	if (!guessPaths.includes(path)) return check();
	// better-auth also reads forms, in which this would not find the address.
	const email = /^application\/json *(;|$)/i.test(type) ? readEmail(body) : undefined;
	if (email === undefined) {
		return refuse(400, 'INVALID_EMAIL', 'The body must be JSON with a valid email.');
	}
	const known = browser.knownFor(email);
	const { rows } = await pool.query<{ retry_after: number | null; is_first: boolean }>(
		'select retry_after, is_first from identity.count_guess($1, $2)',
		[email, known],
	);
	const { retry_after: wait, is_first: isFirst } = rows[0]!;
	if (wait !== null) {
		if (isFirst) {
			mail?.sendLater(async () => {
				const { rowCount } = await pool.query('select from "user" where "email" = $1', [email]);
				return rowCount === 1 ? { message: guessesMessage(email, dashboardUrl) } : undefined;
			});
		}
		const response = refuse(
			429,
			'rate_limited',
			'Too many wrong codes or passwords were entered for this address. Use a passkey or a provider, or request an e-mail and open its link.',
		);
		response.headers.set('retry-after', String(wait));
		return response;
	}
	const queue = passwords[known === null ? 'others' : 'known'];
	const response = await (path === passwordPath ? (queue.run(check) ?? refuseBusy()) : check());
	// What was refused before it was checked is no guess.
	if (![400, 401, 403].includes(response.status))
		await pool.query('select identity.give_back_guess($1, $2)', [email, known]);
	return response;
}

function readEmail(body: string | undefined): string | undefined {
	try {
		const { email } = parseJson(body ?? '', limits.request) as { email?: unknown };
		return emailSchema.safeParse(email).data?.toLowerCase();
	} catch {
		return undefined;
	}
}

function refuseBusy(): Response {
	const response = refuse(
		429,
		'rate_limited',
		'Too many passwords are being checked. Try again, or sign in another way.',
	);
	response.headers.set('retry-after', '2');
	return response;
}
