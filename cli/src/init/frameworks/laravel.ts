import { z } from 'zod';

import { findFile, readSource } from '../app.ts';
import type { App } from '../app.ts';
import { serverFramework } from '../server-framework.ts';

const lockSchema = z.looseObject({
	packages: z.array(z.looseObject({ name: z.string(), version: z.string() })),
});

function versionOf(app: App): string | undefined {
	if (!findFile(app, ['composer.lock'])) return undefined;
	const lock = lockSchema.safeParse(parseText(readSource(app, 'composer.lock')));
	const found = lock.data?.packages.find(({ name }) => name === 'laravel/framework');
	return found?.version.replace(/^v/, '');
}

function parseText(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Laravel: the layout of the signed-in pages, or the page that Inertia starts from. */
export const laravel = serverFramework({
	id: 'laravel',
	name: 'Laravel',
	guide: 'install/laravel',
	matches: (app) => findFile(app, ['artisan']) !== undefined,
	versionOf,
	language: {
		hidden: [/\{\{--[\s\S]*?--\}\}/, /<\?[\s\S]*?(?:\?>|$)/, /@php\b[\s\S]*?@endphp/],
		opens: /\{\{|\{!!|<\?|(^|[\s>])@\w/,
	},
	isLayout: (path) => /^resources\/views\/(?!vendor\/).*\.blade\.php$/.test(path),
	main: [
		'resources/views/app.blade.php',
		'resources/views/layouts/app.blade.php',
		'resources/views/components/layouts/app.blade.php',
		'resources/views/components/layout.blade.php',
		'resources/views/layouts/main.blade.php',
	],
	headPart: 'resources/views/partials/head.blade.php',
	// `@vite` has come with the helper, which gives nothing while no nonce is in use.
	nonce: (_, layout) =>
		/@vite\b|@vite\(|Vite::/.test(layout) ? 'nonce="{{ Vite::cspNonce() }}"' : undefined,
	account: '<body data-account="{{ auth()->id() }}">',
	identify: 'in the layout, below the two tags',
});
