// Where the guards are, and which tests have to notice that one is missing.

export type Guards = {
	/** Globs of files in the tree. */
	files: string[];
	mutate: 'sql' | 'typescript' | 'routes';
	/** Globs of test files. For SQL, those that are tried first: any test that calls the function may follow. */
	tests: string[];
};

const functions = 'supabase/functions';
const schemas = 'supabase/schemas';

const sql = (folders: string[], tests: string[]): Guards => ({
	files: folders.map((folder) => `${schemas}/${folder}/*.sql`),
	mutate: 'sql',
	tests,
});

/** The guards by name, those that decide most first. Policies are tried apart, in one transaction each. */
export const guards: Record<string, Guards> = {
	access: sql(
		['access', 'grants'],
		[
			'supabase/tests/{grants,security}/*.test.ts',
			`${functions}/manage/{presence,old-session,roles}.test.ts`,
			`${functions}/manage/account/*.test.ts`,
			`${functions}/manage/grants/*.test.ts`,
			`${functions}/manage/connections/ended-access.test.ts`,
			`${functions}/manage/workspaces/*.test.ts`,
			`${functions}/oauth/lost-membership.test.ts`,
		],
	),
	operations: {
		files: [
			`${functions}/manage/operation/{authorize,require-assurance,presence,run-operation,stream,approval}.ts`,
			`${functions}/manage/handler.ts`,
			`${functions}/manage/account/{passkeys,verify-passkey}.ts`,
			`${functions}/_shared/caller/{caller,person}.ts`,
		],
		mutate: 'typescript',
		tests: [
			`${functions}/manage/{handler,presence,roles,old-session}.test.ts`,
			`${functions}/manage/grants/*.test.ts`,
			`${functions}/manage/{account,operation}/*.test.ts`,
			`${functions}/_shared/caller/*.test.ts`,
			`${functions}/manage/connections/*.test.ts`,
			`${functions}/manage/exports/exports.test.ts`,
			`${functions}/manage/destinations/destinations.test.ts`,
			`${functions}/screenshots/screenshots.test.ts`,
		],
	},
	routes: {
		files: ['contract/src/routes/*.ts'],
		mutate: 'routes',
		// Of these, only what is about the route.
		tests: [
			'supabase/tests/security/http-matrix.test.ts',
			`${functions}/manage/{roles,old-session,presence}.test.ts`,
			'contract/src/routes/*.test.ts',
			'contract/generate/drift.test.ts',
		],
	},
	identity: {
		files: [
			'server/identity/{admission,asking-browser,guesses,mail-code,owner-link,sign-in-link,sign-in-changes,sign-in-codes-only}.ts',
			'server/identity/{served-paths,session-method,trusted-origins,password,provider-claims,provider-endpoints}.ts',
			'server/identity/{identity,identity-plugin}.ts',
		],
		mutate: 'typescript',
		tests: ['server/identity/*.test.ts'],
	},
	connections: sql(
		['connections', 'identity', 'people', 'workspaces'],
		[
			`${functions}/oauth/*.test.ts`,
			`${functions}/manage/connections/*.test.ts`,
			`${functions}/manage/{workspaces,account}/*.test.ts`,
			'server/identity/*.test.ts',
		],
	),
	limits: sql(
		['rate_limits', 'group_limits', 'idempotency', 'secrets', 'audit', 'settings'],
		[
			'supabase/tests/{throttle,stored-rate-limits,group-limit,limits}.test.ts',
			`${functions}/manage/operation/*.test.ts`,
		],
	),
	requests: {
		files: [
			`${functions}/_shared/http/{address,allow-methods,body,bucket,open-requests,redirect-uri,path}.ts`,
			`contract/src/bounded-json.ts`,
		],
		mutate: 'typescript',
		tests: [
			`${functions}/_shared/**/*.test.ts`,
			`${functions}/sdk/{hostile,events,front-door}.test.ts`,
			`${functions}/manage/handler.test.ts`,
			`${functions}/mcp/handler.test.ts`,
			`${functions}/http.test.ts`,
			'contract/src/**/*.test.ts',
		],
	},
	outgoing: {
		files: [`${functions}/_shared/outgoing/{network,outgoing,private-networks,public-address}.ts`],
		mutate: 'typescript',
		tests: [
			`${functions}/_shared/outgoing/*.test.ts`,
			`${functions}/oauth/{client,clients}.test.ts`,
			`${functions}/deliver/deliver.test.ts`,
		],
	},
	sign_in_of_tools: {
		files: [
			`${functions}/oauth/{authorize,caller,client,client-document,device,known-client,register,resource,revoke,token}.ts`,
			`${functions}/mcp/{admit,find-connection,run-open,read-messages}.ts`,
		],
		mutate: 'typescript',
		tests: [`${functions}/oauth/*.test.ts`, `${functions}/mcp/handler.test.ts`],
	},
	visitors: {
		files: [
			`${functions}/sdk/{origin,proof,token,request-context,handler,display-secret}.ts`,
			`${functions}/events/{authenticate,handler}.ts`,
		],
		mutate: 'typescript',
		tests: [`${functions}/sdk/*.test.ts`, `${functions}/events/*.test.ts`],
	},
	sites: sql(
		['sites', 'deletions', 'destinations', 'prompts', 'responses', 'results', 'audiences'],
		[
			`${functions}/manage/{sites,deletions,destinations,prompts,responses,result-links,audiences}/*.test.ts`,
			`${functions}/events/events.test.ts`,
			'supabase/tests/{destination-kinds,deliveries}.test.ts',
		],
	),
	rest: sql(['*'], ['supabase/tests/{displays,budgets,limits,retention,experiments}.test.ts']),
};
