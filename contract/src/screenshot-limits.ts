import * as shared from './shared-limits.ts';

/** Pictures that visitors send with an answer. */
export const screenshotLimits = {
	/** Maximum size of a picture, in bytes. */
	bytes: shared.screenshotBytes,
	/** Maximum width and height, in pixels. */
	side: shared.screenshotSide,
	/** Maximum size of the request around the picture, in bytes. */
	requestBytes: 8_192,
	/** Maximum number of pictures of one display. */
	perDisplay: 5,
	/** Maximum number of pictures that one site receives within 24 hours. */
	perSiteDay: 1_000,
	/** Sustained pictures per second, and burst, of one address at one instance of the service. */
	rate: { perSecond: 0.1, burst: 20 },
	/** Maximum number of simultaneous uploads to one instance, each in its memory. */
	atOnce: 8,
	/** Hours after which a picture that no answer contains is deleted. */
	unansweredHours: 24,
} as const;
