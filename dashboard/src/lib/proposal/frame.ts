// Runs inside the frame of a proposal, which has no origin: it draws what the page around it hands over, and
// can reach nothing else.
import { renderPrompt } from '@feedback/sdk/preview';
import type { Preview, PreviewOptions } from '@feedback/sdk/preview';

let preview: Preview | undefined;

addEventListener('message', ({ data, source }) => {
	if (source !== parent) return;
	const { prompt, options } = data as { prompt: unknown; options: PreviewOptions };
	if (preview) preview.update(prompt, options);
	else preview = renderPrompt(document.body, prompt, options);
});

// Nobody but the page around it hears this, and it says nothing.
parent.postMessage('ready', '*');
