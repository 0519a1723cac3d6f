import { cleanLine, cleanText } from '../output/clean.ts';
import { count } from '../output/more.ts';
import type { Paint } from '../output/paint.ts';
import { shellLine } from '../output/shell-word.ts';
import type { Result } from './result.ts';

const heads: Record<Result['state'], string> = {
	planned: 'These changes would be made. Nothing was changed.',
	unchanged: 'Everything is already in place. Nothing was changed.',
	installed: 'Done.',
	by_hand: 'This app is not edited: the steps below do it by hand.',
	undone: 'Undone: every file of the last run has its previous content.',
};

const promptStates = {
	to_create: 'a draft, once a person approves, unless the site has a prompt',
	created: 'saved as a draft',
	present: 'the site already has a prompt; no draft was saved',
};

const verbs = { create: 'create', edit: 'edit', link: 'link', restore: 'restore' };

/** Renders the result as text. */
export function renderResult(result: Result, paint: Paint): string {
	const { existing, verified, notes, steps } = result;
	const parts = [
		renderHead(result, paint),
		renderPlan(result, paint),
		existing ? `${cleanLine(existing)} already starts the SDK.` : '',
		verified ? renderVerified(verified, result, paint) : '',
		...notes.map((note) => `${paint.yellow('•')} ${cleanText(note)}`),
		steps.length > 0 ? `${paint.bold('Next')}\n${steps.map(toStep).join('\n')}` : '',
	];
	return parts.filter(Boolean).join('\n\n');
}

function renderHead({ state, refusals }: Result, paint: Paint): string {
	if (state === 'planned') return heads[state];
	if (state === 'by_hand') return `${paint.yellow('•')} ${heads[state]}`;
	if (refusals.length === 0) return `${paint.green('✓')} ${heads[state]}`;
	const files = [...new Set(refusals.map(({ file }) => file))].join(', ');
	return `${paint.yellow('•')} ${heads[state]} The SDK does not work yet: see the Content Security Policy in ${cleanLine(files)}, below.`;
}

function renderVerified(event: string, { decision, dashboard }: Result, paint: Paint): string {
	const lines = [`${paint.green('✓')} The event "${cleanLine(event)}" arrived.`];
	if (decision?.reason === 'displayed') {
		lines.push(`${paint.green('✓')} A prompt appeared: ${cleanLine(decision.survey_id ?? '')}.`);
	} else if (decision) {
		const { reason, text } = decision;
		lines.push(`${paint.yellow('•')} ${describeAbsence(reason)}${cleanLine(text)}`);
	}
	const events = dashboard?.replace(/prompts$/, 'events');
	if (events) lines.push(`  Each event and its reason: ${cleanLine(events)}`);
	return lines.join('\n');
}

function describeAbsence(reason: string | null): string {
	return reason === null ? '' : `No prompt appeared (${reason}): `;
}

function toStep(step: string, at: number): string {
	return cleanText(`  ${at + 1}. ${step.replaceAll('\n', '\n     ')}`);
}

/** Renders files, package, site and skill of a result; with diffs while it is a plan. */
export function renderPlan(result: Result, paint: Paint): string {
	const { framework, app, files, site, skill } = result;
	const name = framework && [framework.name, framework.version].filter(Boolean).join(' ');
	const lines = [
		name ? `${paint.bold(cleanLine(name))} in ${cleanLine(app)}` : cleanLine(app),
		...files
			.filter(({ path }) => !isOfSkill(path))
			.map(({ path, change }) => `  ${verbs[change].padEnd(8)}${cleanLine(path)}`),
	];
	if (result.package) {
		const verb = result.package.state === 'skipped' ? 'skipped' : 'install';
		lines.push(`  ${verb.padEnd(8)}${cleanLine(shellLine(result.package.command))}`);
	}
	if (site) lines.push(`  site    ${describeSite(site)}`);
	const ofSkill = files.filter(({ path }) => isOfSkill(path)).length;
	const { prompt } = result;
	if (prompt)
		lines.push(`  prompt  ${cleanLine(prompt.survey_id)} (${promptStates[prompt.state]})`);
	if (skill) lines.push(`  skill   ${cleanLine(skill.path)} (${skill.state})`);
	else if (ofSkill > 0) lines.push(`  skill   ${count(ofSkill, 'file')}`);
	const diffs = result.state === 'planned' ? files.flatMap(({ diff }) => diff ?? []) : [];
	return [lines.join('\n'), ...diffs.map((diff) => paintDiff(diff, paint))].join('\n\n');
}

// The files of the skill are summarised in one line.
function isOfSkill(path: string): boolean {
	return /(^|\/)\.(agents|claude)\/skills\/feedback/.test(path);
}

function describeSite({ site_id, name, state }: NonNullable<Result['site']>): string {
	if (state === 'to_create') return `a new one, "${cleanLine(name ?? '')}", once a person approves`;
	return cleanLine([name && `"${name}"`, site_id, `(${state})`].filter(Boolean).join(' '));
}

function paintDiff(diff: string, paint: Paint): string {
	return cleanText(diff)
		.trimEnd()
		.split('\n')
		.map((line) => {
			if (/^(---|\+\+\+)/.test(line)) return paint.bold(line);
			if (line.startsWith('+')) return paint.green(line);
			if (line.startsWith('-')) return paint.red(line);
			return line.startsWith('@@') ? paint.cyan(line) : line;
		})
		.join('\n');
}
