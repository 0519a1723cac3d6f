import { rangeOf } from '../app.ts';
import type { App } from '../app.ts';

/** A library that signs people in, and how an app learns from it who is signed in. */
export type SignIn = {
	id: string;
	name: string;
	/** Any of these packages identifies it. */
	packages: readonly string[];
	/** For React: the element within which the hook works. */
	provider?: {
		element: string;
		/** The module with the hook, if it is not the one of the element. */
		from?: string;
		hook: string;
		/** The parts of the hook's result that are used. */
		takes: string;
		/** Whether it is known who is signed in, and the account, as expressions. */
		isKnown: string;
		account: string;
	};
	/** For any framework: the object that reports changes. */
	client?: {
		/** The function whose result is the object, and the modules that export it. */
		made: string;
		from: RegExp;
		/** Follows the object of this name. */
		listen(name: string): string[];
	};
	/** What else the app needs. */
	note?: string;
};

const clerk = ['nextjs', 'clerk-react', 'react', 'react-router', 'remix', 'tanstack-react-start'];

export const signIns: readonly SignIn[] = [
	{
		id: 'clerk',
		name: 'Clerk',
		packages: [...clerk, 'astro', 'nuxt', 'vue', 'clerk-js'].map((name) => `@clerk/${name}`),
		provider: {
			element: 'ClerkProvider',
			hook: 'useUser',
			takes: '{ isLoaded, user }',
			isKnown: 'isLoaded',
			account: 'user?.id ?? null',
		},
	},
	{
		id: 'authjs',
		name: 'Auth.js',
		packages: ['next-auth', '@auth/sveltekit', '@auth/express', '@auth/solid-start', '@auth/qwik'],
		provider: {
			element: 'SessionProvider',
			hook: 'useSession',
			takes: '{ data, status }',
			isKnown: "status !== 'loading'",
			// Without further types, the session has no ID.
			account: '(data?.user as { id?: string } | undefined)?.id ?? null',
		},
		note: 'Auth.js gives the browser the ID of the user only if its callback "session" does: session.user.id = token.sub.',
	},
	{
		id: 'better-auth',
		name: 'better-auth',
		packages: ['better-auth'],
		client: {
			made: 'createAuthClient',
			from: /^better-auth\//,
			listen: (name) => [
				`${name}.$store.atoms['session']?.subscribe(({ data, error, isPending }) => {`,
				'\tif (!isPending && !error) follow(data?.user.id ?? null);',
				'});',
			],
		},
	},
	{
		id: 'auth0',
		name: 'Auth0',
		packages: [
			'@auth0/auth0-react',
			'@auth0/nextjs-auth0',
			'@auth0/auth0-vue',
			'@auth0/auth0-angular',
			'@auth0/auth0-spa-js',
		],
		provider: {
			element: 'Auth0Provider',
			hook: 'useAuth0',
			takes: '{ isLoading, user }',
			isKnown: '!isLoading',
			account: 'user?.sub ?? null',
		},
	},
	{
		id: 'supabase',
		name: 'Supabase Auth',
		packages: ['@supabase/supabase-js', '@supabase/ssr'],
		client: {
			made: '(createClient|createBrowserClient)',
			from: /^@supabase\/(supabase-js|ssr)$/,
			listen: (name) => [
				`${name}.auth.onAuthStateChange((_event, session) => {`,
				'\tfollow(session?.user.id ?? null);',
				'});',
			],
		},
	},
	{
		id: 'firebase',
		name: 'Firebase Authentication',
		packages: ['firebase'],
		client: {
			made: '(getAuth|initializeAuth)',
			from: /^firebase\/auth$/,
			listen: (name) => [
				`${name}.onAuthStateChanged((user) => {`,
				'\tfollow(user?.uid ?? null);',
				'});',
			],
		},
	},
];

/** The library that signs people in; undefined when there is none, or it is not clear which of several does. */
export function findSignIn(app: App): SignIn | undefined {
	const found = signIns.filter(({ packages }) =>
		packages.some((name) => rangeOf(app, name) !== undefined),
	);
	// A database or other services of these may be used with another sign-in.
	const [only, second] = found.filter(({ id }) => found.length === 1 || !isPlatform(id));
	return second ? undefined : only;
}

const isPlatform = (id: string) => id === 'supabase' || id === 'firebase';
