import { existsSync, lstatSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { isContained } from './contained.ts';
import { hashOf } from './hash.ts';
import type { Write } from './write-changes.ts';

/** The skill's files, keyed by their path within its folder. */
export type SkillFiles = Record<string, string>;

/** Changes to the agent skill. */
export type SkillPlan = {
	state: 'create' | 'update' | 'present' | 'kept';
	/** Path of its folder within the project. */
	path: string;
	writes: Write[];
	note: string | null;
};

const folder = '.agents/skills/feedback';
const digestLine = /^(\s+digest: ).*$/m;

/** A digest of all files of the skill, stored in it to detect changes by a person. */
export function digestOf(files: SkillFiles): string {
	const parts = Object.keys(files)
		.toSorted()
		.map((path) => [path, files[path]!.replace(digestLine, '$1')]);
	return hashOf(JSON.stringify(parts)).slice(0, 32);
}

/** Adds the digest to the skill. */
export function stampSkill(files: SkillFiles): SkillFiles {
	const digest = digestOf(files);
	return { ...files, 'SKILL.md': files['SKILL.md']!.replace(digestLine, `$1${digest}`) };
}

/** Plans the writes that install the skill. A skill that is not ours, or that was changed, is not overwritten. */
export function planSkill(top: string, files: SkillFiles): SkillPlan {
	const stamped = stampSkill(files);
	const root = join(top, folder);
	const plan = (state: SkillPlan['state'], writes: Write[] = [], note: string | null = null) => ({
		state,
		path: folder,
		writes: [...writes, ...(state === 'kept' ? [] : planLink(top, stamped))],
		note,
	});
	if (!isContained(top, root)) {
		return plan(
			'kept',
			[],
			`${folder} is a symbolic link to outside the project, so it is left unchanged.`,
		);
	}
	if (!lstatSync(root, { throwIfNoEntry: false })) {
		return plan('create', toWrites(root, stamped));
	}
	const present = readSkill(root);
	if (!present || !isOurs(present)) {
		return plan(
			'kept',
			[],
			`${folder} was not written by this command, or has been changed, so it is left unchanged.`,
		);
	}
	const stale = Object.entries(stamped).filter(([path, text]) => present[path] !== text);
	return stale.length === 0
		? plan('present')
		: plan('update', toWrites(root, Object.fromEntries(stale)));
}

function toWrites(root: string, files: SkillFiles): Write[] {
	return Object.entries(files).map(([path, text]) => ({
		path: join(root, path),
		bytes: new TextEncoder().encode(text),
	}));
}

function isOurs(files: SkillFiles): boolean {
	const stamp = digestLine.exec(files['SKILL.md'] ?? '')?.[0].trim();
	return stamp === `digest: ${digestOf(files)}`;
}

function readSkill(root: string): SkillFiles | undefined {
	if (!statSync(root).isDirectory()) return undefined;
	const entries = readdirSync(root, { recursive: true, withFileTypes: true });
	// The skill has no links, and one may lead anywhere.
	if (entries.some((entry) => entry.isSymbolicLink())) return undefined;
	const paths = entries
		.filter((entry) => !entry.isDirectory())
		.map((entry) => join(entry.parentPath, entry.name));
	return Object.fromEntries(
		paths.map((path) => [
			relative(root, path).split(sep).join('/'),
			readFileSync(path, 'utf8').replaceAll('\r\n', '\n'),
		]),
	);
}

// Claude Code looks for skills in its own folder.
function planLink(top: string, files: SkillFiles): Write[] {
	if (!existsSync(join(top, '.claude'))) return [];
	const path = join(top, '.claude/skills/feedback');
	if (!isContained(top, path) || lstatSync(path, { throwIfNoEntry: false })) return [];
	// On Windows symbolic links need a privilege that most users lack.
	if (process.platform === 'win32') return toWrites(path, files);
	return [{ path, link: '../../.agents/skills/feedback' }];
}
