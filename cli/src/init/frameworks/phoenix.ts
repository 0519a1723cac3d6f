import { findFile, readSource } from '../app.ts';
import type { App } from '../app.ts';
import { serverFramework } from '../server-framework.ts';

function versionOf(app: App): string | undefined {
	if (!findFile(app, ['mix.lock'])) return undefined;
	return /"phoenix": \{:hex, :phoenix, "(\d+\.\d+\.\d+)/.exec(readSource(app, 'mix.lock'))?.[1];
}

/** Phoenix: the root layout. */
export const phoenix = serverFramework({
	id: 'phoenix',
	name: 'Phoenix',
	guide: 'install/phoenix',
	matches: (app) =>
		findFile(app, ['mix.exs']) !== undefined &&
		/\{\s*:phoenix\s*,/.test(readSource(app, 'mix.exs')),
	versionOf,
	language: { hidden: [/<%!--[\s\S]*?--%>/, /<%#[\s\S]*?%>/], opens: /<%/ },
	isLayout: (path) => /(^|\/)(layouts?)\/[^/]+\.html\.(h?eex|leex)$/.test(path),
	main: ['root.html.heex', 'root.html.leex', 'app.html.heex', 'app.html.eex'],
	account: '<body data-account={@current_scope && @current_scope.user.id}>',
	identify: 'in the root layout, below the two tags, with the user of your sign-in',
});
