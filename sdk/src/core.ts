import { call } from './call.ts';
import { FeedbackError } from './feedback-error.ts';
import type { Core } from './later/interface.ts';
import { fail, log, notify } from './notify.ts';
import { backlog, queued, storeBacklog } from './outbox.ts';
import { post } from './request.ts';
import { settings } from './settings.ts';
import { read, write } from './storage.ts';
import { readVisitor } from './visitor.ts';

/** What the file `feedback-later` uses of the SDK. */
export const core: Core = {
	settings: () => settings,
	read,
	write,
	queued,
	backlog,
	storeBacklog,
	post,
	call,
	FeedbackError,
	notify,
	fail,
	log,
	readVisitor,
};
