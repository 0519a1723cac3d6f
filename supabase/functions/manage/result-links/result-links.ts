import { ServiceError, type RouteOutput, type SavedFilter } from '@feedback/contract';

import { hashToken, mintToken } from '../../_shared/secrets/connection-token.ts';
import type { JsonValue } from '../../../../database/parameters.ts';
import type { Fragment, Tx } from '../../../../database/statement.ts';
import { checkFilter } from '../filters/check-filter.ts';
import type { Operation } from '../operation/operation.ts';
import { reserveSecret } from '../operation/reserve.ts';
import { requirePrompt } from '../prompts/prompt-summary.ts';

type Link = RouteOutput<'revokeResultLink'>;

/** Characters of a token by which people recognize it. */
const prefixLength = 8;

export const listResultLinks: Operation<'listResultLinks'> = {
	access: 'read only',
	async run({ tx }, { site, prompt }) {
		await requirePrompt(tx, site, prompt);
		return { items: await readLinks(tx, site, prompt, tx``), next: null };
	},
};

export const createResultLink: Operation<'createResultLink'> = {
	access: 'read write',
	async run({ tx, service, person }, { site, prompt, name, filter, words, days }) {
		await requirePrompt(tx, site, prompt);
		if (filter) await checkFilter(tx, site, { ...filter, prompt }, ['filter']);
		if (words) await requireOwner(tx, site);
		const token = mintToken('fbl_');
		const id = crypto.randomUUID();
		const hash = hashToken(service.keyring, token);
		await tx`
			insert into app.result_links
				(site_id, prompt_id, id, name, prefix, hash, filter, words, created_by, expires_at)
			values (${site}, ${prompt}, ${id}, ${name}, ${token.slice(0, prefixLength)},
				${hash}, ${tx.json((filter ?? {}) as JsonValue)}, ${words}, ${person.id},
				clock_timestamp() + make_interval(days => ${days}))`;
		await reserveSecret({ tx, service }, { hash, site });
		const link = await findLink(tx, site, prompt, id);
		// The fragment is never sent to a server, nor to pages that are linked from it.
		return { ...link, url: `${service.dashboardUrl}/shared#${token}` };
	},
	audit: ({ words }, { name, prefix }) => ({
		subject: `${name} (${prefix}…)${words ? ', with words' : ''}`,
	}),
};

export const revokeResultLink: Operation<'revokeResultLink'> = {
	access: 'read write',
	async run({ tx }, { site, prompt, link }) {
		await tx`
			update app.result_links set revoked_at = clock_timestamp()
			where site_id = ${site} and prompt_id = ${prompt} and id = ${link} and revoked_at is null`;
		return findLink(tx, site, prompt, link);
	},
	audit: (_, { name, prefix }) => ({ subject: `${name} (${prefix}…)` }),
};

type LinkRow = Omit<
	Link,
	'filter' | 'created_at' | 'expires_at' | 'revoked_at' | 'last_used_at'
> & {
	filter: SavedFilter;
	created_at: Date;
	expires_at: Date;
	revoked_at: Date | null;
	last_used_at: Date | null;
};

async function readLinks(tx: Tx, site: string, prompt: string, which: Fragment): Promise<Link[]> {
	const rows = await tx<LinkRow[]>`
		select l.id, l.name, l.prefix, l.filter, l.words, app.name_of(m.person_id, m.email) as created_by, l.created_at, l.expires_at,
		       l.revoked_at, l.last_used_at
		from app.result_links l
		join app.sites s on s.id = l.site_id
		left join app.members m on m.workspace_id = s.workspace_id and m.person_id = l.created_by
		where l.site_id = ${site} and l.prompt_id = ${prompt} ${which}
		order by l.created_at desc, l.id`;
	return rows.map((row) => ({
		...row,
		filter: Object.keys(row.filter).length === 0 ? null : row.filter,
		created_at: row.created_at.toISOString(),
		expires_at: row.expires_at.toISOString(),
		revoked_at: row.revoked_at?.toISOString() ?? null,
		last_used_at: row.last_used_at?.toISOString() ?? null,
	}));
}

async function findLink(tx: Tx, site: string, prompt: string, id: string): Promise<Link> {
	const [found] = await readLinks(tx, site, prompt, tx`and l.id = ${id}`);
	if (found) return found;
	throw new ServiceError('not_found', { message: 'The prompt has no such link.', field: 'link' });
}

// The policy also refuses other roles, but without a reason.
async function requireOwner(tx: Tx, site: string): Promise<void> {
	const [row] = await tx<{ may: boolean }[]>`
		select ${site}::uuid = any(array(select app.sites_for('owner'))) as may`;
	if (row!.may) return;
	throw new ServiceError('forbidden', {
		message: 'Only an owner shares what visitors wrote.',
		field: 'words',
		hint: 'Leave words out, or ask an owner of the workspace.',
	});
}
