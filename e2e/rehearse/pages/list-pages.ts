import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { encodeProposal } from '@feedback/contract/proposal';
import { promptSchema } from '@feedback/contract';
import type { Client } from '@feedback/client';

import type { OwnEnvironment } from '../../../dashboard/test/environment.ts';
import {
	beginAuthorization,
	beginDevice,
	connectProgram,
	signInByApi,
} from '../../../dashboard/test/program.ts';
import { writeHistory } from '../../pictures/history.ts';
import { actToday } from '../../pictures/today.ts';

export type VisitedPage = {
	/** The route, as named by its folder. */
	route: string;
	/** Distinguishes several pages of one route by their subject. */
	name: string;
	/** Address that opens the page. */
	url: string;
	/** Opened without a sign-in. */
	isPublic?: true;
};

const folder = fileURLToPath(new URL('../../../dashboard/src/routes', import.meta.url));

/** Every route of the dashboard. */
export const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('+page.svelte'))
	.map((file) => `/${file.replace(/\/?\+page\.svelte$/, '').replace('(signed-in)/', '')}`)
	.map((route) => route.replace('/(signed-in)', '/'))
	.sort();

/** Uses the demo as an app would in a month, and lists at least one address for every route. */
export async function listPages(environment: OwnEnvironment): Promise<VisitedPage[]> {
	const { stack } = environment;
	await writeHistory(stack);
	const used = await actToday(stack);
	const person = await signInByApi(stack);
	const { site, newSite, prompts, event, request } = used;
	const [workspace] = (await person.whoami()).workspaces;
	const poll = prompts['quick-poll']!;
	const values: Record<string, string> = {
		site,
		event,
		request,
		prompt: poll,
		workspace: workspace!.id,
		audience: 'pro-plan',
		kind: 'webhook',
	};
	const own = await listOwnAddresses(environment, person, { site, poll });
	values['tag'] = await tagTexts(person, site);
	await person.updateSettings({ site, ask_in_words: true });
	const asked = new URLSearchParams({
		prompt: poll,
		period: '30',
		condition: JSON.stringify({ answer: 'recommend', op: 'at_most', value: 8 }),
		question: 'why',
	});
	const at = `/sites/${newSite}`;
	const pages: VisitedPage[] = [
		...own,
		{ route: '/welcome', name: 'install', url: `/welcome?site=${newSite}` },
		{ route: '/sites/[site]/overview', name: 'new site', url: `${at}/overview` },
		{ route: '/sites/[site]/prompts', name: 'new site', url: `${at}/prompts` },
		{ route: '/sites/[site]/responses', name: 'new site', url: `${at}/responses` },
		{ route: '/sites/[site]/ask', name: 'switched off', url: `${at}/ask` },
		{ route: '/sites/[site]/ask', name: 'an answer', url: `/sites/${site}/ask?${asked}` },
		{
			route: '/sites/[site]/prompts/[prompt]/edit',
			name: 'branches',
			url: `/sites/${site}/prompts/${prompts['first-week']}/edit`,
		},
		{
			route: '/sites/[site]/visitors',
			name: 'one visitor',
			url: `/sites/${site}/visitors?account=account_42`,
		},
	];
	const listed = new Set(own.map(({ route }) => route));
	const others = routes
		// This route redirects to the overview.
		.filter((route) => route !== '/' && !listed.has(route))
		.map((route) => ({
			route,
			name: '',
			url: route.replace(/\[(\w+)\]/g, (_, name: string) => values[name]!),
		}));
	return [...others, ...pages].sort((a, b) => a.route.localeCompare(b.route));
}

/** Gives a tag to some texts, and returns its UUID. */
async function tagTexts(person: Client, site: string): Promise<string> {
	const { items } = await person.listTextAnswers({ site, limit: 50 });
	const answers = items.map(({ response, question }) => ({ response, question }));
	await person.updateTextAnswers({ site, answers, add_tags: ['Worth a look'] });
	const { tags } = await person.getInbox({ site });
	return tags.find(({ name }) => name === 'Worth a look')!.id;
}

/** Pages whose addresses people receive elsewhere: from a program, an e-mail, a colleague. */
async function listOwnAddresses(
	environment: OwnEnvironment,
	person: Client,
	{ site, poll }: { site: string; poll: string },
): Promise<VisitedPage[]> {
	const { stack } = environment;
	const [workspace] = (await person.whoami()).workspaces;
	const recipient = 'product@example.com';
	const { id: destination } = await person.createDestination({
		site,
		kind: 'email',
		name: 'Product team',
		recipients: [recipient],
		schedule: { every: 'day', hour: 9, time_zone: 'UTC' },
	});
	const [confirm, unsubscribe] = await readLinks(environment, recipient);
	const program = await connectProgram(stack, person, 'build server (linux)');
	const reading = await program.requestGrant({ action: 'response:read', site });
	await person.approveGrant({ request: reading.id, mode: 'until' });
	const asked = await program.requestDestination({
		site,
		kind: 'webhook',
		name: 'Backend',
		url: 'http://127.0.0.1:49153/feedback',
		event_types: ['response.closed'],
		include_visitor: true,
	});
	const { url: authorization } = await beginAuthorization(stack, {
		name: 'Code editor',
		redirect: 'http://127.0.0.1:49152/callback',
		scope: 'connect prompt:draft response:read',
	});
	const { user_code } = await beginDevice(stack, 'laptop (linux)');
	const { url: shared } = await person.createResultLink({ site, prompt: poll, name: 'Board' });
	const { url: invitation } = await person.invite({
		workspace: workspace!.id,
		email: 'grace@example.com',
		role: 'editor' as const,
	});
	const settings = '/sites/[site]/settings/integrations/[destination]';
	return [
		{
			route: settings,
			name: '',
			url: settings.replace('[site]', site).replace('[destination]', destination),
		},
		{ route: '/approvals/destinations/[request]', name: '', url: asked.url },
		{ route: '/authorize/[authorization]', name: '', url: authorization },
		{ route: '/device', name: 'a code', url: `/device?user_code=${user_code}` },
		{ route: '/propose', name: '', url: `/propose#${await encodeProposal(proposed)}` },
		{ route: '/invitation', name: '', url: invitation },
		{ route: '/sign-in', name: '', url: '/sign-in', isPublic: true },
		{ route: '/shared', name: '', url: shared, isPublic: true },
		{ route: '/recipient/confirm', name: '', url: confirm!, isPublic: true },
		{ route: '/recipient/unsubscribe', name: '', url: unsubscribe!, isPublic: true },
	];
}

/** The links in the e-mail to an address, once it was sent. */
async function readLinks({ stack }: OwnEnvironment, recipient: string): Promise<string[]> {
	for (;;) {
		const response = await fetch(`${stack.gatewayUrl}/local/mail?key=${stack.demoKey}`);
		const mails = (await response.json()) as { to: string; text: string }[];
		const links = mails.find(({ to }) => to === recipient)?.text.match(/https?:\S+/g);
		if (links) return links;
		await setTimeout(200);
	}
}

const proposed = promptSchema.parse({
	survey_id: 'report-shared',
	name: 'After a report was shared',
	questions: [
		{ id: 'ease', type: 'rating', title: 'How easy was it to share your report?' },
		{ id: 'missing', type: 'long_text', title: 'What was missing?', required: false },
	],
	trigger: { events: ['report.shared'] },
});
