import type { Need } from '@feedback/contract';
import type { z } from 'zod';

import type { Context } from './context.ts';
import type { DryRun } from './dry-run.ts';
import type { Paint } from './output/paint.ts';

export type Example = {
	/** What it is for, as a sentence. */
	text: string;
	/** The arguments behind `feedback`. */
	line: string;
};

/**
 * One command as data: the terminal, and whatever else offers the same operations, derive from it. An
 * option is a key of `options`; its description and its placeholder stand in the schema's `meta`.
 */
export type Command<
	Options extends z.ZodObject = z.ZodObject,
	Output extends z.ZodType = z.ZodType,
> = {
	/** Its words: `prompt create`. */
	name: string;
	summary: string;
	need: Need;
	options: Options;
	/** Options that are given without a flag, in this order. */
	positionals?: readonly (keyof Options['shape'] & string)[];
	/** What `--workspace` and `--site` narrow it to. */
	place?: 'workspace' | 'site';
	/** It changes something: `--dry-run` tells what would change instead. */
	changes?: true;
	/** It reports while it runs: with `--json` one object on every line, the last of type `result`. */
	stream?: true;
	/** Shape of the data it returns. */
	output: Output;
	examples: Example[];
	run(options: z.output<Options>, context: Context): Promise<z.output<Output> | DryRun>;
	/** The data as text for people. */
	render(data: z.output<Output>, paint: Paint): string;
};

/** Lets a command's functions know the types of its own options and output. */
export function defineCommand<Options extends z.ZodObject, Output extends z.ZodType>(
	command: Command<Options, Output>,
): Command<Options, Output> {
	return command;
}
