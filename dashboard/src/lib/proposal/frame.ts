// Runs inside the sandboxed frame of a proposal: it renders what the parent page sends, and can access nothing else.
import { renderPrompt } from '@feedback/sdk/preview';
import type { Preview, PreviewOptions } from '@feedback/sdk/preview';

let preview: Preview | undefined;

addEventListener('message', ({ data, source }) => {
	if (source !== parent) return;
	const { prompt, options } = data as { prompt: unknown; options: PreviewOptions };
	if (preview) preview.update(prompt, options);
	else preview = renderPrompt(document.body, prompt, options);
});

// Any origin, as the message reaches only the parent and carries no data.
parent.postMessage('ready', '*');
