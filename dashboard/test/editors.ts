import type { Client } from '@feedback/client';
import type { PromptInput } from '@feedback/contract';
import type { Page } from 'playwright';
import { expect } from 'vitest';

import { openPage } from './environment.ts';
import type { Environment } from './environment.ts';
import type { Storage } from './reusable-pages.ts';

let made = 0;

/** Creates drafts on the demo site and opens their editors. */
export function createEditors(environment: Environment, client: Client, signedIn: Storage) {
	const { site } = environment;
	/** The editor of a new draft, with these parts expanded. */
	return async function openEditor(
		parts: string[],
		change: Partial<PromptInput> = {},
		options: Parameters<typeof openPage>[1] = {},
	) {
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
	};
}

export type OpenEditor = ReturnType<typeof createEditors>;

/** Changes are saved after a delay. */
export const holds = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 20_000 });

export const section = (page: Page, part: string) => page.locator(`[data-part="${part}"]`);
export const head = (page: Page, part: string) => section(page, part).locator('h2 button');
