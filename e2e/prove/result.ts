import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { figureSchema } from './figure.ts';

/** What a run took place on. A record from before `npm run prove` says only what was noted. */
export const machineSchema = z.strictObject({
	cpu: z.string().optional(),
	cores: z.int(),
	memory_gib: z.number().optional(),
	kernel: z.string().optional(),
	node: z.string(),
	postgres: z.string(),
	/** Milliseconds of a hundred million additions: the speed of one core. */
	additions_ms: z.number().optional(),
	/** Processes that wanted to run, on average, in the minute before. */
	load: z.number().optional(),
	note: z.string().optional(),
});
export type Machine = z.infer<typeof machineSchema>;

export const resultSchema = z.strictObject({
	part: z.string().regex(/^[a-z][a-z-]*$/),
	machine: machineSchema,
	/** The commit that was measured; in a record from before `npm run prove`, the one that recorded it. */
	commit: z.string().regex(/^[0-9a-f]{40}( with changes)?$/),
	/** Null if nothing was drawn at random, or it was not noted. */
	seed: z.int().nullable(),
	/** Null if the figures were measured by hand, as the notes say. */
	command: z.string().nullable(),
	started: z.string(),
	/** Null if it was not noted. */
	seconds: z.number().nullable(),
	figures: z.array(figureSchema),
	/** Sentences in Markdown, below the table that they name, or at the end. */
	notes: z.array(z.strictObject({ table: z.string().optional(), text: z.string().min(1) })),
});
export type Result = z.infer<typeof resultSchema>;

export const resultsFolder = join(import.meta.dirname, 'results');

const fileOf = (part: string) => join(resultsFolder, `${part}.json`);

export function readResult(part: string): Result | undefined {
	const file = fileOf(part);
	return existsSync(file) ? resultSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** Every result, by the name of its part. */
export function readResults(): Result[] {
	return readdirSync(resultsFolder)
		.filter((file) => file.endsWith('.json'))
		.toSorted()
		.map((file) => readResult(file.slice(0, -'.json'.length))!);
}

export function writeResult(result: Result): void {
	writeFileSync(fileOf(result.part), printResult(result));
}

/** JSON with one figure a line, so that a difference shows which figures changed. */
export function printResult({ figures, notes, ...head }: Result): string {
	const list = (items: readonly unknown[]) =>
		items.length === 0
			? '[]'
			: `[\n${items.map((item) => `\t\t${JSON.stringify(item)}`).join(',\n')}\n\t]`;
	const start = JSON.stringify(head, null, '\t').slice(0, -'\n}'.length);
	return `${start},\n\t"figures": ${list(figures)},\n\t"notes": ${list(notes)}\n}\n`;
}
