import { product } from '@feedback/contract';

import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import type { App } from './app.ts';
import { applyChanges } from './apply-changes.ts';
import { describeFramework, toWrite } from './code-plan.ts';
import { findTop, flagOf } from './find-apps.ts';
import type { ByHand, Framework } from './framework.ts';
import { findGuide } from './guide.ts';
import type { InitOptions } from './init-call.ts';
import { openJournals } from './journal.ts';
import { nameOf, specOf, unknownSite } from './make-plan.ts';
import type { InstallOptions } from './make-plan.ts';
import { findPackageManager } from './package-manager.ts';
import { planProjectFile } from './project-file.ts';
import { findKnownSite, getExisting, givenSite, makeSite } from './site.ts';
import type { AppSite } from './site.ts';
import { decideSkill } from './skill-choice.ts';
import type { SkillPlan } from './skill.ts';
import { writeSnippet } from './unedited.ts';

type UneditedApp = {
	app: App;
	/** Undefined when the framework is not recognised. */
	framework: Framework | undefined;
	/** Why the code is not edited, as a sentence. */
	reason: string;
};

/**
 * Handles an app whose code the wizard does not edit: offers the site and the agent skill, then fails with the manual
 * steps, which include the site ID.
 */
export async function explainByHand(
	{ app, framework, reason }: UneditedApp,
	options: InstallOptions,
	context: Context,
): Promise<never> {
	const { settings, dryRun, ask } = context;
	const top = findTop(app.root);
	const journals = openJournals(settings.folder, app.root);
	// Without a terminal, files are only written with --yes.
	const mayWrite = !dryRun && app.manifest !== undefined && (ask !== undefined || options.yes);
	const site = await decideSite(app, options, context, mayWrite, journals.folder);
	const skill = mayWrite ? await decideSkill(top, options, context) : undefined;
	const project = mayWrite && site ? planProjectFile(app, site) : undefined;
	const writes = [...(project ? [toWrite(app, project)] : []), ...(skill?.writes ?? [])];
	if (writes.length > 0) {
		const journal = applyChanges(writes, { app: app.root, top, journals, now: new Date() });
		journals.update({ ...journal, state: 'done' });
	}
	const init = { siteId: site?.site_id ?? unknownSite, apiUrl: settings.api_url.value };
	const byHand = framework?.byHand?.(app, init) ?? anyEntry(init);
	const manager = await findPackageManager(app.root, top);
	const add = manager.add(specOf(options));
	const command = (flag: string) =>
		['feedback', 'init', flag, ...flagOf(app, options.cwd)].join(' ');
	const steps = [
		...(byHand.byScript ? [] : [`Install the SDK: ${add.join(' ')}`]),
		`${byHand.place}:\n\n${byHand.code}\n`,
		...(site?.site_id ? [] : [`Replace ${unknownSite} with the ID of your site.`]),
		`Start the app, and wait for its first event: ${command('--verify')}`,
	];
	const guide = await findGuide(framework?.guide ?? 'install/package', skill, settings);
	throw new Failure('unrecognised_app', `${reason} The code was not changed.`, {
		hint: [
			...listDone(site, skill),
			...(writes.length > 0 ? [`"${command('--undo')}" removes what was written.`] : []),
			'What to do manually:',
			...steps.map((step, at) => `  ${at + 1}. ${step.replaceAll(/\n(?=.)/g, '\n     ')}`),
			guide.text,
		].join('\n'),
		details: {
			framework: framework ? describeFramework(app, framework) : null,
			snippet: byHand.code,
			place: byHand.place,
			package: byHand.byScript ? null : product.sdkPackage,
			command: byHand.byScript ? null : add,
			guide: guide.url,
			site: site ?? null,
			skill: skill ? { path: skill.path, state: skill.state } : null,
			steps,
		},
		next: [
			...(site ? [] : [['feedback', 'site', 'create', '--name', nameOf(app)]]),
			...(skill
				? []
				: [
						[
							'feedback',
							'init',
							'--agent-skill',
							'--yes',
							...idOf(site),
							...flagOf(app, options.cwd),
						],
					]),
		],
	});
}

function idOf(site: AppSite | undefined): string[] {
	return site?.site_id ? ['--site-id', site.site_id] : [];
}

function anyEntry(init: InitOptions): ByHand {
	return {
		place: 'Put this into the module that the browser loads first, before the app mounts',
		code: writeSnippet(init),
	};
}

async function decideSite(
	app: App,
	{ siteId, name }: InstallOptions,
	context: Context,
	mayWrite: boolean,
	folder: string,
): Promise<AppSite | undefined> {
	if (siteId !== undefined) return givenSite(siteId, context);
	const known = findKnownSite(context, app.root);
	if (known !== undefined && !context.dryRun) return getExisting(known, context);
	if (!mayWrite || !context.ask) return undefined;
	if (!(await context.ask.confirm('Create a site for this app, or choose one?'))) return undefined;
	return makeSite(name ?? nameOf(app), folder, context);
}

function listDone(site: AppSite | undefined, skill: SkillPlan | undefined): string[] {
	const named = site?.name ? `"${site.name}", ` : '';
	return [
		...(site?.site_id ? [`Site: ${named}${site.site_id} (${site.state}).`] : []),
		...(site?.note ? [site.note] : []),
		...(skill ? [`Agent skill: ${skill.path} (${skill.state}).`] : []),
	];
}
