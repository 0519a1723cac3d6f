import type pg from 'pg';

import { isAdmitted } from './admission.ts';
import type { AskingBrowser, PendingCode } from './asking-browser.ts';
import type { IdentityOptions } from './identity-options.ts';
import type { PreparedMail } from './mail-queue.ts';
import { codeMessage, linkMessage } from './messages.ts';
import { mintLink } from './sign-in-link.ts';

/**
 * The message to a person who signs in: a code, or while codes for the address are refused a one-time link, which nobody
 * can guess. Undefined for a stranger. What the message contains is stored once the message may be sent.
 */
export async function prepareSignIn(
	{
		pool,
		options,
		dashboardUrl,
	}: { pool: pg.Pool; options: IdentityOptions; dashboardUrl: string },
	browser: AskingBrowser,
	{ email, otp, code }: { email: string; otp: string; code: PendingCode },
): Promise<PreparedMail | undefined> {
	const { rowCount } = await pool.query('select from "user" where "email" = $1', [email]);
	if (rowCount !== 1 && !(await isAdmitted(pool, options, email))) return undefined;
	const known = browser.knownFor(email);
	const mayBeSent = async () => {
		const { rows } = await pool.query<{ may: boolean }>(
			'select identity.may_mail($1, $2, $3, $4) as may',
			[email, browser.id, browser.address ?? '', known !== null],
		);
		return rows[0]!.may;
	};
	const { rows } = await pool.query<{ may: boolean }>('select identity.may_guess($1, $2) as may', [
		email,
		known,
	]);
	if (rows[0]!.may) {
		return { message: codeMessage(email, otp, dashboardUrl), mayBeSent, store: store(pool, code) };
	}
	const { link, identifier } = mintLink(dashboardUrl, 1);
	const value = JSON.stringify({ kind: 'address', email });
	return {
		message: linkMessage(email, link.url),
		mayBeSent,
		store: store(pool, { identifier, value, expiresAt: link.expiresAt }),
	};
}

/** Stores a code or link in place of the browser's former one; the result removes it. */
function store(pool: pg.Pool, { identifier, value, expiresAt }: PendingCode) {
	const remove = async () => {
		await pool.query('delete from "verification" where "identifier" = $1', [identifier]);
	};
	return async () => {
		await remove();
		await pool.query(
			'insert into "verification" ("identifier", "value", "expiresAt") values ($1, $2, $3)',
			[identifier, value, expiresAt],
		);
		return remove;
	};
}
