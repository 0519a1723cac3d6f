import { audienceSchema, limits, ServiceError } from '@feedback/contract';
import type { Audience, RouteOutput } from '@feedback/contract';

import type { JsonValue } from '../../../../database/parameters.ts';
import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';
import { requireKnownAnswers } from './find-unknown-answers.ts';
import { cutPage, readMark, writeMark } from '../list/position.ts';

type Summary = RouteOutput<'listAudiences'>['items'][number];
type Version = RouteOutput<'getAudienceVersion'>;
type Use = RouteOutput<'getAudience'>['uses'][number];

export const listAudiences: Operation<'listAudiences'> = {
	access: 'read only',
	async run({ tx }, { site, limit, cursor, archived }) {
		const after = cursor ? readMark(cursor, /^[a-z0-9][a-z0-9_-]{0,63}$/) : undefined;
		const rows = await readAudiences(
			tx,
			site,
			tx`
				${archived ? tx`` : tx`and a.archived_at is null`}
				${after === undefined ? tx`` : tx`and a.key > ${after} collate "C"`}
				order by a.key collate "C" limit ${limit + 1}`,
		);
		return cutPage(rows, limit, ({ key }) => writeMark(key));
	},
};

export const createAudience: Operation<'createAudience'> = {
	access: 'read write',
	async run({ tx, person }, { site, key, name, rule }) {
		await requireKnownAnswers(tx, site, rule);
		await tx`
			insert into app.audiences (site_id, key, name, created_by)
			values (${site}, ${key}, ${name}, ${person.id})`;
		await saveVersion(tx, site, key, rule);
		return { ...(await findAudience(tx, site, key)), changed: true };
	},
	audit: (_, { key }) => ({ subject: `${key}, version 1` }),
};

export const getAudience: Operation<'getAudience'> = {
	access: 'read only',
	async run({ tx }, { site, audience }) {
		const [summary, versions, uses] = await Promise.all([
			findAudience(tx, site, audience),
			readVersions(
				tx,
				site,
				audience,
				tx`order by v.number desc limit ${limits.audience.listedVersions}`,
			),
			listUses(tx, site, audience),
		]);
		return {
			...summary,
			versions,
			uses: uses.map((use) => ({ ...use, behind: isBehind(use, summary.version) })),
		};
	},
};

export const getAudienceVersion: Operation<'getAudienceVersion'> = {
	access: 'read only',
	async run({ tx }, { site, audience, version }) {
		const [found] = await readVersions(tx, site, audience, tx`and v.number = ${version}`);
		if (found) return found;
		await findAudience(tx, site, audience);
		throw new ServiceError('not_found', {
			message: `The audience has no version ${version}.`,
			field: 'version',
		});
	},
};

export const updateAudience: Operation<'updateAudience'> = {
	access: 'read write',
	async run({ tx }, { site, audience, name, rule, base }) {
		const before = await lockAudience(tx, site, audience);
		if (before.archived) {
			throw new ServiceError('conflict', {
				message: 'An archived audience cannot be changed.',
				field: 'audience',
			});
		}
		if (base !== undefined && base !== before.version) {
			throw new ServiceError('conflict', {
				message: `The newest version is ${before.version}, not ${base}.`,
				field: 'base',
				hint: 'Look at what changed, then save on top of it.',
			});
		}
		const renames = name !== undefined && name !== before.name;
		if (renames) {
			await tx`update app.audiences set name = ${name} where site_id = ${site} and key = ${audience}`;
		}
		const saves = rule !== undefined && !(await isNewest(tx, site, audience, rule));
		if (saves) {
			await requireKnownAnswers(tx, site, rule);
			await saveVersion(tx, site, audience, rule);
		}
		return { ...(await findAudience(tx, site, audience)), changed: renames || saves };
	},
	audit: ({ rule }, { key, version, changed }) =>
		changed ? { subject: rule ? `${key}, version ${version}` : key } : undefined,
};

export const archiveAudience: Operation<'archiveAudience'> = {
	access: 'read write',
	async run({ tx }, { site, audience }) {
		const { archived } = await lockAudience(tx, site, audience);
		if (!archived) {
			await tx`
				update app.audiences set archived_at = clock_timestamp()
				where site_id = ${site} and key = ${audience}`;
		}
		return { ...(await findAudience(tx, site, audience)), changed: !archived };
	},
	audit: (_, { key, changed }) => (changed ? { subject: key } : undefined),
};

type SummaryRow = Omit<Summary, 'archived_at' | 'updated_at'> & {
	archived_at: Date | null;
	updated_at: Date;
};

async function readAudiences(tx: Tx, site: string, where: Fragment): Promise<Summary[]> {
	const rows = await tx<SummaryRow[]>`
		select a.key, a.name, v.number as version, v.rule, a.archived_at,
		       greatest(a.updated_at, v.created_at) as updated_at,
		       (select count(*)::integer from app.list_audience_uses(a.site_id, a.key)) as prompts
		from app.audiences a
		cross join lateral (
			select o.number, o.rule, o.created_at from app.audience_versions o
			where o.site_id = a.site_id and o.audience_key = a.key order by o.number desc limit 1) v
		where a.site_id = ${site} ${where}`;
	return rows.map((row) => ({
		...row,
		rule: audienceSchema.parse(row.rule),
		archived_at: row.archived_at?.toISOString() ?? null,
		updated_at: row.updated_at.toISOString(),
	}));
}

async function findAudience(tx: Tx, site: string, key: string): Promise<Summary> {
	const [found] = await readAudiences(tx, site, tx`and a.key = ${key}`);
	if (!found) throw noSuchAudience();
	return found;
}

/** Locks the audience until the transaction ends, so that its versions are numbered in turn. */
async function lockAudience(
	tx: Tx,
	site: string,
	key: string,
): Promise<{ name: string; version: number; archived: boolean }> {
	const [locked] = await tx<{ name: string; archived: boolean }[]>`
		select name, archived_at is not null as archived from app.audiences
		where site_id = ${site} and key = ${key} for update`;
	if (!locked) throw noSuchAudience();
	const [newest] = await tx<{ version: number }[]>`
		select max(number) as version from app.audience_versions
		where site_id = ${site} and audience_key = ${key}`;
	return { ...locked, version: newest!.version };
}

async function isNewest(tx: Tx, site: string, key: string, rule: Audience): Promise<boolean> {
	const [newest] = await tx<{ same: boolean }[]>`
		select rule = ${tx.json(rule as JsonValue)}::jsonb as same from app.audience_versions
		where site_id = ${site} and audience_key = ${key} order by number desc limit 1`;
	return newest!.same;
}

async function saveVersion(tx: Tx, site: string, key: string, rule: Audience): Promise<void> {
	await tx`select app.save_audience_version(${site}, ${key}, ${tx.json(rule as JsonValue)})`;
}

type VersionRow = Omit<Version, 'created_at'> & { created_at: Date };

async function readVersions(
	tx: Tx,
	site: string,
	key: string,
	which: Fragment,
): Promise<Version[]> {
	const rows = await tx<VersionRow[]>`
		select v.number as version, v.rule, v.created_at,
		       coalesce(v.created_with || ', for ', '') || coalesce(app.author_of(m.person_id, m.email), v.created_by::text, 'the service') as created_by
		from app.audience_versions v
		join app.sites s on s.id = v.site_id
		left join app.members m on m.workspace_id = s.workspace_id and m.person_id = v.created_by
		where v.site_id = ${site} and v.audience_key = ${key} ${which}`;
	return rows.map((row) => ({
		...row,
		rule: audienceSchema.parse(row.rule),
		created_at: row.created_at.toISOString(),
	}));
}

type UseRow = Pick<Use, 'prompt' | 'survey_id' | 'name' | 'state'> & {
	latest_revision: number;
	latest_version: number | null;
	published_revision: number | null;
	published_version: number | null;
};

async function listUses(tx: Tx, site: string, key: string): Promise<Omit<Use, 'behind'>[]> {
	const rows = await tx<UseRow[]>`
		select prompt_id as prompt, survey_id, name, state, latest_revision, latest_version,
		       published_revision, published_version
		from app.list_audience_uses(${site}, ${key})`;
	return rows.map(({ prompt, survey_id, name, state, ...row }) => ({
		prompt,
		survey_id,
		name,
		state,
		latest: { revision: row.latest_revision, version: row.latest_version },
		published:
			row.published_revision === null
				? null
				: { revision: row.published_revision, version: row.published_version },
	}));
}

function isBehind({ latest }: Omit<Use, 'behind'>, newest: number): boolean {
	return latest.version !== null && latest.version < newest;
}

function noSuchAudience(): ServiceError {
	return new ServiceError('not_found', {
		message: 'The site has no such audience.',
		field: 'audience',
	});
}
