// The app of the test page. It runs the SDK in a sandboxed frame, which has an opaque origin and cannot reach the
// dashboard, and does what the dashboard tells it.
import { Feedback } from '@feedback/sdk';

import type { TestCall, TestMessage } from './messages.ts';

let path = '/';

// Any origin, because the message reaches only the dashboard's page.
const tell = (message: TestMessage) => parent.postMessage(message, '*');

Feedback.on((notification) => {
	if (notification.type !== 'error') tell(notification);
	else tell({ type: 'error', message: notification.error.message, hint: notification.error.hint });
});

addEventListener('message', ({ data, source }) => {
	if (source !== parent) return;
	const call = data as TestCall;
	switch (call.call) {
		case 'init':
			({ path } = call.options);
			Feedback.init({ ...call.options, path: () => path });
			tell({ type: 'started', visitor: Feedback.visitorId() });
			break;
		case 'identify':
			Feedback.identify(call.account, call.traits);
			break;
		case 'event':
			({ path } = call);
			void Feedback.event(call.name, call.properties);
			break;
		case 'show':
			({ path } = call);
			void Feedback.show(call.surveyId);
	}
});

tell({ type: 'ready' });
