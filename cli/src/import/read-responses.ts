import { z } from 'zod';

/** A response of another product: its answers by the IDs that the survey's questions have there. */
export type SourceResponse = {
	id: string | null;
	created_at: string | null;
	answers: Record<string, unknown>;
};

/** A reader of exported responses: `survey` is the ID of the survey of a response, if the export names it. */
export type ResponseReader = (
	value: unknown,
) => { error: z.ZodError } | { responses: (SourceResponse & { survey?: string | undefined })[] };

function reader<Item>(
	schema: z.ZodType<Item[]>,
	read: (item: Item) => SourceResponse & { survey?: string | undefined },
): ResponseReader {
	return (value) => {
		const { data, error } = schema.safeParse(value);
		return error ? { error } : { responses: data.map(read) };
	};
}

const text = z.string().nullish();

const formbricksResponse = z.looseObject({
	id: text,
	createdAt: text,
	surveyId: text,
	data: z.record(z.string(), z.unknown()),
});

export const readFormbricksResponses = reader(
	z.union([
		z.array(formbricksResponse),
		z.object({ data: z.array(formbricksResponse) }).transform(({ data }) => data),
	]),
	({ id, createdAt, surveyId, data }) => ({
		id: id ?? null,
		created_at: createdAt ?? null,
		survey: surveyId ?? undefined,
		answers: data,
	}),
);

const posthogEvent = z.looseObject({
	uuid: text,
	timestamp: text,
	properties: z.record(z.string(), z.unknown()),
});

/** Events `survey sent`: the first answer has no number, and newer versions also name questions by their ID. */
export const readPosthogResponses = reader(
	z.union([
		z.array(posthogEvent),
		z.object({ results: z.array(posthogEvent) }).transform(({ results }) => results),
	]),
	({ uuid, timestamp, properties }) => {
		const answers = Object.entries(properties).flatMap(([key, value]): [string, unknown][] => {
			const [, rest] = /^\$survey_response(?:_(.+))?$/.exec(key) ?? [undefined, null];
			if (rest === null) return [];
			if (rest === undefined) return [['q1', value]];
			return [[/^\d{1,3}$/.test(rest) ? `q${Number(rest) + 1}` : rest, value]];
		});
		const survey = properties['$survey_id'];
		return {
			id: uuid ?? null,
			created_at: timestamp ?? null,
			survey: typeof survey === 'string' ? survey : undefined,
			answers: Object.fromEntries(answers),
		};
	},
);

const chosen = z.looseObject({ label: text, other: text });
const typeformAnswer = z.looseObject({
	field: z.looseObject({ id: text, ref: text }),
	type: z.string(),
	choice: chosen.nullish(),
	choices: z.looseObject({ labels: z.array(z.string()).nullish(), other: text }).nullish(),
});

export const readTypeformResponses = reader(
	z
		.object({
			items: z.array(
				z.looseObject({
					response_id: text,
					submitted_at: text,
					answers: z.array(typeformAnswer).nullish(),
				}),
			),
		})
		.transform(({ items }) => items),
	({ response_id, submitted_at, answers }) => ({
		id: response_id ?? null,
		created_at: submitted_at ?? null,
		answers: Object.fromEntries(
			(answers ?? []).map((answer) => [
				answer.field.ref ?? answer.field.id ?? '',
				readTypeformAnswer(answer),
			]),
		),
	}),
);

function readTypeformAnswer(answer: z.output<typeof typeformAnswer>): unknown {
	const { type, choice, choices } = answer;
	if (type === 'choice') return choice?.label ?? choice?.other;
	if (type === 'choices') return [...(choices?.labels ?? []), choices?.other].filter(Boolean);
	return answer[type];
}

/** Results of SurveyJS: the text behind "other" is in a second value. */
export const readSurveyjsResponses = reader(
	z.union([
		z.array(z.record(z.string(), z.unknown())),
		z.record(z.string(), z.unknown()).transform((result) => [result]),
	]),
	(result) => ({
		id: null,
		created_at: null,
		answers: Object.fromEntries(
			Object.entries(result)
				.filter(([name]) => !name.endsWith('-Comment'))
				.map(([name, value]) => [name, withComment(value, result[`${name}-Comment`])]),
		),
	}),
);

function withComment(value: unknown, comment: unknown): unknown {
	if (comment === undefined) return value;
	if (Array.isArray(value)) return value.map((one: unknown) => (one === 'other' ? comment : one));
	return value === 'other' ? comment : value;
}
