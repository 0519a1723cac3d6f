import type { PreviewResponse } from '@feedback/contract/wire';

export const endedWords =
	'A preview lasts for one hour and belongs to one site. Open it again from the dashboard to go on. ' +
	'From now on this page works as for every visitor.';

/** Describes what makes the prompt appear. */
export function describeWait({ shows }: PreviewResponse): string {
	const { events, survey_id } = shows;
	if (!events.length) return `It appears when the app calls show('${survey_id}').`;
	return `Waiting for ${events.join(' or ')}. Nothing is stored meanwhile.`;
}

/** Whether a visitor would have seen the prompt. */
export function describeVerdict(
	{ prompt, reason, rules }: PreviewResponse,
	event?: string,
): string {
	const asked = event ?? 'show()';
	if (!prompt) return `${asked} does not display this prompt.`;
	const failed = rules.filter(({ passed }) => !passed).length;
	if (failed)
		return `${asked}: visitors would not see it, ${failed} of ${rules.length} rules fail.`;
	if (reason === 'displayed' || reason === 'waiting') return `${asked}: visitors would see it.`;
	return `${asked}: visitors would not see it (${reason}).`;
}
