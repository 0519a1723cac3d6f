import { actions, type Action } from '../actions.ts';
import type { RouteInput } from '../routes.ts';
import type { Route } from '../routes/route.ts';

/** Further parameters that the grant is for. */
const more: Partial<Record<Action, readonly string[]>> = {
	'prompt:publish': ['prompt', 'revision'],
	'launcher:set': ['launcher'],
};

/** The grant that a call of the route needs of a connection; `undefined` if it needs none. */
export function findRequiredGrant(
	{ need }: Route,
	input: Readonly<Record<string, unknown>>,
): RouteInput<'requestGrant'> | undefined {
	if (!Object.hasOwn(actions, need)) return undefined;
	const action = need as Action;
	const named = action === 'site:create' ? ['workspace'] : ['site'];
	const names = [...named, ...(more[action] ?? [])];
	const target = Object.entries(input).filter(([name]) => names.includes(name));
	const { name } = input;
	return {
		action,
		...Object.fromEntries(target),
		...(action === 'site:create' && typeof name === 'string' && { site_name: name }),
	};
}
