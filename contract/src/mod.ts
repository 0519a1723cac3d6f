export { applyVariant, findVariant } from './apply-variant.ts';
export {
	answerKinds,
	hasWords,
	isCounted,
	isScored,
	listTypes,
	matchAnswerKind,
	scoreRange,
	takesAnswer,
} from './answer-kinds.ts';
export type { AnswerKind, QuestionOf, QuestionType } from './answer-kinds.ts';
export { actions, reachesVisitors, sayAsked, grantDefaults } from './actions.ts';
export type { Action } from './actions.ts';
export {
	answersOnPath,
	findAnswerIssues,
	isSkipped,
	reachedQuestions,
	withoutBlanks,
} from './answer.ts';
export type { AnswerIssue, Answers } from './answer.ts';
export { describeAnswer, writeAnswer } from './describe-answer.ts';
export { describeCounts } from './describe-counts.ts';
export {
	describeBacktest,
	describeChange,
	formatChange,
	formatSample,
} from './describe-forecast.ts';
export type { AnswerText } from './describe-answer.ts';
export { assuranceOf, describeAssurance, listAssurances } from './assurance.ts';
export type { Assurance, PresencePolicy } from './assurance.ts';
export { findOperation, listOperations } from './operations/operation.ts';
export type { Operation } from './operations/operation.ts';
export { listFields, prepareInput } from './operations/operation-input.ts';
export { findPersonPage } from './operations/person-page.ts';
export { findRequiredGrant } from './operations/required-grant.ts';
export { searchOperations } from './operations/search-operations.ts';
export { advice } from './explanations/advice.ts';
export { listChanges } from './explanations/list-changes.ts';
export { askedKey } from './asked-key.ts';
export {
	backendEventResultSchema,
	backendEventSchema,
	backendIdentityResultSchema,
	backendIdentitySchema,
	backendReportSchema,
	backendRequestSchema,
	backendResponseSchema,
} from './backend.ts';
export { checkJson, parseJson } from './bounded-json.ts';
export type { JsonLimits } from './bounded-json.ts';
export { compareValues } from './compare-values.ts';
export type { Change } from './compare-values.ts';
export type { AnswerHistoryCondition } from './answer-history.ts';
export { canBeTrait, listAnswerTraits } from './answer-traits.ts';
export type { AnswerTraits } from './answer-traits.ts';
export {
	findUnknownAnswers,
	listAnswerReferences,
	listBranchReferences,
} from './answer-references.ts';
export type { AnswerReference } from './answer-references.ts';
export { appearanceSchema } from './appearance.ts';
export { findAudienceRule, isSavedAudience } from './audience-rule.ts';
export { budgetSchema, periodBudgetSchema } from './budget.ts';
export type { Budget } from './budget.ts';
export { dateOperators, wordOperators } from './comparisons.ts';
export { audienceSchema, groupMembers, measureRule, whereSchema } from './condition.ts';
export type {
	Audience,
	AudienceCondition,
	Operator,
	PropertyCondition,
	Rule,
	Where,
} from './condition.ts';
export { isDate } from './date.ts';
export { dayInZone, dayStart, isDay, periodEnd, periodStart, shiftDay } from './day-start.ts';
export {
	docsSearchCountsSchema,
	docsSearchEndSchema,
	docsSearchMissesSchema,
	docsSearchResponseSchema,
	docsSearchResultSchema,
} from './docs-search.ts';
export type {
	DocsSearchCount,
	DocsSearchCounts,
	DocsSearchMisses,
	DocsSearchResponse,
	DocsSearchResult,
} from './docs-search.ts';
export { errors, ServiceError } from './errors.ts';
export type { ErrorCode } from './errors.ts';
export { describeDecisions, describeRules } from './explanations/describe-rules.ts';
export type { ExplainedPrompt, ExplainedRule } from './explanations/rule-facts.ts';
export { examplePrompt } from './example-prompt.ts';
export { experimentSchema, variantKeySchema } from './experiment.ts';
export { slugPattern } from './slug-pattern.ts';
export { variantKeyPattern } from './variant-key.ts';
export type { Experiment, Variant } from './experiment.ts';
export {
	answerRequestSchema,
	claimRequestSchema,
	displayRequestSchema,
	eventsRequestSchema,
	identifyRequestSchema,
	identitySchema,
	pollRequestSchema,
	previewRequestSchema,
	reportedEventSchema,
	resetRequestSchema,
	screenshotRequestSchema,
	showRequestSchema,
	siteIdSchema,
	uuidSchema,
	uuidv7Schema,
	uuidv7Time,
} from './ingest.ts';
export { emailDomainSchema } from './email-domain.ts';
export {
	instanceSettingsSchema,
	listExceeded,
	operatorSettingsChangeSchema,
	operatorSettingsSchema,
} from './instance-settings.ts';
export type {
	InstanceSettings,
	OperatorSettings,
	OperatorSettingsChange,
} from './instance-settings.ts';
export { findIssues, firstIssues, listIssues } from './issues.ts';
export type { ListedIssues, ValidationIssue } from './issues.ts';
export {
	answerColumnPrefix,
	otherColumnPrefix,
	questionColumns,
	displayColumns,
	responseColumns,
} from './export-columns.ts';
export type { ColumnType, ExportColumn } from './export-columns.ts';
export {
	answerContextKindSchema,
	answerContextNames,
	selectAnswerContext,
} from './answer-context.ts';
export type { AnswerContextKind, AnswerContextName, ResponseContext } from './answer-context.ts';
export { contextLabels } from './context-labels.ts';
export { launcherSchema, newLauncherSchema } from './launcher.ts';
export type { Launcher } from './launcher.ts';
export { foldText } from './fold-text.ts';
export { formatNumber } from './format-number.ts';
export { joinOr } from './join-or.ts';
export { limits } from './limits.ts';
export { directionOf } from './language/direction.ts';
export { matchLanguage } from './language/match-language.ts';
export { offeredLanguages } from './language/offered-languages.ts';
export { localizeAskLater } from './localize-ask-later.ts';
export { brand, drawMark } from './brand.ts';
export { builtinAppearance, builtinStyle, localizePrompt } from './localize.ts';
export { promptWarnings, promptWarningNames } from './explanations/prompt-warnings.ts';
export type { PromptWarning } from './explanations/prompt-warnings.ts';
export { describeIssue } from './describe-issue.ts';
export { parseInput } from './parse.ts';
export {
	attemptOutcomes,
	attemptSchema,
	deliverySchema,
	deliveryStates,
} from './messages/delivery.ts';
export type { AttemptOutcome } from './messages/delivery.ts';
export {
	answerComparison,
	comparesResponse,
	listComparedQuestions,
	responseConditionSchema,
} from './response-condition.ts';
export type { AnswerComparison, ResponseCondition } from './response-condition.ts';
export { destinationDescriptions, findKindOfUrl } from './destinations/destination-descriptions.ts';
export { destinationKinds } from './destinations/destination-kind.ts';
export type {
	DestinationDescription,
	DestinationKind,
	GithubTracker,
	JiraTracker,
	LinearTracker,
	SecretSetting,
	SlackChannel,
} from './destinations/destination-kind.ts';
export {
	destinationRequestSchema,
	destinationSchema,
	pauseCauses,
} from './destinations/destination.ts';
export type { Destination } from './destinations/destination.ts';
export {
	changedSettingsSchema,
	describeHost,
	destinationChangeSchema,
	destinationSettingsSchema,
	emailAddressSchema,
	emailScheduleSchema,
	listKindsWith,
	splitSecrets,
} from './destinations/settings.ts';
export type {
	ChangedSettings,
	DestinationChange,
	DestinationSetting,
	DestinationSettings,
	DestinationSettingsInput,
} from './destinations/settings.ts';
export { isSlackAuthorization, slackAuthorizationPrefix } from './destinations/slack.ts';
export { slackUrlSchema, webhookUrlSchema } from './destinations/url-schemas.ts';
export {
	eventTypeNames,
	eventTypes,
	eventTypeSchema,
	responseEventTypes,
} from './messages/event-types.ts';
export type { EventType } from './messages/event-types.ts';
export { messageTextSchema, selectionSchema } from './messages/selection.ts';
export type { Selection } from './messages/selection.ts';
export { payloadDataSchemas, payloadSchemas, payloadVersion } from './messages/payload.ts';
export type { Payload, PayloadData } from './messages/payload.ts';
export { webhookSecretSchema } from './messages/webhook-secret.ts';
export {
	commandSource,
	installCommands,
	packageScope,
	publishedPackages,
	registryLine,
	registryOf,
	registryPath,
	tarballPath,
	unscopedName,
} from './packages.ts';
export type { PublishedPackage } from './packages.ts';
export { product } from './product.ts';
export { languageSchema } from './prompt-words.ts';
export { promptLimitsSchema, promptSchema, samplingSchema, surveyIdSchema } from './prompt.ts';
export { promptNameSchema, revisionNumber } from './routes/path.ts';
export { dayOrTimeSchema } from './routes/route.ts';
export type { Prompt, PromptInput } from './prompt.ts';
export { listVersions, versionKey } from './versions.ts';
export type { RevisionRow, Version } from './versions.ts';
export { findUnknownValues } from './lint/lint-branches.ts';
export { findLintErrors, lintPrompt } from './lint/lint-prompt.ts';
export type { LintIssue } from './lint/lint-issue.ts';
export { linkSchema, questionSchema, questionWordsSchema } from './question.ts';
export type { Branch, Question, QuestionWords } from './question.ts';
export { hasEarlierAnswers, settleBranches, settlePrompt } from './settle-branches.ts';
export type { MetBranches } from './settle-branches.ts';
export { reasonCodes, reasons, releaseReasons } from './reasons.ts';
export {
	conditionSchemas,
	grantConditionSchema,
	grantConditionsSchema,
} from './grant-conditions.ts';
export type { ConditionKind, GrantCondition, UnmetCondition } from './grant-conditions.ts';
export {
	conditionNames,
	describeGrantCondition,
	describeUnmetCondition,
} from './describe-grant-condition.ts';
export { routes } from './routes.ts';
export type { RouteInput, RouteName, RouteOutput, Routes } from './routes.ts';
export type { AskedQuery } from './routes/ask.ts';
export { consentActions } from './routes/connect.ts';
export {
	eventNameSummarySchema,
	recentEventSchema,
	seenKeySchema,
	verdictSchema,
} from './routes/events.ts';
export {
	ciTokenSchema,
	connectionSchema,
	grantRequestSchema,
	grantSchema,
} from './routes/grants.ts';
export {
	promptSummarySchema,
	revisionSchema,
	wentBackSchema,
	workingCopySchema,
} from './routes/stored-prompt.ts';
export type { ExportedDisplay } from './routes/exports.ts';
export type { DisplayFigure, RateFigure, ResponseFigure } from './routes/figure.ts';
export { responseFigureSchema } from './routes/figure.ts';
export { questionSummarySchema } from './routes/question-summary.ts';
export type { PeriodChange } from './routes/scores.ts';
export { comparisonSchema } from './routes/comparison.ts';
export type { ComparedSide, Comparison, Difference } from './routes/comparison.ts';
export { outlookSchema } from './routes/experiment.ts';
export type { ExperimentResult, Outlook, WatchedDifference } from './routes/experiment.ts';
export { compareSummaries, type ComparedSummary } from './results/compare-summaries.ts';
export { concludeExperiment } from './results/conclude-experiment.ts';
export { compareWithBefore } from './results/compare-with-before.ts';
export { displayFigures } from './results/display-figures.ts';
export { describeFigure } from './results/describe-figure.ts';
export { explainDigest } from './results/explain-digest.ts';
export type { DigestFigures } from './results/explain-digest.ts';
export { explainRates } from './results/explain-rates.ts';
export { explainRepeatAnswers } from './results/explain-repeat-answers.ts';
export { explainScores } from './results/explain-scores.ts';
export { listScoreChanges } from './results/list-score-changes.ts';
export { measureNames, writeFigure } from './results/write-figure.ts';
export { countOf } from './results/count-of.ts';
export { explainSummary } from './results/explain-summary.ts';
export type { ExplainedFigure } from './results/explained-figure.ts';
export { watchDifference } from './results/watch-difference.ts';
export { narrowList } from './results/narrow-list.ts';
export { nameSide } from './results/name-side.ts';
export { sampleScore } from './results/sample-score.ts';
export { filterCondition } from './routes/segment.ts';
export { tagSchema, textAnswerSchema } from './routes/text-answer.ts';
export { filterSchema, savedFilterSchema } from './routes/saved-filters.ts';
export {
	newResultLinkSchema,
	resultLinkSchema,
	sharedResultsSchema,
} from './routes/result-links.ts';
export type { NewResultLink, SharedResults } from './routes/result-links.ts';
export type { SavedFilter } from './routes/saved-filters.ts';
export { responseSchema } from './routes/responses.ts';
export {
	audienceSummarySchema,
	audienceUseSchema,
	storedAudienceVersionSchema,
} from './routes/audiences.ts';
export { actionSchema, roleSchema } from './routes/route.ts';
export type { Need, Role, Route } from './routes/route.ts';
export { siteKeySchema } from './routes/site-keys.ts';
export { proofKeySchema, sampleSiteName, siteSchema } from './routes/sites.ts';
export { workspaceSchema } from './routes/workspaces.ts';
export { audienceKeySchema, promptAudienceSchema, savedAudienceSchema } from './saved-audience.ts';
export type { PromptAudience, SavedAudience } from './saved-audience.ts';
export {
	originSchema,
	rateLimitsSchema,
	retentionSchema,
	siteLimitsSchema,
	siteAppearanceSchema,
	siteSettingsSchema,
	timeZoneSchema,
} from './site-settings.ts';
export type { SiteSettings } from './site-settings.ts';
export {
	compareSamples,
	countAnswersNeeded,
	countSample,
	estimate,
	fixedDifference,
	fixedMean,
	fixedNps,
	fixedShare,
	lowestTo,
	meanOf,
	npsGroups,
	sampleNps,
	sampleRatings,
	sampleShare,
	sampleThumbsUp,
	sampleTopTwo,
	satisfiedFrom,
} from './statistics/mod.ts';
export type { Estimate, Sample, ValueCounts } from './statistics/mod.ts';
export { isUnsafeText } from './text.ts';
export { fillPrompt } from './text-values/fill-prompt.ts';
export { listTexts } from './text-values/list-texts.ts';
export { scanText, showFallbacks, valueSources } from './text-values/parse-text.ts';
export type { TextValue } from './text-values/parse-text.ts';
export { timingSchema } from './timing.ts';
export { triggerSchema, waitsForVisitor } from './trigger.ts';
export type { Trigger } from './trigger.ts';
export { uuidPattern } from './uuid-pattern.ts';
export { eventNameSchema, keySchema, valueSchema, valuesSchema } from './values.ts';
