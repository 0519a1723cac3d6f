import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { product } from '@feedback/contract';

import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import type { App } from './app.ts';
import { planCode } from './code-plan.ts';
import type { CodePlan } from './code-plan.ts';
import { findTop, shorten } from './find-apps.ts';
import type { Framework } from './framework.ts';
import { findFramework } from './frameworks.ts';
import { openJournals } from './journal.ts';
import type { Journals } from './journal.ts';
import { findPackageManager } from './package-manager.ts';
import type { PackageManager } from './package-manager.ts';
import { findKnownSite, getExisting, givenSite } from './site.ts';
import type { AppSite } from './site.ts';
import { planSkill } from './skill.ts';
import type { SkillPlan } from './skill.ts';
import { unrecognised } from './snippet.ts';
import { Unplanned } from './unplanned.ts';

export type InstallOptions = {
	cwd: string;
	yes: boolean;
	skipInstall: boolean;
	/** Of `--agent-skill` and its opposite; nothing when neither was typed. */
	skill: boolean | undefined;
	siteId: string | undefined;
	name: string | undefined;
	/** Where the SDK comes from, instead of the registry. */
	sdk: string | undefined;
	/** Seconds to wait for the first event. */
	verify: number | undefined;
};

/** Everything that is known before anything is written. */
export type Plan = {
	app: App;
	top: string;
	framework: Framework;
	code: CodePlan;
	site: AppSite | undefined;
	skill: SkillPlan | undefined;
	manager: PackageManager;
	spec: string;
	journals: Journals;
};

/** Looks at the app and at the service; writes nothing. */
export async function makePlan(app: App, options: InstallOptions, context: Context): Promise<Plan> {
	const { settings } = context;
	const journals = openJournals(settings.folder, app.root);
	refuseUnfinished(journals, options.cwd, app);
	const top = findTop(app.root);
	const apiUrl = settings.api_url.value;
	const framework = recognise(app, apiUrl, context);
	const site = await findSite(app, options, context);
	const code = codeFor({ app, framework }, site, context);
	return {
		app,
		top,
		framework,
		code,
		site: code.existing && site?.state === 'to_create' ? undefined : site,
		skill: await decideSkill(top, options, context),
		manager: await findPackageManager(app.root, top),
		spec: specOf(options),
		journals,
	};
}

/** Stands in the shown difference for the ID of a site that does not exist yet. */
const unknownSite = 'site_…';

function recognise(app: App, apiUrl: string, { settings }: Context): Framework {
	const framework = findFramework(app);
	if (framework) return framework;
	const options = { siteId: unknownSite, apiUrl };
	throw unrecognised('This app was not recognised.', options, settings.docs_url.value);
}

/** The changes to the code, with the ID of the site in them. */
export function codeFor(
	{ app, framework }: Pick<Plan, 'app' | 'framework'>,
	site: AppSite | undefined,
	{ settings }: Context,
): CodePlan {
	const options = { siteId: site?.site_id ?? unknownSite, apiUrl: settings.api_url.value };
	try {
		return planCode(app, framework, options);
	} catch (error) {
		if (!(error instanceof Unplanned)) throw error;
		throw unrecognised(error.message, options, settings.docs_url.value);
	}
}

function refuseUnfinished(journals: Journals, cwd: string, { root }: App): void {
	if (journals.last()?.state !== 'open') return;
	const place = root === cwd ? [] : ['--app', shorten(root, cwd)];
	throw new Failure('unfinished_run', 'An earlier run did not come to its end.', {
		hint: 'Take it back first; then run the command again.',
		next: [['feedback', 'init', '--undo', ...place]],
	});
}

async function findSite(
	app: App,
	{ siteId, name }: InstallOptions,
	context: Context,
): Promise<AppSite> {
	if (siteId !== undefined) return givenSite(siteId);
	const known = findKnownSite(context, app.root);
	if (known === undefined) {
		const state = 'to_create' as const;
		return { id: null, workspace: null, site_id: null, name: name ?? nameOf(app), state };
	}
	try {
		return await getExisting(known, context);
	} catch (error) {
		// A plan may be made without a service and without a sign-in.
		if (!context.dryRun) throw error;
		return { id: known, workspace: null, site_id: null, name: null, state: 'existing' };
	}
}

export function nameOf({ root, manifest }: App): string {
	return (manifest?.name ?? root.split(/[/\\]/).at(-1) ?? 'app').slice(0, 120);
}

async function decideSkill(
	top: string,
	{ skill }: InstallOptions,
	{ ask, dryRun }: Context,
): Promise<SkillPlan | undefined> {
	if (skill === false || (skill === undefined && (!ask || dryRun))) return undefined;
	const { agentSkill } = await import('@feedback/contract/agent-skill');
	const plan = planSkill(top, agentSkill);
	// Asked only when there is something to decide.
	if (skill !== undefined || plan.writes.length === 0) return plan;
	const question =
		'Install a skill that teaches coding agents this SDK, at .agents/skills/feedback?';
	return (await ask!.confirm(question)) ? plan : undefined;
}

function specOf({ sdk, cwd }: InstallOptions): string {
	if (sdk === undefined) return `${product.sdkPackage}@^${product.version}`;
	const path = isAbsolute(sdk) ? sdk : resolve(cwd, sdk);
	return existsSync(path) ? path : sdk;
}
