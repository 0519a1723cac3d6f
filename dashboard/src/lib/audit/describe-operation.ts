import type { RouteName } from '@feedback/contract';

const words: Partial<Record<RouteName, string>> = {
	createWorkspace: 'created the workspace',
	updateWorkspace: 'renamed the workspace',
	changeMember: 'changed a member’s role',
	removeMember: 'removed a member',
	invite: 'invited somebody',
	withdrawInvitation: 'withdrew an invitation',
	acceptInvitation: 'joined the workspace',
	createSite: 'created a site',
	renameSite: 'renamed a site',
	updateSettings: 'changed settings',
	createDebugToken: 'made a debug token',
	createProofKey: 'made a proof key',
	removeProofKey: 'removed a proof key',
	discardWorkingCopy: 'gave up unsaved changes to a prompt',
	createPrompt: 'created a prompt',
	saveRevision: 'saved a revision',
	publishPrompt: 'published a revision',
	pausePrompt: 'paused a prompt',
	resumePrompt: 'resumed a prompt',
	archivePrompt: 'archived a prompt',
	duplicatePrompt: 'duplicated a prompt',
	createPreviewToken: 'previewed a revision in the app',
	changeEventName: 'changed an event name',
	exportResponses: 'exported responses',
	exportResponseLines: 'exported responses',
	deleteResponse: 'deleted a response',
	findVisitor: 'looked up a visitor',
	exportVisitor: 'exported a visitor',
	eraseVisitor: 'erased a visitor',
	requestGrant: 'asked for an approval',
	approveGrant: 'approved a request',
	denyGrant: 'denied a request',
	revokeGrant: 'revoked a grant',
	revokeConnection: 'signed a connection out',
	createCiToken: 'created a CI token',
	revokeCiToken: 'revoked a CI token',
	approveAuthorization: 'let a program in',
	denyAuthorization: 'sent a program away',
	approveDevice: 'let a machine in',
	denyDevice: 'sent a machine away',
};

/**
 * What somebody did, by the name of the operation; an operation without words of its own tells its name.
 *
 * @example
 * sayAct('publishPrompt'); // 'published a revision'
 */
export function sayAct(did: string): string {
	if (Object.hasOwn(words, did)) return words[did as RouteName]!;
	return did.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
