import { html } from 'hono/html';

import { cut, oneLine, quote } from '../email/plain-text.ts';
import { layOut } from '../email/layout.ts';
import type { RenderedMail } from '../email/render-message.ts';
import { sayAction } from '../say-action.ts';
import { compareScores, type Score } from './compare-scores.ts';
import type { Digest, DigestPrompt } from './read-digest.ts';

/** Writes a digest as an e-mail, in plain text and HTML. */
export function renderDigest(digest: Digest, dashboardUrl: string): RenderedMail {
	const { site, prompts, approvals } = digest;
	const pages = `${dashboardUrl}/sites/${site.id}`;
	const responses = prompts.reduce((sum, prompt) => sum + prompt.responses, 0);
	const name = oneLine(site.name);
	const title = responses > 0 ? `${name}: ${plural(responses, 'new response')}` : name;
	const period = sayPeriod(digest);
	const sections = prompts.map((prompt) => describePrompt(prompt, digest, pages));
	const waiting = approvals.map((approval) => ({
		text: `${oneLine(approval.connection)} asks to ${sayAction(approval)}${approval.prompt === null ? '' : ` ${approval.prompt}`}`,
		url: `${dashboardUrl}/approvals/${approval.id}`,
	}));
	const text = [
		title,
		period,
		...sections.map(({ name: prompt, score, count, words, url }) =>
			[
				prompt,
				...(score ? [score.question, `${score.value} ${score.interval}${score.change}`] : []),
				count,
				...words.map((word) => `${oneLine(word.question)}\n${quote(word.text)}`),
				url,
			].join('\n'),
		),
		...(waiting.length > 0
			? [['Waiting for approval', ...waiting.map((each) => `${each.text}\n${each.url}`)].join('\n')]
			: []),
	];
	return {
		subject: cut(title, 150),
		text: text.join('\n\n'),
		html: (unsubscribeUrl) =>
			layOut(
				title,
				html`<p class="muted">${period}</p>
					${sections.map(
						({ name: prompt, score, count, words, url }) =>
							html`<h2><a href="${url}">${prompt}</a></h2>
								${
									score
										? html`<p class="muted">${score.question}</p>
												<p>
													<span class="score">${score.value}</span>
													<span class="muted">${score.interval}</span>
												</p>
												${score.change === '' ? '' : html`<p>${score.change.replace(/^, /, '')}</p>`}`
										: ''
								}
								<p>${count}</p>
								${words.map(
									(word) =>
										html`<blockquote>
											<p class="muted">${word.question}</p>
											<span class="words">${word.text}</span> <a href="${word.url}">Open</a>
										</blockquote>`,
								)}`,
					)}
					${
						waiting.length === 0
							? ''
							: html`<h2>Waiting for approval</h2>
									${waiting.map((each) => html`<p>${each.text}. <a href="${each.url}">Decide</a></p>`)}`
					}`,
				unsubscribeUrl,
			),
	};
}

function describePrompt(prompt: DigestPrompt, { every }: Digest, pages: string) {
	const score = compareScores(prompt);
	return {
		name: oneLine(prompt.content.name ?? prompt.content.survey_id),
		url: `${pages}/prompts/${prompt.id}/results`,
		score: score && describeScore(score, every),
		count: `${plural(prompt.responses, 'response')}, ${prompt.before} the ${every} before`,
		words: prompt.words.map((word) => ({
			...word,
			text: word.text.trim(),
			url: `${pages}/responses?response=${word.response}`,
		})),
	};
}

function describeScore({ question, now, change, scale }: Score, every: 'day' | 'week') {
	const digits = scale === null ? 0 : 1;
	const write = (value: number) =>
		value
			.toFixed(digits)
			.replace(/^-(?=0(\.0)?$)/, '')
			.replace('-', '−');
	const sign = (value: number) =>
		Number(value.toFixed(digits)) > 0 ? `+${write(value)}` : write(value);
	return {
		question: oneLine(question),
		value: scale === null ? `NPS ${write(now.value)}` : `${write(now.value)} of ${scale}`,
		interval: `(95 % interval ${write(now.low)} to ${write(now.high)})`,
		change: change
			? `, ${sign(change.value)} against the ${every} before (${sign(change.low)} to ${sign(change.high)})`
			: '',
	};
}

function sayPeriod({ since, until, timeZone }: Digest): string {
	const format = new Intl.DateTimeFormat('en-GB', {
		timeZone,
		weekday: 'short',
		day: 'numeric',
		month: 'long',
		hour: '2-digit',
		minute: '2-digit',
	});
	return `${format.format(since)} to ${format.format(until)} (${timeZone.replaceAll('_', ' ')})`;
}

function plural(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
