/** Why a mutant that no test notices may stay, by its ID. A reason says what refuses instead, or why nothing changes. */
export const reasons: Record<string, string> = {
	'supabase/schemas/access/policies.sql: "owners remove members, and members may leave" on app.members: using: do not require "workspace_id = any(array(select app.workspaces_for(\'viewer\')))"':
		'A row of app.members with this person is itself what makes them a member.',
	'supabase/schemas/access/require_an_owner.sql: app.lock_memberships: do not require "m.person_id = p_person"':
		'Without it more rows are locked: calls wait for others, and none may do more.',
	'supabase/schemas/connections/tokens.sql: app.resolve_token: do not require "t.revoked_at is null"':
		'Tokens are revoked only with their connection, which is then no longer live.',
	'supabase/schemas/people/erase_person.sql: app.erase_person: do not require "x.site_id = p_site"':
		'Displays of other sites have other IDs, and only pictures of this site are deleted.',
	'supabase/functions/_shared/outgoing/network.ts: resolve: never "isIP(name) !== 0"':
		'The resolver returns an address that it is given.',
	'supabase/functions/_shared/outgoing/network.ts: resolve: never "(error as NodeJS.ErrnoException).code !== \'EPERM\'"':
		'A name server that is asked once more does not know the name either.',
	'supabase/functions/_shared/outgoing/network.ts: explain: never "name === \'NotCapable\'"':
		'Deno has refused the call by then; only the message changes.',
	'supabase/functions/_shared/outgoing/outgoing.ts: send: do not require "!(error instanceof OutgoingError)"':
		'No other error has a failure after which the next address is tried.',
	'supabase/functions/_shared/outgoing/outgoing.ts: send: never "timeoutMs < 1"':
		'The call itself ends after a millisecond.',
	'supabase/functions/_shared/outgoing/private-networks.ts: includes: do not require "!isIPv6(address)"':
		'No network includes what is no address.',
	'supabase/functions/_shared/outgoing/public-address.ts: isPublicAddress: do not require "!isIPv6(address)"':
		'The list of public networks does not include what is no address.',
	'supabase/functions/_shared/http/address.ts: normalizeAddress: do not require "!plain.includes(\':\')"':
		'No URL has a host in brackets without a colon.',
	'supabase/functions/_shared/http/redirect-uri.ts: matchesRedirect: do not require "!isLoopbackRedirect(given)"':
		'What is allowed and differs from a loopback address in its port only is one itself.',
	'supabase/functions/_shared/caller/person.ts: toPerson: do not require "!sub"':
		'Nothing is no UUID either.',
	'supabase/functions/manage/operation/run-operation.ts: result: do not require "typeof output === \'function\'"':
		'An operation that returns a function has no audit entry and takes no key, so nothing is stored of it anyway.',
	'server/identity/provider-claims.ts: readClaims: never "!userinfo || !tokens.accessToken"':
		'Nothing can be fetched without an address, and no provider describes a person without a token.',
	'supabase/functions/mcp/read-messages.ts: readMessages: do not require "Array.isArray(body)"':
		'No message of the protocol has a length.',
	'supabase/functions/mcp/read-messages.ts: asksForSignIn: do not require "typeof name === \'string\'"':
		'A call without a name is refused with a sign-in too.',
	'supabase/functions/oauth/client-document.ts: response: do not require "error instanceof OutgoingError"':
		'No other error has a failure that counts as unreachable.',
	'supabase/schemas/access/lost_access.sql: app.withdraw_sign_ins: do not require "r.code_hash is not null"':
		'A request without a code stays without one.',
	'supabase/functions/oauth/authorize.ts: findRedirect: do not require "redirect !== undefined"':
		'An address that is not given is not allowed either.',
	'supabase/functions/sdk/origin.ts: allowOrigin: do not require "origin === null"':
		'No list includes null.',
	'supabase/functions/oauth/token.ts: renew: never "!isToken(\'fbr_\', token)"':
		'No hash that is stored is that of another kind of text.',
	'supabase/functions/sdk/origin.ts: isForeign: do not require "error instanceof ServiceError"':
		'No other error has this code.',
	'supabase/functions/sdk/proof.ts: isSeconds: do not require "typeof claim === \'number\'"':
		'Only numbers are safe integers.',
	'supabase/functions/sdk/token.ts: readObject: never "!bytes"':
		'No bytes are decoded as an empty text, which is not JSON.',
	'supabase/functions/sdk/token.ts: readObject: do not require "value === null"':
		'The caller refuses null in the same way.',
	'supabase/schemas/connections/policies.sql: "people see the sites of their connections" on app.connection_sites: using: do not require "c.person_id = (select app.person_id())"':
		'The policy of app.connections, which applies to the subquery, shows only the own ones.',
	'supabase/functions/manage/account/verify-passkey.ts: decode: never "!bytes"':
		'What is not Base64url cannot be read as an attestation either, and the error is the same.',
	'supabase/functions/manage/operation/approval.ts: withApproval: do not require "!hasForecast"':
		'A forecast that was stored is not missing, so it is calculated once anyway.',
	'supabase/functions/manage/operation/approval.ts: addForecast: do not require "first.reason !== \'missing\'"':
		'The forecast is calculated once more, and the same condition is not met.',
	'supabase/functions/manage/operation/approval.ts: addForecast: do not require "others.length > 0"':
		'The forecast is calculated, and the other conditions are not met.',
	'supabase/functions/manage/operation/approval.ts: explainMissing: do not require "approved !== wanted.revision"':
		'A request that was approved as it was asked has a grant, or another request is made.',
	'supabase/functions/manage/operation/approval.ts: findWanted: never "!(error instanceof Error)"':
		'Statements reject with errors only.',
	'supabase/functions/manage/operation/authorize.ts: requireRole: do not require "least"':
		'No role has a rank below none.',
	'supabase/functions/manage/operation/require-assurance.ts: requireAssurance: do not require "level === \'none\'"':
		'The database demands nothing for this level either: it is one statement more.',
	'supabase/functions/manage/operation/run-operation.ts: result: do not require "person.connection === undefined"':
		'The same statements are sent in the same order, and nothing is returned if the first is refused.',
	'supabase/functions/manage/operation/run-operation.ts: result: never "output instanceof ServiceError || typeof output === \'function\'"':
		'Only the decisions on devices return an error, and these take no key and have no audit entry.',
	'supabase/functions/manage/operation/run-operation.ts: result: do not require "output instanceof ServiceError"':
		'Only the decisions on devices return an error, and these take no key and have no audit entry.',
	'supabase/functions/manage/operation/run-operation.ts: admit: leave out "await requireAssurance(tx, request);"':
		'No operation that only reads needs a recent sign-in or presence, apart from exports, which ask themselves.',
	'supabase/functions/manage/operation/run-operation.ts: isInvalidRequest: do not require "error instanceof ServiceError"':
		'No error of the database has this code.',
	'supabase/functions/manage/operation/run-operation.ts: isInvalidRequest: do not require "error.code === \'invalid_request\'"':
		'The check of the role was sent first, so its error arrives first.',
	'supabase/functions/manage/operation/stream.ts: replyStream: leave out "await authorize(tx, person, route, place);"':
		'Each part is read after the same check, the first before anything is sent.',
	'supabase/schemas/access/memberships.sql: app.site_keys_for: do not require "m.role = any(app.roles_at_least(p_min_role))"':
		'Policies ask it about viewers only, and every role is at least that.',
	'supabase/schemas/access/presence.sql: app.confirming_passkey: do not require "k."userId" = c.person_id"':
		'A credential belongs to one person.',
	'supabase/schemas/access/lost_access.sql: app.end_lost_access: do not require "(exists (select from app.connection_sites s where s.connection_id = c.id and s.workspace_id = old.workspace_i…"':
		'A connection without sites and grants in the workspace loses nothing there.',
};
