import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

export type Deletion = RouteOutput<'undoDeletion'>;
export type DeletionPreview = RouteOutput<'previewSiteDeletion'>;
export type AccountDeletionPreview = RouteOutput<'previewAccountDeletion'>;

/** An object that a person wants to delete: its kind, its name, and the calls for it. */
export type Deletable = {
	kind: Exclude<Deletion['kind'], 'responses'>;
	preview: () => Promise<DeletionPreview>;
	/** Resolves to undefined if the person has to sign in again but cancels. */
	request: (confirm: string, keepResponses: boolean) => Promise<Deletion | undefined>;
};

export const deletablePrompt = (client: Client, site: string, prompt: string): Deletable => ({
	kind: 'prompt',
	preview: () => client.previewPromptDeletion({ site, prompt }),
	request: (confirm, keep_responses) =>
		client.deletePrompt({ site, prompt, confirm, keep_responses }),
});

export const deletableSite = (client: Client, site: string): Deletable => ({
	kind: 'site',
	preview: () => client.previewSiteDeletion({ site }),
	request: (confirm) => client.deleteSite({ site, confirm }),
});

export const deletableWorkspace = (client: Client, workspace: string): Deletable => ({
	kind: 'workspace',
	preview: () => client.previewWorkspaceDeletion({ workspace }),
	request: (confirm) => client.deleteWorkspace({ workspace, confirm }),
});

/** Names a kind of object in dialogs. */
export const nameKind = (kind: Deletable['kind']) =>
	kind === 'account' ? 'your account' : `the ${kind}`;
