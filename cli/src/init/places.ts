import type { Framework } from './framework.ts';

// Where `identify` and `reset` belong, for what several frameworks share.

type Places = Framework['places'];

export const inReact: Places = {
	identify: 'where your app learns who is signed in, within useEffect',
	reset: 'in the handler of your sign-out button',
};

/** In React with components that run on the server. */
export const inClientComponents: Places = {
	identify: 'in a client component that knows the signed-in user, within useEffect',
	reset: 'in the handler of your sign-out button, a client component',
};

export const inVue: Places = {
	identify: 'where your app learns who is signed in: the store of the user, or a watch on it',
	reset: 'in the action that signs out',
};
