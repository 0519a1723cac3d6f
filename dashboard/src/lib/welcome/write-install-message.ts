import { product } from '@feedback/contract';

import { hasPackages, listInstallWays, type InstallWay, type Target } from './install-ways.ts';

/**
 * The steps for a developer who installs the SDK and needs no account here: the site ID is public, and no secret is
 * part of the message.
 */
export function writeInstallMessage(target: Target & { site: string }): {
	subject: string;
	text: string;
} {
	const ways = new Map(listInstallWays(target).map((way) => [way.id, writeSteps(way)]));
	const script = ways.get('script')!;
	return {
		subject: `Install ${product.name} in ${target.site}`,
		text: [
			`Please install the ${product.name} SDK in ${target.site}. You need no account: the site ID ${target.siteId} is public, and this message contains no secret.`,
			...(hasPackages(target)
				? [
						`Choose one of three ways.`,
						`1. The wizard. ${ways.get('wizard')}`,
						`2. With a bundler. ${ways.get('vite')}\n\nNext.js: the same code in instrumentation-client.ts. SvelteKit: in src/hooks.client.ts.`,
						`3. A script tag. ${script}`,
					]
				: [`Add a script tag. ${script}`]),
			`Then open the app in a browser once. Its first event confirms the installation, and I will see it arrive.`,
		].join('\n\n'),
	};
}

function writeSteps({ steps }: InstallWay): string {
	return steps.map(({ what, code }) => `${what}:\n\n${code}`).join('\n\n');
}
