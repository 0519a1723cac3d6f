import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { connectionSchema } from './grants.ts';
import { actionSchema, instantSchema, type Route } from './route.ts';

/** What a person may approve together with a connection; publishing is approved revision by revision. */
export const consentActions = ['site:create', 'prompt:draft', 'response:read'] as const;
const consentActionSchema = actionSchema.extract(consentActions);

/** A client asks to be let in, as the consent page tells it. */
export const authorizationSchema = z.object({
	id: uuidSchema,
	client: z.object({
		/** As the client calls itself; nobody has checked it. */
		name: z.string(),
		/** Host of the client's own document; null when it has none and only its redirect tells who it is. */
		host: z.string().nullable(),
		/** `builtin`: the `feedback` command. `document`: published at its host. `registered`: by itself. */
		kind: z.enum(['builtin', 'document', 'registered']),
	}),
	kind: connectionSchema.shape.kind.extract(['cli', 'mcp']),
	/** Where the browser goes afterwards: a host, or the scheme of an editor, such as `cursor:`. */
	redirect_host: z.string(),
	/** It goes to a program on the person's own machine. */
	is_loopback: z.boolean(),
	/** It goes to a website that nobody has shown to be the client's: any but the host of its document. */
	is_foreign_host: z.boolean(),
	/** Address that the connection may call. */
	resource: z.string(),
	/** What it asks to be approved at once. */
	actions: z.array(consentActionSchema),
	created_at: instantSchema,
	expires_at: instantSchema,
});

/** A machine asks to be let in by a code, as the device page tells it. */
export const deviceSchema = z.object({
	user_code: z.string(),
	/** As the machine calls itself, such as `laptop (darwin)`; nobody has checked it. */
	device_name: z.string(),
	/** Whether it asked from the network address that the person has; null when either is unknown. */
	same_address: z.boolean().nullable(),
	/** Country of the address that asked, where the platform tells it. */
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
		summary: 'What a client asks for. The request belongs to the first person who opens it.',
		need: 'person',
		params: authorizationPath,
		output: authorizationSchema,
	},
	approveAuthorization: {
		method: 'POST',
		path: '/authorizations/{authorization}/approve',
		summary: 'Lets the client in, to the chosen sites; needs a recent sign-in.',
		need: 'person',
		params: authorizationPath,
		body: z.strictObject({ sites, actions: z.array(consentActionSchema).default([]) }),
		output: redirect,
		errors: ['recent_sign_in_required', 'forbidden'],
	},
	denyAuthorization: {
		method: 'POST',
		path: '/authorizations/{authorization}/deny',
		summary: 'Sends the client away.',
		need: 'person',
		params: authorizationPath,
		output: redirect,
	},
	getDevice: {
		method: 'GET',
		path: '/devices/{user_code}',
		summary: 'Which machine shows this code. Guessing is limited.',
		need: 'person',
		params: devicePath,
		output: deviceSchema,
		errors: ['rate_limited'],
	},
	approveDevice: {
		method: 'POST',
		path: '/devices/{user_code}/approve',
		summary: 'Lets the command on that machine in, to the chosen sites; needs a recent sign-in.',
		need: 'person',
		params: devicePath,
		body: z.strictObject({ sites }),
		output: z.object({ approved: z.literal(true) }),
		errors: ['recent_sign_in_required', 'rate_limited'],
	},
	denyDevice: {
		method: 'POST',
		path: '/devices/{user_code}/deny',
		summary: 'Sends that machine away.',
		need: 'person',
		params: devicePath,
		output: z.object({ denied: z.literal(true) }),
		errors: ['rate_limited'],
	},
} as const satisfies Record<string, Route>;
