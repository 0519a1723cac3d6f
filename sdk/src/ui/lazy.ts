// The SDK's second file, loaded when there is something to show.
import type { LazyModule } from '../settings.ts';
import { prepareDraw } from './draw.ts';

// The files that this one loads are checked from here, so a script tag that verifies this file verifies them too.
export const prepare: LazyModule['prepare'] = async ({ debug, verify }, prompt) => {
	const loadMore = async () => {
		await verify?.(...__FEEDBACK_MORE__);
		return import('./after-paint.ts');
	};
	// Without this file the prompt is complete but for "Ask me later".
	const more = prompt.ask_later && (await loadMore().catch(() => {}));
	return { draw: prepareDraw(prompt, debug, loadMore, more?.offerAskLater) };
};

export const startPreview: LazyModule['startPreview'] = async (options, token) => {
	await options.verify?.(...__FEEDBACK_PREVIEW__);
	return (await import('../preview-mode/start-preview.ts')).startPreview(options, token);
};
