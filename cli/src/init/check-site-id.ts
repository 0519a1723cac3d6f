import { randomUUID } from 'node:crypto';
import { errors } from '@feedback/contract';
import { z } from 'zod';

import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { agent } from '../user-agent.ts';

const timeoutMs = 5_000;

const refusalSchema = z.object({ error: z.object({ code: z.enum(keysOf(errors)) }) });

/**
 * Checks without a sign-in whether a public site ID exists. Returns `undefined` when it does, or why it could not be
 * checked. Throws when there is no such site.
 */
export async function checkSiteId(
	siteId: string,
	{ settings }: Context,
): Promise<string | undefined> {
	const { value: apiUrl } = settings.api_url;
	const code = await ask(apiUrl, siteId);
	if (code === 'unknown_site') {
		throw new Failure(
			'unknown_site',
			`The service at ${apiUrl} has no site with the ID ${siteId}.`,
			{
				hint: `Compare it with the site ID in the dashboard, and the address of the service (${settings.api_url.source}). Nothing was changed.`,
				details: { field: 'site_id' },
				next: [['feedback', 'site', 'list']],
			},
		);
	}
	// If the service refuses the display or the page, the site exists.
	if (code === 'wrong_secret' || code === 'origin_not_allowed') return undefined;
	return `The site ID ${siteId} could not be checked: ${apiUrl} ${describeAnswer(code)}.`;
}

type Answer = keyof typeof errors | 'unreachable' | 'foreign';

function describeAnswer(code: Answer): string {
	if (code === 'unreachable') return 'cannot be reached';
	return code === 'foreign' ? 'does not respond like the service does' : `answered with ${code}`;
}

// Reports a display with an invalid secret: the service looks up the site, and stores nothing.
async function ask(apiUrl: string, siteId: string): Promise<Answer> {
	const response = await fetch(`${apiUrl}/sdk/display`, {
		method: 'POST',
		headers: { 'content-type': 'text/plain', 'user-agent': agent },
		body: JSON.stringify({
			site: siteId,
			display: randomUUID(),
			secret: randomUUID().replaceAll('-', ''),
			state: 'dismissed',
		}),
		signal: AbortSignal.timeout(timeoutMs),
	}).catch(() => undefined);
	if (!response) return 'unreachable';
	const body: unknown = await response.json().catch(() => undefined);
	return refusalSchema.safeParse(body).data?.error.code ?? 'foreign';
}

function keysOf<Table extends object>(table: Table): [keyof Table & string] {
	return Object.keys(table) as [keyof Table & string];
}
