import type { Prompt } from '@feedback/contract';

import { listBars } from '#lib/editor/forecast/describe-forecast.ts';
import { effectDays, type EffectFigures } from '#lib/prompt/effect/publish-effect.svelte.ts';
import { formatNumber } from '#lib/text/format-number.ts';
import { quote } from '#lib/text/visible-text.ts';

import type { GrantRequest } from './describe-request.ts';

/** A reason for which the revision would be displayed to nobody, or to fewer people than it seems. */
export type Concern = { title: string; text: string };

type Facts = {
	missing: GrantRequest['missing'];
	trigger: Prompt['trigger'];
	/** The forecast; undefined while it is calculated. */
	figures: Pick<EffectFigures, 'subjects' | 'sampled' | 'events' | 'reasons'> | undefined;
};

/**
 * Lists what a person should know before they approve a revision.
 *
 * @example
 * listConcerns({ missing: { events: [], site_key: true }, trigger, figures }); // [{ title: 'The site has no site key', … }]
 */
export function listConcerns({ missing, trigger, figures }: Facts): Concern[] {
	const unseen = missing?.events ?? [];
	const isTriggerUnseen = unseen.length > 0 && unseen.length === trigger?.events.length;
	return [
		...(unseen.length > 0 ? [describeUnseen(unseen, isTriggerUnseen)] : []),
		...(missing?.site_key ? [noSiteKey] : []),
		...(figures && !isTriggerUnseen ? describeNobody(figures) : []),
	];
}

const noSiteKey: Concern = {
	title: 'The site has no site key',
	text: 'Your backend has to report the event, and needs a site key for it. Nobody sees the prompt until an owner creates one in the settings.',
};

function describeUnseen(events: string[], isAll: boolean): Concern {
	const names = events.map(quote).join(', ');
	const title =
		events.length === 1 ? `${names} was never reported` : `${events.length} events never reported`;
	const about = events.length === 1 ? '' : `${names}. `;
	return {
		title,
		text: isAll
			? `${about}Nobody sees the prompt until your app reports ${events.length === 1 ? 'it' : 'one of them'}. Check the spelling.`
			: `${about}The prompt appears only after its other trigger events. Check the spelling.`,
	};
}

function describeNobody({ subjects, sampled, events, reasons }: NonNullable<Facts['figures']>) {
	if (subjects > 0 || sampled) return [];
	const title = `Reaches nobody, judging by the last ${effectDays} days`;
	if (events === 0) return [{ title, text: 'No matching event was reported in that time.' }];
	const bars = listBars(reasons).slice(0, 3);
	const count = events === 1 ? '1 matching event' : `${formatNumber(events)} matching events`;
	return [{ title, text: `Of ${count}: ${bars.map(({ text }) => text).join(', ')}.` }];
}
