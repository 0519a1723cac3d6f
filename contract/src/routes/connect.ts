import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { connectionSchema } from './grants.ts';
import { actionSchema, instantSchema, type Route } from './route.ts';

/** Actions that a person may approve together with a connection; publishing is approved per revision. */
export const consentActions = ['site:create', 'prompt:draft', 'response:read'] as const;
const consentActionSchema = actionSchema.extract(consentActions);

/** A client's request to connect, as the consent page shows it. */
export const authorizationSchema = z.object({
	id: uuidSchema,
	client: z.object({
		/** The name that the client gave; it is unverified. */
		name: z.string(),
		/** Host of the client's own document; null when it has none, so that only its redirect identifies it. */
		host: z.string().nullable(),
		/** `builtin`: the `feedback` command. `document`: published at its host. `registered`: registered dynamically. */
		kind: z.enum(['builtin', 'document', 'registered']),
	}),
	kind: connectionSchema.shape.kind.extract(['cli', 'mcp']),
	/** Target of the redirect afterwards: a host, or the scheme of an editor, such as `cursor:`. */
	redirect_host: z.string(),
	/** The redirect goes to a program on the person's own machine. */
	is_loopback: z.boolean(),
	/** The redirect goes to a website that is not proven to be the client's: any but the host of its document. */
	is_foreign_host: z.boolean(),
	/** Base URL that the connection may call. */
	resource: z.string(),
	/** The actions to approve together with the connection. */
	actions: z.array(consentActionSchema),
	created_at: instantSchema,
	expires_at: instantSchema,
});

/** A device's request to connect by a code, as the device page shows it. */
export const deviceSchema = z.object({
	user_code: z.string(),
	/** The name that the device gave, such as `laptop (darwin)`; it is unverified. */
	device_name: z.string(),
	/** Whether it has the same network address as the person; null when either is unknown. */
	same_address: z.boolean().nullable(),
	/** Country of its network address, where the platform provides it. */
	region: z.string().nullable(),
	resource: z.string(),
	created_at: instantSchema,
	expires_at: instantSchema,
});

const sites = z.array(uuidSchema).max(50);
const authorizationPath = z.object({ authorization: uuidSchema });
const devicePath = z.object({ user_code: z.string().min(8).max(20) });
const redirect = z.object({
	/** Send the browser there. */
	redirect: z.string(),
});

export const connectRoutes = {
	getAuthorization: {
		method: 'GET',
		path: '/authorizations/{authorization}',
		summary: 'What a client requests. The request belongs to the first person who opens it.',
		need: 'person',
		params: authorizationPath,
		output: authorizationSchema,
	},
	approveAuthorization: {
		method: 'POST',
		path: '/authorizations/{authorization}/approve',
		summary: 'Connects the client to the chosen sites.',
		need: 'person',
		assurance: 'presence',
		params: authorizationPath,
		body: z.strictObject({
			sites,
			actions: z.array(consentActionSchema).max(consentActions.length).default([]),
		}),
		output: redirect,
		errors: ['forbidden'],
	},
	denyAuthorization: {
		method: 'POST',
		path: '/authorizations/{authorization}/deny',
		summary: 'Denies the client access.',
		need: 'person',
		assurance: 'none',
		params: authorizationPath,
		output: redirect,
	},
	getDevice: {
		method: 'GET',
		path: '/devices/{user_code}',
		summary: 'The device that shows this code. Attempts are limited.',
		need: 'person',
		params: devicePath,
		output: deviceSchema,
		errors: ['rate_limited'],
	},
	approveDevice: {
		method: 'POST',
		path: '/devices/{user_code}/approve',
		summary: 'Connects the command on that device to the chosen sites.',
		need: 'person',
		assurance: 'presence',
		params: devicePath,
		body: z.strictObject({ sites }),
		output: z.object({ approved: z.literal(true) }),
		errors: ['rate_limited'],
	},
	denyDevice: {
		method: 'POST',
		path: '/devices/{user_code}/deny',
		summary: 'Denies that device access.',
		need: 'person',
		assurance: 'none',
		params: devicePath,
		output: z.object({ denied: z.literal(true) }),
		errors: ['rate_limited'],
	},
} as const satisfies Record<string, Route>;
