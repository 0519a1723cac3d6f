import type { RouteName } from '@feedback/contract';

import { deleteAccount, previewAccountDeletion, undoAccountDeletion } from './account-deletion.ts';
import { listAudit } from './audit.ts';
import {
	archiveAudience,
	createAudience,
	getAudience,
	getAudienceVersion,
	listAudiences,
	updateAudience,
} from './audiences.ts';
import { approveAuthorization, denyAuthorization, getAuthorization } from './authorizations.ts';
import { listCiTokens, revokeCiToken } from './ci-tokens.ts';
import { checkPrompt } from './check-prompt.ts';
import { createCiToken, listConnections, revokeConnection } from './connections.ts';
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
} from './deletions.ts';
import { createDebugToken } from './debug-tokens.ts';
import { approveDevice, denyDevice, getDevice } from './devices.ts';
import { changeEventName, listEventNames } from './event-names.ts';
import { listEvents } from './events.ts';
import { exportDisplayLines, exportDisplays, exportDisplaysParquet } from './export-displays.ts';
import {
	exportResponseLines,
	exportResponses,
	exportResponsesParquet,
} from './export-responses.ts';
import { forecast } from './forecast.ts';
import {
	approveGrant,
	denyGrant,
	getGrantRequest,
	listGrantRequests,
	requestGrant,
} from './grant-requests.ts';
import { listGrants, revokeGrant } from './grants.ts';
import { listTags } from './inbox/codebook.ts';
import { getInbox } from './inbox/inbox.ts';
import { listTextAnswers } from './inbox/list-text-answers.ts';
import { createNote, deleteNote } from './inbox/notes.ts';
import { proposeTags } from './inbox/propose-tags.ts';
import { suggestLabels, suggestTags } from './inbox/suggest.ts';
import { createTag, deleteTag, updateTag } from './inbox/tags.ts';
import { getTextAnswer, updateTextAnswer } from './inbox/text-answer.ts';
import { acceptInvitation, invite, listInvitations, withdrawInvitation } from './invitations.ts';
import { listLostAccess } from './lost-access.ts';
import { changeMember, listMembers, removeMember } from './members.ts';
import type { Operation } from './operation.ts';
import { createPreviewToken } from './preview-tokens.ts';
import { updateProfile } from './profile.ts';
import { createProofKey, listProofKeys, removeProofKey } from './proof-keys.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { archivePrompt, pausePrompt, publishPrompt, resumePrompt } from './publish.ts';
import { getResponseCursor, listResponseChanges } from './response-changes.ts';
import { deleteResponse, getResponse, listResponses } from './responses.ts';
import { getEventName, listTraits } from './seen.ts';
import { getRevision, listRevisions } from './revisions.ts';
import { createPrompt, duplicatePrompt, saveRevision } from './save-prompt.ts';
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
} from './saved-filters/saved-filters.ts';
import { getSettings, updateSettings } from './settings.ts';
import { createSiteKey, listSiteKeys, revokeSiteKey } from './site-keys.ts';
import { createSite, getSite, listSites, renameSite } from './sites.ts';
import { compareResponses } from './summary/compare-responses.ts';
import { getRepeatAnswers } from './summary/repeat-answers.ts';
import { getResponseRates } from './summary/response-rates.ts';
import { getScores } from './summary/scores.ts';
import { summarizeResponses } from './summary/summarize.ts';
import { createTemplate, deleteTemplate, listTemplates } from './templates.ts';
import { testRules } from './test-rules.ts';
import { validatePrompt } from './validate-prompt.ts';
import { eraseVisitor, exportVisitor, findVisitor } from './visitors.ts';
import { whoami } from './whoami.ts';
import { why } from './why.ts';
import { discardWorkingCopy, getWorkingCopy, saveWorkingCopy } from './working-copies.ts';
import { createWorkspace, updateWorkspace } from './workspaces.ts';

/** The operation of each route of the contract. */
export const operations: { [Name in RouteName]: Operation<Name> } = {
	whoami,
	updateProfile,
	createWorkspace,
	updateWorkspace,
	listMembers,
	changeMember,
	removeMember,
	listInvitations,
	invite,
	withdrawInvitation,
	acceptInvitation,
	listAudit,
	listSites,
	createSite,
	getSite,
	getSettings,
	updateSettings,
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
	testRules,
	listResponses,
	exportResponses,
	exportResponseLines,
	exportResponsesParquet,
	exportDisplays,
	exportDisplayLines,
	exportDisplaysParquet,
	listResponseChanges,
	getResponseCursor,
	deleteResponse,
	getResponse,
	summarizeResponses,
	compareResponses,
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
	getInbox,
	listTextAnswers,
	getTextAnswer,
	updateTextAnswer,
	createNote,
	deleteNote,
	listTags,
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
	testDestination,
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
	previewWorkspaceDeletion,
	deleteWorkspace,
	listDeletions,
	previewAccountDeletion,
	deleteAccount,
	undoAccountDeletion,
	undoDeletion,
};
