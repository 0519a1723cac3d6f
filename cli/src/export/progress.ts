import { createHash } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import { readJsonFile } from '../settings/json-file.ts';
import { writePrivateFile } from '../settings/private-file.ts';

/** Subject of an export: exports of the same subject continue where the last one ended. */
export type ExportSubject = {
	api_url: string;
	site: string;
	format: string;
	filter: Record<string, unknown>;
};

const progressSchema = z.object({
	/** Names the subject for people who open the file. */
	subject: z.object({
		api_url: z.string(),
		site: z.string(),
		format: z.string(),
		filter: z.record(z.string(), z.unknown()),
	}),
	/** Everything before it has been exported; null before the first export. */
	cursor: z.string().nullable(),
	/** A complete draft that was about to be renamed. */
	pending: z
		.object({ cursor: z.string(), draft: z.string(), file: z.string(), inode: z.number() })
		.nullable(),
});
type Progress = z.output<typeof progressSchema>;

export type ExportProgress = {
	/** Path of the file that stores the progress. */
	path: string;
	/** Reads the position at which the last export ended; undefined before the first one. */
	read(): string | undefined;
	/** Records that a complete draft is about to be renamed. */
	prepare(cursor: string, draft: string, file: string): void;
	/** Records that the draft was renamed. */
	complete(cursor: string): void;
};

/**
 * Opens the record of a subject's export progress. A run may end at any point: a draft that was not renamed yet counts
 * as not exported, a renamed draft counts as exported, even if the run ended before recording that.
 */
export function openProgress(folder: string, subject: ExportSubject): ExportProgress {
	const id = createHash('sha256').update(JSON.stringify(subject)).digest('hex').slice(0, 16);
	const path = join(folder, 'exports', `${id}.json`);
	const write = (progress: Omit<Progress, 'subject'>) =>
		writePrivateFile(path, `${JSON.stringify({ subject, ...progress }, null, '\t')}\n`);
	const load = () => readJsonFile(path, progressSchema) ?? { cursor: null, pending: null };
	return {
		path,
		read() {
			const { cursor, pending } = load();
			if (!pending) return cursor ?? undefined;
			const named =
				!existsSync(pending.draft) &&
				statSync(pending.file, { throwIfNoEntry: false })?.ino === pending.inode;
			if (!named) rmSync(pending.draft, { force: true });
			const reached = named ? pending.cursor : cursor;
			write({ cursor: reached, pending: null });
			return reached ?? undefined;
		},
		prepare(cursor, draft, file) {
			const { ino } = statSync(draft);
			const pending = { cursor, draft: resolve(draft), file: resolve(file), inode: ino };
			write({ cursor: load().cursor, pending });
		},
		complete: (cursor) => write({ cursor, pending: null }),
	};
}
