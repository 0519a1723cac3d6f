import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { hashFiles } from './hash-files.ts';
import { hashScenes } from './hash-scenes.ts';
import { listDrawingSources } from './list-drawing-sources.ts';
import { listPictureEntries } from './picture-entries.ts';

const root = join(import.meta.dirname, '../../..');

/** File beside the pictures that records what they were made from. */
export const recordFile = join(root, 'content/images/dashboard/sources.json');

/** Hashes of the sources of the pictures. */
export type PictureRecord = {
	scenes: string;
	/** By picture: the hash of the code that renders it. */
	pictures: Record<string, string>;
};

export function readRecord(): PictureRecord {
	return JSON.parse(readFileSync(recordFile, 'utf8')) as PictureRecord;
}

/** The record that pictures of the current code would have. */
export async function makeRecord(): Promise<PictureRecord> {
	const sources = await listDrawingSources(root, listPictureEntries(root));
	const hashes = Object.entries(sources).map(([name, files]) => [name, hashFiles(root, files)]);
	return { scenes: hashScenes(), pictures: Object.fromEntries(hashes) as Record<string, string> };
}

/** Records that these pictures were made from the current code. */
export function writeRecord(present: PictureRecord, taken: readonly string[]): void {
	const before = readRecord().pictures;
	const pictures = Object.entries(present.pictures)
		.map(([name, hash]) => [name, taken.includes(name) ? hash : before[name]])
		.toSorted(([one], [other]) => String(one).localeCompare(String(other), 'en'));
	const record = { scenes: present.scenes, pictures: Object.fromEntries(pictures) as unknown };
	writeFileSync(recordFile, `${JSON.stringify(record, null, '\t')}\n`);
}

/** Pictures whose scene or whose page has changed since they were taken. */
export function listStalePictures(recorded: PictureRecord, present: PictureRecord): string[] {
	return Object.keys(present.pictures).filter(
		(name) =>
			recorded.scenes !== present.scenes || recorded.pictures[name] !== present.pictures[name],
	);
}
