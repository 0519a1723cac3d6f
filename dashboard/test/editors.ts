import type { Client } from '@feedback/client';
import type { PromptInput } from '@feedback/contract';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';

import { openEnvironment, openPage, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { signInByApi } from './program.ts';
import type { Storage } from './reusable-pages.ts';
import { createVisitor } from './visitor.ts';

let made = 0;

/** For a test file: an environment, and the editors of new drafts on its demo site. */
export function useEditors() {
	let environment: Environment;
	let client: Client;
	let signedIn: Storage;
	beforeAll(async () => {
		environment = await openEnvironment();
		client = await signInByApi(environment.stack);
		signedIn = await storeSignIn(environment.stack);
	});
	afterAll(() => environment?.close());

	/** The editor of a new draft, with these parts expanded. */
	async function openEditor(
		parts: string[],
		change: Partial<PromptInput> = {},
		options: Parameters<typeof openPage>[1] = {},
	) {
		const { site } = environment;
		const content = {
			survey_id: `rules-${(made += 1)}`,
			name: 'Rules',
			questions: [{ id: 'ease', type: 'rating' as const, title: 'How easy was it?' }],
			trigger: { events: ['report.exported'] },
			...change,
		};
		const { id } = await client.createPrompt({ site, content: content as never });
		const opened = await openPage(environment, { storageState: signedIn, ...options });
		await opened.page.goto(`/sites/${site}/prompts/${id}/edit`);
		for (const part of parts) await head(opened.page, part).press('Enter');
		/** Reads one part of the saved working copy. */
		const stored = async (part: string) => {
			const { content: held } = await client.getWorkingCopy({ site, prompt: id });
			return held?.[part];
		};
		return { ...opened, id, stored };
	}
	return {
		openEditor,
		/** Available once the tests run. */
		get environment() {
			return environment;
		},
		get client() {
			return client;
		},
	};
}

/** Reports `report.exported` of four accounts before the tests: one as CSV, with 0 to 30 pages. */
export function useReports(editors: { environment: Environment }): void {
	beforeAll(async () => {
		for (const [index, plan] of ['team', 'team', 'pro', 'free'].entries()) {
			const visitor = createVisitor(editors.environment.stack, `user_${plan}_${index}`);
			const properties = { format: index === 0 ? 'csv' : 'pdf', pages: index * 10 };
			await visitor.report('report.exported', properties);
		}
	});
}

/** Changes are saved after a delay. */
export const holds = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 20_000 });

export const section = (page: Page, part: string) => page.locator(`[data-part="${part}"]`);
export const head = (page: Page, part: string) => section(page, part).locator('h2 button');
