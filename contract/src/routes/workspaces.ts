import { z } from 'zod';

import { grantConditionsSchema } from '../grant-conditions.ts';
import { uuidSchema } from '../ingest.ts';
import { personName } from '../person-name.ts';
import { nameText } from '../text.ts';
import { workspacePath } from './path.ts';
import {
	actionSchema,
	instantSchema,
	page,
	pageQuery,
	removedSchema,
	roleSchema,
	type Route,
} from './route.ts';

export const workspaceSchema = z.object({ id: uuidSchema, name: z.string(), role: roleSchema });

/** All connections of a workspace are paused: the command, editors and agents, and CI tokens. */
export const agentPauseSchema = z.object({
	workspace: uuidSchema,
	workspace_name: z.string(),
	at: instantSchema,
	/** The owner who paused them. */
	by: z.string(),
});

export const memberSchema = z.object({
	person: uuidSchema,
	/** The name that the person chose; null without one. */
	name: z.string().nullable(),
	email: z.string().nullable(),
	role: roleSchema,
	since: instantSchema,
	/** Whether the member has a passkey; null for who is no owner. */
	has_passkey: z.boolean().nullable(),
});

/** A secret that a person still knows after their access has ended. Only replacing it makes it useless to them. */
export const knownSecretSchema = z.object({
	kind: z.enum([
		'site_key',
		'proof_key',
		'public_key',
		'webhook',
		'slack',
		'github',
		'linear',
		'jira',
	]),
	site: uuidSchema,
	site_name: z.string(),
	/** UUID, or the `kid` of a proof key. */
	id: z.string(),
	name: z.string(),
	/** `false` if the person could read it but did not make it. */
	made: z.boolean(),
});

/** What an owner should replace. */
const known = { secrets: z.array(knownSecretSchema) };

export const invitationSchema = z.object({
	id: uuidSchema,
	email: z.string(),
	/** Name that the inviter gave the person; null without a name. */
	name: z.string().nullable(),
	role: roleSchema,
	expires_at: instantSchema,
});

/** As mail servers accept them: also with `&` or `/`, and in other scripts. */
const email = z
	.email({ pattern: z.regexes.unicodeEmail, error: 'must be an e-mail address' })
	.max(254);
/** Null once they are resumed. */
const pausedOutput = z.object({ agents_paused: agentPauseSchema.nullable() });
const memberPath = workspacePath.extend({ person: uuidSchema });

export const workspaceRoutes = {
	whoami: {
		method: 'GET',
		path: '/whoami',
		summary: 'Who is calling, what they may do, and the workspaces they belong to.',
		need: 'connection',
		output: z.object({
			kind: z.enum(['person', 'connection']),
			person: uuidSchema,
			name: z.string().nullable(),
			email: z.string().nullable(),
			/** Whether the person has a passkey here; null for a connection. */
			has_passkey: z.boolean().nullable(),
			connection: z
				.object({ id: uuidSchema, name: z.string(), sites: z.array(uuidSchema) })
				.nullable(),
			grants: z.array(
				z.object({
					action: actionSchema,
					site: uuidSchema.nullable(),
					expires_at: instantSchema,
					/** It allows only changes for which all of these hold; null without conditions. */
					conditions: grantConditionsSchema.nullable(),
				}),
			),
			workspaces: z.array(workspaceSchema),
			/** Workspaces in which connections are paused; a connection does not see them among `workspaces`. */
			agents_paused: z.array(agentPauseSchema),
		}),
	},
	updateProfile: {
		method: 'PATCH',
		path: '/whoami',
		summary: 'Changes the caller’s name, which the members of their workspaces see.',
		need: 'person',
		assurance: 'none',
		/** `null` removes the name. */
		body: z.strictObject({ name: personName.nullable() }),
		output: z.object({ name: z.string().nullable() }),
	},
	confirmSignInChange: {
		method: 'POST',
		path: '/whoami/sign-in-changes/{change}',
		summary:
			'Confirms a new password, with a passkey if the caller has one. The identity service then takes it, within two minutes.',
		need: 'person',
		assurance: 'presence',
		params: z.object({ change: z.literal('changePassword') }),
		output: z.object({ confirmed: z.literal(true) }),
	},
	createWorkspace: {
		method: 'POST',
		path: '/workspaces',
		summary: 'Creates a workspace; the caller becomes its owner.',
		need: 'person',
		assurance: 'none',
		body: z.strictObject({ name: nameText(120) }),
		output: workspaceSchema,
		idempotent: true,
	},
	updateWorkspace: {
		method: 'PATCH',
		path: '/workspaces/{workspace}',
		summary: 'Renames a workspace.',
		need: 'person',
		role: 'owner',
		assurance: 'none',
		params: workspacePath,
		body: z.strictObject({ name: nameText(120) }),
		output: workspaceSchema,
	},
	pauseAgents: {
		method: 'POST',
		path: '/workspaces/{workspace}/agents/pause',
		summary:
			'Pauses all connections in a workspace: commands, agents and CI tokens. Takes effect immediately, also for grants in use.',
		need: 'person',
		role: 'owner',
		assurance: 'none',
		params: workspacePath,
		output: pausedOutput,
	},
	resumeAgents: {
		method: 'POST',
		path: '/workspaces/{workspace}/agents/resume',
		summary: 'Lets the connections in a workspace continue, with the grants that are still live.',
		need: 'person',
		role: 'owner',
		assurance: 'presence',
		params: workspacePath,
		output: pausedOutput,
	},
	listMembers: {
		method: 'GET',
		path: '/workspaces/{workspace}/members',
		summary: 'The members of a workspace.',
		need: 'person',
		role: 'viewer',
		params: workspacePath,
		output: page(memberSchema),
	},
	changeMember: {
		method: 'PATCH',
		path: '/workspaces/{workspace}/members/{person}',
		summary:
			"Changes a member's role. The last owner stays owner. With a lower role, `secrets` lists what the person still knows.",
		need: 'person',
		role: 'owner',
		assurance: 'presence',
		params: memberPath,
		body: z.strictObject({ role: roleSchema }),
		output: memberSchema.extend(known),
		errors: ['conflict'],
	},
	removeMember: {
		method: 'DELETE',
		path: '/workspaces/{workspace}/members/{person}',
		summary:
			'Removes a member, or leaves. Grants that they approved end immediately. `secrets` names the keys and secrets that they made or could read, which an owner should replace.',
		need: 'person',
		role: 'viewer',
		assurance: 'presence',
		params: memberPath,
		output: removedSchema.extend(known),
		errors: ['conflict'],
	},
	resetPasskeys: {
		method: 'POST',
		path: '/workspaces/{workspace}/members/{person}/passkey-reset',
		summary:
			'Removes all passkeys of another member, who lost them, and ends their sessions. The member and all owners get an e-mail. The caller must own every workspace of the member.',
		need: 'person',
		role: 'owner',
		assurance: 'presence',
		params: memberPath,
		output: removedSchema,
		errors: ['conflict'],
	},
	listInvitations: {
		method: 'GET',
		path: '/workspaces/{workspace}/invitations',
		summary: 'Open invitations.',
		need: 'person',
		role: 'owner',
		params: workspacePath,
		output: page(invitationSchema),
	},
	invite: {
		method: 'POST',
		path: '/workspaces/{workspace}/invitations',
		summary: 'Invites a person by email address; the secret of the link is shown once.',
		need: 'person',
		role: 'owner',
		assurance: {
			level: 'presence',
			when: 'as an owner',
			applies: ({ role }) => role === 'owner',
			otherwise: 'recent',
		},
		params: workspacePath,
		body: z.strictObject({ email, role: roleSchema, name: personName.nullable().default(null) }),
		output: invitationSchema.extend({ url: z.string() }),
	},
	withdrawInvitation: {
		method: 'DELETE',
		path: '/workspaces/{workspace}/invitations/{invitation}',
		summary: 'Withdraws an invitation.',
		need: 'person',
		role: 'owner',
		assurance: 'none',
		params: workspacePath.extend({ invitation: uuidSchema }),
		output: removedSchema,
	},
	acceptInvitation: {
		method: 'POST',
		path: '/invitations/accept',
		summary: 'Joins a workspace with the secret of an invitation to the caller.',
		need: 'person',
		assurance: 'none',
		/** A person without a name gets that of the invitation. */
		body: z.strictObject({
			secret: z.string().max(200),
			name: personName.nullable().default(null),
		}),
		output: workspaceSchema,
	},
	listAudit: {
		method: 'GET',
		path: '/workspaces/{workspace}/audit',
		summary: 'Who did what, newest first.',
		need: 'person',
		role: 'owner',
		params: workspacePath,
		query: pageQuery,
		output: page(
			z.object({
				id: uuidSchema,
				at: instantSchema,
				/** The person’s e-mail address at that time, after the name of the connection that acted for them; or the operator of the server. */
				who: z.string(),
				/** The person’s name now; null without one. */
				name: z.string().nullable(),
				kind: z.enum(['person', 'connection', 'operator']),
				did: z.string(),
				site: uuidSchema.nullable(),
				subject: z.string().nullable(),
				/** Name of the passkey that confirmed it; empty for one without a name, null without a confirmation. */
				passkey: z.string().nullable(),
				/** The conditions of the standing grant that allowed it, which all held; those given, if it approved one. Otherwise null. */
				conditions: grantConditionsSchema.nullable(),
			}),
		),
	},
} as const satisfies Record<string, Route>;
