import { ApiError } from '@feedback/client';
import { z } from 'zod';

import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { cleanLine } from '../output/clean.ts';
import { discoverAuthority } from '../sign-in/authority.ts';

const checkSchema = z.object({
	name: z.string(),
	state: z.enum(['good', 'note', 'bad']),
	text: z.string(),
});
type Check = z.infer<typeof checkSchema>;

export const doctor = defineCommand({
	name: 'doctor',
	summary: 'Check the setup and show what to fix.',
	need: 'nothing',
	place: 'site',
	options: z.object({}),
	output: z.object({ checks: z.array(checkSchema) }),
	examples: [{ text: 'When something does not work', line: 'doctor' }],
	async run(_, context) {
		const service = await checkService(context);
		// The other checks need a service that responds.
		const isUp = service[0]?.state === 'good';
		const checks = [
			checkNode(),
			checkProject(context),
			...service,
			...(isUp ? [await checkOAuth(context), ...(await checkSignIn(context))] : []),
			await checkDocs(context),
		];
		const bad = checks.filter(({ state }) => state === 'bad');
		if (bad.length === 0) return { checks };
		for (const { state, text } of checks) context.progress(`${marks[state]} ${text}`);
		throw new Failure(
			'checks_failed',
			bad.length === 1 ? 'One check failed.' : `${bad.length} checks failed.`,
			{ details: { checks } },
		);
	},
	render: ({ checks }, paint) =>
		checks
			.map(({ state, text }) => {
				const mark = state === 'good' ? paint.green(marks.good) : paint.yellow(marks[state]);
				return `${mark} ${cleanLine(text)}`;
			})
			.join('\n'),
});

const marks = { good: '✓', note: '•', bad: '✗' };

function good(name: string, text: string): Check {
	return { name, state: 'good', text };
}

function checkNode(): Check {
	return good('node', `Node ${process.version} on ${process.platform}.`);
}

function checkProject({ settings: { project, workspace, site } }: Context): Check {
	if (!project) {
		return {
			name: 'project',
			state: 'note',
			text: 'There is no feedback.json here; use --site and --workspace instead.',
		};
	}
	const place = site
		? `site ${site.value}`
		: workspace
			? `workspace ${workspace.value}`
			: 'no place';
	return good('project', `${project} names ${place}.`);
}

const maxSkewSeconds = 60;

async function checkService({ settings: { api_url } }: Context): Promise<Check[]> {
	const at = `The service at ${api_url.value} (${api_url.source})`;
	try {
		const response = await fetch(`${api_url.value}/manage/whoami`, {
			signal: AbortSignal.timeout(10_000),
		});
		const body: unknown = await response.json().catch(() => undefined);
		const isService =
			typeof body === 'object' && body !== null && ('error' in body || 'kind' in body);
		if (!isService) {
			return [
				{
					name: 'service',
					state: 'bad',
					text: `${at} responds, but not like the service does. Check the URL.`,
				},
			];
		}
		return [good('service', `${at} answers.`), ...checkClock(response.headers.get('date'))];
	} catch {
		return [
			{
				name: 'service',
				state: 'bad',
				text: `${at} cannot be reached. Check that it is running, and check the URL.`,
			},
		];
	}
}

function checkClock(date: string | null): Check[] {
	const skew = Math.round((Date.now() - Date.parse(date ?? '')) / 1_000);
	if (Number.isNaN(skew)) return [];
	if (Math.abs(skew) <= maxSkewSeconds) return [good('clock', "The clock matches the service's.")];
	const text = `The clock is ${Math.abs(skew)} seconds ${skew > 0 ? 'ahead of' : 'behind'} the service's. Set it.`;
	return [{ name: 'clock', state: 'note', text }];
}

async function checkOAuth({ settings: { api_url } }: Context): Promise<Check> {
	try {
		const { server } = await discoverAuthority(api_url.value);
		const device = server.device_authorization_endpoint ? '' : ', but not with a code';
		return good('sign_in_offered', `The service offers sign-in${device}.`);
	} catch {
		return { name: 'sign_in_offered', state: 'bad', text: 'The service does not offer sign-in.' };
	}
}

async function checkSignIn({ caller, client, settings: { site } }: Context): Promise<Check[]> {
	const source = await caller.source();
	if (!source) {
		return [
			{ name: 'sign_in', state: 'note', text: 'You are not signed in. "feedback login" signs in.' },
		];
	}
	try {
		const { email, person } = await client.whoami();
		const signedIn = good('sign_in', `Signed in as ${email ?? person} (${source}).`);
		if (!site) return [signedIn];
		const { name } = await client.getSite({ site: site.value });
		return [signedIn, good('site', `The site is "${name}" (${site.source}).`)];
	} catch (error) {
		const text =
			error instanceof ApiError || error instanceof Failure ? error.message : String(error);
		return [
			{ name: 'sign_in', state: 'bad', text: `The sign-in from ${source} does not work: ${text}` },
		];
	}
}

async function checkDocs({ settings: { docs_url } }: Context): Promise<Check> {
	const reached = await fetch(`${docs_url.value}/llms.txt`, {
		signal: AbortSignal.timeout(10_000),
	}).then(
		(response) => response.ok,
		() => false,
	);
	if (reached) return good('docs', `The documentation at ${docs_url.value} answers.`);
	return {
		name: 'docs',
		state: 'note',
		text: `The documentation at ${docs_url.value} (${docs_url.source}) cannot be reached.`,
	};
}
