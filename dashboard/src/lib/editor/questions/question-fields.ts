import type { Component } from 'svelte';

import type { QuestionType } from '#lib/prompt/question-types.ts';

import type { WorkingCopy } from '../working-copy.svelte.ts';
import ChoiceFields from './ChoiceFields.svelte';
import ConsentFields from './ConsentFields.svelte';
import MessageFields from './MessageFields.svelte';
import ScaleFields from './ScaleFields.svelte';
import TextFields from './TextFields.svelte';
import YesNoFields from './YesNoFields.svelte';

/** The fields of each question type, in addition to the fields that every question has. */
export const questionFields = {
	rating: ScaleFields,
	nps: ScaleFields,
	single_choice: ChoiceFields,
	multiple_choice: ChoiceFields,
	yes_no: YesNoFields,
	short_text: TextFields,
	long_text: TextFields,
	consent: ConsentFields,
	message: MessageFields,
	screenshot: undefined,
} satisfies Record<QuestionType, Component<{ copy: WorkingCopy; at: number }> | undefined>;
