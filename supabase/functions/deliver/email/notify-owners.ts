import type { Destination, DestinationKind } from '@feedback/contract';

import { asWorker } from '../as-worker.ts';
import type { Service } from '../service.ts';
import { cut, oneLine } from './plain-text.ts';
import { tellOwners } from './tell-owners.ts';

/** A row of `app.claim_pause_notices`: a destination that the service has paused. */
type Notice = {
	site: string;
	site_name: string;
	destination: string;
	kind: DestinationKind;
	name: string;
	host: string;
	pause_cause: NonNullable<Destination['pause_cause']>;
	paused_at: string;
	owners: string[] | null;
};

/** Notifies the owners of a site by e-mail that a destination was paused. Rejects when the mail server cannot be reached. */
export async function notifyOwners({ sql, mail, dashboardUrl, clock }: Service): Promise<void> {
	if (!mail) return;
	const now = clock ? new Date(clock()) : null;
	const notices = await asWorker(
		sql,
		(tx) => tx<{ notice: Notice }[]>`
			select notice from app.claim_pause_notices(coalesce(${now}, clock_timestamp())) notice`,
	);
	for (const { notice } of notices) {
		const messageId = `<${notice.destination}.${Date.parse(notice.paused_at)}@${new URL(dashboardUrl).hostname}>`;
		const { subject, text } = describeNotice(notice, dashboardUrl);
		if (!(await tellOwners(mail, notice.owners ?? [], { subject, text, messageId }))) continue;
		await asWorker(
			sql,
			(tx) => tx`select app.finish_pause_notice(${notice.site}, ${notice.destination})`,
		);
	}
}

function describeNotice(
	{ site, site_name: siteName, destination, name, host, pause_cause: cause }: Notice,
	dashboardUrl: string,
) {
	const why =
		cause === 'gone'
			? `${host} answered that it exists no longer (410).`
			: `For three days, nothing could be delivered to ${host}.`;
	return {
		subject: cut(oneLine(`${siteName}: the destination ${name} is paused`), 150),
		text: `${oneLine(`The destination ${name} of ${siteName} is paused.`)} ${why}

Nothing is sent to it until an owner resumes it: ${dashboardUrl}/sites/${site}/settings/integrations/${destination}
`,
	};
}
