// What Lighthouse says of the built dashboard: the median of five looks at each page, as a phone on a slow network.
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';

import { startStack } from '../../supabase/local/start-stack.ts';
import type { Stack } from '../../supabase/local/start-stack.ts';

const looks = 5;
const least = 95;
const categories = ['performance', 'accessibility', 'best-practices'] as const;
const port = 9_333;

const stack = await startStack({ ports: 'free', parts: ['dashboard'], quiet: true });
const browser = await chromium.launchPersistentContext('', {
	executablePath: process.env['FEEDBACK_CHROMIUM'] ?? '/usr/bin/chromium',
	args: [
		`--remote-debugging-port=${port}`,
		'--no-sandbox',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
		'--no-first-run',
		'--disable-quic',
	],
});
let isGood = true;
try {
	const site = await signIn(stack);
	const pages = ['/sign-in', ...['overview', 'prompts', 'events', 'responses'].map(of(site))];
	for (const path of pages)
		isGood = report(path, await look(`${stack.dashboardUrl}${path}`)) && isGood;
} finally {
	await browser.close();
	await stack.stop();
}
process.exitCode = isGood ? 0 : 1;

function of(site: string) {
	return (section: string) => `/sites/${site}/${section}`;
}

/** Signs the browser in as the demo person. @returns the UUID of their site */
async function signIn({ authUrl, demo, dashboardUrl }: Stack): Promise<string> {
	const answer = await fetch(`${authUrl}/token?grant_type=password`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(demo),
	});
	const page = await browser.newPage();
	await page.goto(`${dashboardUrl}/icon.svg`);
	await page.evaluate(
		(text) => localStorage.setItem('feedback-session', text),
		await answer.text(),
	);
	await page.goto(`${dashboardUrl}/`);
	await page.waitForURL('**/overview');
	const [, site] = /sites\/([^/]+)/.exec(page.url())!;
	await page.close();
	return site!;
}

async function look(url: string): Promise<number[][]> {
	const scores: number[][] = [];
	for (let round = 0; round < looks; round += 1) {
		const result = await lighthouse(url, {
			port,
			logLevel: 'error',
			onlyCategories: [...categories],
			// The session lives in local storage.
			disableStorageReset: true,
		});
		const found = result!.lhr.categories;
		scores.push(categories.map((name) => Math.round((found[name]!.score ?? 0) * 100)));
	}
	return scores;
}

function report(path: string, scores: number[][]): boolean {
	const medians = categories.map((_, at) => median(scores.map((score) => score[at]!)));
	const told = categories.map((name, at) => `${name} ${medians[at]}`).join(', ');
	console.log(`${path.replace(/[0-9a-f-]{36}/, '[site]')}: ${told}`);
	return medians.every((score) => score >= least);
}

function median(numbers: number[]): number {
	return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
