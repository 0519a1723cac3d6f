import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';

import {
	type answerRequestSchema,
	type backendEventSchema,
	type backendIdentitySchema,
	type backendReportSchema,
	type backendResponseSchema,
	type claimRequestSchema,
	type displayRequestSchema,
	type eventsRequestSchema,
	examplePrompt,
	type identifyRequestSchema,
	type launcherSchema,
	localizePrompt,
	type pollRequestSchema,
	type previewRequestSchema,
	promptSchema,
	type reportedEventSchema,
	type resetRequestSchema,
	type screenshotRequestSchema,
	type showRequestSchema,
} from './mod.ts';
import type { Settled } from './settle-branches.ts';
import type * as wire from './wire.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

type PlainError = Pick<wire.WireError, 'code' | 'message' | 'field' | 'hint'>;
/** Errors of items have neither an approval nor a request ID. */
type PlainErrors<Response extends Record<'events' | 'identify', { error?: wire.WireError }[]>> = {
	[Key in keyof Response]: Response[Key] extends (infer Item extends { error?: wire.WireError })[]
		? { [Field in keyof Item]: Field extends 'error' ? PlainError | undefined : Item[Field] }[]
		: Response[Key];
};

describe('the wire types and their schemas', () => {
	it('agree exactly', () => {
		const same: true[] = [
			true satisfies Same<z.output<typeof reportedEventSchema>, wire.ReportedEvent>,
			true satisfies Same<
				Omit<z.output<typeof eventsRequestSchema>, 'events'>,
				Omit<wire.EventsRequest, 'events'>
			>,
			true satisfies Same<z.output<typeof identifyRequestSchema>, wire.IdentifyRequest>,
			true satisfies Same<z.output<typeof resetRequestSchema>, wire.ResetRequest>,
			true satisfies Same<z.output<typeof showRequestSchema>, wire.ShowRequest>,
			true satisfies Same<z.output<typeof claimRequestSchema>, wire.ClaimRequest>,
			true satisfies Same<z.output<typeof pollRequestSchema>, wire.PollRequest>,
			true satisfies Same<z.output<typeof backendEventSchema>, wire.BackendEvent>,
			true satisfies Same<z.output<typeof backendIdentitySchema>, wire.BackendIdentity>,
			true satisfies Same<z.output<typeof backendReportSchema>, wire.BackendRequest>,
			true satisfies Same<
				z.output<typeof backendResponseSchema>,
				PlainErrors<wire.BackendResponse>
			>,
			true satisfies Same<z.output<typeof previewRequestSchema>, wire.PreviewRequest>,
			true satisfies Same<z.output<typeof launcherSchema>, wire.Launcher>,
			true satisfies Same<z.output<typeof displayRequestSchema>, wire.DisplayRequest>,
			true satisfies Same<z.output<typeof answerRequestSchema>, wire.AnswerRequest>,
			true satisfies Same<z.output<typeof screenshotRequestSchema>, wire.ScreenshotRequest>,
		];
		expect(same).not.toContain(false);
	});

	it('describe the same prompt to draw as the authored form', () => {
		expectTypeOf<z.output<typeof promptSchema>['appearance']>().toExtend<
			Partial<wire.Appearance>
		>();
		type Settle<Question> = Question extends unknown ? Settled<Question> : never;
		expectTypeOf<
			Settle<z.output<typeof promptSchema>['questions'][number]>
		>().toExtend<wire.QuestionToDraw>();
	});
});

describe('the full example', () => {
	const prompt = promptSchema.parse(examplePrompt);

	it('is a valid prompt and stays the same when parsed again', () => {
		expect(promptSchema.parse(prompt)).toEqual(prompt);
	});

	it('is drawn in the nearest language', () => {
		expect(localizePrompt(prompt, 1, ['de-AT']).questions[0]?.title).toMatch(/^Wie einfach/);
		expect(localizePrompt(prompt, 1, ['fr', 'de']).language).toBe('de');
		expect(localizePrompt(prompt, 1, ['fr']).language).toBe('en');
		const empty = { ...prompt, translations: { fr: { questions: { ease: {} } } } };
		expect(localizePrompt(empty, 1, ['fr']).language).toBe('en');
		const { appearance, ...plain } = prompt;
		const { position } = appearance;
		const dressed = localizePrompt({ ...plain, appearance: { position } }, 1, [], {
			theme: 'dark',
			position: 'center',
		});
		expect(dressed.appearance).toEqual({ theme: 'dark', font: 'system', position });
		expect(JSON.stringify(localizePrompt(prompt, 1, []))).not.toMatch(/plan|sampling|audience/);
	});
});
