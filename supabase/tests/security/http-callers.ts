// Two tenants over HTTP, and every kind of caller of the first.
import { actions, type Action, type RouteName } from '@feedback/contract';

import { createBuckets } from '../../functions/_shared/http/bucket.ts';
import { hashToken, mintToken } from '../../functions/_shared/secrets/connection-token.ts';
import { connect } from '../../functions/tests/connections.ts';
import { openManage, type TestManage } from '../../functions/tests/manage.ts';
import { join, signIn, type TestPerson } from '../../functions/tests/people.ts';
import { openRouteInputs, type RouteInputs } from '../../functions/tests/route-inputs.ts';
import { openSdk } from '../../functions/tests/sdk.ts';
import { openSites, type TestSite } from '../../functions/tests/sites.ts';

export type Caller = {
	name: string;
	/** Undefined for calls without credentials. */
	credentials: TestPerson | undefined;
	/** Whose own things the input of a call names; undefined if those of the owner. */
	person?: TestPerson;
};

export type TwoTenants = {
	own: RouteInputs;
	other: RouteInputs;
	/** Those who may do least first. */
	callers: Caller[];
	manage: TestManage;
	/** Undoes what calls may have changed about the callers. */
	restore(): Promise<void>;
	end(): Promise<void>;
};

export async function openTwoTenants(): Promise<TwoTenants> {
	const sites = await openSites();
	const { sql } = sites;
	// Each caller calls everything, which is faster than anyone may.
	const buckets = createBuckets({ perSecond: 1_000, burst: 100_000 });
	// On a busy machine too, work runs to its end.
	const manage = openManage(sites.manageUrl, { buckets, isPatient: true });
	const sdk = openSdk(sites.ingestUrl);
	const own = await openRouteInputs({ sites, manage, sdk });
	const other = await openRouteInputs({ sites, manage, sdk });
	const { people, site } = own;
	const [newcomer, invited, connecting, connectingElsewhere] = await Promise.all([
		signIn(),
		signIn(),
		signIn(),
		signIn(),
	]);
	await join(sql, site.workspace, connecting);
	await join(sql, other.site.workspace, connectingElsewhere);
	await sql`
		insert into app.invitations (workspace_id, email, role, secret_hash)
		values (${site.workspace}, ${invited.email}, 'owner', sha256('not this one'))`;

	const connected = async (of: TestSite, by: TestPerson, granted: readonly Action[]) => {
		const connection = await connect(sql, manage, by, [of.id]);
		for (const action of granted) {
			await sql`
				insert into app.grants (connection_id, workspace_id, site_id, action, mode, approved_by, expires_at)
				values (${connection.id}, ${of.workspace}, ${action === 'site:create' ? null : of.id}, ${action},
					'until', ${by.id}, now() + interval '1 day')`;
		}
		return { credentials: connection };
	};
	const keyOf = async ({ id }: TestSite) => {
		const token = mintToken('fbs_');
		await sql`
			insert into app.site_keys (site_id, id, name, prefix, hash, created_by)
			values (${id}, gen_random_uuid(), 'Backend', ${token.slice(0, 8)},
				${hashToken(manage.keyring, token)}, ${connecting.id})`;
		return { credentials: { id: '', email: '', token } };
	};

	const all = Object.keys(actions) as Action[];
	const asPerson = (person: TestPerson) => ({ credentials: person, person });
	const callers: Caller[] = [
		{ name: 'nobody', credentials: undefined },
		{ name: 'site key', ...(await keyOf(site)) },
		{ name: "other site's key", ...(await keyOf(other.site)) },
		{ name: 'newcomer', ...asPerson(newcomer) },
		{ name: 'invited', ...asPerson(invited) },
		{ name: 'owner elsewhere', ...asPerson(people.stranger) },
		{ name: 'connection elsewhere', ...(await connected(other.site, connectingElsewhere, all)) },
		{ name: 'connection', ...(await connected(site, connecting, [])) },
		...(await Promise.all(
			all.map(async (action) => ({
				name: `connection, ${action}`,
				...(await connected(site, connecting, [action])),
			})),
		)),
		{ name: 'viewer', ...asPerson(people.viewer) },
		{ name: 'editor', ...asPerson(people.editor) },
		{ name: 'owner', ...asPerson(people.owner) },
	];
	const outside = [newcomer, invited, people.stranger].map(({ id }) => id);
	const everyone = [
		...outside,
		...[own, other].flatMap((tenant) => Object.values(tenant.people).map(({ id }) => id)),
		connecting.id,
		connectingElsewhere.id,
	];

	return {
		own,
		other,
		callers,
		manage,
		async restore() {
			await sql`delete from app.deletions where target_id in ${sql(everyone)}`;
			await sql`
				delete from app.members where workspace_id = ${site.workspace} and person_id in ${sql(outside)}`;
			for (const role of ['owner', 'editor', 'viewer'] as const) {
				await sql`
					insert into app.members (workspace_id, person_id, role)
					values (${site.workspace}, ${people[role].id}, ${role})
					on conflict (workspace_id, person_id) do update set role = excluded.role`;
			}
			await sql`delete from app.destination_requests where person_id in ${sql(everyone)}`;
			// A connection that is refused requests the grant, and may not request many.
			await sql`delete from app.grant_requests where person_id in ${sql(everyone)}`;
			await sql`
				update app.workspaces set agents_paused_at = null, agents_paused_by = null
				where agents_paused_at is not null`;
		},
		async end() {
			await sdk.end();
			await manage.end();
			await sites.end();
		},
	};
}

export type Input = Record<string, unknown>;

export async function inputOf(
	{ inputs }: RouteInputs,
	name: RouteName,
	by: TestPerson,
): Promise<Input> {
	return (await inputs[name](by)) as Input;
}

/** The same call with every ID but those of site and workspace from another tenant; undefined if it has no other ID. */
export function mixIds(own: Input, other: Input): Input | undefined {
	const swapped = Object.entries(other).filter(
		([key, value]) =>
			key !== 'site' &&
			key !== 'workspace' &&
			[value].flat().some((one) => typeof one === 'string' && isUuid(one)) &&
			JSON.stringify(value) !== JSON.stringify(own[key]),
	);
	return swapped.length === 0 ? undefined : { ...own, ...Object.fromEntries(swapped) };
}

function isUuid(text: string): boolean {
	return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
}
