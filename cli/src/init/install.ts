import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { createPaint } from '../output/paint.ts';
import type { App } from './app.ts';
import { describePlan, listWrites } from './describe-plan.ts';
import { installPackage } from './install-package.ts';
import { codeFor, makePlan, nameOf } from './make-plan.ts';
import type { InstallOptions, Plan } from './make-plan.ts';
import { listSteps } from './next-steps.ts';
import { renderPlan } from './render.ts';
import type { Result } from './result.ts';
import { makeSite } from './site.ts';
import type { AppSite } from './site.ts';
import { waitForEvent } from './verify.ts';
import { writeChanges } from './write-changes.ts';

/** Brings the SDK into an app: plans, shows, asks, writes, installs, and says what is left to do. */
export async function install(
	app: App,
	options: InstallOptions,
	context: Context,
): Promise<Result> {
	const plan = await makePlan(app, options, context);
	refuseUnverifiable(plan, options);
	const planned = describePlan(plan, options, 'planned');
	if (context.dryRun) return planned;
	const changes = planned.files.length > 0 || planned.package?.state === 'to_install';
	if (!changes) return finish(plan, options, context, 'unchanged');
	await confirm(planned, options, context);
	const site = await settleSite(plan, options, context);
	const settled = {
		...plan,
		site,
		code: plan.code.existing ? plan.code : codeFor(plan, site, context),
	};
	const final = describePlan(settled, options, 'planned');
	const { journals, manager, spec } = settled;
	const journal = writeChanges(listWrites(settled), { app: app.root, journals, now: new Date() });
	if (final.package?.state === 'to_install') {
		const quiet = context.structured;
		const { root } = app;
		await installPackage({ root, spec, manager, journal, journals, env: context.env, quiet });
	}
	journals.keep({ ...journal, state: 'done' });
	return finish(settled, options, context, 'installed', final);
}

async function settleSite(
	{ app, site, journals }: Plan,
	{ name }: InstallOptions,
	context: Context,
): Promise<AppSite | undefined> {
	if (site?.state !== 'to_create') return site;
	return makeSite(name ?? nameOf(app), journals.folder, context);
}

async function confirm(
	planned: Result,
	{ yes }: InstallOptions,
	{ ask, progress }: Context,
): Promise<void> {
	if (yes) return;
	if (!ask) {
		throw new Failure('usage', 'Nobody is here to confirm the changes: nothing was written.', {
			hint: '--yes makes them without asking; --dry-run shows them.',
			details: { files: planned.files.map(({ path }) => path) },
		});
	}
	// Control characters do not pass on the way aside, so it has no colours.
	progress(renderPlan(planned, createPaint({}, {}, false)));
	for (const note of planned.notes) progress(`• ${note}`);
	if (await ask.confirm('Make these changes?')) return;
	throw new Failure('interrupted', 'Nothing was changed.');
}

async function finish(
	plan: Plan,
	options: InstallOptions,
	context: Context,
	state: 'installed' | 'unchanged',
	described = describePlan(plan, options, state),
): Promise<Result> {
	const verified = await verify(plan, options, context);
	const { framework, code } = plan;
	const skipped = described.package?.state === 'skipped';
	const steps = listSteps({
		framework,
		install: skipped ? described.package!.command : undefined,
		byScript: !code.needsPackage && framework.id === 'html',
		verified: verified !== null,
	});
	const done = described.package && !skipped ? { state: 'installed' as const } : {};
	return {
		...described,
		state,
		package: described.package ? { ...described.package, ...done } : null,
		verified,
		steps: state === 'unchanged' && !skipped ? [] : steps,
	};
}

async function verify(
	{ site }: Plan,
	{ verify: seconds }: InstallOptions,
	context: Context,
): Promise<string | null> {
	if (seconds === undefined) return null;
	return site?.id ? waitForEvent(site.id, seconds, context) : null;
}

// Known before anything is written: a site that is created will have its UUID.
function refuseUnverifiable({ site }: Plan, { verify: seconds }: InstallOptions): void {
	if (seconds === undefined || site?.id || site?.state === 'to_create') return;
	throw new Failure('usage', '--verify needs to know the site: its UUID is not known.', {
		hint: 'Add --site <site_uuid>, or name the site in feedback.json.',
		next: [['feedback', 'site', 'list']],
	});
}
