import { join, relative } from 'node:path';

import { toWrite, writeDiff } from './code-plan.ts';
import { listDirty } from './dirty.ts';
import { plannedPrompt } from './first-prompt.ts';
import type { FileChange } from './framework.ts';
import type { InstallOptions, Plan } from './make-plan.ts';
import { planProjectFile } from './project-file.ts';
import { describeRefusal } from './refusals.ts';
import type { Result } from './result.ts';
import type { SkillPlan } from './skill.ts';
import { readIfThere } from './write-changes.ts';
import type { Write } from './write-changes.ts';

function listFiles({ app, code, site, setting, identity, accepted }: Plan): FileChange[] {
	const project = site ? planProjectFile(app, site) : undefined;
	const added = accepted === true && identity ? identity.files : [];
	const rest = code.files.filter(({ path }) => added.every((file) => file.path !== path));
	return [...rest, ...added, ...(project ? [project] : []), ...(setting ? [setting] : [])];
}

/** Everything that a plan writes. */
export function listWrites(plan: Plan): Write[] {
	return [...listFiles(plan).map((file) => toWrite(plan.app, file)), ...(plan.skill?.writes ?? [])];
}

/** Converts a plan into a result that can be displayed. */
export function describePlan(
	plan: Plan,
	{ skipInstall, firstPrompt }: InstallOptions,
	state: Result['state'],
): Result {
	const { app, code, site, skill, manager, source, setting, identity, accepted = false } = plan;
	const spec = skipInstall ? source.whole : source.spec;
	const files = listFiles(plan).map((file) => ({
		path: file.path,
		change: readIfThere(join(app.root, file.path)) ? ('edit' as const) : ('create' as const),
		diff: writeDiff(app, file, file === setting),
	}));
	const edited = files.filter(({ change }) => change === 'edit').map(({ path }) => path);
	return {
		state,
		app: app.root,
		framework: code.framework,
		existing: code.existing,
		files: [...files, ...(skill ? describeSkill(app.root, skill) : [])],
		package: code.needsPackage
			? { spec, command: manager.add(spec), state: skipInstall ? 'skipped' : 'to_install' }
			: null,
		by_hand: null,
		site: site ? { id: site.id, site_id: site.site_id, name: site.name, state: site.state } : null,
		skill: skill ? { path: skill.path, state: skill.state } : null,
		identity: identity
			? { id: identity.id, name: identity.name, state: accepted ? 'accepted' : 'left' }
			: null,
		verified: null,
		decision: null,
		prompt: firstPrompt && site ? plannedPrompt : null,
		dashboard: null,
		refusals: code.refusals,
		notes: [
			...code.refusals.map(describeRefusal),
			...code.notes,
			...(identity?.note !== undefined ? [identity.note] : []),
			...(site?.note ? [site.note] : []),
			...(skill?.note ? [skill.note] : []),
			...listDirty(app.root, edited),
		],
		steps: [],
	};
}

/** The files that a plan for the skill writes. */
export function describeSkill(root: string, { state, writes }: SkillPlan): Result['files'] {
	return writes.map((write) => ({
		path: relative(root, write.path).replaceAll('\\', '/'),
		change: 'link' in write ? 'link' : state === 'update' ? 'edit' : 'create',
		// Omit the skill's text: it is long, the same for every app, and would hide the other changes.
		diff: null,
	}));
}
