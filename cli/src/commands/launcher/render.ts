import type { RouteOutput } from '@feedback/contract';

import { cleanLine } from '../../output/clean.ts';
import type { Paint } from '../../output/paint.ts';
import { renderFacts } from '../../output/table.ts';

/** The feedback button of a site as text. */
export function renderLauncher(
	{ launcher, prompt }: RouteOutput<'getLauncher'>,
	paint: Paint,
): string {
	if (launcher === null) return 'The site has no feedback button.';
	const { survey_id, position, target, label, translations = {} } = launcher;
	const facts = renderFacts(
		[
			['Opens', prompt ? `${prompt.name} (${survey_id}, ${prompt.state})` : survey_id],
			['Position', target === undefined ? position : `${position}, in ${target}`],
			['Label', label ?? '"Feedback" in the visitor’s language'],
			...Object.entries(translations).map(([tag, text]): [string, string] => [
				`Label (${tag})`,
				text,
			]),
		],
		paint,
	);
	return [facts, ...explainHidden(prompt, paint)].join('\n');
}

/** What has changed, and the button as it is now. */
export function renderChanged(
	{ changed, ...stored }: RouteOutput<'setLauncher'>,
	paint: Paint,
): string {
	if (stored.launcher === null) {
		return changed ? 'The site has no feedback button now.' : 'The site has no feedback button.';
	}
	const head = changed
		? `Browsers show the button within a minute; it opens "${cleanLine(stored.launcher.survey_id)}".`
		: 'The button was so already.';
	return [head, renderLauncher(stored, paint)].join('\n');
}

function explainHidden(prompt: RouteOutput<'getLauncher'>['prompt'], paint: Paint): string[] {
	if (prompt?.state === 'published') return [];
	return [paint.yellow('Visitors see the button only while the prompt is published.')];
}
