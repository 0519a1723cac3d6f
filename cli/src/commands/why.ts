import { limits, reasons, routes } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../command.ts';
import { instant, option } from '../describe.ts';
import { Failure } from '../failure.ts';
import { cleanLine } from '../output/clean.ts';
import { count, moment } from '../output/more.ts';
import type { Paint } from '../output/paint.ts';
import { promptNameSchema, uuidSchema } from '../uuid.ts';

type OfEvent = RouteOutput<'why'>;
type OfPrompt = RouteOutput<'whyPrompt'>;
type Funnel = RouteOutput<'getReasons'>;
type Data = OfEvent | OfPrompt | Funnel;

export const why = defineCommand({
	name: 'why',
	summary: 'Explain why an event, an account or nobody was shown a prompt.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		event: option(uuidSchema.optional(), 'The event; "event list" shows its UUID.', 'event_uuid'),
		prompt: option(
			promptNameSchema.optional(),
			'The prompt instead, by UUID or survey ID: what became of its events.',
			'prompt_uuid',
		),
		account: option(
			z.string().min(1).max(limits.account.id).optional(),
			'With --prompt: what decides for this account.',
			'account_id',
		),
		visitor: option(uuidSchema.optional(), 'With --prompt: for this visitor.', 'visitor_uuid'),
		at: instant('With --account or --visitor: at that day or time (default: now).'),
		days: option(
			z.coerce.number().int().min(1).max(30).optional(),
			'With --prompt alone: the last number of days (default: 7).',
			'number',
		),
	}),
	positionals: ['event'],
	output: z.union([routes.why.output, routes.whyPrompt.output, routes.getReasons.output]),
	examples: [
		{
			text: 'Why did this customer not see it, and what would change that?',
			line: 'why --prompt export-nps --account cust_1',
		},
		{ text: 'Why did nobody see it this week?', line: 'why --prompt export-nps' },
		{ text: 'Every rule of every prompt, passed or failed', line: 'why <event_uuid>' },
	],
	async run(
		{ event, prompt, account, visitor, at, days },
		{ client, site: findSite, withApproval },
	) {
		if ((event === undefined) === (prompt === undefined)) {
			throw wrongUse('Pass exactly one of an event and --prompt.');
		}
		const subject = {
			...(account !== undefined && { account }),
			...(visitor !== undefined && { visitor }),
		};
		const isOfSubject = Object.keys(subject).length > 0;
		if (prompt === undefined && (isOfSubject || at !== undefined || days !== undefined)) {
			throw wrongUse('Only --prompt goes with --account, --visitor, --at and --days.');
		}
		if (account !== undefined && visitor !== undefined) {
			throw wrongUse('Pass at most one of --account and --visitor.');
		}
		if (at !== undefined && !isOfSubject) throw wrongUse('--at needs --account or --visitor.');
		if (days !== undefined && isOfSubject) throw wrongUse('--days goes with --prompt alone.');
		const site = await findSite();
		return withApproval({ action: 'response:read', site }, (): Promise<Data> => {
			if (event !== undefined) return client.why({ site, event });
			const named = { site, prompt: prompt! };
			if (!isOfSubject) return client.getReasons({ ...named, ...(days !== undefined && { days }) });
			return client.whyPrompt({ ...named, ...subject, ...(at !== undefined && { at }) });
		});
	},
	render(data, paint) {
		if ('event' in data) return renderEvent(data, paint);
		return 'basis' in data ? renderPrompt(data, paint) : renderFunnel(data, paint);
	},
});

function wrongUse(message: string): Failure {
	return new Failure('usage', message, { next: [['feedback', 'why', '--help']] });
}

function renderEvent({ event, prompts }: OfEvent, paint: Paint): string {
	const head = `${paint.bold(cleanLine(event.name))} at ${moment(event.at)}`;
	if (prompts.length === 0) return `${head}\n${reasons.no_prompt}`;
	return [head, ...prompts.map((verdict) => renderVerdict(verdict, paint))].join('\n\n');
}

function renderVerdict(
	{ survey_id, reason, rules }: OfEvent['prompts'][number],
	paint: Paint,
): string {
	return [
		`${paint.bold(cleanLine(survey_id))}: ${reasons[reason]}`,
		...rules.map(({ passed, text }) => {
			const mark = passed ? paint.green('✓') : paint.red('✗');
			return `  ${mark} ${cleanLine(text)}`;
		}),
	].join('\n');
}

const bases: Record<OfPrompt['basis'], string> = {
	event: 'What was decided about its last event before that time.',
	repeated: 'What would be decided now if its last event were repeated.',
	show: 'What would be decided now about show(): there is no event of the trigger.',
};

function renderPrompt(
	{ survey_id, state, basis, decision, changes, events }: OfPrompt,
	paint: Paint,
) {
	return [
		decision ? renderVerdict(decision, paint) : `${paint.bold(survey_id)} is ${state}.`,
		...(decision ? [paint.dim(bases[basis])] : []),
		...(changes.length > 0
			? [
					[
						'To be shown:',
						...changes.map((change, at) => `  ${at + 1}. ${cleanLine(change)}`),
					].join('\n'),
				]
			: []),
		...(events.length > 0
			? [
					[
						'Events of its trigger:',
						...events.map(
							({ id, at, name, reason }) =>
								`  ${moment(at)}  ${cleanLine(name)}  ${reason ?? 'not decided'}  ${paint.dim(id)}`,
						),
					].join('\n'),
				]
			: []),
	].join('\n\n');
}

function renderFunnel(funnel: Funnel, paint: Paint): string {
	const { survey_id, state, days, events, displayed, launcher, shown, first, warnings } = funnel;
	const rows = funnel.reasons.map(({ reason, survey_id: about, events: number }) => {
		const why = reason === null ? 'Stored without a decision.' : reasons[reason];
		const of = about !== null && about !== survey_id ? ` (${cleanLine(about)})` : '';
		return `  ${String(number).padStart(7)}  ${why}${of}`;
	});
	const name = paint.bold(cleanLine(survey_id));
	return [
		...(shown === null
			? [
					`${name} is ${state}. ${count(events, 'event')} of its trigger in ${count(days, 'day')}:`,
					`  ${String(displayed).padStart(7)}  ${reasons.displayed}`,
					...rows,
				]
			: [
					`${name} is ${state}. It has no trigger: ${describeOpening(launcher)}.`,
					`  ${String(shown).padStart(7)}  Displays in ${count(days, 'day')}.`,
				]),
		...(warnings.length > 0
			? ['', ...warnings.map(({ sentence }) => `Cannot be displayed: ${sentence}`)]
			: []),
		...(first === null ? [] : ['', `First: ${first}`]),
	].join('\n');
}

function describeOpening(launcher: boolean): string {
	return launcher
		? 'visitors open it with the feedback button, or the app with show()'
		: 'the app opens it with show()';
}
