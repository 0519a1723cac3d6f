import { withEndings } from '../app.ts';
import { entryFramework } from '../entry-framework.ts';
import { inReact, inVue } from '../places.ts';

const reactEntry = (component: string, from: string) =>
	`import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ${component} } from '${from}';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <${component} />
    </StrictMode>,
  );
});
`;

/** React Router as a framework. Without a module of the app, its own entry would be used, which is this one. */
export const reactRouter = entryFramework({
	id: 'react-router',
	name: 'React Router',
	packages: ['@react-router/dev'],
	guide: 'install/react-router',
	entries: withEndings('app/entry.client'),
	fresh: { path: 'app/entry.client', text: reactEntry('HydratedRouter', 'react-router/dom') },
	before: 'hydrateRoot',
	places: inReact,
});

export const remix = entryFramework({
	id: 'remix',
	name: 'Remix',
	packages: ['@remix-run/dev'],
	guide: 'install/react-router',
	entries: withEndings('app/entry.client'),
	fresh: { path: 'app/entry.client', text: reactEntry('RemixBrowser', '@remix-run/react') },
	before: 'hydrateRoot',
	places: inReact,
});

/** TanStack Start with React; with Solid it has another entry. */
export const tanstackStart = entryFramework({
	id: 'tanstack-start',
	name: 'TanStack Start',
	packages: ['@tanstack/react-start'],
	guide: 'install/tanstack-start',
	entries: [...withEndings('src/client'), ...withEndings('app/client')],
	fresh: { path: 'src/client', text: reactEntry('StartClient', '@tanstack/react-start/client') },
	before: 'hydrateRoot',
	places: inReact,
});

export const solidStart = entryFramework({
	id: 'solid-start',
	name: 'SolidStart',
	packages: ['@solidjs/start'],
	guide: 'install/solid',
	entries: withEndings('src/entry-client'),
	before: 'mount',
	places: {
		identify: 'where your app learns who is signed in, within createEffect',
		reset: 'in the function that signs out',
	},
});

export const angular = entryFramework({
	id: 'angular',
	name: 'Angular',
	packages: ['@angular/core'],
	guide: 'install/angular',
	entries: withEndings('src/main'),
	before: 'bootstrapApplication',
	places: {
		identify: 'where your app learns who is signed in: the service of the session, in the browser',
		reset: 'in its method that signs out',
	},
});

export const createReactApp = entryFramework({
	id: 'create-react-app',
	name: 'Create React App',
	packages: ['react-scripts'],
	entries: withEndings('src/index'),
	before: 'the app is rendered',
	places: inReact,
});

export const vueCli = entryFramework({
	id: 'vue-cli',
	name: 'Vue CLI',
	packages: ['@vue/cli-service'],
	entries: withEndings('src/main'),
	before: 'the app is mounted',
	places: inVue,
});
