import { demoSite } from '../../supabase/seed.ts';
import type { DrainOptions } from '../gateway/drain.ts';
import type { GatewaySettings } from '../gateway/gateway.ts';
import type { Log } from '../log/log.ts';
import type { PartUrls } from '../parts/part-service.ts';
import {
	type DownablePart,
	type KillablePart,
	type PartName,
	type Parts,
	builtParts,
} from '../parts/parts.ts';
import { type Listener, type Ports, choosePorts } from '../ports/ports.ts';
import type { DemoPart, RunningDemo } from './demo-part.ts';
import { identityPart } from './identity-part.ts';
import { openEmbedded } from './open-embedded.ts';
import type { SignInPart } from './sign-in-part.ts';
import { type ServedParts, type StackParts, buildStackParts } from './stack-parts.ts';
import type { FilesOfFunctions } from './start-functions.ts';
import { startService } from './start-service.ts';
import type { TelemetryOptions } from './telemetry.ts';

export type StackOptions = {
	/** Folder of all persistent data. By default a temporary one, which is deleted when the stack stops. */
	data?: string;
	/** `'free'` uses any free ports; given ports must be free. By default the usual ports, or the next free ones. */
	ports?: 'free' | Partial<Ports>;
	/** Parts to build, if stale, and serve besides Postgres, sign-in and the functions. None by default. */
	parts?: readonly PartName[];
	/** How these parts are built and served; as in production by default. */
	partsFrom?: Parts | undefined;
	/**
	 * Starts as a demo: with a workspace, a site and a person who signs in by a printed link, and with a
	 * mailbox. Loopback addresses return their secrets to holders of the link's key; without a demo these
	 * addresses do not exist.
	 */
	demo?: DemoPart | undefined;
	/**
	 * E-mail address of the person who runs the stack without a demo. They sign in by a printed link, because nobody reads
	 * the messages that would be sent.
	 */
	owner?: string | undefined;
	/** Service that signs people in; the identity service by default. */
	signIn?: SignInPart | undefined;
	/** Parts that the stack does not wait for when they have to be built. */
	late?: readonly PartName[];
	/** Logs nothing. */
	quiet?: boolean;
	/** Receives the log lines; the console by default. */
	log?: Log;
	/** Cancels the start between two steps or during a build, and stops the parts that are running. */
	signal?: AbortSignal;
	/** Network settings of the gateway, if not on loopback; overrides its port. */
	network?: Partial<GatewaySettings> | undefined;
	telemetry?: TelemetryOptions | undefined;
	/** Whether visitors' events run before everything else when the processors are busy, as on a server. */
	eventsFirst?: boolean | undefined;
	/** How a stop drains requests in progress. By default it waits for these requests, but not for a load balancer. */
	drain?: DrainOptions | undefined;
	/** Where functions store files; by default in the data folder. */
	files?: FilesOfFunctions | undefined;
	/** Additional environment variables of the functions, such as `{ FEEDBACK_POOL_SIZE: '2' }`. */
	environment?: Record<string, string>;
};

export type Stack = {
	/** `{api_url}`: the functions' address, ending in `/functions/v1`. */
	apiUrl: string;
	/** Address of the sign-in service, ending in `/auth` or `/auth/v1`. */
	authUrl: string;
	gatewayUrl: string;
	/** URL of the database as the role `postgres`. */
	databaseUrl: string;
	/** … and as the superuser, who replaces the platform: the address of a socket, for `connectDatabase`. */
	adminUrl: string;
	/** Address of the metrics, if they are served. */
	metricsUrl?: string;
	dashboardUrl?: string;
	exampleUrl?: string;
	siteUrl?: string;
	/** Parts that are still being built, and their addresses once they are served. */
	late: { parts: readonly PartName[]; served: Promise<PartUrls> };
	/** The demo person's credentials, as stored in the data folder. */
	demo: { email: string; password: string };
	/** The secret for `/local/demo` and `/local/mail`; only in a demo. */
	demoKey?: string;
	/** Address of the dashboard that offers to sign in as the demo person; only in a demo. */
	demoUrl?: string;
	/** Address of the page with the e-mails that were not sent; only in a demo. */
	mailboxUrl?: string;
	/** One-time link that signs the owner in; only with `owner`. */
	ownerUrl?: string;
	/** Public site ID of the demo's site. */
	siteId: string;
	data: string;
	/** Kills a part as a crash would; the supervisor restarts it. */
	killPart(name: KillablePart): void;
	/** Stops a part; it stays down until the returned function is called. */
	takeDown(name: DownablePart): Promise<() => Promise<void>>;
	/**
	 * Starts the functions with their present code; requests wait for them. Resolves to the names of the functions that
	 * could not be loaded. Rejects, and keeps the running ones, when the process does not start.
	 */
	replaceFunctions(): Promise<string[]>;
	/** Stops everything that was started, and nothing else. Safe to repeat. */
	stop(): Promise<void>;
};

/**
 * Brings up the whole service on this machine. Rejects, with everything stopped again, when a part does not start; with
 * `AlreadyRunning` when a stack already runs on the data folder.
 *
 * @example
 * const stack = await startStack({ ports: 'free', quiet: true });
 * await fetch(`${stack.apiUrl}/sdk/feedback.js`);
 * await stack.stop();
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
	const cleanup = new AsyncDisposableStack();
	try {
		return await bringUp(options, cleanup);
	} catch (error) {
		await cleanup.disposeAsync();
		throw error;
	}
}

async function bringUp(options: StackOptions, cleanup: AsyncDisposableStack): Promise<Stack> {
	const log: Log = options.quiet ? () => undefined : (options.log ?? printLine);
	const { signIn = identityPart, demo, network, owner, signal } = options;
	const names = options.parts ?? [];
	const publicUrl = network?.publicUrl?.replace(/\/+$/, '');
	const isDemo = demo !== undefined;
	let ports: Ports;
	let dashboardUrl: string;
	let parts: StackParts;
	let served: ServedParts;
	let runningDemo: RunningDemo | undefined;
	const service = await startService(
		{
			data: options.data,
			files: options.files,
			telemetry: options.telemetry ?? {},
			drain: options.drain ?? defaultDrain,
			signal,
			async chooseGateway() {
				ports = await choose(options.ports, names, log);
				return { listen: ports.gateway, ...network };
			},
			async openDatabase(base) {
				const { gateway } = base;
				dashboardUrl = publicUrl ?? `http://127.0.0.1:${ports.dashboard || 54_323}`;
				parts = buildStackParts(names, {
					parts: options.partsFrom ?? builtParts,
					ports,
					isDemo,
					auth: signIn.kind,
					docsUrl: network?.docsUrl,
					siteId: demoSite.siteId,
					gatewayUrl: publicUrl ?? gateway.url,
					// With a public URL there is one origin for everything.
					upstreams: publicUrl ? gateway.upstreams : undefined,
					// Free ports change with each start: do not rebuild anything for them.
					keepsBuilds: options.ports === 'free',
					late: options.late,
					log,
					signal,
				});
				return openEmbedded(base, { port: ports.database, signal });
			},
			eventsFirst: options.eventsFirst,
			startSignIn: ({ gateway, secrets, threadSettings }, { ownerUrl, embedded }) =>
				signIn.start({
					adminUrl: embedded.adminUrl,
					databaseUrl: ownerUrl,
					secrets,
					upstreams: gateway.upstreams,
					threadSettings,
					publicUrl: publicUrl ?? gateway.url,
					localUrl: gateway.url,
					dashboardUrl,
					hasMailbox: owner === undefined,
				}),
			async prepareFunctions({ gateway, secrets }, started) {
				const databaseUrl = started.database.ownerUrl;
				const running = await demo?.setUp({
					signIn: started.signIn,
					databaseUrl,
					secrets,
					log,
					apiUrl: `${gateway.url}/functions/v1`,
				});
				if (running) {
					gateway.upstreams.local = running.answer;
					cleanup.defer(() => running.stop());
				}
				runningDemo = running;
				return {
					FEEDBACK_DASHBOARD_URL: dashboardUrl,
					FEEDBACK_PACKAGES_URL: publicUrl ?? gateway.url,
					FEEDBACK_DOCS_URL: network?.docsUrl ?? `http://127.0.0.1:${ports.site || 4_321}`,
					// The connection is direct. With a pooler in transaction mode, prepared statements would not work.
					FEEDBACK_PREPARED_STATEMENTS: '1',
					SUPABASE_URL: gateway.url,
					...(publicUrl && { FEEDBACK_API_URL: new URL('/functions/v1', publicUrl).href }),
					...running?.environment,
					...options.environment,
				};
			},
			async afterStart() {
				served = await parts.serve(cleanup, runningDemo?.backend);
			},
		},
		log,
		cleanup,
	);
	const { gateway, secrets, metricsUrl } = service;
	const { key, ...credentials } = secrets.demo;
	const { adminUrl, postgres } = service.database.embedded;
	const { functions, ingest } = service;
	const find = (name: KillablePart) => {
		const part = { postgres, functions, ingest, identity: service.signIn.thread }[name];
		if (!part) throw new Error(`This stack has no ${name} apart.`);
		return part;
	};
	const ownerUrl = owner === undefined ? undefined : await service.signIn.createOwnerLink?.(owner);
	const { urls, late } = served!;
	return {
		...urls,
		...(metricsUrl && { metricsUrl }),
		databaseUrl: service.database.ownerUrl,
		adminUrl,
		authUrl: service.signIn.authUrl,
		apiUrl: `${gateway.url}/functions/v1`,
		gatewayUrl: gateway.url,
		demo: credentials,
		siteId: demoSite.siteId,
		late,
		data: service.data,
		...(isDemo && { demoKey: key }),
		...(ownerUrl && { ownerUrl }),
		...(demo && { mailboxUrl: demo.mailboxLink(gateway.url, key) }),
		...(demo && urls.dashboardUrl && { demoUrl: demo.link(urls.dashboardUrl, key) }),
		killPart: (name) => find(name).kill(),
		takeDown: (name) => (name === 'gateway' ? gateway : find(name)).takeDown(),
		replaceFunctions: service.replaceFunctions,
		stop: () => cleanup.disposeAsync(),
	};
}

// For people: the time and the level of each line would only be clutter.
const printLine: Log = (message, _, { request_id: id } = {}) =>
	console.log(id === undefined ? message : `${message} (request ${id})`);

const defaultDrain: DrainOptions = { lameDuckMs: 0, timeoutMs: 5_000 };

function choose(
	asked: StackOptions['ports'],
	names: readonly PartName[],
	log: (line: string) => void,
): Promise<Ports> {
	return choosePorts({
		free: asked === 'free',
		fixed: typeof asked === 'object' ? asked : undefined,
		only: new Set<Listener>(['gateway', 'database', ...names]),
		onMove: (name, from, to) => log(`Port ${from} is taken; the ${name} takes ${to} instead.`),
	});
}
