import { payloadVersion, webhookSecretSchema } from '@feedback/contract';
import type { Payload, RouteOutput } from '@feedback/contract';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { option } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import { count, moment } from '../../output/more.ts';
import { findDashboard } from '../../settings/find-dashboard.ts';
import { forward } from './forward.ts';

type Response = RouteOutput<'listResponseChanges'>['items'][number];
type ResponsePayload = Payload<'response.created' | 'response.updated' | 'response.closed'>;

export const webhookListen = defineCommand({
	name: 'webhook listen',
	summary: 'Forward responses to a local port, as a webhook would.',
	need: 'response:read',
	place: 'site',
	stream: true,
	options: z.object({
		forward: option(
			z.string().min(1),
			'A local address, such as http://127.0.0.1:3000/feedback.',
			'url',
		),
		secret: option(
			webhookSecretSchema.optional(),
			'Secret that signs the requests; if omitted, the command prints a new one.',
			'secret',
		),
		visitor: option(z.boolean().default(false), 'Also send the visitor’s account ID and traits.'),
		count: option(
			z.coerce.number().int().min(1).optional(),
			'Stop after this many messages.',
			'number',
		),
		interval: option(
			z.coerce.number().min(0.2).max(60).default(1),
			'Seconds between requests to the service.',
			'seconds',
		),
	}),
	output: z.object({ messages: z.number().int(), delivered: z.number().int() }),
	examples: [
		{
			text: 'While you write the receiver; Ctrl-C ends it',
			line: 'webhook listen --forward http://127.0.0.1:3000/feedback',
		},
	],
	async run(
		{ forward: address, secret: given, visitor, count: most = Infinity, interval },
		context,
	) {
		const url = checkLocal(address);
		const { client, withApproval, report, progress, paint } = context;
		const site = await context.site();
		const secret = given ?? `whsec_${randomBytes(32).toString('base64')}`;
		const grant = { action: 'response:read', site } as const;
		const describe = await createDescriber(context, site, visitor);
		let { cursor } = await client.getResponseCursor({ site });
		const known = new Set<string>();
		progress(`Signing with ${secret}`);
		progress(`Forwarding responses to ${url}.`);
		let [messages, delivered] = [0, 0];
		for (;;) {
			const page = await withApproval(grant, () => client.listResponseChanges({ site, cursor }));
			cursor = page.next;
			for (const response of page.items) {
				for (const payload of await describe(response, known.has(response.id))) {
					const sent = await forward(url, payload, secret);
					messages += 1;
					delivered += sent.outcome === 'delivered' ? 1 : 0;
					const how = sent.status === null ? sent.outcome : String(sent.status);
					const line = `${moment(payload.timestamp)}  ${paint.bold(payload.type)}  ${how}`;
					report({ type: 'message', ...sent, payload }, line);
					if (messages >= most) return { messages, delivered };
				}
				known.add(response.id);
			}
			if (!page.more) await pause(interval * 1_000);
		}
	},
	render: ({ messages, delivered }, paint) =>
		paint.dim(`${count(messages, 'message')}, ${delivered} delivered`),
});

// Responses go only to the person at this machine.
function checkLocal(address: string): URL {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	const local = ['127.0.0.1', 'localhost', '[::1]'];
	if (url && ['http:', 'https:'].includes(url.protocol) && local.includes(url.hostname)) return url;
	throw new Failure('usage', `--forward must be an address of this machine; it is "${address}".`, {
		hint: 'For example: http://127.0.0.1:3000/feedback. For another host, "feedback webhook create" asks a person.',
		next: [['feedback', 'webhook', 'listen', '--help']],
	});
}

/** Writes the payloads that a webhook would send for a change. */
async function createDescriber({ client, settings }: Context, site: string, visitor: boolean) {
	const { site_id, name } = await client.getSite({ site });
	const dashboard = findDashboard(settings);
	return async (response: Response, known: boolean): Promise<ResponsePayload[]> => {
		const { id, prompt, survey_id, revision, answers, final, created_at, updated_at } = response;
		const shared = {
			version: payloadVersion,
			timestamp: updated_at,
			site: { id: site, site_id, name },
		} as const;
		const data = {
			id,
			prompt: { id: prompt, survey_id, revision },
			answers,
			final,
			created_at,
			updated_at,
			visitor: (await client.getResponse({ site, response: id })).visitor,
			...(visitor && { account: response.account, traits: response.traits }),
			url: `${dashboard}/sites/${site}/responses?response=${id}`,
		};
		const type =
			known || Date.parse(updated_at) > Date.parse(created_at)
				? 'response.updated'
				: 'response.created';
		return [
			{ type, ...shared, data },
			...(final
				? [{ type: 'response.closed', ...shared, data: { ...data, cause: 'completed' } } as const]
				: []),
		];
	};
}
