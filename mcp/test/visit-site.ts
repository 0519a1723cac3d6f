import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';
import { newSender } from './new-sender.ts';

const chrome =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36';

export type VisitOptions = {
	/** Public site ID. */
	site: string;
	event: string;
	properties?: Record<string, string>;
	account?: string;
	/** Traits of the account. */
	traits?: Record<string, string>;
	/** The visitor's answers to the prompt. */
	answers?: Record<string, unknown>;
};

/** Reports an event as a visitor, and answers the prompt that it displays. Resolves to the event's id. */
export async function visitSite(
	apiUrl: string,
	{ site, event, properties, account, traits, answers }: VisitOptions,
): Promise<string> {
	const post = (route: string, body: unknown) => send(`${apiUrl}/sdk${route}`, body);
	const id = mintUuidv7(Date.now());
	const reply = await post('/events', {
		site,
		visitor: crypto.randomUUID(),
		session: mintUuidv7(Date.now() - 60_000),
		sdk: '0.4.0',
		...(account !== undefined && { identify: { account, ...(traits && { traits }) } }),
		events: [{ id, name: event, ...(properties && { properties }) }],
		decide: true,
	});
	if (!answers) return id;
	const { decision } = reply as { decision: { reason: string; display?: Record<string, string> } };
	if (!decision.display) throw new Error(`No prompt: ${decision.reason}`);
	const target = { site, display: decision.display['id'], secret: decision.display['secret'] };
	await post('/display', { ...target, state: 'displayed' });
	await post('/answer', { ...target, seq: 1, final: true, answers });
	return id;
}

async function send(url: string, body: unknown): Promise<unknown> {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'text/plain', 'user-agent': chrome, ...newSender() },
		body: JSON.stringify(body),
	});
	const reply: unknown = await response.json();
	if (!response.ok) throw new Error(`${url}: ${JSON.stringify(reply)}`);
	return reply;
}
