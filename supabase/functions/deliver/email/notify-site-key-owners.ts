import { asWorker } from '../as-worker.ts';
import type { Service } from '../service.ts';
import { cut, oneLine } from './plain-text.ts';
import { tellOwners } from './tell-owners.ts';

/** A row of `app.claim_site_key_notices`: a site key that a web page sent. */
type Notice = {
	site: string;
	site_name: string;
	key: string;
	name: string;
	prefix: string;
	origin: string;
	seen_at: string;
	owners: string[] | null;
};

/** Notifies the owners of a site by e-mail that a web page sent a site key. Rejects when the mail server cannot be reached. */
export async function notifySiteKeyOwners({
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
			select notice from app.claim_site_key_notices(coalesce(${now}, clock_timestamp())) notice`,
	);
	for (const { notice } of notices) {
		const messageId = `<${notice.key}.${Date.parse(notice.seen_at)}@${new URL(dashboardUrl).hostname}>`;
		const { subject, text } = describeNotice(notice, dashboardUrl);
		if (!(await tellOwners(mail, notice.owners ?? [], { subject, text, messageId }))) continue;
		await asWorker(
			sql,
			(tx) => tx`select app.finish_site_key_notice(${notice.site}, ${notice.key})`,
		);
	}
}

function describeNotice(notice: Notice, dashboardUrl: string) {
	const { site, site_name: siteName, name, prefix, origin } = notice;
	return {
		subject: cut(oneLine(`${siteName}: a web page uses the site key ${name}`), 150),
		text: `${oneLine(`A web page of ${cut(origin, 200)} sent the site key ${name} (${prefix}…) of ${siteName}.`)} The request was refused.

Anyone who visits that page can read the key and report events as your backend. Create another key, use it on your server only, and revoke this one: ${dashboardUrl}/sites/${site}/settings/site-keys
`,
	};
}
