import { ServiceError } from '@feedback/contract';
import type { Context } from 'hono';

import { allowMethods } from '../../_shared/http/allow-methods.ts';
import type { createApp } from '../../_shared/http/app.ts';
import { replyJson } from '../../_shared/http/reply.ts';
import type { Database } from '../../../../database/database.ts';
import { createDatabaseOf } from '../../_shared/databases.ts';
import { asWorker } from '../as-worker.ts';
import type { Service } from '../service.ts';
import { hashConfirmationToken } from './confirmation-token.ts';
import { readUnsubscribeToken } from './unsubscribe.ts';

/** A link requires only its token, from any page. */
export const publicHeaders = { 'access-control-allow-origin': '*' };

/**
 * Adds the routes to which links in e-mails lead. A browser is redirected to the dashboard, which asks for
 * confirmation, because programs that scan e-mails open every link. The function has no page itself, since
 * hosted Supabase serves the HTML of functions as plain text.
 */
export function addRecipientRoutes(app: ReturnType<typeof createApp>, service: Service): void {
	const { sql, cells = new Map(), keyring, dashboardUrl, clock } = service;
	const databaseOf = createDatabaseOf(sql, cells);
	// A token of a confirmation does not say which database has it.
	const databases: readonly Database[] = [sql, ...cells.values()];
	const now = () => (clock ? new Date(clock()) : null);
	const tokenOf = (c: Context) => c.req.query('token') ?? '';
	const hashOf = (c: Context) => hashConfirmationToken(tokenOf(c));
	const sendBrowsers = (c: Context, page: string) =>
		c.req.header('accept')?.includes('text/html')
			? c.redirect(`${dashboardUrl}/recipient/${page}#token=${encodeURIComponent(tokenOf(c))}`)
			: undefined;
	const findRecipient = (c: Context) => {
		const recipient = readUnsubscribeToken(keyring, tokenOf(c));
		if (!recipient) throw new ServiceError('not_found');
		return recipient;
	};

	app.use('/unsubscribe', allowMethods('GET', 'POST'));
	app.get('/unsubscribe', (c) => {
		const toDashboard = sendBrowsers(c, 'unsubscribe');
		return toDashboard ?? replyJson({ address: findRecipient(c).address }, publicHeaders);
	});
	// https://www.rfc-editor.org/rfc/rfc8058: one request, without a cookie or a confirmation.
	app.post('/unsubscribe', async (c) => {
		const { site, destination, address } = findRecipient(c);
		const database = databaseOf({ site });
		await asWorker(
			database,
			(tx) => tx`select app.unsubscribe(${site}, ${destination}, ${address})`,
		);
		return replyJson({ address }, publicHeaders);
	});

	app.use('/confirm', allowMethods('GET', 'POST'));
	app.get('/confirm', async (c) => {
		const toDashboard = sendBrowsers(c, 'confirm');
		if (toDashboard) return toDashboard;
		for (const database of databases) {
			const [row] = await asWorker(
				database,
				(tx) => tx<{ found: { site_name: string; address: string } | null }[]>`
					select app.find_confirmation(${hashOf(c)}, coalesce(${now()}, clock_timestamp())) as found`,
			);
			if (row!.found) return replyJson(row!.found, publicHeaders);
		}
		throw new ServiceError('not_found', expired);
	});
	app.post('/confirm', async (c) => {
		for (const database of databases) {
			const [row] = await asWorker(
				database,
				(tx) => tx<{ confirmed: boolean }[]>`
					select app.confirm_recipient(${hashOf(c)}, coalesce(${now()}, clock_timestamp())) as confirmed`,
			);
			if (row!.confirmed) return replyJson({ confirmed: true }, publicHeaders);
		}
		throw new ServiceError('not_found', expired);
	});
}

const expired = {
	message: 'The link has expired or was used already.',
	hint: 'Ask the sender for a new one.',
};
