// The page “Run it on Debian”, command by command, on fresh Debians.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { type Client, createClient } from '@feedback/client';
import type { Browser, BrowserContext, Page } from 'playwright';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildPackage } from '../../server/package/build-package.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { launchChromium } from '../../testing/launch-chromium.ts';
import { userAgent } from '../../testing/user-agent.ts';
import manifest from '../../server/package.json' with { type: 'json' };
import { unitPackages, writeUnitScript } from './as-unit.ts';
import { block, commands } from './debian-page.ts';
import { type Debian, freshDebian } from './fresh-debian.ts';

const publicUrl = 'https://feedback.example.com';
const certificate = '/root/.local/share/caddy/pki/authorities/local/root.crt';

const exec = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'feedback-debian-'));
const messages: string[] = [];
let tarball: string;
let first: Debian;
let second: Debian;
let mail: SMTPServer;
let mailPort: number;
let browser: Browser;

beforeAll(async () => {
	tarball = await buildPackage(folder);
	const packages = ['npm', 'caddy', ...unitPackages];
	first = await freshDebian(packages);
	second = await freshDebian(packages);
	mail = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS', 'AUTH'],
		onData(stream, _, done) {
			let text = '';
			stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
			stream.once('end', () => {
				messages.push(text.replaceAll('=\r\n', '').replaceAll('=3D', '='));
				done();
			});
		},
	});
	mailPort = await findFreePort();
	await new Promise<void>((resolve) => mail.listen(mailPort, '127.0.0.1', resolve));
	browser = await launchChromium({
		args: ['--host-resolver-rules=MAP feedback.example.com 127.0.0.1'],
	});
}, 900_000);

afterAll(async () => {
	await browser?.close();
	await new Promise<void>((resolve) => (mail ? mail.close(resolve) : resolve()));
	await first?.remove();
	await second?.remove();
	rmSync(folder, { recursive: true, force: true });
}, 900_000);

async function install(debian: Debian): Promise<void> {
	debian.copy(tarball, `/root/feedback-server-${manifest.version}.tgz`);
	await debian.run(`cd /root; ${commands('install')}`);
	// Fails when a package lacks the versions that it requires.
	await debian.run('npm ls --global --all >/dev/null');
	await debian.run(`echo '127.0.0.1 feedback.example.com' >> /etc/hosts`);
}

/** Starts the server as systemd does: its tool opens the socket and starts the service with the unit's permissions. */
async function start(debian: Debian): Promise<void> {
	const service = await writeUnitScript(debian);
	await debian.run(commands('start').replaceAll('/etc/systemd/system/', '/tmp/'));
	await debian.run(`
		systemd-socket-activate --listen=127.0.0.1:8080 sh ${service} >/tmp/server.log 2>&1 &
		${commands('proxy')}
		sed -i -e '0,/{/s//{\\n\\tlocal_certs\\n\\tskip_install_trust\\n\\tadmin off/' \\
			-e 's/, docs.feedback.example.com//' /etc/caddy/Caddyfile
		caddy run --config /etc/caddy/Caddyfile >/tmp/caddy.log 2>&1 &
		for try in $(seq 300); do
			cp ${certificate} /tmp/ca.crt 2>/dev/null && chmod 644 /tmp/ca.crt
			curl --silent --fail --cacert ${certificate} ${publicUrl}/readyz && exit 0
			sleep 0.2
		done
		cat /tmp/server.log /tmp/caddy.log; exit 1`);
}

async function stop(debian: Debian): Promise<void> {
	await debian.run(`
		pkill -TERM -f '[d]ist/feedback-server.js' || true
		pkill -TERM caddy || true
		for try in $(seq 300); do pgrep -f '[d]ist/feedback-server.js' >/dev/null || exit 0; sleep 0.1; done
		cat /tmp/server.log; exit 1`);
}

// Caddy's own authority signs the certificate, instead of a public one.
const asService = (command: string) => `export NODE_EXTRA_CA_CERTS=/tmp/ca.crt; ${command}`;

async function openContext(): Promise<BrowserContext> {
	const context = await browser.newContext({ ignoreHTTPSErrors: true, userAgent });
	context.setDefaultTimeout(30_000);
	return context;
}

/** The management client of the person who is signed in on the page; the browser sends its requests. */
function clientOf(page: Page): Client {
	const send = (given: Sent) =>
		page.evaluate(async ({ url, ...init }) => {
			const response = await fetch(url, init);
			return { status: response.status, text: await response.text() };
		}, given);
	return createClient({
		apiUrl: `${publicUrl}/functions/v1`,
		async token() {
			const { text } = await send({ url: `${publicUrl}/auth/token`, method: 'GET', headers: {} });
			return (JSON.parse(text) as { token: string }).token;
		},
		async fetch(input, init) {
			const request = new Request(input, init);
			const body = await request.text();
			const { status, text } = await send({
				url: request.url,
				method: request.method,
				headers: Object.fromEntries(request.headers),
				...(body && { body }),
			});
			return new Response(status === 204 ? null : text, {
				status,
				headers: { 'content-type': 'application/json' },
			});
		},
	});
}

type Sent = { url: string; method: string; headers: Record<string, string>; body?: string };

/** An app with the SDK by script tag, whose button reports an event. */
async function serveApp(siteId: string): Promise<{ url: string; stop(): void }> {
	const app = createServer((_, response) => {
		response.setHeader('content-type', 'text/html');
		response.end(`<!doctype html><html lang="en"><title>App</title><button>Export</button>
			<script src="${publicUrl}/functions/v1/sdk/feedback.js"></script>
			<script>
				Feedback.init({ siteId: '${siteId}', apiUrl: '${publicUrl}/functions/v1' });
				document.querySelector('button').onclick = () => Feedback.event('report.exported');
			</script>`);
	});
	const port = await findFreePort();
	await new Promise<void>((resolve) => app.listen(port, '127.0.0.1', resolve));
	return { url: `http://127.0.0.1:${port}/`, stop: () => void app.close() };
}

/** Returns the match in the newest message that contains one. */
async function mailed(pattern: RegExp): Promise<string> {
	const find = () => messages.findLast((text) => pattern.test(text));
	await expect.poll(find, { timeout: 20_000 }).toBeDefined();
	return pattern.exec(find()!)![0];
}

/** A visitor exports a report, sees a prompt, and answers it. */
async function answerPrompt(siteId: string): Promise<void> {
	const app = await serveApp(siteId);
	const context = await openContext();
	try {
		const page = await context.newPage();
		await page.goto(app.url);
		await page.getByRole('button', { name: 'Export' }).click();
		await page.getByText('How easy was it?').waitFor();
		await page.getByRole('radio').nth(3).click({ force: true });
		await page.getByRole('button', { name: /send|done|submit/i }).click();
		await page.getByText('Thank you').first().waitFor();
	} finally {
		await context.close();
		app.stop();
	}
}

describe('the page', () => {
	let owner: Page;
	let site: { id: string; site_id: string };
	const responses = async () => (await clientOf(owner).listResponses({ site: site.id })).items;

	test('installs, configures and starts the server behind Caddy with TLS', async () => {
		await install(first);
		await first.run(commands('configure'));
		const settings = block('/etc/feedback/feedback.yaml').replace(
			/url: smtp:.*/,
			`url: smtp://127.0.0.1:${mailPort}`,
		);
		await first.run(`cat >> /etc/feedback/feedback.yaml <<'END'\n${settings}END`);
		await start(first);
		await expect
			.poll(() => first.run(asService(commands('check'))).catch(String), { timeout: 30_000 })
			.toContain('Everything is in order.');
	}, 300_000);

	test('has units that systemd accepts, and that restrict the service', async () => {
		const units = '/tmp/feedback.service /tmp/feedback.socket';
		expect(await first.run(`systemd-analyze verify ${units}`)).toBe('');
		await first.run('systemd-analyze security --offline=true --threshold=30 /tmp/feedback.service');
	});

	test('signs the first owner in by a link, and a colleague by a mailed invitation', async () => {
		const printed = await first.run(asService(commands('first owner')));
		const link = /https:\S+#link=\S+/.exec(printed)![0];
		owner = await (await openContext()).newPage();
		await owner.goto(link);
		await owner.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
		const client = clientOf(owner);
		const { workspaces } = await client.whoami();
		expect(workspaces.map(({ name }) => name)).toEqual(['Acme']);
		const workspace = workspaces[0]!.id;
		site = await client.createSite({ workspace, name: 'Reports' });
		await owner.goto(publicUrl);
		await owner.getByRole('link', { name: 'Members' }).first().click();
		await owner.getByLabel('E-mail address').fill('grace@example.com');
		await owner.getByRole('button', { name: 'Invite' }).click();
		const colleague = await (await openContext()).newPage();
		await colleague.goto(await mailed(/https:\S+\/invitation#\S+/));
		await colleague.getByLabel('E-mail address').fill('grace@example.com');
		await colleague.getByRole('button', { name: 'Send me a link', exact: true }).click();
		await colleague.getByLabel('Code').fill(await mailed(/(?<=sign-in code is )\d{6}/));
		await colleague.getByRole('button', { name: 'Sign in with the code' }).click();
		await colleague.getByRole('button', { name: 'Join' }).click();
		await colleague.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
	}, 120_000);

	test('asks a visitor in a browser, and stores the answer', async () => {
		const client = clientOf(owner);
		const { id: prompt, revision } = await client.createPrompt({
			site: site.id,
			content: {
				survey_id: 'ease',
				name: 'Ease',
				questions: [{ id: 'ease', type: 'rating', title: 'How easy was it?', style: 'stars' }],
				trigger: { events: ['report.exported'] },
			},
		});
		await client.publishPrompt({ site: site.id, prompt, revision });
		await answerPrompt(site.site_id);
		await expect.poll(async () => (await responses()).length, { timeout: 20_000 }).toBe(1);
	}, 120_000);

	test('restores a backup on another Debian', async () => {
		expect(await first.run(asService(commands('back up')))).toContain('until');
		const [before] = await responses();
		await stop(first);
		await install(second);
		// The files that `init` creates come from the backup.
		const without = (line: string) => !line.includes('feedback-server init');
		await second.run(commands('configure').split('\n').filter(without).join('\n'));
		const backups = 'var/backups/feedback';
		// Not with `join`, which would drop the dot.
		await exec('cp', ['--archive', `${first.folder}/${backups}/.`, `${second.folder}/${backups}`]);
		await second.run('chown -R root: /var/backups/feedback/server-*');
		await second.run(commands('copy the backups').replace(/^scp.*$/m, ''));
		await second.run(commands('restore'));
		await start(second);
		const [after] = await responses();
		expect(after).toEqual(before);
		await answerPrompt(site.site_id);
		await expect.poll(async () => (await responses()).length, { timeout: 20_000 }).toBe(2);
	}, 300_000);
});
