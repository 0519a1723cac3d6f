import type { Client } from '@feedback/client';
import { limits } from '@feedback/contract';
import type { Audience, Prompt, SiteSettings } from '@feedback/contract';

import type { ForecastFigures } from '#lib/editor/forecast/describe-forecast.ts';
import { forecastDays } from '#lib/editor/forecast/forecast.svelte.ts';

/** Returns the prompt with another version of its saved audience. */
export function followAudience(
	content: Prompt,
	{ key, version, rule }: { key: string; version: number; rule: Audience },
): Prompt {
	return { ...content, audience: { saved: key, version, rule } };
}

export type Forecasts = {
	days: number;
	before: ForecastFigures;
	after: ForecastFigures;
	siteLimits: SiteSettings['limits'];
};

/** Reads the forecasts of a prompt with its old and its new audience, and what is needed to describe them. */
export async function readForecasts(
	client: Client,
	site: string,
	before: Prompt,
	after: Prompt,
): Promise<Forecasts> {
	const read = (content: Prompt) =>
		client.forecast({ site, content, days: forecastDays, sample: limits.forecast.sample });
	const [old, next, settings] = await Promise.all([
		read(before),
		read(after),
		client.getSettings({ site }),
	]);
	return { days: forecastDays, before: old, after: next, siteLimits: settings.limits };
}
