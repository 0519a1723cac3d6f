import { actions, type Action } from '../actions.ts';
import type { RouteInput } from '../routes.ts';
import type { Route } from '../routes/route.ts';

/** The grant that a call of the route needs of a connection; `undefined` if it needs none. */
export function findRequiredGrant(
	{ need }: Route,
	input: Readonly<Record<string, unknown>>,
): RouteInput<'requestGrant'> | undefined {
	if (!Object.hasOwn(actions, need)) return undefined;
	const action = need as Action;
	const named = action === 'site:create' ? ['workspace'] : ['site'];
	const names = action === 'prompt:publish' ? [...named, 'prompt', 'revision'] : named;
	const target = Object.entries(input).filter(([name]) => names.includes(name));
	const { name } = input;
	return {
		action,
		...Object.fromEntries(target),
		...(action === 'site:create' && typeof name === 'string' && { site_name: name }),
	};
}
