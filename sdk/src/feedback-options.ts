import type { LauncherToDraw, PromptToDraw } from '@feedback/contract/wire';

/** The button that is always on the page. */
export type LauncherOptions = {
	/** Survey ID of the prompt that it opens. */
	surveyId: string;
	/** Where it is; at the right edge of the window by default. */
	position?: LauncherToDraw['position'] | undefined;
	/** CSS selector of the element, for `inline`. A click on a button or link opens the prompt. */
	target?: string | undefined;
	/** "Feedback" in the visitor's language, if omitted. */
	label?: string | undefined;
	appearance?: LauncherToDraw['appearance'] | undefined;
};

/** Options of `Feedback.init`. */
export type FeedbackOptions = {
	/** The public site ID, `site_…`. */
	siteId: string;
	/** Logs each step to the browser's console. Without it the console stays silent. */
	debug?: boolean | undefined;
	/** Address of the service, such as `https://<project>.supabase.co/functions/v1`. */
	apiUrl?: string | undefined;
	/**
	 * The path that conditions of prompts compare, or a function that returns it, if it is not that of the page's
	 * address: `() => router.currentRoute.path`.
	 */
	path?: string | (() => string) | undefined;
	/** Language of the visitor, such as `de-AT`, if it is not the first one of the browser. */
	language?: string | undefined;
	/** One-hour token from the dashboard: reasons then include every rule's facts. */
	debugToken?: string | undefined;
	/** Called before a prompt is shown; returning `false` declines the prompt, which then counts as not shown. */
	beforeShow?: ((prompt: PromptToDraw) => boolean | Promise<boolean>) | undefined;
	/**
	 * The button that opens one prompt on this page, instead of the one in the site's settings; `false` for none. It is
	 * loaded once the page is idle.
	 */
	launcher?: false | LauncherOptions | undefined;
	/**
	 * CSS selector of elements that are black in pictures that visitors send, besides form fields and those marked with
	 * `data-feedback-mask`. If it is not valid, no pictures are taken.
	 */
	maskScreenshots?: string | undefined;
	/** Version of the app, such as `2026.11.3`. It is stored with answers if the site has switched that on. */
	appVersion?: string | undefined;
	/**
	 * `false`: an idle page does not request prompts that wait for the account because of a backend event. They are
	 * displayed at the next event.
	 */
	poll?: boolean | undefined;
};
