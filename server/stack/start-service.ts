import { join } from 'node:path';

import { layout } from '#layout';
import { openDataFolder } from '../data/data-folder.ts';
import { filesFolder } from '../data/files-folder.ts';
import { leastFreeBytes, readFreeBytes } from '../data/free-bytes.ts';
import type { FileOptions } from '../files/file-options.ts';
import { startFilesThread } from '../files/start-files-thread.ts';
import { type HeldData, holdData } from '../data/held-data.ts';
import { refuseSecond } from '../data/lock.ts';
import { type Secrets, loadSecrets, sealingSecrets } from '../data/secrets.ts';
import type { DrainOptions } from '../gateway/drain.ts';
import type { GatewaySettings } from '../gateway/gateway.ts';
import type { Log } from '../log/log.ts';
import type { DatabaseAddress } from '../postgres/database-address.ts';
import { type Cell, cellSettings } from '../postgres/cells/cell.ts';
import { keepCells } from '../postgres/cells/keep-cells.ts';
import { type Replica, loginSettings, replicaSettings } from '../postgres/database.ts';
import { decideDuePrompts } from '../postgres/due-prompts.ts';
import { keepRetention } from '../postgres/retention.ts';
import type { Supervised } from '../supervisor/supervisor.ts';
import type { SupervisedThread } from '../threads/supervise-thread.ts';
import type { ThreadSettings } from '../threads/thread-settings.ts';
import { keepPackages, packagesFolder } from './keep-packages.ts';
import {
	type FilesOfFunctions,
	type FunctionsPart,
	startFunctionsPart,
} from './start-functions.ts';
import { type TelemetryOptions, startTelemetry } from './telemetry.ts';

/** The database of a service: embedded or external. */
export type Database = {
	/** URL as the role that owns the database, and the same URL parsed with the configured authorities. */
	ownerUrl: string;
	address: DatabaseAddress;
	/** File of those authorities, if the URL names none. */
	caFile?: string | undefined;
	/** Answers reads of many rows, if there is one. */
	replica?: Replica | undefined;
	/** Databases besides this one, which is home. */
	cells?: readonly Cell[] | undefined;
	/** The embedded Postgres: its superuser's URL and its folder. */
	embedded: { postgres: Supervised; adminUrl: string; cluster: string } | undefined;
	/** `running` when it responds. */
	check(): Promise<string>;
};

/** Dependencies of every part of a service. */
export type ServiceBase = {
	/** Folder of all persistent data. */
	data: string;
	gateway: HeldData;
	/** Threads with what anyone can ask for besides the functions. Events are recorded without them. */
	threads: Record<string, SupervisedThread>;
	/** For further threads. */
	threadSettings: ThreadSettings;
	secrets: Secrets;
	log: Log;
	cleanup: AsyncDisposableStack;
};

/** The running sign-in service, as far as the service depends on it. */
type RunningSignIn = {
	/** Environment with which the functions verify its tokens. */
	environment: Record<string, string>;
	/** Its thread, if it has one. */
	thread?: SupervisedThread;
	stop(): Promise<void>;
};

/** Specifics of one kind of service. Its functions are called in the order in which they are listed here. */
export type ServiceProfile<Db extends Database, SignIn extends RunningSignIn> = {
	/** Folder of all persistent data. By default a temporary one, which is deleted when the service stops. */
	data: string | undefined;
	telemetry: TelemetryOptions;
	drain: DrainOptions;
	/** Whether visitors' events run before everything else when the processors are busy. */
	eventsFirst?: boolean | undefined;
	/** The built dashboard, if the gateway serves it. */
	dashboard?: FileOptions['dashboard'];
	/** Whether the functions may call public addresses by HTTPS. They may not by default. */
	outgoing?: boolean;
	/** Hosts besides the database's and the gateway's that the functions connect to. */
	hosts?: readonly string[];
	/** Where functions store files; by default in the data folder. */
	files?: FilesOfFunctions | undefined;
	/** Cancels a start between two steps. */
	signal?: AbortSignal | undefined;
	/** Chooses the gateway's listen address. No other server runs on the folder. */
	chooseGateway(): GatewaySettings | Promise<GatewaySettings>;
	/** Opens the database and applies missing migrations. */
	openDatabase(base: ServiceBase): Promise<Db>;
	/** Starts the sign-in service and connects it to the gateway. */
	startSignIn(base: ServiceBase, database: Db): Promise<SignIn>;
	/**
	 * Starts everything that the functions need. Resolves to their environment, besides the variables
	 * common to all services.
	 */
	prepareFunctions(
		base: ServiceBase,
		started: { database: Db; signIn: SignIn },
	): Promise<Record<string, string>>;
	/** Starts what needs a complete service, before the first request reaches the functions. */
	beforeRequests?(base: ServiceBase, database: Db): Promise<void>;
	/** Starts what requests to the functions do not wait for. */
	afterStart?(base: ServiceBase): Promise<void>;
};

export type Service<Db, SignIn> = {
	gateway: HeldData;
	database: Db;
	signIn: SignIn;
	functions: Supervised;
	ingest: Supervised;
	replaceFunctions: FunctionsPart['replace'];
	secrets: Secrets;
	/** Folder of all persistent data. */
	data: string;
	/** Address of the metrics, if they are served. */
	metricsUrl: string | undefined;
};

/**
 * Starts the parts of a service in order, each connected to the gateway. `cleanup` stops them in the opposite order.
 * Rejects when a part does not start; with `AlreadyRunning` when a service already runs on the data folder.
 */
export async function startService<Db extends Database, SignIn extends RunningSignIn>(
	profile: ServiceProfile<Db, SignIn>,
	log: Log,
	cleanup: AsyncDisposableStack,
): Promise<Service<Db, SignIn>> {
	const { signal } = profile;
	const { telemetry, ...base } = await openGateway(profile, log, cleanup);
	const { data, gateway, threads, secrets } = base;
	const { upstreams } = gateway;
	let endStart: () => void = () => undefined;
	upstreams.starting = new Promise<void>((resolve) => (endStart = resolve));
	cleanup.defer(() => endStart());
	const database = await profile.openDatabase(base);
	signal?.throwIfAborted();
	const signIn = await profile.startSignIn(base, database);
	cleanup.defer(() => signIn.stop());
	if (signIn.thread) threads['identity'] = signIn.thread;
	const retention = await keepRetention(database.address, log);
	cleanup.defer(() => retention.stop());
	const duePrompts = decideDuePrompts(database.address, log);
	cleanup.defer(() => duePrompts.stop());
	const { replica, cells = [] } = database;
	const keptCells = keepCells(database.address, cells, log);
	cleanup.defer(() => keptCells.stop());
	const { functions, ingest, readMeasurements, replace } = await startFunctionsPart({
		environment: {
			...loginSettings(database.ownerUrl, secrets, database.caFile),
			...(replica && replicaSettings(replica, secrets)),
			...cellSettings(cells, secrets, database.caFile),
			...keyEnvironment(secrets),
			FEEDBACK_DELIVER: '1',
			...signIn.environment,
			...(await profile.prepareFunctions(base, { database, signIn })),
		},
		files: profile.files ?? filesInFolder(join(data, filesFolder)),
		cache: join(data, 'deno'),
		eventsFirst: profile.eventsFirst,
		outgoing: profile.outgoing ?? false,
		hosts: [
			database.address.host,
			...(replica ? [replica.address.host] : []),
			...cells.map(({ address }) => address.host),
			new URL(gateway.url).hostname.replace(/^\[|\]$/g, ''),
			...(profile.hosts ?? []),
		],
		upstreams,
		tracing: profile.telemetry.tracing,
		log,
		cleanup,
	});
	const { findUnready } = upstreams;
	upstreams.findUnready = async () => {
		const hasSpace = (await readFreeBytes(data)) >= leastFreeBytes;
		return [...((await findUnready?.()) ?? ['functions']), ...(hasSpace ? [] : ['disk'])];
	};
	upstreams.parts = async () => {
		const checked = [
			['postgres', database] as const,
			...Object.entries({ functions, ingest, ...threads }),
		].map(async ([name, part]) => [name, await part.check()]);
		return { gateway: 'running', ...Object.fromEntries(await Promise.all(checked)) };
	};
	await profile.beforeRequests?.(base, database);
	delete upstreams.starting;
	endStart();
	await profile.afterStart?.(base);
	const metricsUrl = await telemetry.measure({
		parts: {
			functions,
			ingest,
			...threads,
			...(database.embedded && { postgres: database.embedded.postgres }),
		},
		readFunctions: readMeasurements,
		data,
		database: { address: database.address, lastMaintained: retention.finishedAt },
		...(replica && { replica: replica.address }),
		...(database.cells && { cells: database.cells }),
	});
	// Registered last, so that it runs before any part is stopped.
	cleanup.defer(() => gateway.drain(profile.drain));
	const running = { data, gateway, database, signIn, functions, ingest, replaceFunctions: replace };
	return { ...running, secrets, metricsUrl };
}

function filesInFolder(folder: string): FilesOfFunctions {
	return { environment: { FEEDBACK_FILES: folder }, folder };
}

/** Environment for the keyring of the functions. */
function keyEnvironment(secrets: Secrets): Record<string, string> {
	const { current, next, previous } = sealingSecrets(secrets);
	return {
		FEEDBACK_SECRET: secrets.service,
		...(current && { FEEDBACK_SEALING_SECRET: current }),
		...(next && { FEEDBACK_SEALING_SECRET_NEXT: next }),
		...(previous && { FEEDBACK_SEALING_SECRET_PREVIOUS: previous }),
	};
}

async function openGateway(
	profile: Pick<
		ServiceProfile<never, never>,
		'data' | 'telemetry' | 'chooseGateway' | 'dashboard' | 'eventsFirst'
	>,
	log: Log,
	cleanup: AsyncDisposableStack,
) {
	const data = openDataFolder(profile.data, cleanup);
	await refuseSecond(data);
	const settings = await profile.chooseGateway();
	const telemetry = await startTelemetry(profile.telemetry, log, cleanup);
	const { observe, startTrace } = telemetry;
	const gateway = await holdData(data, { ...settings, observe, startTrace }, cleanup);
	const threads: ServiceBase['threads'] = {};
	const impaired: string[] = [];
	const listFailing = () =>
		Object.keys(threads).filter((name) => threads[name]!.state() !== 'running');
	gateway.upstreams.findImpaired = () => [...impaired, ...listFailing()];
	try {
		keepPackages(layout.packages, data);
	} catch (error) {
		impaired.push('packages');
		log(
			`The packages of this version were not copied to the data folder: ${(error as Error).message}. After the next upgrade, apps whose lockfiles name this version cannot install it.`,
		);
	}
	const { dashboard, eventsFirst: isLessUrgent } = profile;
	const threadSettings = { log, isLessUrgent };
	// In the tree, the packages may be built after this start.
	const packages = [join(data, packagesFolder), layout.packages];
	const files = await startFilesThread({ packages, dashboard }, threadSettings);
	cleanup.defer(() => files.stop());
	threads['files'] = files;
	gateway.upstreams.packagesPort = files.port;
	if (dashboard) gateway.upstreams.dashboardPort = files.port;
	const secrets = loadSecrets(data, log);
	return { data, gateway, threads, threadSettings, secrets, log, cleanup, telemetry };
}
