import type { AnswerContextName } from '@feedback/contract';

/** What a condition can compare of the context; only conditions on responses know what a site stores with answers. */
export type ContextName = 'path' | 'device' | 'language' | 'prefilled' | AnswerContextName;

const words: Record<ContextName, string> = {
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
};

/** For responses, in the order in which they are offered. */
export const contextSubjects = Object.entries(words).map(([subject, label]) => ({
	subject: subject as ContextName,
	words: label,
	group: 'Context',
}));

export const isContextName = (name: unknown): name is ContextName =>
	typeof name === 'string' && Object.hasOwn(words, name);

/** Names a part of the context to people. */
export const nameContext = (name: ContextName): string => words[name];
