import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { adviseOnInterruption } from '../interruption.ts';
import { createPaint } from '../output/paint.ts';
import type { App } from './app.ts';
import { applyChanges } from './apply-changes.ts';
import { explainByHand } from './by-hand.ts';
import { describePlan, listWrites } from './describe-plan.ts';
import { flagOf } from './find-apps.ts';
import { finish } from './finish.ts';
import { findFramework } from './frameworks.ts';
import { offerIdentity } from './identity/offer-identity.ts';
import { planIdentity } from './identity/plan-identity.ts';
import { endRun, installPackage, refuseInstall } from './install-package.ts';
import { codeFor, makePlan, nameOf, refuseUnfinished } from './make-plan.ts';
import type { InstallOptions, Plan } from './make-plan.ts';
import { renderPlan } from './render.ts';
import type { Result } from './result.ts';
import { makeSite } from './site.ts';
import type { AppSite } from './site.ts';
import { Unplanned } from './unplanned.ts';

/** Installs the SDK in an app: plans, confirms, writes, installs the package, and lists the remaining steps. */
export async function install(
	app: App,
	options: InstallOptions,
	context: Context,
): Promise<Result> {
	adviseOnInterruption({ hint: 'Nothing was changed.' });
	refuseUnfinished(context.settings.folder, options.cwd, app);
	const framework = findFramework(app);
	if (!framework) {
		const reason = `No known web framework was found in ${app.root}.`;
		return explainByHand({ app, framework, reason }, options, context);
	}
	let plan: Plan;
	try {
		plan = await makePlan(app, framework, options, context);
	} catch (error) {
		if (!(error instanceof Unplanned)) throw error;
		return explainByHand({ app, framework, reason: error.message }, options, context);
	}
	refuseUnknownSite(plan, options);
	const planned = describePlan(plan, options, 'planned');
	if (context.dryRun) return planned;
	const changes = planned.files.length > 0 || planned.package?.state === 'to_install';
	const offer = () => offerIdentity(plan, options, context);
	if (!changes && !(await offer())) return finish(plan, options, context, 'unchanged');
	if (planned.package?.state === 'to_install') {
		const { spec } = plan.source;
		refuseInstall(plan.manager, { spec, top: plan.top, env: context.env });
	}
	if (changes) await confirm(planned, options, context);
	const accepted = !changes || (await offer());
	const site = await resolveSite(plan, options, context);
	const code = plan.code.existing ? plan.code : codeFor(plan, site, context);
	const identity = planIdentity(app, code.files);
	const resolved = { ...plan, site, code, identity, accepted };
	const final = describePlan(resolved, options, 'planned');
	const { journals, manager, source, top } = resolved;
	const journal = applyChanges(listWrites(resolved), {
		app: app.root,
		top,
		journals,
		now: new Date(),
	});
	adviseOnInterruption({
		hint: 'The code has been changed, and the package may be partly installed. Undo that before the next run.',
		next: [['feedback', 'init', '--undo', ...flagOf(app, options.cwd)]],
	});
	if (final.package?.state === 'to_install') {
		const copyTo = context.structured ? undefined : context.stderr;
		const { root } = app;
		const { spec } = source;
		await installPackage({ root, spec, manager, journal, journals, env: context.env, copyTo });
	}
	endRun(journals, journal);
	return finish(resolved, options, context, 'installed', final);
}

async function resolveSite(
	{ app, site, journals }: Plan,
	{ name }: InstallOptions,
	context: Context,
): Promise<AppSite | undefined> {
	if (site?.state !== 'to_create') return site;
	const made = await makeSite(name ?? nameOf(app), journals.folder, context);
	if (made.state === 'created') {
		adviseOnInterruption({
			hint: `The site "${made.name}" was created, and the next run uses it. Nothing else was changed.`,
		});
	}
	return made;
}

async function confirm(
	planned: Result,
	{ yes }: InstallOptions,
	{ ask, progress }: Context,
): Promise<void> {
	if (yes) return;
	if (!ask) {
		throw new Failure(
			'usage',
			'The changes need your confirmation, but there is no terminal. Nothing was written.',
			{
				hint: '--yes applies them without asking; --dry-run shows them.',
				details: { files: planned.files.map(({ path }) => path) },
			},
		);
	}
	// `progress` replaces control characters, so print without colours.
	progress(renderPlan(planned, createPaint({}, {}, false)));
	for (const note of planned.notes) progress(`• ${note}`);
	if (await ask.confirm('Make these changes?')) return;
	throw new Failure('interrupted', 'Nothing was changed.');
}

// Checked before anything is written; the UUID of a new site is already known.
function refuseUnknownSite({ site }: Plan, { verify: seconds, firstPrompt }: InstallOptions): void {
	if (site?.id || site?.state === 'to_create') return;
	const flag = firstPrompt ? '--first-prompt' : seconds === undefined ? undefined : '--verify';
	if (!flag) return;
	throw new Failure('usage', `${flag} needs the UUID of the site.`, {
		hint: 'Add --site <site_uuid>, or name the site in feedback.json.',
		next: [['feedback', 'site', 'list']],
	});
}
