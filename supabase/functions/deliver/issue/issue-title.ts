import { limits } from '@feedback/contract';

import type { MessageText } from '../../_shared/messages/message-text.ts';
import { cut, oneLine } from '../email/plain-text.ts';

/** Maximum characters of an answer in a title. */
const maxAnswer = 80;

/**
 * The title of an issue: what a member wrote, or the name of the prompt with the words, or else the first answer.
 *
 * @example
 * writeIssueTitle(message, 'response.closed'); // 'After the first report: Far too slow'
 */
export function writeIssueTitle({ title, answers }: MessageText, type: string): string {
	const { answer = '' } = answers.find(({ isWords }) => isWords) ?? answers[0] ?? {};
	const said = type === 'selection' ? '' : cut(oneLine(answer), maxAnswer);
	const whole = oneLine(said === '' ? title : `${title}: ${said}`);
	return cut(breakReferences(whole), limits.delivery.issueTitle);
}

/** Puts an invisible character behind what begins a mention or a reference, where trackers look for one. */
export function breakReferences(text: string): string {
	return text.replace(/[@#](?=\S)/g, '$&\u2060');
}
