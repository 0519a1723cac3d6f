/// <reference lib="dom" />
// Runs inline, ahead of the SDK's script: queues the page's calls until the script has loaded. If it does not load,
// calls resolve as in the SDK after a failed request. Pages use their copy for years, so `replay` here and `late` in
// the SDK must stay. Browsers too old for the SDK can parse this code, and their pages must work too.

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- its types are those of the SDK
type Sdk = Record<string, (...values: any[]) => any>;

/** Milliseconds that the SDK waits for a response. */
declare const __REQUEST_TIMEOUT__: number;

type Page = Record<'Feedback' | 'FeedbackSdk', Sdk | undefined>;

const page = window as unknown as Page;
const given = page.Feedback;
// The page may use the name for something else. An element with this ID is not meant.
const field = given && !given['event'] && !given['nodeType'] ? 'FeedbackSdk' : 'Feedback';

// If a page contains the script twice, the first one remains.
if (!page[field] || !page[field]['event']) {
	const queue: ((sdk: Sdk | undefined) => void)[] = [];
	const listeners = new Set<(notification: unknown) => void>();
	const stub: Sdk = (page[field] = {});

	const fail = (code: string) => {
		const error = Object.assign(Error('feedback.js is not available.'), { code });
		listeners.forEach((listener) => {
			try {
				listener({ type: 'error', error });
			} catch (thrown) {
				// The other listeners still run, and the page's own error handling receives the error.
				setTimeout(() => {
					throw thrown;
				});
			}
		});
		return false;
	};

	for (const method of ['init', 'identify', 'reset', 'hold', 'resume', 'close', 'stop']) {
		stub[method] = (...values) => {
			queue.push((sdk) => sdk && sdk[method]!.apply(sdk, values));
		};
	}

	for (const method of ['ready', 'event', 'show']) {
		stub[method] = (...values) =>
			new Promise((resolve, reject) => {
				if (method === 'event' && values[0] === '') return reject(TypeError('name is empty.'));
				let waiting = true;
				const giveUp = (code: string) => {
					if (waiting) resolve(method === 'ready' ? undefined : fail(code));
					waiting = false;
				};
				setTimeout(giveUp, __REQUEST_TIMEOUT__, 'timeout');
				queue.push((sdk) => {
					if (!sdk) giveUp('network');
					else if (waiting) resolve(sdk[method]!.apply(sdk, values));
					// As after any failed request, the event is stored, but no longer shows a prompt.
					else if (method === 'event') {
						sdk['event']!(values[0], values[1], Object.assign({ late: true }, values[2]));
					}
					waiting = false;
				});
			});
	}

	stub['on'] = (listener) => {
		let off: (() => void) | undefined;
		listeners.add(listener);
		queue.push((sdk) => (off = sdk && sdk['on']!(listener)));
		return () => {
			listeners.delete(listener);
			queue.push(() => off && off());
		};
	};

	stub['visitorId'] = () => {
		let id;
		queue.push((sdk) => (id = sdk && sdk['visitorId']!()));
		return id;
	};

	// Makes the queued calls, and from then on each call immediately. Without an SDK, they fail; should it arrive after
	// all, it makes them again.
	stub['replay'] = (sdk) => {
		for (const call of queue) call(sdk);
		queue.push = (call) => {
			queue[queue.length] = call!;
			call!(sdk);
			return 0;
		};
	};

	// The response may not be the SDK: some blockers respond with an empty script. Scripts of others have a similar name.
	for (const type of ['load', 'error']) {
		document.addEventListener(
			type,
			({ target }) => {
				if (
					(window as unknown as Page)[field] === stub &&
					/sdk.*\/feedback\.js/.test((target as HTMLScriptElement).src)
				) {
					stub['replay']!();
				}
			},
			true,
		);
	}
}
