import type { RouteName } from '@feedback/contract';

const descriptions: Partial<Record<RouteName, string>> = {
	createWorkspace: 'created the workspace',
	updateWorkspace: 'renamed the workspace',
	changeMember: 'changed a member’s role',
	removeMember: 'removed a member',
	invite: 'invited a person',
	withdrawInvitation: 'withdrew an invitation',
	acceptInvitation: 'joined the workspace',
	createSite: 'created a site',
	renameSite: 'renamed a site',
	updateSettings: 'changed settings',
	createDebugToken: 'created a debug token',
	createProofKey: 'created a proof key',
	removeProofKey: 'removed a proof key',
	createSiteKey: 'created a site key',
	revokeSiteKey: 'revoked a site key',
	discardWorkingCopy: 'discarded the draft of a prompt',
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
	exportResponsesParquet: 'exported responses',
	exportDisplays: 'exported displays',
	exportDisplayLines: 'exported displays',
	exportDisplaysParquet: 'exported displays',
	deleteResponse: 'deleted a response',
	findVisitor: 'looked up a visitor',
	exportVisitor: 'exported a visitor',
	eraseVisitor: 'erased a visitor',
	requestGrant: 'requested an approval',
	approveGrant: 'approved a request',
	denyGrant: 'denied a request',
	revokeGrant: 'revoked a grant',
	revokeConnection: 'signed a connection out',
	createCiToken: 'created a CI token',
	revokeCiToken: 'revoked a CI token',
	approveAuthorization: 'connected a program',
	denyAuthorization: 'rejected a program',
	approveDevice: 'connected a device',
	denyDevice: 'rejected a device',
	createDestination: 'created a destination',
	updateDestination: 'changed a destination',
	pauseDestination: 'paused a destination',
	resumeDestination: 'resumed a destination',
	deleteDestination: 'deleted a destination',
	resendConfirmation: 'sent a confirmation e-mail again',
	rotateDestinationSecret: 'added a secret to a destination',
	finishDestinationRotation: 'finished replacing a secret',
	testDestination: 'sent a test to a destination',
	redeliverMessage: 'sent a message again',
	redeliverMessages: 'sent messages of a period again',
	requestDestination: 'asked for a destination',
	requestDestinationChange: 'asked to change a destination',
	approveDestinationRequest: 'approved a destination',
	denyDestinationRequest: 'denied a destination',
};

/**
 * Describes a logged operation; an unknown one by its name.
 *
 * @example
 * describeOperation('publishPrompt'); // 'published a revision'
 */
export function describeOperation(did: string): string {
	if (Object.hasOwn(descriptions, did)) return descriptions[did as RouteName]!;
	return did.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
