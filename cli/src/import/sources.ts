import type { z } from 'zod';

import type { Imported } from './draft.ts';
import { formbricksSchema, readFormbricks } from './read-formbricks.ts';
import { posthogSchema, readPosthog } from './read-posthog.ts';
import { readSurveyjs, surveyjsSchema } from './read-surveyjs.ts';
import { readTypeform, typeformSchema } from './read-typeform.ts';

/** A product whose surveys can be imported. */
export type Source = {
	title: string;
	/** What the file has to contain. */
	file: string;
	/** Reads the surveys of a file. */
	read(value: unknown): { error: z.ZodError } | { surveys: (() => Imported)[] };
};

function source<Survey>(
	title: string,
	file: string,
	schema: z.ZodType<Survey[]>,
	read: (survey: Survey, taken: Set<string>) => Imported,
): Source {
	return {
		title,
		file,
		read(value) {
			const { data, error } = schema.safeParse(value);
			if (error) return { error };
			const taken = new Set<string>();
			return { surveys: data.map((survey) => () => read(survey, taken)) };
		},
	};
}

export const sources = {
	formbricks: source(
		'Formbricks',
		'the response of GET /api/v1/management/surveys',
		formbricksSchema,
		readFormbricks,
	),
	posthog: source(
		'PostHog',
		'the response of GET /api/projects/{project}/surveys/',
		posthogSchema,
		readPosthog,
	),
	typeform: source('Typeform', 'the response of GET /forms/{form}', typeformSchema, readTypeform),
	surveyjs: source('SurveyJS', 'the definition of a survey', surveyjsSchema, readSurveyjs),
} satisfies Record<string, Source>;
