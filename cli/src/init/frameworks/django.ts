import { relative, sep } from 'node:path';

import { findFile, readSource } from '../app.ts';
import type { App } from '../app.ts';
import { listFiles } from '../list-files.ts';
import { serverFramework } from '../server-framework.ts';

function versionOf(app: App): string | undefined {
	const path = findFile(app, ['requirements.txt', 'requirements/base.txt']);
	if (!path) return undefined;
	return /^django\s*==\s*(\d+\.\d+(?:\.\d+)?)/im.exec(readSource(app, path))?.[1];
}

/** The settings that name a part of Django or of django-csp. */
function findSettings(app: App, pattern: RegExp): string | undefined {
	return [...listFiles(app.root)]
		.map((path) => relative(app.root, path).split(sep).join('/'))
		.filter((path) => /(^|\/)settings(\.py|\/[^/]+\.py)$/.test(path))
		.find((path) => pattern.test(readSource(app, path).replaceAll(/#.*/g, '')));
}

/** Django: the base template. */
export const django = serverFramework({
	id: 'django',
	name: 'Django',
	guide: 'install/django',
	matches: (app) => findFile(app, ['manage.py']) !== undefined,
	versionOf,
	language: {
		hidden: [/\{#.*?#\}/, /\{%\s*comment\b[\s\S]*?%\}[\s\S]*?\{%\s*endcomment\s*%\}/],
		opens: /\{\{|\{%|\{#/,
	},
	isLayout: (path) =>
		/(^|\/)(templates|jinja2)\/.*\.html$/.test(path) && !/\/(admin|emails?)\//.test(path),
	main: ['base.html', '_base.html', 'layout.html', '_layout.html', 'base_site.html'],
	nonce: (app) => {
		if (findSettings(app, /csp\.middleware\.CSPMiddleware/))
			return 'nonce="{{ request.csp_nonce }}"';
		return findSettings(app, /context_processors\.csp\b/) ? 'nonce="{{ csp_nonce }}"' : undefined;
	},
	policyIn: (app) =>
		findSettings(
			app,
			/^(SECURE_CSP|CONTENT_SECURITY_POLICY|CSP_(DEFAULT|SCRIPT|CONNECT)_SRC)\s*=/m,
		),
	account: `<body data-account="{{ request.user.pk|default:'' }}">`,
	identify: 'in the base template, below the two tags',
});
