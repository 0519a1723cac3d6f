import type { Display } from '@feedback/contract/wire';

import { toRecord } from '../json.ts';

/** Whether a display from a response or from storage has what drawing and reporting it takes. */
export function isDrawable(display: unknown): display is Display {
	const { id, secret, prompt } = toRecord(display);
	const { survey_id, questions } = toRecord(prompt);
	return (
		[id, secret, survey_id].every((text) => typeof text === 'string') && Array.isArray(questions)
	);
}
