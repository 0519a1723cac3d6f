import { promptSchema, type Prompt, type PromptInput } from '@feedback/contract';

import { openManage, type TestManage } from './manage.ts';
import { join, signIn, type TestPerson } from './people.ts';
import { openSites, type TestSite, type TestSites } from './sites.ts';

export type TestWorkspace = {
	sites: TestSites;
	manage: TestManage;
	site: TestSite;
	owner: TestPerson;
	editor: TestPerson;
	viewer: TestPerson;
	end(): Promise<void>;
};

/** A workspace with a site and three members, and the management API over it. */
export async function openWorkspace(): Promise<TestWorkspace> {
	const sites = await openSites();
	const manage = openManage(sites.manageUrl);
	const site = await sites.makeSite();
	const [owner, editor, viewer] = await Promise.all([signIn(), signIn(), signIn()]);
	await join(sites.sql, site.workspace, owner, 'owner');
	await join(sites.sql, site.workspace, editor, 'editor');
	await join(sites.sql, site.workspace, viewer, 'viewer');
	return {
		sites,
		manage,
		site,
		owner,
		editor,
		viewer,
		async end() {
			await manage.end();
			await sites.end();
		},
	};
}

let written = 0;

/** A prompt with a unique survey ID and, by default, one rating question. */
export function writePrompt(given: Partial<PromptInput> = {}): Prompt {
	return promptSchema.parse({
		survey_id: `written-${++written}`,
		name: 'Written',
		questions: [{ id: 'score', type: 'rating', title: 'How was it?' }],
		...given,
	});
}
