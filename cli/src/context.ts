import type { Writable } from 'node:stream';

import type { Client } from '@feedback/client';
import type { RouteInput } from '@feedback/contract';

import type { Caller } from './caller.ts';
import type { DryRun } from './dry-run.ts';
import type { Words } from './completion/words.ts';
import type { Paint } from './output/paint.ts';
import type { Settings } from './settings/settings.ts';

/** The grant that an operation requires. */
export type RequiredGrant = RouteInput<'requestGrant'>;

/** Asks the person at the terminal. */
export type Ask = {
	confirm(question: string): Promise<boolean>;
	text(question: string): Promise<string>;
	choose(question: string, choices: { value: string; label: string }[]): Promise<string>;
};

/** The context of a command. */
export type Context = {
	settings: Settings;
	caller: Caller;
	client: Client;
	env: NodeJS.ProcessEnv;
	/** For data as it arrives, such as a download. */
	stdout: Writable;
	/** For the output of other programs. */
	stderr: Writable;
	/** With `--json`: standard output carries only JSON. */
	structured: boolean;
	/** Only print the changes, without making them. */
	dryRun: boolean;
	/** Undefined when nobody can answer, as in a script. */
	ask: Ask | undefined;
	/** Seconds of `--wait`; undefined without the flag. */
	wait: number | undefined;
	/** Opens a page in the person's browser. */
	open(address: string): void;
	/** The workspace from the flags or settings, or the only one. */
	workspace(): Promise<string>;
	/** The site from the flags or settings, or the only one. */
	site(): Promise<string>;
	/** Runs an operation that requires a grant; requests the grant when it is missing. */
	withApproval<Result>(grant: RequiredGrant, run: () => Promise<Result>): Promise<Result>;
	/** The result of `--dry-run` for an operation. */
	describeDryRun(would: string, grant: RequiredGrant): Promise<DryRun>;
	/** The text of a file, or of standard input for `-`. */
	readText(path: string): Promise<string>;
	/** The words of all command lines; a command cannot import the others. */
	listWords(): Promise<Words>;
	/** Styles for the text of `report`. */
	paint: Paint;
	/** Prints a line for the person to standard error. */
	progress(text: string): void;
	/** Prints an event of a streaming command to standard output: as an object with `--json`, otherwise as text. */
	report(event: { type: string } & Record<string, unknown>, text?: string): void;
};
