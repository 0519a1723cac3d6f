import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { startDocsThread } from '../docs/start-docs-thread.ts';
import type { Log } from '../log/log.ts';
import { type Build, builds } from './builds.ts';
import { root } from '../layout/tree.ts';
import type { Upstreams } from '../gateway/upstreams.ts';
import { type StaticFiles, serveStaticSite } from './static-files.ts';

/** A part of the tree that people open in a browser. */
export type PartName = 'dashboard' | 'example' | 'site';

/** A part that runs as a separate process, or thread, and is restarted after a crash. */
export type KillablePart = 'postgres' | 'functions' | 'ingest' | 'identity';
export type DownablePart = KillablePart | 'gateway';

export type PartContext = {
	port: number;
	/** Address under which browsers reach the gateway. */
	gatewayUrl: string;
	siteId: string;
	/** Whether the stack was started as a demo. */
	isDemo: boolean;
	/** Service that signs people in. */
	auth: 'supabase' | 'feedback';
	/** The gateway's upstreams, when it serves the parts too; otherwise each has only its port. */
	upstreams?: Upstreams | undefined;
	/** The backend of the example app, if it has one. */
	exampleBackend?: ((request: Request) => Promise<Response>) | undefined;
	/** URL of the documentation, if it differs from the address of its port. */
	docsUrl?: string | undefined;
	log: Log;
};

export type RunningPart = { url: string; stop(): Promise<void> };

export type Part = {
	label: string;
	/** Built in this order before it is served. */
	builds: readonly Build[];
	/** Returns the environment of the last build. */
	builtFor?(context: Pick<PartContext, 'gatewayUrl' | 'siteId'>): Record<string, string>;
	serve(context: PartContext): Promise<RunningPart>;
};

/** Every part, in one of the ways to serve it. */
export type Parts = Record<PartName, Part>;

/** The `config.json` of the dashboard. */
export function dashboardConfig({ gatewayUrl, isDemo, auth, docsUrl }: PartContext) {
	return {
		apiUrl: `${gatewayUrl}/functions/v1`,
		auth,
		authUrl: `${gatewayUrl}/auth${auth === 'supabase' ? '/v1' : ''}`,
		local: isDemo,
		packagesUrl: gatewayUrl,
		...(docsUrl && { docsUrl }),
	};
}

/** The `config.json` of the example app. */
export function exampleConfig({ gatewayUrl, siteId, exampleBackend }: PartContext) {
	return { apiUrl: `${gatewayUrl}/functions/v1`, siteId, hasBackend: exampleBackend !== undefined };
}

/**
 * The environment with which the documentation is rendered for a stack. Readers are asked whether a page helped; their
 * answers arrive in the demo site.
 */
export function docsEnvironment({
	gatewayUrl,
	siteId,
}: Pick<PartContext, 'gatewayUrl' | 'siteId'>): Record<string, string> {
	return { FEEDBACK_DOCS_SITE_ID: siteId, FEEDBACK_DOCS_API_URL: `${gatewayUrl}/functions/v1` };
}

/** The parts as in production: built, and served as files. */
export const builtParts: Parts = {
	dashboard: {
		label: 'Dashboard',
		builds: [builds.dashboard],
		async serve(context) {
			const { port, gatewayUrl, upstreams } = context;
			const config = dashboardConfig(context);
			const files: StaticFiles = {
				folder: join(root, builds.dashboard.output),
				immutable: '/_app/immutable/',
				fallback: firstFile(builds.dashboard.output, ['200.html', 'index.html']),
				config,
				connects: [config.apiUrl, config.authUrl],
			};
			const site = await serveStaticSite({ ...files, port });
			if (!upstreams) return site;
			upstreams.dashboardPort = Number(new URL(site.url).port);
			return { url: gatewayUrl, stop: () => site.stop() };
		},
	},
	example: {
		label: 'Example app',
		builds: [builds.sdk, builds.example],
		serve: (context) =>
			serveStaticSite({
				folder: join(root, builds.example.output),
				port: context.port,
				immutable: '/assets/',
				config: exampleConfig(context),
				backend: context.exampleBackend,
			}),
	},
	site: {
		label: 'Documentation',
		builds: [builds.packages, builds.site],
		builtFor: docsEnvironment,
		async serve({ port, upstreams, docsUrl, log }) {
			const docs = await startDocsThread(
				{
					folder: join(root, builds.site.output),
					port,
					packages: [join(root, builds.packages.output)],
					...(docsUrl && { base: new URL(docsUrl).origin }),
				},
				{ log },
			);
			if (upstreams && docsUrl) upstreams.docsPort = docs.port;
			return { url: `http://127.0.0.1:${docs.port}`, stop: () => docs.stop() };
		},
	},
};

/**
 * Parses the parts to serve: those named, such as `dashboard,example`, or none for `none`; by default, all
 * in the tree. Throws on an unknown name.
 */
export function readParts(asked: string | undefined): PartName[] {
	const known = Object.keys(builtParts) as PartName[];
	if (!asked) return known.filter(isPresent);
	if (asked === 'none') return [];
	return asked.split(',').map((name) => {
		const found = known.find((part) => part === name.trim());
		if (found) return found;
		throw new Error(`FEEDBACK_PARTS has ${name}; the parts are ${known.join(', ')}, or none.`);
	});
}

/** True when the part's source folders are in the tree. */
export function isPresent(name: PartName): boolean {
	return builtParts[name].builds.every(hasBuildScript);
}

/** True when the build's source folder is in the tree and has a build script. */
export function hasBuildScript(build: Build): boolean {
	const manifest = join(root, build.output, '../package.json');
	if (!existsSync(manifest)) return false;
	const { scripts } = JSON.parse(readFileSync(manifest, 'utf8')) as {
		scripts?: { build?: string };
	};
	return scripts?.build !== undefined;
}

function firstFile(folder: string, names: readonly string[]): string {
	const found = names.find((name) => existsSync(join(root, folder, name)));
	if (!found) throw new Error(`${folder} holds none of ${names.join(', ')}. Build it again.`);
	return found;
}
