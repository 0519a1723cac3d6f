// Rules for every object of the catalog, so that new objects are checked, too.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { functionsOfServices } from './functions-of-services.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

const ours = `('app'::regnamespace, 'app_days'::regnamespace, 'identity'::regnamespace)`;
const named = `('app'::regnamespace, 'identity'::regnamespace)`;
const names = async (query: string) =>
	(await database.admin.unsafe(query)).map((row) => Object.values(row).join(': '));

describe('every table and partition', () => {
	it('has row-level security, enabled and forced', async () => {
		expect(
			await names(`select oid::regclass from pg_class where relnamespace in ${ours} and relkind in ('r', 'p')
				and not (relrowsecurity and relforcerowsecurity)`),
		).toEqual([]);
		const [count] = await database.admin.unsafe(
			`select count(*)::int as n from pg_class where relnamespace = 'app_days'::regnamespace and relkind = 'r'`,
		);
		expect(count!['n']).toBeGreaterThanOrEqual(15);
	});

	it('is owned by the service, which cannot log in and does not bypass row-level security', async () => {
		expect(
			await names(`select oid::regclass from pg_class where relnamespace in ${ours} and relkind in ('r', 'p')
				and relowner <> 'feedback_owner'::regrole`),
		).toEqual([]);
		const [owner] = await database.admin`
			select rolcanlogin, rolbypassrls, rolsuper from pg_roles where rolname = 'feedback_owner'`;
		expect(owner).toEqual({ rolcanlogin: false, rolbypassrls: false, rolsuper: false });
	});

	it('grants nothing to the public, to the roles of the REST API, or beyond reading and writing', async () => {
		expect(
			await names(`select c.oid::regclass, coalesce(r.rolname, 'public'), a.privilege_type
				from pg_class c cross join lateral aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
				where c.relnamespace in ${ours} and a.grantee <> 'feedback_owner'::regrole
				and (a.grantee = 0 or r.rolname in ('anon', 'authenticated', 'service_role', 'feedback_ingest', 'feedback_manage')
					or a.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
					or c.relnamespace = 'app_days'::regnamespace)`),
		).toEqual([]);
	});

	it('lets people and agents insert and update only named columns, and never the tenant', async () => {
		expect(
			await names(`select c.oid::regclass, a.privilege_type from pg_class c cross join lateral aclexplode(c.relacl) a
				where c.relnamespace in ${ours} and a.grantee in ('feedback_person'::regrole, 'feedback_agent'::regrole)
				and a.privilege_type in ('INSERT', 'UPDATE')`),
		).toEqual([]);
		expect(
			await names(`select attrelid::regclass, attname from pg_attribute cross join lateral aclexplode(attacl) a
				where attname in ('site_id', 'workspace_id') and a.privilege_type = 'UPDATE'`),
		).toEqual([]);
	});

	it('has a comment', async () => {
		expect(
			await names(`select oid::regclass from pg_class where relnamespace in ${named} and relkind in ('r', 'p')
				and obj_description(oid) is null`),
		).toEqual([]);
	});
});

describe('every key', () => {
	it('that is unique or foreign starts with the tenant', async () => {
		// Tables above sites, or without a tenant, start with their own key.
		const roots = `('app.workspaces', 'app.members', 'app.people', 'app.templates', 'app.sites', 'app.counted_days', 'app.count_progress', 'app.invitations',
			'app.audit_log', 'app.deletions', 'app.idempotency_keys', 'app.connections', 'app.connection_sites', 'app.tokens',
			'app.oauth_clients', 'app.authorization_requests', 'app.device_requests', 'app.attempts', 'app.presence_challenges', 'app.passkey_registrations', 'app.passkey_resets',
			'app.grant_requests', 'app.grants', 'app.destination_requests', 'app.lost_access', 'app.instance_settings', 'app.instance_changes',
			'app.diagnostic_keys', 'app.worker_calls', 'app.write_probes', 'app.file_deletions', 'app.push_keys', 'app.push_subscriptions', 'app.push_messages',
			'app.this_database', 'app.cells', 'app.placed_workspaces', 'app.placed_sites', 'app.placed_secrets', 'app.placed_people', 'app.leaving_people', 'app.home_heartbeat')`;
		expect(
			await names(`select i.indexrelid::regclass from pg_index i join pg_class c on c.oid = i.indrelid
				join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
				where c.relnamespace = 'app'::regnamespace and i.indisunique and a.attname not in ('site_id', 'site')
				and c.oid::regclass::text not in ${roots}`),
		).toEqual([]);
		expect(
			await names(`select k.conrelid::regclass, k.conname from pg_constraint k
				join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
				where k.connamespace = 'app'::regnamespace and k.contype = 'f' and a.attname <> 'site_id'
				and k.conrelid::regclass::text not in ${roots}`),
		).toEqual([]);
	});

	it('is no sequence, except those that replace UUIDs in the rows of events', async () => {
		expect(
			await names(
				`select oid::regclass from pg_class where relnamespace in ${ours} and relkind = 'S' order by oid::regclass::text`,
			),
		).toEqual(['app.prompts_key_seq', 'app.sites_key_seq', 'app.visitors_key_seq']);
	});
});

describe('every policy', () => {
	it('is for one operation and for named roles; only the service sees all rows', async () => {
		expect(
			await names(`select polrelid::regclass, polname from pg_policy join pg_class c on c.oid = polrelid
				where c.relnamespace in ${ours} and (polcmd = '*' or 0 = any(polroles)
				or 'feedback_owner'::regrole <> all(polroles) and c.relnamespace <> 'identity'::regnamespace and (pg_get_expr(polqual, polrelid) = 'true' or pg_get_expr(polwithcheck, polrelid) = 'true'))`),
		).toEqual([]);
	});

	it("on the identity service's tables is for its role, or for functions that run as their owner", async () => {
		expect(
			await names(`select distinct r::regrole from pg_policy join pg_class c on c.oid = polrelid, unnest(polroles) r
				where c.relnamespace = 'identity'::regnamespace order by 1`),
		).toEqual(['feedback_owner', 'feedback_identity']);
	});
});

describe('the role of the identity service', () => {
	it('owns nothing, is a member of no role, and sees its own schema only', async () => {
		const role = `'feedback_identity'::regrole`;
		expect(await names(`select oid::regclass from pg_class where relowner = ${role}`)).toEqual([]);
		expect(
			await names(`select roleid::regrole from pg_auth_members where member = ${role}`),
		).toEqual([]);
		expect(
			await names(`select nspname from pg_namespace where nspname !~ '^(pg_|information_schema|public)'
				and has_schema_privilege(${role}, oid, 'usage')`),
		).toEqual(['identity']);
		expect(
			await names(`select nspname from pg_namespace where has_schema_privilege(${role}, oid, 'create')
				and nspname !~ '^pg_'`),
		).toEqual([]);
	});
});

describe('every function', () => {
	it('has an empty search path', async () => {
		expect(
			await names(`select oid::regprocedure from pg_proc where pronamespace in ${named}
				and not coalesce(proconfig @> array['search_path=""'], false)`),
		).toEqual([]);
	});

	// The huge cost of a disabled plan node would trigger compilation, which takes longer than the statement.
	it('that may not scan whole tables is not compiled either', async () => {
		expect(
			await names(`select oid::regprocedure from pg_proc where pronamespace in ${named}
				and proconfig @> array['enable_seqscan=off'] and not proconfig @> array['jit=off']`),
		).toEqual([]);
	});

	it('is owned by the service', async () => {
		expect(
			await names(`select oid::regprocedure from pg_proc where pronamespace in ${named}
				and proowner <> 'feedback_owner'::regrole`),
		).toEqual([]);
	});

	// A changed parameter adds a second function beside the old one, open to everyone, and calls become
	// ambiguous.
	it('has a unique name, and is closed to the public', async () => {
		expect(
			await names(`select proname from pg_proc where pronamespace in ${named}
				group by pronamespace, proname having count(*) > 1`),
		).toEqual([]);
		expect(
			await names(`select p.oid::regprocedure from pg_proc p,
				aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
				where p.pronamespace in ${named} and a.grantee = 0`),
		).toEqual([]);
	});

	it('may be executed by exactly the listed roles', async () => {
		const allowed = async (role: string) =>
			names(`select distinct proname from pg_proc where pronamespace in ${named}
				and has_function_privilege('${role}', oid, 'execute') order by 1`);
		for (const [role, functions] of Object.entries(functionsOfServices)) {
			expect(await allowed(role), role).toEqual(functions);
		}
		expect(await allowed('feedback_person')).toEqual([
			'accept_invitation',
			'acting_person',
			'add_passkey',
			'allow_passkey_reset',
			'apply_variant',
			'approve_authorization',
			'approve_destination',
			'approve_grant',
			'archive',
			'author_of',
			'begin_passkey',
			'begin_presence',
			'caller_leaves',
			'cells_of_person',
			'claim_idempotency_key',
			'confirm_presence',
			'connection_id',
			'connection_name',
			'content_hash',
			'count_account',
			'count_by_name',
			'count_deletable',
			'count_displays',
			'count_filtered_parts',
			'count_prompts',
			'count_uncounted',
			'create_ci_connection',
			'create_prompt',
			'create_workspace',
			'database_history',
			'day_start',
			'decide_device',
			'delete_responses',
			'deny_authorization',
			'deny_destination',
			'deny_grant',
			'describe_budgets',
			'describe_selection',
			'destination_url',
			'erase_person',
			'experiment_run',
			'export_person',
			'fill_sample_site',
			'filter_date',
			'filter_path',
			'filter_vars',
			'find_deletable',
			'find_parts',
			'find_passkey_challenge',
			'find_presence',
			'find_text_config',
			'finish_destination_rotation',
			'finish_workspace',
			'fold_answer',
			'fold_text',
			'fold_value',
			'forecast',
			'forecast_portfolio',
			'format_instant',
			'has_answer',
			'has_site_key',
			'hash_filter',
			'id_from',
			'id_time',
			'invited_name',
			'last_actions',
			'list_agent_pauses',
			'list_asked_questions',
			'list_audience_uses',
			'list_ci_tokens',
			'list_issues',
			'list_known_secrets',
			'list_passkey_holders',
			'list_passkeys',
			'list_published_revisions',
			'list_recipients',
			'list_workspaces_without_other_owner',
			'may_have_read',
			'mint_id',
			'mint_site_id',
			'missing_for_revision',
			'name_conditions',
			'name_invited_person',
			'name_of',
			'name_prompts',
			'new_destination_secret',
			'open_authorization',
			'open_device',
			'own_cell',
			'own_passkey',
			'pause',
			'pause_agents',
			'person_id',
			'place_new_workspace',
			'publish',
			'push_public_key',
			'reaches_visitors',
			'read_instance_settings',
			'read_launcher',
			'record_action',
			'record_email',
			'redeliver_message',
			'redeliver_messages',
			'release_figures',
			'remove_passkey',
			'remove_sample_site',
			'rename_passkey',
			'require_assurance',
			'require_chosen_sites',
			'require_ci_connection',
			'require_other_owners',
			'require_owner_of_all',
			'require_role',
			'require_sign_in_change',
			'required_role',
			'resend_confirmation',
			'reset_passkeys',
			'resume',
			'revoke_ci_token',
			'revoke_connection',
			'revoke_grant',
			'roles_at_least',
			'rotate_destination_secret',
			'sample_properties',
			'sample_traits',
			'save_audience_version',
			'save_revision',
			'save_working_copy',
			'schedule_account_deletion',
			'schedule_deletion',
			'search_text_answers',
			'send_selection',
			'set_launcher',
			'set_prompt_state',
			'site_keys_for',
			'site_time_zone',
			'sites_for',
			'store_push_key',
			'store_reply',
			'subscribe_to_push',
			'test_destination',
			'test_rules',
			'text_configs',
			'undo_account_deletion',
			'undo_deletion',
			'use_passkey',
			'why_event',
			'why_prompt',
			'why_visitor',
			'working_etag',
			'workspaces_for',
			'write_destination',
			'zone_offset',
		]);
		expect(await allowed('feedback_agent')).toEqual([
			'acting_person',
			'advance_forecast',
			'apply_variant',
			'archive',
			'author_of',
			'cells_of_person',
			'claim_idempotency_key',
			'connected_sites',
			'connected_workspaces',
			'connection_id',
			'connection_name',
			'content_hash',
			'count_by_name',
			'count_deletable',
			'count_displays',
			'count_filtered_parts',
			'count_prompts',
			'count_uncounted',
			'database_history',
			'day_start',
			'describe_budgets',
			'destination_url',
			'experiment_run',
			'fill_sample_site',
			'filter_date',
			'filter_path',
			'filter_vars',
			'find_deletable',
			'find_parts',
			'find_text_config',
			'fold_answer',
			'fold_text',
			'fold_value',
			'forecast',
			'forecast_portfolio',
			'format_instant',
			'granted_site_keys',
			'granted_sites',
			'granted_workspaces',
			'has_answer',
			'has_site_key',
			'hash_filter',
			'id_from',
			'id_time',
			'list_agent_pauses',
			'list_asked_questions',
			'list_audience_uses',
			'list_issues',
			'list_published_revisions',
			'list_recipients',
			'live_connection',
			'may_have_read',
			'mint_id',
			'mint_site_id',
			'missing_for_revision',
			'name_conditions',
			'name_of',
			'name_prompts',
			'own_cell',
			'pause',
			'person_id',
			'publish',
			'reaches_visitors',
			'read_launcher',
			'record_action',
			'redeliver_message',
			'redeliver_messages',
			'request_destination',
			'request_grant',
			'require_running_agents',
			'required_role',
			'resume',
			'revoke_grant',
			'roles_at_least',
			'sample_properties',
			'sample_traits',
			'save_audience_version',
			'save_revision',
			'schedule_deletion',
			'search_text_answers',
			'set_launcher',
			'set_prompt_state',
			'site_time_zone',
			'store_reply',
			'test_destination',
			'test_rules',
			'text_configs',
			'undo_deletion',
			'use_read_grant',
			'why_event',
			'why_prompt',
			'zone_offset',
		]);
		for (const role of ['anon', 'authenticated', 'service_role']) {
			expect(await allowed(role), role).toEqual([]);
		}
	});
});

describe('every view', () => {
	it('runs with the rights of the caller', async () => {
		expect(
			await names(`select oid::regclass from pg_class where relnamespace in ${ours} and relkind in ('v', 'm')
				and not coalesce(reloptions @> array['security_invoker=true'], false)`),
		).toEqual([]);
	});
});

describe('the two login roles', () => {
	it('own nothing, inherit nothing, and may set no other roles than needed', async () => {
		const rows = await database.admin`
			select r.rolname as role, r.rolinherit as inherits, coalesce(jsonb_agg(g.rolname::text order by g.rolname)
				filter (where m.set_option), '[]') as roles
			from pg_roles r left join pg_auth_members m on m.member = r.oid left join pg_roles g on g.oid = m.roleid
			where r.rolname in ('feedback_ingest', 'feedback_manage') group by 1, 2 order by 1`;
		expect(rows).toEqual([
			{ role: 'feedback_ingest', inherits: false, roles: [] },
			{
				role: 'feedback_manage',
				inherits: false,
				roles: ['feedback_agent', 'feedback_person', 'feedback_worker'],
			},
		]);
	});
});
