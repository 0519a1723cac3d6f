import type { ListedBackup } from './list-backups.ts';
import { type BackupList } from './list-backups.ts';
import type { ClusterManifest, Manifest } from './manifest.ts';
import type { Mark } from './marks.ts';

/** The point in time to which a cluster is restored. */
export type RestoreTarget =
	/** The end of the archive. */
	| { kind: 'end' }
	/** The end of the backup, without later WAL. */
	| { kind: 'backup' }
	| { kind: 'mark'; name: string }
	| { kind: 'time'; time: Date };

export type Choice = { manifest: Manifest; mark?: Mark };

export type Wanted = {
	/** ID of a backup; by default the newest one from which the target can be reached. */
	backup?: string | undefined;
	archive?: string | undefined;
	target: RestoreTarget;
};

/**
 * Chooses the backup to restore, and the mark that is its target. Throws an explanation when no backup is
 * suitable, or when the destination has backups of several servers and no server is named, because the newest
 * backup may be from a drill.
 */
export function chooseBackup(list: BackupList, wanted: Wanted, place: string): Choice {
	const { target } = wanted;
	const named = wanted.backup
		? list.backups.filter(({ id }) => id === wanted.backup)
		: list.backups.filter(({ archive }) => !wanted.archive || archive === wanted.archive);
	if (named.length === 0) throw new Error(explainNone(list, wanted, place));
	requireOneArchive(named, place);
	const mark = target.kind === 'mark' ? findMark(list, named[0]!.archive, target.name) : undefined;
	const until = target.kind === 'time' ? target.time.toISOString() : mark?.time;
	const readable = named.flatMap(({ manifest }) => manifest ?? []);
	if (readable.length === 0) {
		throw new Error(`The backup ${named.at(-1)!.id} cannot be restored: ${named.at(-1)!.problem}`);
	}
	const manifest = readable.findLast(({ ended }) => !until || ended <= until);
	if (!manifest) {
		throw new Error(
			`No backup ended before ${until}: the first that can be restored ended at ${readable[0]!.ended}.`,
		);
	}
	return { manifest, ...(mark && { mark }) };
}

function requireOneArchive(backups: readonly ListedBackup[], place: string): void {
	const archives = new Map(backups.map((backup) => [backup.archive, backup.id]));
	if (archives.size === 1) return;
	const newest = [...archives].map(([archive, id]) => `${archive} (newest: ${id})`).join(', ');
	throw new Error(
		`${place} holds backups of several servers: ${newest}. Name the archive, or the backup, to restore.`,
	);
}

function findMark({ marks }: BackupList, archive: string, name: string): Mark {
	const mark = marks.find((each) => each.archive === archive && each.name === name);
	if (mark) return mark;
	const known = marks.filter((each) => each.archive === archive).map((each) => each.name);
	throw new Error(
		`There is no mark ${name}. ${known.length > 0 ? `There are: ${known.join(', ')}.` : 'There is none at all.'}`,
	);
}

function explainNone({ backups }: BackupList, { backup, archive }: Wanted, place: string): string {
	if (backups.length === 0) return `${place} has no complete backup.`;
	const ids = backups.map(({ id, archive }) => `${id} of ${archive}`).join(', ');
	return `${place} has no backup ${backup ?? `of ${archive}`}. There are: ${ids}.`;
}

/** Throws unless the manifest is of a cluster's backup. */
export function requireCluster(manifest: Manifest): ClusterManifest {
	if (manifest.kind === 'cluster') return manifest;
	throw new Error(
		`The backup ${manifest.id} is a dump of an external database. Give the URL of an empty one to restore it to.`,
	);
}
