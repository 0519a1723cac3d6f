// The inputs of the routes for deletions.

import type { TestPerson } from './people.ts';
import type { RouteFixtures, World } from './route-fixtures.ts';

/** An input for every route of deletions; `prompt` has a published revision. */
export function createDeletionInputs(
	{ site }: World,
	fresh: RouteFixtures['fresh'],
	prompt: string,
) {
	return {
		previewResponseDeletion: () => ({ site: site.id }),
		deleteResponses: async () => ({ site: site.id, ...(await fresh.traitOfResponse()), count: 1 }),
		previewPromptDeletion: () => ({ site: site.id, prompt }),
		deletePrompt: async () => ({
			site: site.id,
			prompt: await fresh.prompt(),
			confirm: 'After an export',
		}),
		previewSiteDeletion: () => ({ site: site.id }),
		deleteSite: async () => ({ site: await fresh.site(), confirm: 'Acme' }),
		previewWorkspaceDeletion: () => ({ workspace: site.workspace }),
		deleteWorkspace: async () => ({ workspace: await fresh.workspace(), confirm: 'Acme' }),
		previewAccountDeletion: () => ({}),
		deleteAccount: async (by: TestPerson) => {
			await fresh.deletableAccount(by.id);
			return { confirm: by.email };
		},
		undoAccountDeletion: async ({ id, email }: TestPerson) => {
			await fresh.accountDeletion(id, email);
			return {};
		},
		listDeletions: () => ({}),
		undoDeletion: async () => ({ workspace: site.workspace, deletion: await fresh.deletion() }),
	};
}
