/**
 * Pages to read one after another, by the reader's task. Previous and next follow these paths; pages on
 * none of them follow the sidebar.
 */
export const readingPaths: readonly (readonly string[])[] = [
	// A developer integrates the SDK into an app.
	[
		'start/quick-starts',
		'start/five-minutes',
		'install/package',
		'visitors/identify',
		'visitors/traits',
		'visitors/reset',
		'events/naming',
		'events/properties',
		'events/capture',
		'dashboard/first-run',
	],
	// A product manager asks the first question.
	[
		'dashboard/first-run',
		'prompts/overview',
		'dashboard/prompts',
		'prompts/questions',
		'prompts/branching',
		'prompts/translations',
		'prompts/values',
		'prompts/prefill',
		'prompts/audience',
		'prompts/trigger',
		'prompts/sampling',
		'prompts/timing',
		'prompts/frequency',
		'prompts/ask-later',
		'prompts/budgets',
		'prompts/appearance',
		'prompts/experiments',
		'prompts/why-not',
		'dashboard/results',
		'dashboard/inbox',
		'integrations/overview',
	],
	// A developer relies on events from browsers, and reports events from a server.
	['events/proofs', 'events/backend', 'recipes/server-event'],
	// An operator sets up a server.
	[
		'self-hosting/one-machine',
		'self-hosting/debian',
		'self-hosting/configuration',
		'self-hosting/sign-in',
		'self-hosting/proxy',
		'self-hosting/backup',
		'self-hosting/operations',
		'self-hosting/database',
		'self-hosting/scaling',
	],
	// A person lets an agent write prompts.
	[
		'agents/set-up',
		'agents/mcp',
		'agents/mcp-walk',
		'agents/auth',
		'agents/access',
		'dashboard/approvals',
		'agents/mcp-security',
	],
];

/**
 * Pages that can replace a page on a path: each of them leads back to the page before it, and on to the page after it.
 */
const frameworks = [
	'nextjs',
	'vite-react',
	'react-router',
	'tanstack-start',
	'solid',
	'vite-vue',
	'vite-svelte',
	'sveltekit',
	'nuxt',
	'astro',
	'angular',
	'qwik',
	'gatsby',
	'expo',
	'electron',
	'rails',
	'laravel',
	'django',
	'phoenix',
	'wordpress',
	'script-tag',
];
const alternatives: Record<string, Neighbours> = {
	...Object.fromEntries(
		frameworks.map((name) => [
			`install/${name}`,
			{ previous: 'install/package', next: 'visitors/identify' },
		]),
	),
	'self-hosting/containers': {
		previous: 'self-hosting/one-machine',
		next: 'self-hosting/configuration',
	},
	'self-hosting/supabase': { previous: 'self-hosting/one-machine' },
};

export type Neighbours = { previous?: string; next?: string };

/** The pages before and after a page; `undefined` for a page that follows the sidebar. */
export function neighboursOf(slug: string): Neighbours | undefined {
	if (alternatives[slug]) return alternatives[slug];
	const on = readingPaths.filter((path) => path.includes(slug));
	if (on.length === 0) return undefined;
	// The last page of one path may be the first of another.
	const [previous] = on.map((path) => path[path.indexOf(slug) - 1]).filter(Boolean);
	const [next] = on.map((path) => path[path.indexOf(slug) + 1]).filter(Boolean);
	return { ...(previous && { previous }), ...(next && { next }) };
}
