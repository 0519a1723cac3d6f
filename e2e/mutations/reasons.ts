/** Why a mutant that no test notices may stay, by its ID. A reason says what refuses instead, or why nothing changes. */
export const reasons: Record<string, string> = {
	'supabase/schemas/access/policies.sql: "owners remove members, and members may leave" on app.members: using: do not require "workspace_id = any(array(select app.workspaces_for(\'viewer\')))"':
		'A row of app.members with this person is itself what makes them a member.',
	'supabase/schemas/connections/policies.sql: "people see the sites of their connections" on app.connection_sites: using: do not require "c.person_id = (select app.person_id())"':
		'The policy of app.connections, which applies to the subquery, shows only the own ones.',
};
