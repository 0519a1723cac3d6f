import { compareValues, isSavedAudience, ServiceError } from '@feedback/contract';
import type { Audience, Prompt, SavedAudience } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';

/** An invalid reference to a saved audience, with the invalid field. */
export class AudienceIssue extends Error {
	readonly path: string[];

	constructor(part: 'saved' | 'version' | 'rule', message: string) {
		super(message);
		this.path = ['audience', part];
	}
}

type Options = {
	/** True to accept an archived audience if the content contains its rule, as an older revision does. */
	mayBeArchived?: boolean;
};

/**
 * Adds the version and the rule of the saved audience that the prompt names. Throws `invalid_prompt` when the site
 * has no such audience or version, or if the prompt contains a different rule.
 */
export async function resolveAudience(
	tx: Tx,
	site: string,
	content: Prompt,
	options?: Options,
): Promise<Prompt> {
	try {
		return await fillInAudience(tx, site, content, options);
	} catch (error) {
		if (!(error instanceof AudienceIssue)) throw error;
		const field = `content.${error.path.join('.')}`;
		throw new ServiceError('invalid_prompt', {
			message: `${field} ${error.message}.`,
			field,
			hint: 'feedback audience list shows the saved audiences of the site.',
		});
	}
}

/** Like `resolveAudience`, but throws an `AudienceIssue`. */
export async function fillInAudience(
	tx: Tx,
	site: string,
	content: Prompt,
	{ mayBeArchived = false }: Options = {},
): Promise<Prompt> {
	const { audience } = content;
	if (!isSavedAudience(audience)) return content;
	const { version, rule, archived } = await findVersion(tx, site, audience);
	if (archived && !(mayBeArchived && audience.rule)) {
		throw new AudienceIssue('saved', `"${audience.saved}" is archived`);
	}
	if (audience.rule && compareValues(audience.rule, rule).length > 0) {
		throw new AudienceIssue(
			'rule',
			`is not that of version ${version} of "${audience.saved}"; leave it out, or write it in place of the saved audience`,
		);
	}
	return { ...content, audience: { saved: audience.saved, version, rule } };
}

async function findVersion(
	tx: Tx,
	site: string,
	{ saved, version }: SavedAudience,
): Promise<{ version: number; rule: Audience; archived: boolean }> {
	const [found] = await tx<{ archived: boolean; newest: number; rule: Audience | null }[]>`
		select a.archived_at is not null as archived, n.newest, v.rule
		from app.audiences a
		cross join lateral (
			select max(o.number) as newest from app.audience_versions o
			where o.site_id = a.site_id and o.audience_key = a.key) n
		left join app.audience_versions v on v.site_id = a.site_id and v.audience_key = a.key
			and v.number = coalesce(${version ?? null}::integer, n.newest)
		where a.site_id = ${site} and a.key = ${saved}`;
	if (!found) throw new AudienceIssue('saved', await describeUnknown(tx, site, saved));
	if (!found.rule) {
		throw new AudienceIssue('version', `must be at most ${found.newest}, the newest of "${saved}"`);
	}
	return { version: version ?? found.newest, rule: found.rule, archived: found.archived };
}

async function describeUnknown(tx: Tx, site: string, saved: string): Promise<string> {
	const rows = await tx<{ key: string }[]>`
		select key from app.audiences where site_id = ${site} and archived_at is null order by key limit 20`;
	const known = rows.map(({ key }) => key).join(', ');
	const hint = known ? `; use one of ${known}` : ', which has none';
	return `"${saved}" is not a saved audience of this site${hint}`;
}
