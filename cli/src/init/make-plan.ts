import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { product } from '@feedback/contract';

import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import type { App } from './app.ts';
import { planCode } from './code-plan.ts';
import type { CodePlan } from './code-plan.ts';
import { findTop, flagOf } from './find-apps.ts';
import type { Framework } from './framework.ts';
import { openJournals } from './journal.ts';
import type { Journals } from './journal.ts';
import { findPackageManager } from './package-manager.ts';
import type { PackageManager } from './package-manager.ts';
import { findKnownSite, getExisting, givenSite } from './site.ts';
import type { AppSite } from './site.ts';
import { decideSkill } from './skill-choice.ts';
import type { SkillPlan } from './skill.ts';

export type InstallOptions = {
	cwd: string;
	yes: boolean;
	skipInstall: boolean;
	/** Of `--agent-skill` and its opposite; nothing when neither was typed. */
	skill: boolean | undefined;
	/** Of `--first-prompt` and its opposite. */
	firstPrompt: boolean | undefined;
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

/** Looks at the app and at the service; writes nothing. Throws `Unplanned` where it is not clear what to change. */
export async function makePlan(
	app: App,
	framework: Framework,
	options: InstallOptions,
	context: Context,
): Promise<Plan> {
	const { settings } = context;
	const journals = openJournals(settings.folder, app.root);
	const top = findTop(app.root);
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
export const unknownSite = 'site_…';

/** The changes to the code, with the ID of the site in them. */
export function codeFor(
	{ app, framework }: Pick<Plan, 'app' | 'framework'>,
	site: AppSite | undefined,
	{ settings }: Context,
): CodePlan {
	const siteId = site?.site_id ?? unknownSite;
	return planCode(app, framework, { siteId, apiUrl: settings.api_url.value });
}

/** Throws when a run in the app was killed: it has to be taken back first. */
export function refuseUnfinished(folder: string, cwd: string, app: App): void {
	if (openJournals(folder, app.root).last()?.state !== 'open') return;
	throw new Failure('unfinished_run', 'An earlier run did not come to its end.', {
		hint: 'Take it back first; then run the command again.',
		next: [['feedback', 'init', '--undo', ...flagOf(app, cwd)]],
	});
}

async function findSite(
	app: App,
	{ siteId, name }: InstallOptions,
	context: Context,
): Promise<AppSite> {
	if (siteId !== undefined) return givenSite(siteId, context);
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

/** What is installed: from the registry, unless a file or an address was given. */
export function specOf({ sdk, cwd }: InstallOptions): string {
	if (sdk === undefined) return `${product.sdkPackage}@^${product.version}`;
	const path = isAbsolute(sdk) ? sdk : resolve(cwd, sdk);
	return existsSync(path) ? path : sdk;
}
