import type { Client } from '@feedback/client';
import type { BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright';

import type { OwnEnvironment } from '../../../dashboard/test/environment.ts';
import type { Walk } from './walk.ts';

/** The service that a month of use has filled. */
export type Filled = {
	environment: OwnEnvironment;
	/** API client of the person who does the tasks. */
	person: Client;
	/** UUID. */
	site: string;
	/** UUIDs, by survey ID. */
	prompts: Record<string, string>;
	/** Opens another browser, in which nobody is signed in. */
	openElsewhere: (url: string) => Promise<{ page: Page; close(): Promise<void> }>;
	/** Path of a program's request to publish a revision. */
	approval: string;
};

export type Task = {
	/** What the person wants to know or to have. */
	wants: string;
	/** What the dashboard of 28 November 2026 needed and led to. */
	before: { clicks?: number; end: string };
	/** More clicks than this fail. */
	clicks: number;
	/** Storage of the browser, if another person than the demo's does the task. */
	storage?: (filled: Filled) => Promise<BrowserContextOptions['storageState']>;
	onPhone?: true;
	/** Resolves to the text of the answer on the screen. */
	run: (walk: Walk, filled: Filled) => Promise<string>;
};

type Scope = Page | Locator | FrameLocator;

export const link = (scope: Scope, name: string | RegExp) =>
	scope.getByRole('link', { name, exact: typeof name === 'string' });
export const button = (scope: Scope, name: string | RegExp) =>
	scope.getByRole('button', { name, exact: typeof name === 'string' });
export const region = (scope: Scope, name: string | RegExp) =>
	scope.getByRole('region', { name, exact: typeof name === 'string' });
export const list = (scope: Scope, name: string) =>
	scope.getByRole('combobox', { name, exact: true });
export const field = (scope: Scope, name: string) =>
	scope.getByRole('textbox', { name, exact: true });

/** A page in the navigation on the left. */
export const section = (page: Page, name: string | RegExp) =>
	link(page.getByRole('navigation', { name: 'Pages' }), name);

/** The text of an answer, without the markup's spaces. */
export const read = async (answer: Locator): Promise<string> =>
	(await answer.first().innerText()).replaceAll(/\s+/g, ' ').trim();
