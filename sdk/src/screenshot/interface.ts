// What the files of a question that asks for a picture of the page offer each other.
import type { Core } from '../later/interface.ts';

/** What they use of the SDK. */
export type ScreenshotCore = Pick<Core, 'fail' | 'log' | 'settings'>;

/** An area that the visitor has blacked out, in parts of the picture's width and height. */
export type BlackBox = { x: number; y: number; width: number; height: number };

/** A picture that the visitor has checked and sent. */
export type Screenshot = {
	/** The answer; missing once the visitor has removed the picture. */
	id: string;
	/** As the page was drawn. */
	drawn: HTMLCanvasElement;
	boxes: BlackBox[];
};

/** Handles a key that is pressed in the prompt; `true` if the prompt itself shall not. */
export type KeyHandler = (event: KeyboardEvent) => boolean;

/** One run of taking, checking and sending a picture. */
export type ScreenshotRequest = {
	/** The shadow root of the prompt. */
	root: ShadowRoot;
	/** BCP 47 tag of the prompt. */
	language: string;
	/** CSS selector of more elements to black out. */
	masks: string | undefined;
	/** The picture to change; without it, the page is drawn. */
	last: Screenshot | undefined;
	/** Stores a picture; resolves to its ID. */
	send: SendPicture;
	/** Receives the keys that are pressed while the picture is checked. */
	onKeys(handler: KeyHandler | undefined): void;
	/** The page is being drawn. */
	onTaking(): void;
};

/** Rejects with a `SendError`. */
export type SendPicture = (picture: Blob, signal: AbortSignal) => Promise<string>;

export type ScreenshotModule = {
	/**
	 * Resolves to the picture once the service has stored it; to `undefined` when the visitor cancels, and to `blocked` when
	 * the page's policy does not allow it to be drawn.
	 */
	takeScreenshot(request: ScreenshotRequest): Promise<Screenshot | 'blocked' | undefined>;
	/** Sends pictures of one question. */
	createSender(core: ScreenshotCore, about: SendTarget): SendPicture;
};

/** The question that a picture answers. */
export type SendTarget = { display: string; secret: string; question: string };
