import { asWorker } from '../as-worker.ts';
import { sayTime } from '../say-time.ts';
import type { Service } from '../service.ts';
import { cut, oneLine } from './plain-text.ts';
import { tellOwners } from './tell-owners.ts';

/** A row of `app.claim_passkey_notices`: a person whose passkeys were removed. */
type Notice = {
	id: string;
	at: string;
	/** Null if the person was deleted meanwhile. */
	email: string | null;
	/** The owner who did it; null for the operator of the server. */
	by: string | null;
	/** The other owners of their workspaces, and who did it. */
	owners: string[] | null;
};

/**
 * Tells a person, and the owners of their workspaces, that the person's passkeys were removed. Rejects when the mail
 * server cannot be reached.
 */
export async function notifyPasskeyResets({
	sql,
	mail,
	dashboardUrl,
	clock,
}: Service): Promise<void> {
	if (!mail) return;
	const now = clock ? new Date(clock()) : null;
	const notices = await asWorker(
		sql,
		(tx) => tx<{ notice: Notice }[]>`
			select notice from app.claim_passkey_notices(coalesce(${now}, clock_timestamp())) notice`,
	);
	for (const { notice } of notices) {
		const host = new URL(dashboardUrl).hostname;
		const { person, owners } = describeNotice(notice, dashboardUrl);
		// The person first: they must know even if an owner does not.
		const sent = [
			...(notice.email === null
				? []
				: [
						await tellOwners(mail, [notice.email], {
							...person,
							messageId: `<${notice.id}.person@${host}>`,
						}),
					]),
			await tellOwners(mail, notice.owners ?? [], {
				...owners,
				messageId: `<${notice.id}.owners@${host}>`,
			}),
		];
		if (!sent.every(Boolean)) continue;
		await asWorker(sql, (tx) => tx`select app.finish_passkey_notice(${notice.id})`);
	}
}

function describeNotice({ email, by, at }: Notice, dashboardUrl: string) {
	const who = by === null ? 'The operator of the server' : oneLine(by);
	const whose = oneLine(email ?? 'a deleted account');
	const when = sayTime(at);
	return {
		person: {
			subject: 'Your passkeys for Feedback were removed',
			text: `${who} removed all your passkeys at ${when}, because you lost them. You were signed out everywhere.

Sign in and add a new passkey under “Your account”: ${dashboardUrl}/account

If you did not ask for this, tell the other owners of your workspace, and check who can read your e-mail.
`,
		},
		owners: {
			subject: cut(`The passkeys of ${whose} were removed`, 150),
			text: `${who} removed all passkeys of ${whose} at ${when}, because they were lost. Until there is a new one, a recent sign-in is enough to act as ${whose}.

If this was not agreed with ${whose}, remove their access now: ${dashboardUrl}
`,
		},
	};
}
