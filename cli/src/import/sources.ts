import type { z } from 'zod';

import type { Imported } from './draft.ts';
import { formbricksSchema, readFormbricks } from './read-formbricks.ts';
import { posthogSchema, readPosthog } from './read-posthog.ts';
import { readSurveyjs, surveyjsSchema } from './read-surveyjs.ts';
import {
	readFormbricksResponses,
	readPosthogResponses,
	readSurveyjsResponses,
	readTypeformResponses,
	type ResponseReader,
} from './read-responses.ts';
import { readTypeform, typeformSchema } from './read-typeform.ts';

/** A survey of an export: its ID there, if it has one, and how it becomes a prompt. */
export type SourceSurvey = { id: string | undefined; toPrompt: () => Imported };

/** A product whose surveys can be imported. */
export type Source = {
	title: string;
	/** What the file has to contain. */
	file: string;
	/** Reads the surveys of a file. */
	read(value: unknown): { error: z.ZodError } | { surveys: SourceSurvey[] };
	/** What a file with answers has to contain. */
	answersFile: string;
	readResponses: ResponseReader;
};

function source<Survey extends Record<string, unknown>>(
	title: string,
	file: string,
	schema: z.ZodType<Survey[]>,
	read: (survey: Survey, taken: Set<string>) => Imported,
	answers: Pick<Source, 'answersFile' | 'readResponses'>,
): Source {
	return {
		title,
		file,
		...answers,
		read(value) {
			const { data, error } = schema.safeParse(value);
			if (error) return { error };
			const taken = new Set<string>();
			const surveys = data.map((survey) => ({
				id: typeof survey['id'] === 'string' ? survey['id'] : undefined,
				toPrompt: () => read(survey, taken),
			}));
			return { surveys };
		},
	};
}

export const sources = {
	formbricks: source(
		'Formbricks',
		'the response of GET /api/v1/management/surveys',
		formbricksSchema,
		readFormbricks,
		{
			answersFile: 'the response of GET /api/v1/management/responses',
			readResponses: readFormbricksResponses,
		},
	),
	posthog: source(
		'PostHog',
		'the response of GET /api/projects/{project}/surveys/',
		posthogSchema,
		readPosthog,
		{
			answersFile: 'the events "survey sent" of GET /api/projects/{project}/events/',
			readResponses: readPosthogResponses,
		},
	),
	typeform: source('Typeform', 'the response of GET /forms/{form}', typeformSchema, readTypeform, {
		answersFile: 'the response of GET /forms/{form}/responses',
		readResponses: readTypeformResponses,
	}),
	surveyjs: source('SurveyJS', 'the definition of a survey', surveyjsSchema, readSurveyjs, {
		answersFile: 'the results of a survey',
		readResponses: readSurveyjsResponses,
	}),
} satisfies Record<string, Source>;
