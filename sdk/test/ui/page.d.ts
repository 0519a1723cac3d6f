import type { PromptToDraw } from '@feedback/contract/wire';

import type { Drawing } from '../../src/drawing.ts';
import type { Preview, PreviewOptions } from '../../src/preview.ts';
import type { PromptUi } from '../../src/settings.ts';

// Globals that `/page.js` of `serve.ts` defines on the tested page.
declare global {
	interface Window {
		prepare(options: { debug?: boolean }, prompt: PromptToDraw): Promise<PromptUi>;
		ready: Promise<void>;
		/** Calls of the hooks, oldest first. */
		calls: [name: 'answer' | 'dismiss' | 'postpone' | 'closed', ...values: unknown[]][];
		drawing: Drawing;
		/** On `/preview`. */
		preview: Preview;
		showPreview(prompt: unknown, options?: PreviewOptions): void;
		drawPrompt(prompt: PromptToDraw, options?: { debug?: boolean }): Promise<void>;
	}
}
