import { commandSource, installCommands, product } from '@feedback/contract';
import { scriptAddress, writeScriptTags } from '@feedback/contract/script-tag';

/** Commands and snippets, in order. */
export type InstallStep = { what: string; code: string };
export type InstallWay = { id: string; name: string; steps: InstallStep[] };
export type Target = {
	siteId: string;
	apiUrl: string;
	/** URL below which the packages are served; undefined if it is unknown. */
	packagesUrl: string | undefined;
};

/** An event that the snippets report, so that opening the app is enough to test the installation. */
export const firstEventName = 'app.opened';

/** Whether people can install packages: until npm has them, only from a known URL. */
export function hasPackages({ packagesUrl }: Pick<Target, 'packagesUrl'>): boolean {
	return product.isPublished || packagesUrl !== undefined;
}

/** Every way to install the SDK, with the ID and URL of this site. */
export function listInstallWays(target: Target): InstallWay[] {
	const script = {
		id: 'script',
		name: 'Script tag',
		steps: [{ what: 'In the head of the page', code: writeScriptTag(target) }],
	};
	return hasPackages(target) ? [...listPackageWays(target), script] : [script];
}

function listPackageWays(target: Target): InstallWay[] {
	const { siteId, apiUrl, packagesUrl = '' } = target;
	const install = {
		what: 'In the folder of the app',
		code: installCommands(packagesUrl).join('\n'),
	};
	const into = (file: string): InstallStep => ({ what: `In ${file}`, code: writeModule(target) });
	return [
		{
			id: 'wizard',
			name: 'Wizard',
			steps: [
				{
					what: 'In the folder of the app. It shows every change and asks before it writes.',
					code: `npx ${commandSource(packagesUrl)} init --site-id ${siteId} --api-url ${apiUrl}`,
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
