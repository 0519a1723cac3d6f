// The test service and the real service, as a case sees each: a site with two prompts, one of them delayed.
import type { Decision } from '@feedback/contract/wire';

import { signInByApi } from '../../../dashboard/test/program.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';
import { answerEvents, authoredPrompt, displayPrompt, refuse } from '../browser/answers.ts';
import type { Service } from '../browser/service.ts';

export type Answered = {
	status: number;
	/** The headers that a page may read, including when it may retry. */
	headers: Record<string, string | boolean>;
	body: Record<string, unknown>;
};

export type World = {
	site: string;
	/** Sends a body, or text that is not JSON, to a route. */
	post(route: string, body: unknown, headers?: Record<string, string>): Promise<Answered>;
	/** Sends a report while the service accepts none, and returns the response. */
	refuse(code: 'rate_limited' | 'unavailable', report: unknown): Promise<Answered>;
};

/** Site settings of a case that differ from the defaults. */
export type SiteChange = { identity_proofs?: 'require'; origins?: string[] };

/** Seconds for which the delayed prompt waits. */
const delay = 1;

/** Events that trigger the prompts, and the survey IDs. */
export const triggers = { shown: 'report.exported', delayed: 'plan.changed' };
export const unknownSite = 'site_nobody000000';
export const surveys = { shown: authoredPrompt.survey_id, delayed: 'later' };

const chrome =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36';

/** A world in the test service, scripted as the tests script it. */
export function openScripted(service: Service, site: string, settings: SiteChange = {}): World {
	const delayed: Decision & { reason: 'waiting' } = {
		reason: 'waiting',
		due: Date.now() + delay * 1_000,
		survey_id: surveys.delayed,
	};
	const waiting = new Map<string, Decision>();
	const decide = (decision: Decision) => ({ body: { decision, now: Date.now() } });
	service.script = ({ route, body }) => {
		if (body.site === unknownSite)
			return refuse('unknown_site', { field: 'site', hint: 'Copy it.' });
		if (settings.origins) return refuse('origin_not_allowed', { hint: 'Add it.' });
		if (settings.identity_proofs && body.identify) {
			const answer = body.events
				? answerEvents(body, { reason: 'no_prompt' })
				: { now: Date.now() };
			return { body: { ...answer, identity: 'refused' } };
		}
		const [name] = (Array.isArray(body.events) ? body.events : []).map((event) => event?.name);
		if (route === 'events' && body.decide) {
			if (name === triggers.shown) return { body: answerEvents(body, displayPrompt()) };
			if (name === triggers.delayed) {
				waiting.set(body.events[0]!.id, displayPrompt({ survey_id: surveys.delayed }));
				return { body: answerEvents(body, delayed) };
			}
		}
		if (route === 'show' && body.survey_id === surveys.shown) return decide(displayPrompt());
		const decision = route === 'claim' && waiting.get(body.event);
		if (!decision) return undefined;
		if (Date.now() < delayed.due) return decide(delayed);
		waiting.set(body.event, { reason: 'duplicate' });
		return decide(decision);
	};
	return {
		site,
		post: (route, body, headers) => send(`${service.url}/sdk/${route}`, body, headers),
		refuse(code, report) {
			service.script = () => refuse(code);
			return send(`${service.url}/sdk/events`, report);
		},
	};
}

let addresses = 0;

/** A world in the real service: its own site, whose prompts may be shown at any time. */
export async function openReal(stack: Stack, settings: SiteChange = {}): Promise<World> {
	const person = await signInByApi(stack);
	const { workspaces } = await person.whoami();
	const { id: site, site_id } = await person.createSite({
		workspace: workspaces[0]!.id,
		name: 'Reports',
	});
	await person.updateSettings({ site, ...settings });
	const common = { ...authoredPrompt, limits: { show: 'always', site_limits: 'ignore' } } as const;
	const contents = [
		{ ...common, trigger: { events: [triggers.shown] } },
		{
			...common,
			survey_id: surveys.delayed,
			trigger: { events: [triggers.delayed] },
			timing: { delay_seconds: delay },
		},
	];
	for (const content of contents) {
		const { id: prompt } = await person.createPrompt({ site, content });
		await person.publishPrompt({ site, prompt, revision: 1 });
	}
	// Requests of one case must not count for another.
	const address = `192.0.2.${++addresses}`;
	const post: World['post'] = (route, body, headers) =>
		send(`${stack.apiUrl}/sdk/${route}`, body, { 'x-forwarded-for': address, ...headers });
	return {
		site: site_id,
		post,
		async refuse(code, report) {
			// The service counts a request before it reads the body, so it refuses an empty one alike, and sooner.
			if (code === 'rate_limited') return flood(() => post('events', ''));
			const recover = await stack.takeDown('postgres');
			try {
				return await post('events', report);
			} finally {
				await recover();
			}
		},
	};
}

/** Sends requests, more at once than a busy machine regains in time, until the service refuses some from this address. */
async function flood(post: () => Promise<Answered>): Promise<Answered> {
	for (let sent = 0; sent < 20_000; sent += 1_000) {
		const answers = await Promise.all(Array.from({ length: 1_000 }, post));
		const refused = answers.find(({ status }) => status === 429);
		if (refused) return refused;
	}
	throw new Error('The service takes any number of requests.');
}

async function send(url: string, body: unknown, headers = {}): Promise<Answered> {
	const response = await fetch(url, {
		method: 'POST',
		body: typeof body === 'string' ? body : JSON.stringify(body),
		headers: { 'content-type': 'text/plain', 'user-agent': chrome, ...headers },
	});
	const text = await response.text();
	return {
		status: response.status,
		headers: {
			origin: response.headers.get('access-control-allow-origin') ?? 'none',
			'retry-after': response.headers.has('retry-after'),
		},
		body: JSON.parse(text || '{}') as Answered['body'],
	};
}
