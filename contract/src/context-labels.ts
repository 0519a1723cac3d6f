import type { ResponseContext } from './answer-context.ts';

/** What people call each part of the context of a response. */
export const contextLabels = {
	path: 'Path',
	device: 'Device',
	language: 'Language',
	referrer: 'Referrer',
	utm_source: 'UTM source',
	utm_medium: 'UTM medium',
	utm_campaign: 'UTM campaign',
	utm_term: 'UTM term',
	utm_content: 'UTM content',
	viewport_width: 'Window width',
	viewport_height: 'Window height',
	app_version: 'App version',
	prefilled: 'Prefilled answer to',
} as const satisfies Record<keyof ResponseContext, string>;
