import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import type { App } from './app.ts';
import { planCode } from './code-plan.ts';
import type { CodePlan } from './code-plan.ts';
import { findTop, flagOf } from './find-apps.ts';
import type { FileChange, Framework } from './framework.ts';
import { planIdentity } from './identity/plan-identity.ts';
import type { Identity } from './identity/plan-identity.ts';
import { openJournals } from './journal.ts';
import type { Journals } from './journal.ts';
import { findPackageManager } from './package-manager.ts';
import type { PackageManager } from './package-manager.ts';
import { expectPackage, findPackage } from './package-source.ts';
import type { PackageSource } from './package-source.ts';
import { planRegistry } from './registry-setting.ts';
import { findKnownSite, getExisting, givenSite } from './site.ts';
import type { AppSite } from './site.ts';
import { decideSkill } from './skill-choice.ts';
import type { SkillPlan } from './skill.ts';

export type InstallOptions = {
	cwd: string;
	yes: boolean;
	skipInstall: boolean;
	/** `--agent-skill` or `--no-agent-skill`; undefined with neither. */
	skill: boolean | undefined;
	/** `--first-prompt` or `--no-first-prompt`; undefined with neither. */
	firstPrompt: boolean | undefined;
	siteId: string | undefined;
	name: string | undefined;
	/** Source of the SDK instead of the registry. */
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
	source: PackageSource;
	/** The setting of the registry, unless the project has one. */
	setting: FileChange | undefined;
	journals: Journals;
	/** How the app can tell the SDK who is signed in. */
	identity: Identity | undefined;
	/** A person accepted the changes of `identity`. */
	accepted?: boolean;
};

/** Plans the installation without writing. Throws `Unplanned` when it is not clear what to change. */
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
	const manager = await findPackageManager(app.root, top);
	const installs = code.needsPackage && !options.skipInstall;
	// A dry run works without a network.
	const find = installs && !context.dryRun ? findPackage : expectPackage;
	const source = await find(options, settings);
	const { registry, instance } = source;
	return {
		app,
		top,
		framework,
		code,
		site: code.existing && site?.state === 'to_create' ? undefined : site,
		skill: await decideSkill(top, options, context, instance),
		manager,
		source,
		setting: installs && registry ? planRegistry(app, manager, registry) : undefined,
		journals,
		identity: planIdentity(app, code.files),
	};
}

/** Placeholder in diffs for the ID of a site that does not exist yet. */
export const unknownSite = 'site_…';

/** Plans the changes to the code with the ID of the site. */
export function codeFor(
	{ app, framework }: Pick<Plan, 'app' | 'framework'>,
	site: AppSite | undefined,
	{ settings }: Context,
): CodePlan {
	const siteId = site?.site_id ?? unknownSite;
	return planCode(app, framework, { siteId, apiUrl: settings.api_url.value });
}

/** Throws when an earlier run was killed: it has to be undone first. */
export function refuseUnfinished(folder: string, cwd: string, app: App): void {
	if (openJournals(folder, app.root).last()?.state !== 'open') return;
	throw new Failure('unfinished_run', 'An earlier run was interrupted.', {
		hint: 'Undo it first, then run the command again.',
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
		// A dry run works without the service and without a sign-in.
		if (!context.dryRun) throw error;
		return { id: known, workspace: null, site_id: null, name: null, state: 'existing' };
	}
}

export function nameOf({ root, manifest }: App): string {
	return (manifest?.name ?? root.split(/[/\\]/).at(-1) ?? 'app').slice(0, 120);
}
