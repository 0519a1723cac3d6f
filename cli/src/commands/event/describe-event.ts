import type { RouteOutput } from '@feedback/contract';

type RecentEvent = RouteOutput<'listEvents'>['items'][number];

/** `format=pdf pages=3` */
export function describeProperties({ properties, verified }: RecentEvent): string {
	const pairs = Object.entries(properties).map(([key, value]) => `${key}=${String(value)}`);
	return [...pairs, verified ? '(verified)' : ''].filter(Boolean).join(' ');
}
