// A page with posthog-js from npm, and the few responses of its service that a survey needs, on loopback.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

import { resolveTool } from '../../tools/own-packages.ts';

const folder = dirname(await resolveTool('posthog-js'));

/** The version that is measured. */
export const version = (
	JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')) as { version: string }
).version;

const survey = {
	id: '018bcfe5-6800-7000-8000-000000000001',
	name: 'Bench',
	description: '',
	type: 'popover',
	linked_flag_key: null,
	targeting_flag_key: null,
	internal_targeting_flag_key: null,
	questions: [{ id: 'q1', type: 'open', question: 'What could we do better?', optional: true }],
	appearance: { displayThankYouMessage: false },
	conditions: { events: { values: [{ name: 'bench.seen' }], repeatedActivation: true } },
	schedule: 'always',
	start_date: '2026-01-01T00:00:00Z',
	end_date: null,
	current_iteration: null,
	current_iteration_start_date: null,
};

const remoteConfig = {
	surveys: true,
	supportedCompression: [],
	featureFlags: [],
	isAuthenticated: false,
	siteApps: [],
	sessionRecording: false,
	heatmaps: false,
	capturePerformance: false,
	autocaptureExceptions: false,
	defaultIdentifiedOnly: true,
};

const page = `<!doctype html><meta charset="utf-8"><title>Bench</title><h1>Reports</h1>
<script type="module">
	import posthog from '/module.mjs';
	window.posthog = posthog;
	posthog.init('phc_bench', {
		api_host: location.origin,
		opt_out_useragent_filter: true,
		autocapture: false,
		capture_pageview: false,
		disable_session_recording: true,
	});
</script>`;

/** Serves the page at `/` on any free port. */
export async function servePosthog(): Promise<{ url: string; stop(): void }> {
	const file = (name: string) => ({
		type: 'text/javascript',
		body: readFileSync(join(folder, name)),
	});
	const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });
	const answer = (path: string) => {
		if (path === '/') return { type: 'text/html', body: page };
		if (path === '/module.mjs') return file('module.mjs');
		if (/^\/static\/(.*\/)?surveys\.js$/.test(path)) return file('surveys.js');
		if (path === '/array/phc_bench/config') return json(remoteConfig);
		if (path.startsWith('/array/')) return { type: 'text/javascript', body: '' };
		if (path === '/api/surveys/') return json({ surveys: [survey], survey_config: null });
		return json({ status: 1, flags: {}, featureFlags: {}, errorsWhileComputingFlags: false });
	};
	const server = createServer((request, response) => {
		const { type, body } = answer(new URL(request.url ?? '/', 'http://stub').pathname);
		request.resume();
		request.on('end', () => {
			response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' });
			response.end(body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop() {
			server.closeAllConnections();
			server.close();
		},
	};
}
