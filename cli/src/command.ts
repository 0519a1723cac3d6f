import type { Need } from '@feedback/contract';
import type { z } from 'zod';

import type { Context } from './context.ts';
import type { DryRun } from './dry-run.ts';
import type { Paint } from './output/paint.ts';

export type Example = {
	/** Its purpose. */
	text: string;
	/** The arguments after `feedback`. */
	line: string;
};

/**
 * One command as data, from which the command line, its help and its documentation are derived. Each key of
 * `options` is an option; its description and its placeholder are in the schema's `meta`.
 */
export type Command<
	Options extends z.ZodObject = z.ZodObject,
	Output extends z.ZodType = z.ZodType,
> = {
	/** For example `prompt create`. */
	name: string;
	summary: string;
	need: Need;
	options: Options;
	/** Options without a flag, in this order. */
	positionals?: readonly (keyof Options['shape'] & string)[];
	/** Whether it takes `--workspace`, or `--workspace` and `--site`. */
	place?: 'workspace' | 'site';
	/** It changes something, so it supports `--dry-run`. */
	changes?: true;
	/** It reports progress: with `--json` it prints one object per line, the last of type `result`. */
	stream?: true;
	/** Schema of the data it returns. */
	output: Output;
	examples: Example[];
	run(options: z.output<Options>, context: Context): Promise<z.output<Output> | DryRun>;
	/** The data as text for people. */
	render(data: z.output<Output>, paint: Paint): string;
};

/** Infers the types of a command's functions from its options and output. */
export function defineCommand<Options extends z.ZodObject, Output extends z.ZodType>(
	command: Command<Options, Output>,
): Command<Options, Output> {
	return command;
}
