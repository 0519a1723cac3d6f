import { z } from 'zod';

import { grantConditionsSchema, unmetConditionSchema } from '../grant-conditions.ts';
import { uuidSchema } from '../ingest.ts';
import { launcherSchema, newLauncherSchema } from '../launcher.ts';
import { limits } from '../limits.ts';
import { messageText, nameText } from '../text.ts';
import { promptNameSchema, revisionNumber, workspacePath } from './path.ts';
import {
	actionSchema,
	instantSchema,
	page,
	pageQuery,
	removedSchema,
	roleSchema,
	type Route,
} from './route.ts';

export const connectionSchema = z.object({
	id: uuidSchema,
	kind: z.enum(['cli', 'mcp', 'ci']),
	name: z.string(),
	/** Host of the client's address or of its redirect. */
	host: z.string().nullable(),
	sites: z.array(uuidSchema),
	created_at: instantSchema,
	last_used_at: instantSchema.nullable(),
	expires_at: instantSchema.nullable(),
});

/** What a connection last changed, requested or exported; reading alone is not recorded. */
export const lastActionSchema = z.object({
	/** Name of the operation. */
	operation: z.string(),
	/** Null if it was done in the workspace, such as requesting a site. */
	site: uuidSchema.nullable(),
	workspace: uuidSchema,
	at: instantSchema,
});
const lastAction = { last_action: lastActionSchema.nullable() };

/** A CI token: a connection that was created with its grants. */
export const ciTokenSchema = connectionSchema.extend({
	created_by: z.string(),
	actions: z.array(actionSchema),
	...lastAction,
});

/** The access that a connection lost, permanently, when its person left a workspace, was removed or lost a role. */
export const lostAccessSchema = z.object({
	id: uuidSchema,
	at: instantSchema,
	connection: uuidSchema,
	kind: connectionSchema.shape.kind,
	name: z.string(),
	workspace: uuidSchema,
	workspace_name: z.string(),
	cause: z.enum(['left', 'removed', 'role']),
	/** The remaining role; null when there is none. */
	role: roleSchema.nullable(),
	/** Names of the sites that it no longer sees. */
	sites: z.array(z.string()),
	/** The actions whose grants were revoked. */
	actions: z.array(actionSchema),
	/** No site remained, so the connection ended. */
	ended: z.boolean(),
});

export const grantSchema = z.object({
	id: uuidSchema,
	connection: uuidSchema,
	action: actionSchema,
	workspace: uuidSchema,
	/** Null for `site:create`, which applies to the workspace. */
	site: uuidSchema.nullable(),
	mode: z.enum(['once', 'until']),
	expires_at: instantSchema,
	/** The prompt that it publishes, or pauses, resumes and archives; null for every prompt of the site. */
	prompt: uuidSchema.nullable(),
	/** The revision that it publishes; null when it only pauses, resumes and archives. */
	revision: z.number().int().nullable(),
	/** Hash of the revision's content or of the launcher that it allows; null if it is bound to none. */
	sha256: z.string().nullable(),
	/** The site that it creates; null for any site, and for other actions. */
	site_name: z.string().nullable(),
	/** It publishes although a connection of the same person can read responses of the site. */
	combination: z.boolean(),
	/** It publishes only revisions for which all of these hold; null for a grant without conditions. */
	conditions: grantConditionsSchema.nullable(),
	/** How often it was used, if it has conditions. */
	uses: z.number().int(),
	approved_by: z.string(),
	approved_at: instantSchema,
	consumed_at: instantSchema.nullable(),
	revoked_at: instantSchema.nullable(),
});

/** An approval request of a connection to a person. Its ID identifies it and permits nothing. */
export const grantRequestSchema = z.object({
	id: uuidSchema,
	connection: connectionSchema.pick({
		id: true,
		kind: true,
		name: true,
		host: true,
		created_at: true,
	}),
	action: actionSchema,
	workspace: uuidSchema,
	workspace_name: z.string(),
	site: uuidSchema.nullable(),
	/** Name of the site, or of the one to create; null for any new site. */
	site_name: z.string().nullable(),
	prompt: uuidSchema.nullable(),
	survey_id: z.string().nullable(),
	revision: z.number().int().nullable(),
	/** For `launcher:set`: the launcher to set; null removes it. Null for other actions, too. */
	launcher: launcherSchema.nullable(),
	/** Hash of the revision's content, or of the launcher. */
	sha256: z.string().nullable(),
	/** The revision that is published now: approving an older one replaces it. */
	published_revision: z.number().int().nullable(),
	/** The newest revision, which can be approved in place of the requested one. */
	latest_revision: z.number().int().nullable(),
	state: z.enum(['pending', 'approved', 'denied', 'expired']),
	/** The revision that was approved; later than `revision` if the person changed the prompt. Null unless one was. */
	approved_revision: z.number().int().nullable(),
	/** What the person changed in the requested revision, by path; empty if it was approved as requested. */
	changes: z.array(
		z.object({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
	),
	/** Why it was denied, in the person's words; null without a reason. */
	reason: z.string().nullable(),
	created_at: instantSchema,
	expires_at: instantSchema,
	/** URL of the page on which a person approves it. */
	url: z.string(),
	/** Approving needs an explicit confirmation, as a connection of the person can read responses of the site. */
	combination: z.boolean(),
	/** Why the standing grant of the connection did not allow it; null if it has none. */
	unmet: z.array(unmetConditionSchema).nullable(),
	/** What the site lacks for the revision to be displayed; null unless it is a pending request to publish one. */
	missing: z
		.object({
			/** Trigger events that the site never received. */
			events: z.array(z.string()),
			/** The backend reports the trigger events, and the site has no site key for it. */
			site_key: z.boolean(),
		})
		.nullable(),
});

/** A further grant, given with an approval to publish a revision. */
const standingSchema = z.strictObject({
	conditions: grantConditionsSchema,
	/** When it ends: at most `condition.days` from now. */
	until: instantSchema,
});

const requestPath = z.object({ request: uuidSchema });
const grantPath = z.object({ grant: uuidSchema });
const connectionPath = z.object({ connection: uuidSchema });
export const grantRoutes = {
	requestGrant: {
		method: 'POST',
		path: '/grant-requests',
		summary: 'Asks a person to approve one action. Duplicate requests are merged.',
		need: 'connection',
		assurance: 'none',
		body: z.strictObject({
			action: actionSchema,
			/** For `site:create`. */
			workspace: uuidSchema.optional(),
			/** For `site:create`: the name of the site. The approval is then used for no other. */
			site_name: nameText(120).optional(),
			/** For the other actions. */
			site: uuidSchema.optional(),
			/** For `prompt:publish`: its UUID or survey ID. */
			prompt: promptNameSchema.optional(),
			/** The revision to publish; without one, the request is to pause, resume and archive. */
			revision: revisionNumber.optional(),
			/** For `launcher:set`: the launcher to set; null removes it. */
			launcher: newLauncherSchema.nullable().optional(),
		}),
		output: grantRequestSchema,
		errors: ['forbidden', 'rate_limited'],
	},
	listGrantRequests: {
		method: 'GET',
		path: '/grant-requests',
		summary: 'For a person: requests to them. For a connection: its own requests.',
		need: 'connection',
		query: pageQuery.extend({
			state: z.enum(['pending', 'approved', 'denied', 'expired']).optional(),
		}),
		output: page(grantRequestSchema),
	},
	getGrantRequest: {
		method: 'GET',
		path: '/grant-requests/{request}',
		summary: 'One request and its state.',
		need: 'connection',
		params: requestPath,
		output: grantRequestSchema,
	},
	approveGrant: {
		method: 'POST',
		path: '/grant-requests/{request}/approve',
		summary: 'Approves a request, if the person’s role allows the action.',
		need: 'person',
		assurance: 'presence',
		params: requestPath,
		body: z.strictObject({
			mode: z.enum(['once', 'until']),
			/** Maximum duration; that of `grantDefaults` by default. */
			hours: z.number().int().min(1).max(limits.approval.hours).optional(),
			/** A later revision of the prompt, which is approved in place of the requested one. */
			revision: revisionNumber.optional(),
			/** Must repeat the hash of the revision or the launcher that was shown. */
			sha256: z.string().length(64).optional(),
			combination: z.boolean().default(false),
			/** Also lets the connection publish further revisions, of any prompt of the site, while all conditions hold. */
			standing: standingSchema.optional(),
		}),
		output: grantSchema.extend({
			/** The further grant, with conditions; null unless it was wanted. */
			standing: grantSchema.nullable(),
		}),
		errors: ['conflict'],
	},
	denyGrant: {
		method: 'POST',
		path: '/grant-requests/{request}/deny',
		summary: 'Denies a request, with a reason that the program receives.',
		need: 'person',
		assurance: 'none',
		params: requestPath,
		body: z.strictObject({ reason: messageText(limits.approval.reason).optional() }),
		output: grantRequestSchema,
		errors: ['conflict'],
	},
	listGrants: {
		method: 'GET',
		path: '/grants',
		summary: 'Live grants: those a person approved, or those of the connection.',
		need: 'connection',
		query: pageQuery,
		output: page(grantSchema),
	},
	revokeGrant: {
		method: 'DELETE',
		path: '/grants/{grant}',
		summary: 'Revokes a grant; takes effect immediately.',
		need: 'connection',
		assurance: 'none',
		params: grantPath,
		output: removedSchema,
	},
	listConnections: {
		method: 'GET',
		path: '/connections',
		summary: "The person's connections, with their last use and what they last did.",
		need: 'person',
		query: pageQuery,
		output: page(connectionSchema.extend(lastAction)),
	},
	listLostAccess: {
		method: 'GET',
		path: '/lost-access',
		summary:
			"What the person's connections lost with a membership or a role in the last 90 days, newest first.",
		need: 'person',
		query: pageQuery,
		output: page(lostAccessSchema),
	},
	revokeConnection: {
		method: 'DELETE',
		path: '/connections/{connection}',
		summary: 'Signs a connection out and ends its grants.',
		need: 'person',
		assurance: 'none',
		params: connectionPath,
		output: removedSchema,
	},
	createCiToken: {
		method: 'POST',
		path: '/workspaces/{workspace}/ci-tokens',
		summary: 'Creates a CI token with an expiry; it is shown once.',
		need: 'person',
		role: 'owner',
		assurance: 'presence',
		params: workspacePath,
		body: z.strictObject({
			name: nameText(120),
			sites: z.array(uuidSchema).min(1).max(50),
			actions: z.array(actionSchema).min(1).max(actionSchema.options.length),
			days: z.number().int().min(1).max(limits.approval.pipelineDays),
			combination: z.boolean().default(false),
		}),
		output: connectionSchema.extend({ token: z.string() }),
	},
	listCiTokens: {
		method: 'GET',
		path: '/workspaces/{workspace}/ci-tokens',
		summary: "The workspace's CI tokens, of all members; never the tokens themselves.",
		need: 'person',
		role: 'owner',
		params: workspacePath,
		query: pageQuery,
		output: page(ciTokenSchema),
	},
	revokeCiToken: {
		method: 'DELETE',
		path: '/workspaces/{workspace}/ci-tokens/{connection}',
		summary: 'Revokes a CI token of any member.',
		need: 'person',
		role: 'owner',
		assurance: 'recent',
		params: workspacePath.extend({ connection: uuidSchema }),
		output: removedSchema,
	},
} as const satisfies Record<string, Route>;
