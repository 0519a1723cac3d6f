import type { PromptAction } from '#lib/prompt/prompt-action.ts';
import type { Service } from '#lib/session/service.ts';

declare global {
	namespace App {
		interface PageData extends Partial<Service> {
			title?: string;
		}
		interface PageState {
			/** An action that the command palette chose for the page's prompt. Not in the URL, because links must not change anything. */
			promptAction?: PromptAction;
		}
		interface Error {
			/** Whether the server of the dashboard did not answer. */
			isUnreachable?: boolean;
		}
	}
}
