import type { RouteName } from '@feedback/contract';

import {
	deleteAccount,
	previewAccountDeletion,
	undoAccountDeletion,
} from './deletions/account-deletion.ts';
import { askInWords } from './ask/ask-in-words.ts';
import { getAskInWords } from './ask/get-ask-in-words.ts';
import { listAudit } from './workspaces/audit.ts';
import {
	archiveAudience,
	createAudience,
	getAudience,
	getAudienceVersion,
	listAudiences,
	updateAudience,
} from './audiences/audiences.ts';
import {
	approveAuthorization,
	denyAuthorization,
	getAuthorization,
} from './connections/authorizations.ts';
import { listCiTokens, revokeCiToken } from './connections/ci-tokens.ts';
import { checkPrompt } from './prompts/check-prompt.ts';
import { createCiToken, listConnections, revokeConnection } from './connections/connections.ts';
import {
	getDelivery,
	listDeliveries,
	redeliverMessage,
	redeliverMessages,
	testDestination,
} from './destinations/deliveries.ts';
import {
	createDestination,
	deleteDestination,
	getDestination,
	listDestinations,
	pauseDestination,
	resendConfirmation,
	resumeDestination,
	updateDestination,
} from './destinations/destinations.ts';
import {
	approveDestinationRequest,
	denyDestinationRequest,
	getDestinationRequest,
	listDestinationRequests,
	requestDestination,
	requestDestinationChange,
} from './destinations/requests.ts';
import { listIssues } from './destinations/issues.ts';
import { previewResponses, sendResponses } from './destinations/send-responses.ts';
import {
	beginSlackAuthorization,
	finishSlackAuthorization,
	getSlackApp,
} from './slack/slack-authorizations.ts';
import { finishDestinationRotation, rotateDestinationSecret } from './destinations/secret.ts';
import {
	deletePrompt,
	deleteSite,
	deleteWorkspace,
	listDeletions,
	previewPromptDeletion,
	previewSiteDeletion,
	previewWorkspaceDeletion,
	undoDeletion,
} from './deletions/deletions.ts';
import { deleteResponses, previewResponseDeletion } from './deletions/response-deletion.ts';
import { createDebugToken } from './sites/debug-tokens.ts';
import { approveDevice, denyDevice, getDevice } from './connections/devices.ts';
import { changeEventName, listEventNames } from './events/event-names.ts';
import { listEvents } from './events/events.ts';
import {
	exportDisplayLines,
	exportDisplays,
	exportDisplaysParquet,
	exportDisplaysXlsx,
} from './exports/export-displays.ts';
import {
	exportResponseLines,
	exportResponses,
	exportResponsesParquet,
	exportResponsesXlsx,
} from './exports/export-responses.ts';
import { forecast } from './forecast/forecast.ts';
import {
	approveGrant,
	denyGrant,
	getGrantRequest,
	listGrantRequests,
	requestGrant,
} from './grants/grant-requests.ts';
import { listGrants, revokeGrant } from './grants/grants.ts';
import { listTags } from './inbox/codebook.ts';
import { getInbox } from './inbox/inbox.ts';
import { listTextAnswers } from './inbox/list-text-answers.ts';
import { updateTextAnswer, updateTextAnswers } from './inbox/change-text-answers.ts';
import { getTag } from './inbox/get-tag.ts';
import { createNote, deleteNote } from './inbox/notes.ts';
import { proposeTags } from './inbox/propose-tags.ts';
import { suggestLabels, suggestTags } from './inbox/suggest.ts';
import { createTag, deleteTag, updateTag } from './inbox/tags.ts';
import { getTextAnswer } from './inbox/text-answer.ts';
import {
	acceptInvitation,
	invite,
	listInvitations,
	withdrawInvitation,
} from './workspaces/invitations.ts';
import { listLostAccess } from './connections/lost-access.ts';
import { changeMember, listMembers, removeMember } from './workspaces/members.ts';
import { resetPasskeys } from './workspaces/reset-passkeys.ts';
import type {
	CallingOut,
	CallingOutName,
	Filed,
	FiledName,
	Open,
	OpenName,
	Operation,
	Streamed,
	StreamedName,
	Transacted,
	TransactedName,
} from './operation/operation.ts';
import { createPreviewToken } from './prompts/preview-tokens.ts';
import { confirmSignInChange } from './account/confirm-sign-in-change.ts';
import {
	addPasskey,
	beginPasskey,
	listPasskeys,
	removePasskey,
	renamePasskey,
} from './account/passkeys.ts';
import { updateProfile } from './account/profile.ts';
import {
	createPushSubscription,
	deletePushSubscription,
	listPushSubscriptions,
} from './account/push.ts';
import { getLauncher, setLauncher } from './sites/launcher.ts';
import { createProofKey, listProofKeys, removeProofKey } from './sites/proof-keys.ts';
import { getPrompt, listPrompts } from './prompts/prompts.ts';
import { archivePrompt, pausePrompt, publishPrompt, resumePrompt } from './prompts/publish.ts';
import { getResponseCursor, listResponseChanges } from './responses/response-changes.ts';
import { listDisplays } from './responses/displays.ts';
import { deleteResponse, getResponse, listResponses } from './responses/responses.ts';
import { getScreenshot } from './responses/screenshots.ts';
import { getEventName, listTraits } from './events/seen.ts';
import { getRevision, listRevisions } from './prompts/revisions.ts';
import { createPrompt, duplicatePrompt, keepVariant, saveRevision } from './prompts/save-prompt.ts';
import {
	createResultLink,
	listResultLinks,
	revokeResultLink,
} from './result-links/result-links.ts';
import {
	createSavedFilter,
	deleteSavedFilter,
	listSavedFilters,
	updateSavedFilter,
} from './filters/saved-filters.ts';
import { getSettings, updateSettings } from './sites/settings.ts';
import { createSiteKey, listSiteKeys, revokeSiteKey } from './sites/site-keys.ts';
import { addSampleSite, removeSampleSite } from './sites/sample-site.ts';
import { createSite, getSite, listSites, renameSite } from './sites/sites.ts';
import { listPromptWarnings } from './prompts/prompt-warnings.ts';
import { compareResponses } from './results/compare-responses.ts';
import { getExperiment } from './results/get-experiment.ts';
import { getRepeatAnswers } from './results/repeat-answers.ts';
import { getResponseRates } from './results/response-rates.ts';
import { getScores } from './results/scores.ts';
import { explainFigure } from './results/explain-figure.ts';
import { summarizeResponses } from './results/summarize.ts';
import { createTemplate, deleteTemplate, listTemplates } from './prompts/templates.ts';
import { testRules } from './events/test-rules.ts';
import { validatePrompt } from './prompts/validate-prompt.ts';
import { eraseVisitor, exportVisitor, findVisitor } from './visitors/visitors.ts';
import { whoami } from './account/whoami.ts';
import { getReasons, whyPrompt } from './events/why-prompt.ts';
import { why } from './events/why.ts';
import { discardWorkingCopy, getWorkingCopy, saveWorkingCopy } from './prompts/working-copies.ts';
import { pauseAgents, resumeAgents } from './workspaces/agent-pauses.ts';
import { createWorkspace, updateWorkspace } from './workspaces/workspaces.ts';

/** The operation of each route of the contract. */
const operations: { [Name in RouteName]: Operation<Name> } = {
	whoami,
	updateProfile,
	confirmSignInChange,
	createWorkspace,
	updateWorkspace,
	pauseAgents,
	resumeAgents,
	listMembers,
	changeMember,
	removeMember,
	resetPasskeys,
	listInvitations,
	invite,
	withdrawInvitation,
	acceptInvitation,
	listAudit,
	listSites,
	createSite,
	addSampleSite,
	removeSampleSite,
	getSite,
	getSettings,
	updateSettings,
	getLauncher,
	setLauncher,
	renameSite,
	createDebugToken,
	listProofKeys,
	createProofKey,
	removeProofKey,
	listSiteKeys,
	createSiteKey,
	revokeSiteKey,
	validatePrompt,
	checkPrompt,
	listPrompts,
	createPrompt,
	getPrompt,
	saveRevision,
	getWorkingCopy,
	saveWorkingCopy,
	discardWorkingCopy,
	listRevisions,
	getRevision,
	publishPrompt,
	pausePrompt,
	resumePrompt,
	archivePrompt,
	duplicatePrompt,
	createPreviewToken,
	forecast,
	listAudiences,
	createAudience,
	getAudience,
	getAudienceVersion,
	updateAudience,
	archiveAudience,
	listTemplates,
	createTemplate,
	deleteTemplate,
	listEvents,
	listEventNames,
	getEventName,
	listTraits,
	changeEventName,
	why,
	whyPrompt,
	getReasons,
	listPromptWarnings,
	testRules,
	listResponses,
	listDisplays,
	exportResponses,
	exportResponseLines,
	exportResponsesParquet,
	exportResponsesXlsx,
	exportDisplays,
	exportDisplayLines,
	exportDisplaysParquet,
	exportDisplaysXlsx,
	listResponseChanges,
	getResponseCursor,
	deleteResponse,
	getResponse,
	getScreenshot,
	summarizeResponses,
	explainFigure,
	compareResponses,
	getExperiment,
	keepVariant,
	listSavedFilters,
	createSavedFilter,
	updateSavedFilter,
	deleteSavedFilter,
	listResultLinks,
	createResultLink,
	revokeResultLink,
	getResponseRates,
	getRepeatAnswers,
	getScores,
	getAskInWords,
	askInWords,
	getInbox,
	listTextAnswers,
	getTextAnswer,
	updateTextAnswer,
	updateTextAnswers,
	createNote,
	deleteNote,
	listTags,
	getTag,
	createTag,
	updateTag,
	proposeTags,
	suggestTags,
	suggestLabels,
	deleteTag,
	findVisitor,
	exportVisitor,
	eraseVisitor,
	requestGrant,
	listGrantRequests,
	getGrantRequest,
	approveGrant,
	denyGrant,
	listGrants,
	revokeGrant,
	listConnections,
	listLostAccess,
	revokeConnection,
	createCiToken,
	listCiTokens,
	revokeCiToken,
	getAuthorization,
	approveAuthorization,
	denyAuthorization,
	getDevice,
	approveDevice,
	denyDevice,
	listPasskeys,
	beginPasskey,
	addPasskey,
	renamePasskey,
	removePasskey,
	listPushSubscriptions,
	createPushSubscription,
	deletePushSubscription,
	listDestinations,
	getDestination,
	createDestination,
	updateDestination,
	pauseDestination,
	resumeDestination,
	deleteDestination,
	resendConfirmation,
	rotateDestinationSecret,
	finishDestinationRotation,
	getSlackApp,
	beginSlackAuthorization,
	finishSlackAuthorization,
	testDestination,
	previewResponses,
	sendResponses,
	listIssues,
	listDeliveries,
	getDelivery,
	redeliverMessage,
	redeliverMessages,
	requestDestination,
	requestDestinationChange,
	listDestinationRequests,
	getDestinationRequest,
	approveDestinationRequest,
	denyDestinationRequest,
	previewPromptDeletion,
	deletePrompt,
	previewSiteDeletion,
	deleteSite,
	previewResponseDeletion,
	deleteResponses,
	previewWorkspaceDeletion,
	deleteWorkspace,
	listDeletions,
	previewAccountDeletion,
	deleteAccount,
	undoAccountDeletion,
	undoDeletion,
};

// The same operations by kind, so that one of a kind can be called with its name and input as type parameters.
export const open: { [Name in OpenName]: Open<Name> } = operations;
export const filed: { [Name in FiledName]: Filed<Name> } = operations;
export const streamed: { [Name in StreamedName]: Streamed<Name> } = operations;
export const callingOut: { [Name in CallingOutName]: CallingOut<Name> } = operations;
export const transacted: { [Name in TransactedName]: Transacted<Name> } = operations;

export function isOpen(name: RouteName): name is OpenName {
	return operations[name].access === 'nothing';
}

export function isFiled(name: RouteName): name is FiledName {
	return operations[name].access === 'file';
}

export function isStreamed(name: RouteName): name is StreamedName {
	return operations[name].access === 'stream';
}

export function callsOut(name: RouteName): name is CallingOutName {
	return operations[name].access === 'calls out';
}
