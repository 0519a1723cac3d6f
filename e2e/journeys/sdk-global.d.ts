import type { FeedbackSdk } from '../../sdk/src/feedback.ts';

declare global {
	interface Window {
		Feedback?: FeedbackSdk;
	}
}
