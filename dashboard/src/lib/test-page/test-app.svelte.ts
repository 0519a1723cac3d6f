import { reasons } from '@feedback/contract';

import type { StartOptions, TestCall, TestMessage } from './messages.ts';

/** Something that happened in the app, newest first. */
export type LogEntry = { id: number; text: string; detail: string | undefined; tone: LogTone };
export type LogTone = 'sent' | 'good' | 'neutral' | 'bad';

type Start = (path: string, language: string | undefined) => Promise<StartOptions>;

/** The app in the frame: what the page tells it, and what it reports. */
export class TestApp {
	/** Changes with each visitor. */
	visit = $state(0);
	path = $state('/');
	language = $state('');
	visitor = $state<string>();
	error = $state.raw<unknown>();
	log = $state.raw<LogEntry[]>([]);
	readonly isReady: boolean = $derived(this.visitor !== undefined);

	readonly #start: Start;
	#send: ((call: TestCall) => void) | undefined;
	#entries = 0;

	/** @param start returns the options of the SDK for a new visitor */
	constructor(start: Start) {
		this.#start = start;
	}

	/** Loads the app again, as a visitor who was never there. */
	startOver(): void {
		this.visitor = undefined;
		this.#send = undefined;
		this.visit++;
	}

	identify(account: string, traits: Record<string, string | number | boolean | null>): void {
		this.#note({ text: `Identified as ${account}`, tone: 'sent' });
		this.#send?.({ call: 'identify', account, traits });
	}

	report(name: string, properties: Record<string, string | number | boolean | null>): void {
		this.#note({ text: `Reported ${name}`, tone: 'sent' });
		this.#send?.({ call: 'event', name, properties, path: this.path });
	}

	show(surveyId: string): void {
		this.#note({ text: `Asked to show ${surveyId}`, tone: 'sent' });
		this.#send?.({ call: 'show', surveyId, path: this.path });
	}

	/** @param data a message of the frame. @param send answers it */
	receive(data: unknown, send: (call: TestCall) => void): void {
		const message = data as TestMessage;
		switch (message.type) {
			case 'ready':
				void this.#begin(send);
				break;
			case 'started':
				this.visitor = message.visitor;
				break;
			case 'reason':
				// A separate message follows when it is displayed.
				if (message.reason === 'displayed') break;
				this.#note({
					text: 'No prompt',
					detail: describeReason(message.reason, message.surveyId),
					tone: 'neutral',
				});
				break;
			case 'displayed':
				this.#note({ text: `Displayed ${message.surveyId}`, tone: 'good' });
				break;
			case 'answered':
				this.#note({ text: `Answered ${message.surveyId}`, tone: 'good' });
				break;
			case 'dismissed':
				this.#note({ text: `Dismissed ${message.surveyId}`, tone: 'neutral' });
				break;
			case 'error':
				this.#note({ text: message.message, detail: message.hint, tone: 'bad' });
		}
	}

	async #begin(send: (call: TestCall) => void): Promise<void> {
		const { visit } = this;
		try {
			this.error = undefined;
			const options = await this.#start(this.path, this.language.trim() || undefined);
			if (visit !== this.visit) return;
			this.#send = send;
			send({ call: 'init', options });
		} catch (failure) {
			this.error = failure;
		}
	}

	#note({
		detail,
		...entry
	}: Omit<LogEntry, 'id' | 'detail'> & { detail?: string | undefined }): void {
		this.log = [{ ...entry, detail, id: this.#entries++ }, ...this.log].slice(0, 50);
	}
}

function describeReason(reason: string, surveyId: string | undefined): string {
	const known: Partial<Record<string, string>> = reasons;
	const text = known[reason] ?? 'The prompt could not be drawn in time, and does not count.';
	return surveyId === undefined ? text : `${surveyId}: ${text}`;
}
