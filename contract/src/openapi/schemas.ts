import { z } from 'zod';

import {
	audienceSchema,
	contextCondition,
	responseContextCondition,
	propertyCondition,
	traitCondition,
	whereSchema,
} from '../condition.ts';
import { grantConditionSchema, unmetConditionSchema } from '../grant-conditions.ts';
import { attemptSchema, deliverySchema, issueLinkSchema } from '../messages/delivery.ts';
import { eventTypeSchema } from '../messages/event-types.ts';
import { messageSiteSchema } from '../messages/payload.ts';
import { responseConditionSchema } from '../response-condition.ts';
import {
	createdDestinationSchema,
	destinationRequestSchema,
	destinationSchema,
} from '../destinations/destination.ts';
import {
	destinationChangeSchema,
	destinationSettingsSchema,
	emailScheduleSchema,
	promptsSchema,
	trackerSchema,
} from '../destinations/settings.ts';
import { launcherSchema, newLauncherSchema } from '../launcher.ts';
import { selectionSchema } from '../messages/selection.ts';
import { promptSchema } from '../prompt.ts';
import {
	answerConditionSchema,
	branchSchema,
	questionSchema,
	questionWordsSchema,
} from '../question.ts';
import { audienceSummarySchema } from '../routes/audiences.ts';
import { differenceSchema } from '../routes/comparison.ts';
import { eventNameSummarySchema, recentEventSchema, verdictSchema } from '../routes/events.ts';
import { connectionSchema, grantRequestSchema, grantSchema } from '../routes/grants.ts';
import {
	budgetStateSchema,
	changedPromptSchema,
	promptSummarySchema,
	revisionSchema,
	savedPromptSchema,
} from '../routes/stored-prompt.ts';
import { codebookTagSchema } from '../routes/tags.ts';
import { personSchema, tagSchema, textAnswerSchema } from '../routes/text-answer.ts';
import { estimateSchema, questionSummarySchema } from '../routes/question-summary.ts';
import { responseSchema } from '../routes/responses.ts';
import { boundsSchema, scorePointSchema } from '../routes/scores.ts';
import { resultLinkSchema } from '../routes/result-links.ts';
import { filterSchema, savedFilterSchema } from '../routes/saved-filters.ts';
import { proofKeySchema, siteSchema, storedSettingsSchema } from '../routes/sites.ts';
import { deletionPreviewSchema, deletionSchema } from '../routes/deletions.ts';
import { siteKeySchema } from '../routes/site-keys.ts';
import { flagSchema, removedSchema } from '../routes/route.ts';
import { invitationSchema, memberSchema, workspaceSchema } from '../routes/workspaces.ts';
import { valuesSchema } from '../values.ts';

/** A JSON Schema (draft 2020-12, as used by OpenAPI 3.1). */
export type JsonSchema = { [key: string]: unknown };

/**
 * Schemas with a name: those that several others contain, or that represent a concept of the product. All
 * others are inlined.
 */
export const namedSchemas = {
	AnswerCondition: answerConditionSchema,
	Audience: audienceSchema,
	Branch: branchSchema,
	BudgetState: budgetStateSchema,
	ChangedPrompt: changedPromptSchema,
	Connection: connectionSchema,
	ContextCondition: contextCondition,
	DestinationChange: destinationChangeSchema,
	DestinationRequest: destinationRequestSchema,
	DestinationSettings: destinationSettingsSchema,
	Difference: differenceSchema,
	Estimate: estimateSchema,
	Bounds: boundsSchema,
	ScorePoint: scorePointSchema,
	Grant: grantSchema,
	GrantCondition: grantConditionSchema,
	UnmetCondition: unmetConditionSchema,
	GrantRequest: grantRequestSchema,
	QuestionWords: questionWordsSchema,
	SavedAudience: audienceSummarySchema,
	Delivery: deliverySchema,
	DeliveryAttempt: attemptSchema,
	DeletionPreview: deletionPreviewSchema,
	EventType: eventTypeSchema,
	Filter: filterSchema,
	MessageSite: messageSiteSchema,
	Destination: destinationSchema,
	CreatedDestination: createdDestinationSchema,
	DestinationPrompts: promptsSchema,
	IssueLink: issueLinkSchema,
	Launcher: launcherSchema,
	NewLauncher: newLauncherSchema,
	Tracker: trackerSchema,
	ResponseCondition: responseConditionSchema,
	ResponseContextCondition: responseContextCondition,
	EmailSchedule: emailScheduleSchema,
	EventName: eventNameSummarySchema,
	Invitation: invitationSchema,
	Person: personSchema,
	Member: memberSchema,
	Prompt: promptSchema,
	PropertyCondition: propertyCondition,
	PromptSummary: promptSummarySchema,
	ProofKey: proofKeySchema,
	Question: questionSchema,
	QuestionSummary: questionSummarySchema,
	RecentEvent: recentEventSchema,
	Response: responseSchema,
	Revision: revisionSchema,
	ResultLink: resultLinkSchema,
	Removed: removedSchema,
	SavedFilter: savedFilterSchema,
	Selection: selectionSchema,
	SavedPrompt: savedPromptSchema,
	Settings: storedSettingsSchema,
	Site: siteSchema,
	SiteKey: siteKeySchema,
	Deletion: deletionSchema,
	Tag: tagSchema,
	TextAnswer: textAnswerSchema,
	TraitCondition: traitCondition,
	CodebookTag: codebookTagSchema,
	Values: valuesSchema,
	Verdict: verdictSchema,
	Where: whereSchema,
	Workspace: workspaceSchema,
} as const satisfies Record<string, z.ZodType>;

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries<z.ZodType>(namedSchemas)) {
	// A schema behind a check of its input refers to itself, not to the check.
	const isChecked = schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform;
	names.add(isChecked ? (schema.out as z.ZodType) : schema, { id });
}

/** Direction of a schema: `input` for requests, where fields with a default are optional, or `output` for responses. */
export type Direction = 'input' | 'output';

/**
 * The JSON Schema of a zod schema. Named schemas are added to `components` and referenced; schemas of the
 * input direction have names that end in `Input`.
 */
export function toJsonSchema(
	schema: z.ZodType,
	io: Direction,
	components: Record<string, JsonSchema>,
): JsonSchema {
	const {
		$schema: _,
		$defs,
		...whole
	} = z.toJSONSchema(schema, {
		io,
		metadata: names as never,
		unrepresentable: 'any',
		override: ({ zodSchema, jsonSchema }) => {
			delete jsonSchema.id;
			// Redundant with `format`, and with `integer`.
			if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date')
				delete jsonSchema.pattern;
			if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
			if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
			if ((zodSchema as z.core.$ZodType) === flagSchema) {
				delete jsonSchema.anyOf;
				jsonSchema.type = 'boolean';
			}
		},
	}) as JsonSchema & { $defs?: Record<string, JsonSchema> };
	for (const [name, definition] of Object.entries($defs ?? {})) {
		components[nameFor(name, io)] = refer(definition, io) as JsonSchema;
	}
	return refer(whole, io) as JsonSchema;
}

function nameFor(name: string, io: Direction): string {
	if (!(name in namedSchemas))
		throw new Error(`A schema that refers to itself needs a name: ${name}`);
	return io === 'input' ? `${name}Input` : name;
}

// References within one schema become references to the components.
function refer(value: unknown, io: Direction): unknown {
	if (Array.isArray(value)) return value.map((item) => refer(item, io));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => {
			if (key !== '$ref' || typeof inner !== 'string') return [key, refer(inner, io)];
			return [key, `#/components/schemas/${nameFor(inner.replace('#/$defs/', ''), io)}`];
		}),
	);
}
