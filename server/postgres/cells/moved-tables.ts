/** Which rows of a table belong to a workspace, by the column that says so. */
export type Owner = 'id' | 'workspace_id' | 'site' | 'site_id';

/**
 * When a table's rows are copied and deleted. `entry`: what requests are authenticated with, which stays at the source
 * until every server knows the new place. `queue`: what workers look for, so it is copied only while nothing changes, and
 * leaves the source first.
 */
export type Stage = 'entry' | 'queue' | 'other';

export type MovedTable = {
	name: string;
	owner: Owner;
	stage: Stage;
	/** Columns that differ in another database: the row there gets the default. */
	own?: readonly string[];
	/** Columns that are empty there. */
	reset?: readonly string[];
};

type Given = Partial<Omit<MovedTable, 'name'>>;

const bySite: Record<string, Given> = {
	sites: { owner: 'workspace_id', stage: 'entry', own: ['key'] },
	site_keys: { stage: 'entry' },
	proof_keys: { stage: 'entry' },
	result_links: { stage: 'entry' },
	events: { owner: 'site' },
	// Transactions are numbered by each cluster. Cursors of exports name theirs, and start again.
	responses: { own: ['changed_in'] },
	result_parts: { own: ['marked_in'], reset: ['seen_in'] },
	audience_versions: {},
	audiences: {},
	budget_periods: {},
	candidates: {},
	closing_positions: { stage: 'queue' },
	deleted_responses: {},
	deliveries: { stage: 'queue' },
	delivery_attempts: {},
	destination_recipients: {},
	destinations: { stage: 'queue' },
	display_totals: {},
	displays: {},
	dropped_events: {},
	erasures: {},
	event_counts: {},
	event_names: {},
	filtered_parts: {},
	group_displays: {},
	issue_responses: {},
	issues: {},
	label_proposals: {},
	outbox: { stage: 'queue' },
	prompts: {},
	proven_visitors: {},
	publications: {},
	recipient_confirmations: { stage: 'queue' },
	released_figures: {},
	revision_forecasts: {},
	revisions: {},
	saved_filters: {},
	screenshots: {},
	slack_authorizations: {},
	subject_locks: {},
	subjects: {},
	tags: {},
	text_answers: {},
	text_notes: {},
	text_tags: {},
	visitor_versions: {},
	visitors: {},
	waiting_prompts: { stage: 'queue' },
	working_copies: {},
};

const byWorkspace: Record<string, Given> = {
	workspaces: { owner: 'id', stage: 'entry' },
	members: { stage: 'entry' },
	invitations: { stage: 'entry' },
	connection_sites: { stage: 'entry' },
	audit_log: {},
	deletions: { stage: 'queue' },
	destination_requests: { stage: 'queue' },
	grant_requests: { stage: 'queue' },
	grants: {},
	lost_access: {},
	templates: {},
};

function complete(given: Record<string, Given>, owner: Owner): MovedTable[] {
	return Object.entries(given).map(([name, table]) => ({ name, owner, stage: 'other', ...table }));
}

/** The tables whose rows belong to one workspace, and move with it. Every other table is in `keptTables`. */
export const movedTables: readonly MovedTable[] = [
	...complete(byWorkspace, 'workspace_id'),
	...complete(bySite, 'site_id'),
];

/** Tables of `app` that stay where they are. */
export const keptTables: readonly string[] = [
	// Home's, with or without a copy in each cell.
	'authorization_requests',
	'cells',
	'connections',
	'device_requests',
	'diagnostic_keys',
	'home_heartbeat',
	'instance_changes',
	'instance_settings',
	'leaving_people',
	'oauth_clients',
	'passkey_registrations',
	'passkey_resets',
	'people',
	'placed_people',
	'placed_secrets',
	'placed_sites',
	'placed_workspaces',
	'push_keys',
	'push_subscriptions',
	'tokens',
	// Each database its own.
	'count_progress',
	'counted_days',
	'file_deletions',
	'this_database',
	'worker_calls',
	'write_probes',
	// What lasts for minutes. Buckets fill again, people confirm again, and a push message that waits is sent from here.
	'attempts',
	'buckets',
	'presence_challenges',
	'push_messages',
	// Copied besides: `copyReplies`.
	'idempotency_keys',
];
