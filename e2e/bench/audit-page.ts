import { importTool } from '../tools/own-packages.ts';
import type { TraceEvent } from './blocked-by-cpu-time.ts';
import { phoneSlowdown } from './phone-slowdown.ts';

/** The parts of Lighthouse's report that are used here. */
export type Report = {
	finalDisplayedUrl: string;
	categories: Record<
		string,
		{ score: number | null; auditRefs: { id: string; weight: number }[] } | undefined
	>;
	audits: Record<
		string,
		{ score: number | null; numericValue?: number; details?: { items?: unknown[] } } | undefined
	>;
	/** The speed of this machine when the page was loaded. */
	environment: { benchmarkIndex: number };
	runtimeError?: { code: string; message: string };
};
type Settings = { throttling: { cpuSlowdownMultiplier: number } };
type Artifacts = {
	BenchmarkIndex: number;
	Trace: { traceEvents: TraceEvent[] };
	settings: Settings;
};
type RunnerOptions = {
	resolvedConfig: { settings: Settings };
	/** What audits computed from the artifacts and the settings. */
	computedCache: Map<string, unknown>;
};
const { desktopConfig } = await importTool<{ desktopConfig: object }>('lighthouse');
const { navigationGather } = await importTool<{
	navigationGather(
		page: undefined,
		url: string,
		options: { flags: object; config?: object },
	): Promise<{ artifacts: Artifacts; runnerOptions: RunnerOptions }>;
}>('lighthouse/core/gather/navigation-runner.js');
const { Runner } = await importTool<{
	Runner: {
		audit(artifacts: Artifacts, options: RunnerOptions): Promise<{ lhr: Report } | undefined>;
	};
}>('lighthouse/core/runner.js');
const presets = { desktop: desktopConfig, phone: undefined };

export type Preset = keyof typeof presets;
export type Audited = {
	report: Report;
	trace: TraceEvent[];
	/** How many times slower the page's tasks were taken to be than on this machine. */
	slowdown: number;
};
/** Thrown when Lighthouse missed the beginning of the page's trace. */
export class NoStart extends Error {}

/**
 * Loads the page in the browser of this port, and audits it.
 *
 * Lighthouse computes a phone's times from those of this machine, whose speed varies from one run to the next. A
 * phone's slowdown is thus chosen after the page was loaded, for the speed that the machine had then.
 *
 * @param slowdown a phone's slowdown on every machine; by default, it depends on the machine's speed
 */
export async function auditPage(
	{ port, url, preset }: { port: number; url: string; preset: Preset },
	onlyCategories: readonly string[],
	slowdown?: number,
): Promise<Audited> {
	// Lighthouse would empty local storage with the cache, but it contains the session.
	const flags = { port, logLevel: 'error', onlyCategories, clearStorageTypes: ['cookies'] };
	const { artifacts, runnerOptions } = await navigationGather(undefined, url, {
		flags,
		config: presets[preset],
	});
	const { settings } = runnerOptions.resolvedConfig;
	if (preset === 'phone')
		settings.throttling.cpuSlowdownMultiplier = slowdown ?? phoneSlowdown(artifacts.BenchmarkIndex);
	const audited = await Runner.audit(
		{ ...artifacts, settings },
		{ ...runnerOptions, computedCache: new Map() },
	);
	const { lhr } = audited!;
	if (lhr.runtimeError) {
		const { code, message } = lhr.runtimeError;
		throw new (code === 'NO_NAVSTART' ? NoStart : Error)(`${url}: ${message}`);
	}
	return {
		report: lhr,
		trace: artifacts.Trace.traceEvents,
		slowdown: settings.throttling.cpuSlowdownMultiplier,
	};
}
