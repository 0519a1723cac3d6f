import { commandSource, installCommands, product } from '@feedback/contract';
import { scriptAddress, writeScriptTags } from '@feedback/contract/script-tag';

/** Commands and snippets, in order. */
export type InstallStep = { what: string; code: string };
export type InstallWay = { id: string; name: string; steps: InstallStep[] };
export type Target = { siteId: string; apiUrl: string; packagesUrl: string };

/** An event that the snippets report, so that opening the app is enough to test the installation. */
export const firstEventName = 'app.opened';

/** Every way to install the SDK, with the ID and URL of this site. */
export function listInstallWays(target: Target): InstallWay[] {
	const install = {
		what: 'In the folder of the app',
		code: installCommands(target.packagesUrl).join('\n'),
	};
	const into = (file: string): InstallStep => ({ what: `In ${file}`, code: writeModule(target) });
	return [
		{
			id: 'wizard',
			name: 'Wizard',
			steps: [
				{
					what: 'In the folder of the app. It shows every change and asks before it writes.',
					code: `npx ${commandSource(target.packagesUrl)} init --site-id ${target.siteId} --api-url ${target.apiUrl}`,
				},
			],
		},
		{
			id: 'vite',
			name: 'Vite',
			steps: [install, into('src/main.ts, before the app mounts (React, Vue, Svelte or none)')],
		},
		{
			id: 'next',
			name: 'Next.js',
			steps: [install, into('instrumentation-client.ts (Next.js 15.3 and later)')],
		},
		{ id: 'sveltekit', name: 'SvelteKit', steps: [install, into('src/hooks.client.ts')] },
		{
			id: 'script',
			name: 'Script tag',
			steps: [{ what: 'In the head of the page', code: writeScriptTag(target) }],
		},
	];
}

function writeModule({ siteId, apiUrl }: Omit<Target, 'packagesUrl'>): string {
	return [
		`import { Feedback } from '${product.sdkPackage}';`,
		'',
		'Feedback.init({',
		`  siteId: '${siteId}',`,
		`  apiUrl: '${apiUrl}',`,
		'});',
		'',
		`Feedback.event('${firstEventName}');`,
	].join('\n');
}

// The script knows the service URL, because it is loaded from there.
function writeScriptTag({ siteId, apiUrl }: Omit<Target, 'packagesUrl'>): string {
	return writeScriptTags(scriptAddress(apiUrl), [
		`Feedback.init({ siteId: '${siteId}' });`,
		`Feedback.event('${firstEventName}');`,
	]).join('\n');
}
