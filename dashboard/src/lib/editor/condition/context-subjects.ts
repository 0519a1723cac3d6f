import { contextLabels } from '@feedback/contract';

/** What a condition can compare of the context; only conditions on responses know what a site stores with answers. */
export type ContextName = keyof typeof contextLabels;

/** For responses, in the order in which they are offered. */
export const contextSubjects = Object.entries(contextLabels).map(([subject, label]) => ({
	subject: subject as ContextName,
	words: label,
	group: 'Context',
}));

export const isContextName = (name: unknown): name is ContextName =>
	typeof name === 'string' && Object.hasOwn(contextLabels, name);

/** Names a part of the context to people. */
export const nameContext = (name: ContextName): string => contextLabels[name];
