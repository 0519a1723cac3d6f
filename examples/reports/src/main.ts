import { Feedback } from '@feedback/sdk';

import { drawAccount } from './account-bar.ts';
import { storeAccount, readAccount } from './accounts.ts';
import type { Account, Plan } from './accounts.ts';
import { identify, payInvoice, reportEvent, reset, showPrompt } from './ask.ts';
import { readConfig } from './config.ts';
import { byId, make } from './element.ts';
import { logNotification } from './log.ts';
import { reports, searchReports } from './reports.ts';
import type { Report } from './reports.ts';

// Everything an app does with Feedback is in this file: start, listen, identify, report, show, reset.

const { siteId, apiUrl, dashboardUrl, hasBackend } = await readConfig();
Feedback.on(logNotification);
Feedback.init({ siteId, apiUrl, debug: true });
await Feedback.ready();

let account = readAccount();
if (account) identify(account.id, { plan: account.plan });

function signIn(chosen: Account): void {
	account = chosen;
	storeAccount(account);
	identify(account.id, { plan: account.plan });
	draw();
}

function signOut(): void {
	account = undefined;
	storeAccount(undefined);
	reset();
	draw();
}

function changePlan(plan: Plan): void {
	if (account) {
		account = { ...account, plan };
		storeAccount(account);
		identify(account.id, { plan });
		draw();
	}
	void reportEvent('plan.changed', { plan });
}

function draw(): void {
	drawAccount(account, { signIn, signOut, changePlan });
	byId('pay', HTMLButtonElement).hidden = !hasBackend || account === undefined;
}

function drawReports(found: readonly Report[]): void {
	const rows = found.map(({ name, period, pages }) =>
		make(
			'li',
			'',
			make('strong', '', name),
			make('span', '', period),
			make('em', '', `${pages} pages`),
		),
	);
	const nothing = make('li', 'nothing', 'No report matches.');
	byId('reports', HTMLUListElement).replaceChildren(...(rows.length > 0 ? rows : [nothing]));
}

byId('export', HTMLFormElement).addEventListener('submit', (event) => {
	event.preventDefault();
	const format = byId('format', HTMLSelectElement).value;
	void reportEvent('report.exported', { format });
});

byId('search', HTMLFormElement).addEventListener('submit', (event) => {
	event.preventDefault();
	const found = searchReports(byId('query', HTMLInputElement).value);
	drawReports(found);
	void reportEvent('search.completed', { results: found.length });
});

byId('pay', HTMLButtonElement).addEventListener('click', () => {
	if (account) void payInvoice(account.id);
});

byId('poll', HTMLButtonElement).addEventListener('click', () => void showPrompt('quick-poll'));

byId('bug', HTMLButtonElement).addEventListener('click', () => void showPrompt('bug-report'));

if (dashboardUrl) {
	const link = make('a', '', 'Open the dashboard');
	link.href = dashboardUrl;
	const note = byId('dashboard', HTMLParagraphElement);
	note.append(link, ' to watch events and answers arrive.');
	note.hidden = false;
}
drawReports(reports);
draw();
