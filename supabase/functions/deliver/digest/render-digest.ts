import { satisfiedFrom } from '@feedback/contract';
import { html } from 'hono/html';

import { cut, oneLine, quote } from '../email/plain-text.ts';
import { layOut } from '../email/layout.ts';
import type { RenderedMail } from '../email/render-message.ts';
import { linkToRequest } from '../link-to.ts';
import { sayAction } from '../say-action.ts';
import { compareScores, type Score } from './compare-scores.ts';
import { linkFigures } from './link-figures.ts';
import type { Digest, DigestPrompt } from './read-digest.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Writes a digest as an e-mail, in plain text and HTML. */
export function renderDigest(digest: Digest, dashboardUrl: string): RenderedMail {
	const { site, prompts, approvals } = digest;
	const pages = `${dashboardUrl}/sites/${site.id}`;
	const title = `${oneLine(site.name)}: ${summarize(digest)}`;
	const period = sayPeriod(digest);
	const sections = prompts.map((prompt) => describePrompt(prompt, digest, pages));
	const waiting = approvals.map((approval) => ({
		text: `${oneLine(approval.connection)} asks to ${sayAction(approval)}${approval.prompt === null ? '' : ` ${approval.prompt}`}`,
		url: linkToRequest(dashboardUrl, approval),
	}));
	const text = [
		title,
		period,
		...sections.map(({ name: prompt, score, count, words, url }) =>
			[
				prompt,
				...(score
					? [
							score.question,
							`${score.value.text} ${score.interval}`,
							joinTexts(score.change),
						].filter(Boolean)
					: []),
				joinTexts(count),
				...words.map((word) => [word.title, quote(word.text)].filter(Boolean).join('\n')),
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
										? html`<p class="muted" dir="auto">${score.question}</p>
												<p>
													<span class="score">${link(score.value)}</span>
													<span class="muted">${score.interval}</span>
												</p>
												${score.change.length === 0 ? '' : html`<p>${score.change.map(link)}</p>`}`
										: ''
								}
								<p>${count.map(link)}</p>
								${words.map(
									(word) =>
										html`<blockquote>
											${word.title === '' ? '' : html`<p class="muted" dir="auto">${word.title}</p>`}
											<p class="words" dir="auto">${word.text}</p>
											<p><a href="${word.url}">Open the response</a></p>
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

/** A text, and the list of what it counts. */
type Part = { text: string; url?: string | undefined };

function link({ text, url }: Part) {
	return url === undefined ? text : html`<a href="${url}">${text}</a>`;
}

function joinTexts(parts: Part[]): string {
	return parts.map(({ text }) => text).join('');
}

function summarize({ prompts, approvals }: Digest): string {
	const responses = prompts.reduce((sum, prompt) => sum + prompt.responses, 0);
	return responses > 0
		? plural(responses, 'new response')
		: `${plural(approvals.length, 'request')} for approval`;
}

function describePrompt(prompt: DigestPrompt, digest: Digest, pages: string) {
	const score = compareScores(prompt);
	const before = namePeriodBefore(digest);
	const urlOf = linkFigures(prompt, score, digest, pages);
	return {
		name: oneLine(prompt.content.name ?? prompt.content.survey_id),
		url: `${pages}/prompts/${prompt.id}/results`,
		score: score && describeScore(score, before, urlOf),
		count: [
			{ text: plural(prompt.responses, 'response'), url: urlOf('responses') },
			{ text: ', ' },
			{ text: String(prompt.before), url: urlOf('before') },
			{ text: ` ${before}` },
		],
		words: prompt.words.map((word, at, all) => ({
			// Several texts in a row mostly answer the same question.
			title: word.question === all[at - 1]?.question ? '' : oneLine(word.question),
			text: word.text.trim(),
			url: `${pages}/responses?response=${word.response}`,
		})),
	};
}

/** The first digest, and the first one after a pause, may cover another period than a day or a week. */
function namePeriodBefore({ since, until, every }: Digest): string {
	const usual = every === 'day' ? day : 7 * day;
	const isUsual = Math.abs(until.getTime() - since.getTime() - usual) < 2 * hour;
	return isUsual ? `the ${every} before` : 'in the same time before';
}

function describeScore(
	{ question, now, change, scale }: Score,
	before: string,
	urlOf: ReturnType<typeof linkFigures>,
) {
	const isShare = scale !== null && satisfiedFrom(scale) === undefined;
	const digits = scale === null || isShare ? 0 : 1;
	const write = (value: number) =>
		(isShare ? 100 * value : value)
			.toFixed(digits)
			.replace(/^-(?=0(\.0)?$)/, '')
			.replace('-', '−');
	const sign = (value: number) =>
		value > 0 && Number(write(value)) !== 0 ? `+${write(value)}` : write(value);
	const unit = isShare ? '%' : '';
	return {
		question: oneLine(question.title),
		value: {
			text: isShare
				? `${write(now.value)}% thumbs up`
				: scale === null
					? `NPS ${write(now.value)}`
					: `${write(now.value)} of ${scale}`,
			url: urlOf('score'),
		},
		interval: `(95% confidence interval: ${write(now.low)}${unit} to ${write(now.high)}${unit})`,
		change: change
			? [
					{ text: sign(change.value), url: urlOf('score.change') },
					{
						text: `${isShare ? ' points' : ''} compared with ${before.replace(/^in /, '')} (${sign(change.low)} to ${sign(change.high)})`,
					},
				]
			: [],
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
