import { limits } from '@feedback/contract';
import { html } from 'hono/html';

import { logError } from '../../_shared/log/log-error.ts';
import { asWorker } from '../as-worker.ts';
import type { Service } from '../service.ts';
import { mintConfirmationToken } from './confirmation-token.ts';
import { drawButtons, layOut } from './layout.ts';
import type { Mail } from './mail-sender.ts';
import { cut, oneLine } from './plain-text.ts';
import { linkToUnsubscribe } from './unsubscribe.ts';

/** A row of `app.claim_confirmation`: an address to be confirmed. */
type Confirmation = {
	id: string;
	site: string;
	site_name: string;
	destination: string;
	/** Name of the destination. */
	name: string;
	address: string;
};

/** Maximum number of e-mails in one turn: the worker waits for them before it stops. */
const most = 10;

/** Asks new recipients to confirm. Messages that the mail server refuses are logged and due again later. */
export async function sendConfirmations(service: Service): Promise<void> {
	const { sql, mail, clock } = service;
	if (!mail) return;
	const now = clock ? new Date(clock()) : null;
	for (let sent = 0; sent < most; sent++) {
		const { token, hash } = mintConfirmationToken();
		const [row] = await asWorker(
			sql,
			(tx) => tx<{ confirmation: Confirmation | null }[]>`
				select app.claim_confirmation(${hash}, coalesce(${now}, clock_timestamp())) as confirmation`,
		);
		const confirmation = row!.confirmation;
		if (!confirmation) return;
		try {
			await mail.send(await writeMail(service, confirmation, token));
		} catch (error) {
			// Does not log the address, because it may belong to anyone.
			logError('deliver', `The confirmation e-mail ${confirmation.id} failed: ${nameError(error)}`);
			continue;
		}
		await asWorker(
			sql,
			(tx) => tx`
				select app.finish_confirmation(${confirmation.site}, ${confirmation.id}, coalesce(${now}, clock_timestamp()))`,
		);
	}
}

async function writeMail(
	service: Service,
	{ id, site, site_name, destination, name, address }: Confirmation,
	token: string,
): Promise<Mail> {
	const { apiUrl, dashboardUrl } = service;
	const url = `${apiUrl}/deliver/confirm?token=${token}`;
	const unsubscribeUrl = linkToUnsubscribe(service, { site, destination, address });
	const title = oneLine(`${site_name}: confirm your e-mail address`);
	const why = oneLine(
		`An owner of ${site_name} wants to send feedback of its visitors to ${address}, as “${name}”.`,
	);
	const rest = `The link is valid for ${limits.destination.confirmationDays} days. If you do not expect this, do nothing: nothing else is sent to you until you confirm.`;
	return {
		to: address,
		subject: cut(title, 150),
		text: `${why}\n\nConfirm: ${url}\n\n${rest}\n\n--\nUnsubscribe: ${unsubscribeUrl}\n`,
		html: await layOut(
			title,
			html`<p>${why}</p>
				${drawButtons([{ label: 'Confirm the address', url }])}
				<p class="muted">${rest}</p>`,
			unsubscribeUrl,
		),
		messageId: `<${id}@${new URL(dashboardUrl).hostname}>`,
		unsubscribeUrl,
	};
}

function nameError(error: unknown): string {
	const { code, responseCode } = error as { code?: string; responseCode?: number };
	return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'an unknown error';
}
