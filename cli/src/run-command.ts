import { readAll } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';
import { z } from 'zod';

import { defaultWait, runWithApproval } from './approval.ts';
import { createAsk, isInteractive } from './ask.ts';
import { createCaller } from './caller.ts';
import type { Caller } from './caller.ts';
import { listWords } from './completion/list-words.ts';
import type { Context, RequiredGrant } from './context.ts';
import { dryRunSchema, isDryRun } from './dry-run.ts';
import type { DryRun } from './dry-run.ts';
import { toFailure } from './explain.ts';
import { Failure } from './failure.ts';
import type { Host } from './host.ts';
import { parseOptions } from './options.ts';
import type { Output } from './output.ts';
import { createFieldPicker } from './output/fields.ts';
import { findSite, findWorkspace } from './place.ts';
import type { Flags, ParsedCommandLine } from './program.ts';
import { findProxy, useProxy } from './proxy.ts';
import { readText } from './read-text.ts';
import { readSettings } from './settings/settings.ts';
import type { Settings } from './settings/settings.ts';
import { lookForUpgrade } from './upgrade-notice.ts';
import { openBrowser } from './sign-in/open-browser.ts';

type Grant = RouteOutput<'listGrants'>['items'][number];
type Environment = { argv: string[]; host: Host; cwd: string; output: Output };

/** Runs a command and prints its data; throws a `Failure` with a next step. */
export async function runCommand(
	{ command, values, flags }: ParsedCommandLine,
	environment: Environment,
): Promise<void> {
	const { host } = environment;
	const { env } = host;
	let settings: Settings | undefined;
	let caller: Caller | undefined;
	const ended = new AbortController();
	try {
		const options = parseOptions(command, values) as z.output<typeof command.options>;
		const pick = flags.fields
			? createFieldPicker(flags.fields, z.union([command.output, dryRunSchema]))
			: (data: unknown) => data;
		settings = readSettings(
			{ api_url: flags.apiUrl, workspace: flags.workspace, site: flags.site },
			{ env, cwd: environment.cwd },
		);
		await useProxy(env);
		const readNotice = lookForUpgrade(settings, {
			...host,
			json: environment.output.json,
			signal: ended.signal,
		});
		caller = createCaller({ settings, env, token: await readToken(flags, host) });
		const context = createContext(settings, caller, flags, environment);
		const data: unknown = await command.run(options, context);
		const { output } = environment;
		if (output.json) {
			const result = { ok: true, data: pick(data) };
			output.object(command.stream ? { type: 'result', ...result } : result);
		} else if (isDryRun(data)) {
			output.text(renderDryRun(data));
		} else {
			const text = command.render(data, output.paint);
			if (text) output.text(text);
		}
		const notice = await readNotice();
		if (notice) output.progress(`\n${notice}`);
	} catch (error) {
		const source = await caller?.source().catch(() => undefined);
		throw toFailure(error, { settings, source, proxy: findProxy(env)?.variable });
	} finally {
		ended.abort();
	}
}

async function readToken({ tokenFile }: Flags, host: Host) {
	if (tokenFile === undefined) return undefined;
	const value = (await readText(tokenFile, host)).trim();
	if (value) return { value, source: '--token-file' };
	throw new Failure('usage', `${tokenFile} contains no token.`);
}

function createContext(
	settings: Settings,
	caller: Caller,
	flags: Flags,
	{ argv, host, output }: Environment,
): Context {
	const { env, stdout, stderr } = host;
	const client = caller.client();
	const inputAllowed = flags.input && !output.json && flags.tokenFile !== '-';
	const ask = inputAllowed && isInteractive(host) ? createAsk(host) : undefined;
	const wait = readWait(flags.wait);
	const open = (address: string) => openBrowser(address, env);
	return {
		client,
		settings,
		ask,
		wait,
		open,
		caller,
		env,
		stdout,
		stderr,
		structured: output.json,
		dryRun: flags.dryRun ?? false,
		workspace: () => findWorkspace({ client, settings, ask }),
		site: () => findSite({ client, settings, ask }),
		withApproval: (grant, run) =>
			runWithApproval(grant, run, {
				client,
				ask,
				wait,
				argv: ['feedback', ...argv],
				progress: output.progress,
				open,
			}),
		describeDryRun: (would, grant) => describeDryRun(client, would, grant),
		readText: (path) => readText(path, host),
		listWords,
		paint: output.paint,
		progress: output.progress,
		report: (event, text) => {
			if (output.json) output.object(event);
			else if (text) output.text(text);
		},
	};
}

async function describeDryRun(
	client: Context['client'],
	would: string,
	grant: RequiredGrant,
): Promise<DryRun> {
	const { kind } = await client.whoami();
	const approved =
		kind === 'person' ||
		(await readAll((cursor) => client.listGrants({ cursor }))).some((given) =>
			covers(given, grant),
		);
	return { dry_run: true, would, needs: grant.action, approved };
}

/** Whether a grant is bound to what the call needs; one of a CI token applies to every prompt of its site. */
function covers(
	given: Grant,
	{ action, workspace, site, site_name: name, prompt, revision }: RequiredGrant,
): boolean {
	if (given.action !== action) return false;
	if (given.site === null) {
		return given.workspace === workspace && (given.site_name ?? name) === name;
	}
	if (given.site !== site) return false;
	if (given.prompt === null) return true;
	return given.prompt === prompt && given.revision === (revision ?? null);
}

function renderDryRun({ would, needs, approved }: DryRun): string {
	const approval = approved
		? 'It is already approved.'
		: needs === 'person'
			? 'Only a person can do this, in the dashboard.'
			: `A person would have to approve it first (${needs}).`;
	return `This would ${would}. Nothing was changed.\n${needs ? approval : ''}`.trimEnd();
}

function readWait(wait: Flags['wait']): number | undefined {
	if (wait === undefined) return undefined;
	if (wait === true) return defaultWait;
	const seconds = Number(wait);
	if (Number.isInteger(seconds) && seconds >= 0 && seconds <= 86_400) return seconds;
	throw new Failure('usage', `--wait must be a number of seconds, at most 86400; it is "${wait}".`);
}
