import type { Client } from '@feedback/client';
import type { z } from 'zod';

import type { Scope } from './scope.ts';

/** What a tool may use of the world around it. */
export type Context = {
	/** The management API, as whoever calls. */
	client: Client;
	/** Address of the documentation, without a slash at the end. */
	docsUrl: string | undefined;
	/** Address of the dashboard, without a slash at the end. */
	dashboardUrl: string;
	scope: Scope;
	/** Aborted when the caller cancels or the time is over. */
	signal: AbortSignal;
};

/** One tool as data: both transports, the list of tools and the docs derive from it. */
export type Tool<
	Input extends z.ZodObject = z.ZodObject,
	Output extends z.ZodObject = z.ZodObject,
> = {
	name: string;
	title: string;
	/** For the model: what it does, and when to use it. */
	description: string;
	/** Commands of the command line that it stands for. */
	commands: readonly string[];
	/** `nothing`: anybody may call it; else a sign-in comes first. */
	need: 'nothing' | 'connection';
	effect: Effect;
	/** Its results hold what visitors wrote. */
	fromVisitors?: true;
	/** It reads the documentation site. */
	fromDocs?: true;
	input: Input;
	output: Output;
	run(input: z.output<Input>, context: Context): Promise<z.input<Output>>;
};

/** What a call does: `reads` changes nothing, `adds` can be left as it is, `changes` alters what visitors see. */
export type Effect = 'reads' | 'adds' | 'changes';

/** A tool whose own types nobody needs to know. */
export type AnyTool = Omit<Tool, 'run'> & {
	run(input: never, context: Context): Promise<unknown>;
};

/** Lets a tool's `run` know the types of its own input and output. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
	tool: Tool<Input, Output>,
): Tool<Input, Output> {
	return tool;
}
