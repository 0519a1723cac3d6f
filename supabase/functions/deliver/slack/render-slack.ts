import type { MessageText } from '../../_shared/messages/message-text.ts';
import { escapeSlack, quoteSlack } from './slack-text.ts';

// https://docs.slack.dev/reference/block-kit/blocks
const blockLimits = { blocks: 50, header: 150, section: 3_000, context: 2_000 };

/** Slack refuses messages whose blocks contain about 13,000 characters in total (`msg_blocks_too_long`). */
const maxCharacters = 12_000;

/** Maximum characters of a quoted answer; `> ` on each line and the title are added to them. */
const maxAnswer = 2_000;
const maxTitle = 400;
const maxFact = 150;
const maxNote = 1_000;

type Block =
	| { type: 'header'; text: { type: 'plain_text'; text: string; emoji: false } }
	| { type: 'section'; text: Mrkdwn }
	| { type: 'context'; elements: [Mrkdwn] };

/** `verbatim` prevents Slack from turning text into links and mentions. */
type Mrkdwn = { type: 'mrkdwn'; text: string; verbatim: true };

/** The body for a Slack incoming webhook. */
export type SlackMessage = {
	/** For notifications and screen readers. */
	text: string;
	blocks: Block[];
	unfurl_links: false;
	unfurl_media: false;
};

/** Renders a message within Slack's limits: text that does not fit is truncated, and the links always remain. */
export function renderSlack(message: MessageText): SlackMessage {
	const { title, note = '', answers, facts, links } = message;
	const header: Block = {
		type: 'header',
		text: { type: 'plain_text', text: cut(oneLine(title), blockLimits.header), emoji: false },
	};
	const last = [
		context(facts.map((fact) => escapeSlack(oneLine(fact), maxFact)).join('  ·  ')),
		context(links.map(({ label, url }) => `<${url}|${escapeSlack(label, maxFact)}>`).join('  ·  ')),
	].filter((block) => block !== undefined);
	const first =
		note.trim() === '' ? [header] : [header, section(escapeSlack(note.trim(), maxNote))];
	const room = {
		blocks: blockLimits.blocks - first.length - last.length - 1,
		characters: maxCharacters,
	};
	room.characters -= countCharacters([...first, ...last]);
	const shown: Block[] = [];
	for (const block of answers.map(renderAnswer)) {
		room.characters -= countCharacters([block]);
		if (shown.length === room.blocks || room.characters < 0) break;
		shown.push(block);
	}
	const left = answers.length - shown.length;
	const more = left > 0 ? [section(`_${left} more ${left === 1 ? 'answer' : 'answers'}_`)] : [];
	return {
		text: summarize(message),
		blocks: [...first, ...shown, ...more, ...last],
		unfurl_links: false,
		unfurl_media: false,
	};
}

function renderAnswer({ question, answer, isWords, url }: MessageText['answers'][number]): Block {
	const escaped = escapeSlack(answer.trim(), maxAnswer);
	const title = escapeSlack(oneLine(question), maxTitle);
	const link = url === undefined ? '' : `  <${url}|Open>`;
	const said = isWords ? quoteSlack(escaped) : oneLine(escaped);
	const text = `*${title}*${link}${escaped === '' ? '' : `\n${said}`}`;
	return section(cut(text, blockLimits.section));
}

function summarize({ title, answers }: MessageText): string {
	const said = answers.flatMap(({ answer }) => oneLine(answer) || []).join(', ');
	return escapeSlack(said === '' ? oneLine(title) : `${oneLine(title)}: ${said}`, 300);
}

function section(text: string): Block {
	return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } };
}

function context(text: string): Block | undefined {
	if (text === '') return undefined;
	const whole = cut(text, blockLimits.context);
	return { type: 'context', elements: [{ type: 'mrkdwn', text: whole, verbatim: true }] };
}

function countCharacters(blocks: Block[]): number {
	return JSON.stringify(blocks).length;
}

function cut(text: string, most: number): string {
	if (text.length <= most) return text;
	// Half of a surrogate pair is no character.
	return `${text.slice(0, most - 1).replace(/\p{Surrogate}$/u, '')}…`;
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}
