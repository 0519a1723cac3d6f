import { findFile, isAtLeast, readSource } from '../app.ts';
import type { App } from '../app.ts';
import { serverFramework } from '../server-framework.ts';

const policyFile = 'config/initializers/content_security_policy.rb';

function versionOf(app: App): string | undefined {
	if (!findFile(app, ['Gemfile.lock'])) return undefined;
	return /^ {4}rails \((\d+\.\d+(?:\.\d+)?)/m.exec(readSource(app, 'Gemfile.lock'))?.[1];
}

/** Ruby on Rails: the layout `application`. */
export const rails = serverFramework({
	id: 'rails',
	name: 'Ruby on Rails',
	guide: 'install/rails',
	matches: (app) => findFile(app, ['config/application.rb']) !== undefined,
	versionOf,
	language: { hidden: [/<%#[\s\S]*?%>/], opens: /<%/ },
	isLayout: (path) => /(^|\/)views\/layouts\/(?!mailer)[^/]+\.erb$/.test(path),
	main: ['app/views/layouts/application.html.erb'],
	// The helper, of Rails 5.2 and later, gives nothing while no nonces are configured.
	nonce: (app) => {
		const version = versionOf(app);
		if (version !== undefined && !isAtLeast(version, 5, 2)) return undefined;
		return 'nonce="<%= content_security_policy_nonce %>"';
	},
	policyIn: (app) =>
		findFile(app, [policyFile]) && /^[^#\n]*\bpolicy\./m.test(readSource(app, policyFile))
			? policyFile
			: undefined,
	account: '<body data-account="<%= current_user&.id %>">',
	identify: 'in the layout, below the two tags, with the user of your sign-in',
});
