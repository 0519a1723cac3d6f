import type { LauncherToDraw } from '@feedback/contract/wire';

import { toRecord } from '../json.ts';

const edges = ['right', 'left', 'bottom_right', 'bottom_left'];

/**
 * A launcher as the service sent it, as it is stored on this device, or as the app passed it to `init`. Nothing when it
 * names no prompt: what is stored may be damaged.
 */
export function readLauncher(given: unknown): LauncherToDraw | undefined {
	const {
		surveyId,
		survey_id = surveyId,
		position,
		target,
		label,
		translations,
		...more
	} = toRecord(given);
	if (typeof survey_id !== 'string' || !survey_id) return undefined;
	const selector = asText(target);
	const place = selector ? 'inline' : (edges.find((each) => each === position) ?? 'right');
	return {
		survey_id,
		position: place as LauncherToDraw['position'],
		...(selector && { target: selector }),
		...(asText(label) && { label: asText(label) }),
		translations: Object.fromEntries(
			Object.entries(toRecord(translations)).filter(([, text]) => asText(text)),
		) as Record<string, string>,
		appearance: toRecord(more['appearance']),
	};
}

function asText(value: unknown): string | undefined {
	return typeof value === 'string' && value ? value : undefined;
}
