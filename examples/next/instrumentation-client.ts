import { Feedback } from '@feedback/sdk';

// Next.js runs this file in the browser, before the app mounts.
Feedback.init({
	siteId: process.env.NEXT_PUBLIC_FEEDBACK_SITE_ID ?? 'site_demo000000',
	apiUrl: process.env.NEXT_PUBLIC_FEEDBACK_API_URL ?? 'http://127.0.0.1:54321/functions/v1',
});
