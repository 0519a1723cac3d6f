import { demoSite } from '../../supabase/seed.ts';
import type { DrainOptions } from '../gateway/drain.ts';
import type { GatewaySettings } from '../gateway/gateway.ts';
import { openDataFolder } from '../data/data-folder.ts';
import { type PartUrls, buildParts, needsBuild, serveParts } from '../parts/part-service.ts';
import { type DownablePart, type KillablePart, type PartName } from '../parts/parts.ts';
import { type Listener, type Ports, choosePorts } from '../ports/ports.ts';
import type { Log } from '../log/log.ts';
import { loadSecrets } from '../data/secrets.ts';
import { startBackend } from './backend.ts';
import type { DemoPart } from './demo-part.ts';
import { identityPart } from './identity-part.ts';
import type { SignInPart } from './sign-in-part.ts';
import { holdData } from '../data/held-data.ts';
import { refuseSecond } from '../data/lock.ts';
import { type TelemetryOptions, startTelemetry } from './telemetry.ts';

export type StackOptions = {
	/** Folder of everything that lasts. Without it a temporary one, deleted at the stop. */
	data?: string;
	/** `'free'` takes any free ports; given ones must be free. Without it the usual ones or the next. */
	ports?: 'free' | Partial<Ports>;
	/** What to build, if stale, and serve beside Postgres, sign-in and the functions. None by default. */
	parts?: readonly PartName[];
	/**
	 * Starts as a demo: with a workspace, a site and a person who signs in by a printed link, and with a mailbox. What
	 * that needs is handed out on loopback to holders of the link's key; without it there is no such address.
	 */
	demo?: DemoPart | undefined;
	/** What signs people in; the identity service by default. */
	signIn?: SignInPart | undefined;
	/** Parts that the stack does not wait for when they have to be built. */
	late?: readonly PartName[];
	/** No lines at all. */
	quiet?: boolean;
	/** Takes the lines; the console by default. */
	log?: Log;
	/** Gives up between two steps, or in a build, and stops what runs. */
	signal?: AbortSignal;
	/** How the gateway is reached, if not on loopback; overrides its port. */
	network?: Partial<GatewaySettings> | undefined;
	telemetry?: TelemetryOptions | undefined;
	/** How a stop lets requests under way end. By default it waits for those, but not for a load balancer. */
	drain?: DrainOptions | undefined;
	/** More environment for the functions, such as `{ FEEDBACK_POOL_SIZE: '2' }`. */
	environment?: Record<string, string>;
};

export type Stack = {
	/** `{api_url}`: the functions' address, ending in `/functions/v1`. */
	apiUrl: string;
	/** Address of what signs people in, ending in `/auth` or `/auth/v1`. */
	authUrl: string;
	gatewayUrl: string;
	/** URL of the database as the role `postgres`. */
	databaseUrl: string;
	/** … and as the superuser, who replaces the platform: the address of a socket, for `connectDatabase`. */
	adminUrl: string;
	/** Where the metrics are served, if they are. */
	metricsUrl?: string;
	dashboardUrl?: string;
	exampleUrl?: string;
	siteUrl?: string;
	/** Parts that are still being built, and their addresses once they are served. */
	late: { parts: readonly PartName[]; served: Promise<PartUrls> };
	/** The demo person's credentials, as the data folder has them. */
	demo: { email: string; password: string };
	/** The secret for `/local/demo` and `/local/mail`; only in a demo. */
	demoKey?: string;
	/** Address of the dashboard that offers to sign in as the demo person; only in a demo. */
	demoUrl?: string;
	/** Public site ID of the demo's site. */
	siteId: string;
	data: string;
	/** Kills a part as a crash would; the supervisor restarts it. */
	killPart(name: KillablePart): void;
	/** Keeps a part down until the function that it resolves to is called. */
	takeDown(name: DownablePart): Promise<() => Promise<void>>;
	/** Stops everything that was started, and nothing else. Safe to repeat. */
	stop(): Promise<void>;
};

/**
 * Brings up the whole service on this machine. Rejects, with everything stopped again, when a part does not
 * start; with `AlreadyRunning` when a stack runs on the data folder.
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
	const names = options.parts ?? [];
	const data = openDataFolder(options.data, cleanup);
	await refuseSecond(data);
	const ports = await choose(options.ports, names, log);
	const telemetry = await startTelemetry(options.telemetry ?? {}, log, cleanup);
	const { observe, startTrace } = telemetry;
	const { publicUrl, docsUrl } = options.network ?? {};
	const gateway = await holdData(
		data,
		{ listen: ports.gateway, ...options.network, observe, startTrace },
		cleanup,
	);
	let endStart: () => void = () => undefined;
	gateway.upstreams.starting = new Promise<void>((resolve) => (endStart = resolve));
	cleanup.defer(endStart);
	const origin = publicUrl?.replace(/\/+$/, '') ?? gateway.url;
	const secrets = loadSecrets(data, log);
	const { key, ...demo } = secrets.demo;
	const { signIn = identityPart } = options;
	const isDemo = options.demo !== undefined;
	// Free ports change with each start: do not rebuild anything for them.
	const context =
		options.ports === 'free' ? undefined : { gatewayUrl: origin, siteId: demoSite.siteId };
	const late = names.filter((name) => options.late?.includes(name) && needsBuild(name, context));
	const first = names.filter((name) => !late.includes(name));
	const building = buildParts(first, log, options.signal, undefined, context);
	// Awaited below; until then its failure must not count as unhandled.
	building.catch(() => undefined);
	const backend = await startBackend({
		...{ data, secrets, gateway, log, cleanup },
		...{ demo: options.demo, signIn },
		databasePort: ports.database,
		publicUrl,
		dashboardUrl: publicUrl ? origin : `http://127.0.0.1:${ports.dashboard || 54_323}`,
		docsUrl: docsUrl ?? `http://127.0.0.1:${ports.site || 4_321}`,
		tracing: options.telemetry?.tracing,
		environment: options.environment ?? {},
		signal: options.signal,
	});
	delete gateway.upstreams.starting;
	endStart();
	const built = await building;
	options.signal?.throwIfAborted();
	const serve = (ready: readonly PartName[], stack: AsyncDisposableStack) =>
		serveParts(ready, {
			...{ ports, isDemo, auth: signIn.kind, cleanup: stack },
			gatewayUrl: origin,
			docsUrl,
			// With a public URL there is one origin for everything.
			upstreams: publicUrl ? gateway.upstreams : undefined,
			siteId: demoSite.siteId,
		});
	const served = await serve(built, cleanup);
	const lateCleanup = new AsyncDisposableStack();
	const giveUp = new AbortController();
	const signal = AbortSignal.any([giveUp.signal, ...(options.signal ? [options.signal] : [])]);
	const following = buildParts(late, log, signal, undefined, context).then(async (ready) => {
		signal.throwIfAborted();
		return serve(ready, lateCleanup);
	});
	cleanup.defer(async () => {
		giveUp.abort(new Error('The stack stops.'));
		await following.catch(() => undefined);
		await lateCleanup.disposeAsync();
	});
	const metricsUrl = await telemetry.measure(backend.measured);
	// Registered last, so that it comes before any part is stopped.
	cleanup.defer(() => gateway.drain(options.drain ?? defaultDrain));
	return {
		...served,
		...backend,
		...(metricsUrl && { metricsUrl }),
		apiUrl: `${gateway.url}/functions/v1`,
		gatewayUrl: gateway.url,
		...{ demo, siteId: demoSite.siteId, late: { parts: late, served: following } },
		...(isDemo && { demoKey: key }),
		...(options.demo &&
			served.dashboardUrl && { demoUrl: options.demo.link(served.dashboardUrl, key) }),
		data,
		takeDown: (name) => (name === 'gateway' ? gateway.takeDown() : backend.takeDown(name)),
		stop: () => cleanup.disposeAsync(),
	};
}

// For people: the time and the level of each line would only be in their way.
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
