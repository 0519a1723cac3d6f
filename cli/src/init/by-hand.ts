import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { shellLine } from '../output/shell-word.ts';
import type { App } from './app.ts';
import { applyChanges } from './apply-changes.ts';
import { describeFramework, toWrite, writeDiff } from './code-plan.ts';
import { describeSkill } from './describe-plan.ts';
import { findTop, flagOf } from './find-apps.ts';
import type { ByHand, FileChange, Framework } from './framework.ts';
import { findGuide } from './guide.ts';
import type { InitOptions } from './init-call.ts';
import { openJournals } from './journal.ts';
import { nameOf, unknownSite } from './make-plan.ts';
import type { InstallOptions } from './make-plan.ts';
import { findPackageManager } from './package-manager.ts';
import { expectPackage } from './package-source.ts';
import { planProjectFile } from './project-file.ts';
import type { Result } from './result.ts';
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
 * Handles an app whose code the wizard does not edit: offers the site and the agent skill, and lists the steps that are
 * left, with the site ID.
 *
 * @throws `unrecognised_app` with the same steps when no web framework was found
 */
export async function explainByHand(
	{ app, framework, reason }: UneditedApp,
	options: InstallOptions,
	context: Context,
): Promise<Result> {
	const { settings, dryRun, ask } = context;
	const top = findTop(app.root);
	const journals = openJournals(settings.folder, app.root);
	// Without a terminal, files are only written with --yes.
	const mayWrite = !dryRun && app.manifest !== undefined && (ask !== undefined || options.yes);
	const { whole, instance } = expectPackage(options, settings);
	const site = await decideSite(app, options, context, mayWrite, journals.folder);
	const skill = mayWrite ? await decideSkill(top, options, context, instance) : undefined;
	const project = mayWrite && site ? planProjectFile(app, site) : undefined;
	const files = describeFiles(app, project, skill);
	const writes = [...(project ? [toWrite(app, project)] : []), ...(skill?.writes ?? [])];
	if (writes.length > 0) {
		const journal = applyChanges(writes, { app: app.root, top, journals, now: new Date() });
		journals.update({ ...journal, state: 'done' });
	}
	const init = { siteId: site?.site_id ?? unknownSite, apiUrl: settings.api_url.value };
	const { byScript = false, ...byHand } = framework?.byHand?.(app, init) ?? anyEntry(init);
	const manager = await findPackageManager(app.root, top);
	const add = manager.add(whole);
	const place = flagOf(app, options.cwd);
	const command = (...flags: string[]) => shellLine(['feedback', 'init', ...flags, ...place]);
	const guide = await findGuide(framework?.guide ?? 'install/package', skill, settings);
	const steps = [
		...(byScript ? [] : [`Install the SDK: ${shellLine(add)}`]),
		`${byHand.place}:\n\n${byHand.code}\n`,
		...(site?.site_id
			? []
			: [
					`Replace ${unknownSite} with the ID of your site; this creates one: feedback site create --name "${nameOf(app)}"`,
				]),
		guide.text,
		...(skill ? [] : [`Teach your coding agent the same: ${command('--agent-skill', '--yes')}`]),
		`Start the app, and wait for its first event: ${command('--verify')}`,
	];
	const message = `${reason} The code was not changed.`;
	if (!framework) throw refuseUnknown(message, steps, { ...byHand, guide: guide.url });
	return {
		state: 'by_hand',
		app: app.root,
		framework: describeFramework(app, framework),
		existing: null,
		files,
		package: byScript ? null : { spec: whole, command: add, state: 'skipped' },
		by_hand: { ...byHand, guide: guide.url },
		site: site ? { id: site.id, site_id: site.site_id, name: site.name, state: site.state } : null,
		skill: skill ? { path: skill.path, state: skill.state } : null,
		identity: null,
		verified: null,
		decision: null,
		prompt: null,
		dashboard: null,
		refusals: [],
		notes: [
			message,
			...(site?.note ? [site.note] : []),
			...(skill?.note ? [skill.note] : []),
			...(writes.length > 0 ? [`"${command('--undo')}" removes what was written.`] : []),
		],
		steps,
	};
}

function describeFiles(
	app: App,
	project: FileChange | undefined,
	skill: SkillPlan | undefined,
): Result['files'] {
	const change = existsSync(join(app.root, 'feedback.json')) ? 'edit' : 'create';
	return [
		...(project ? [{ path: project.path, change, diff: writeDiff(app, project) } as const] : []),
		...(skill ? describeSkill(app.root, skill) : []),
	];
}

function refuseUnknown(
	message: string,
	steps: readonly string[],
	byHand: NonNullable<Result['by_hand']>,
): Failure {
	return new Failure('unrecognised_app', message, {
		hint: [
			'If this is a web app, do it yourself:',
			...steps.map((step, at) => `  ${at + 1}. ${step.replaceAll(/\n(?=.)/g, '\n     ')}`),
		].join('\n'),
		details: { ...byHand, steps },
	});
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
