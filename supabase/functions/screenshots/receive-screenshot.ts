import { createHash } from 'node:crypto';

import { limits, ServiceError } from '@feedback/contract';

import { screenshotFile } from '../_shared/files/file-store.ts';
import { RetryLater } from '../_shared/http/reply.ts';
import type { Statements } from '../../../database/statement.ts';
import { loadDisplayedPrompt, type Site } from '../sdk/database.ts';
import { checkDisplaySecret } from '../sdk/display-secret.ts';
import { addScreenshot, discardScreenshot } from './database.ts';
import { readPictureType, type PictureType } from './picture-type.ts';
import type { Upload } from './read-upload.ts';
import type { Service } from './service.ts';
import type { ScreenshotResponse } from '../../../contract/src/wire.ts';

/** Seconds after which a display or a site that has as many pictures as it may is asked again. */
const fullSeconds = 3_600;

/** Checks a picture and stores it. */
export async function receiveScreenshot(
	{ keyring, files, clock }: Service,
	sql: Statements,
	site: Site,
	{ request: { display, secret, question }, picture }: Upload,
): Promise<ScreenshotResponse> {
	checkDisplaySecret(keyring, display, secret);
	const type = checkPicture(picture);
	const prompt = await loadDisplayedPrompt(sql, site.id, display);
	if (!prompt) throw new ServiceError('unknown_display', { field: 'display' });
	if (!prompt.questions.some((asked) => asked.id === question && asked.type === 'screenshot')) {
		throw new ServiceError('invalid_request', {
			field: 'question',
			message: 'question is no question of this prompt that asks for a picture',
		});
	}
	const sha256 = createHash('sha256').update(picture).digest('hex');
	const row = { ...type, question, bytes: picture.length, sha256 };
	const added = await addScreenshot(sql, site.id, display, row, clock ? new Date(clock()) : null);
	if (!added) throw new ServiceError('unknown_display', { field: 'display' });
	if (added.refused !== undefined) throw refuse(added.refused);
	try {
		await files.put(screenshotFile(added.id), picture, type.type);
	} catch (cause) {
		await discardScreenshot(sql, site.id, added.id);
		throw new ServiceError('unavailable', { cause });
	}
	return { screenshot: added.id, now: added.now };
}

function checkPicture(picture: Uint8Array): PictureType {
	const found = readPictureType(picture);
	if (!found) {
		throw new ServiceError('unsupported_media_type', {
			field: 'picture',
			message: 'The picture is no WebP, PNG or JPEG.',
		});
	}
	const { side } = limits.screenshot;
	if (found.width > side || found.height > side) {
		throw new ServiceError('invalid_request', {
			field: 'picture',
			message: `picture has ${found.width} × ${found.height} pixels; it must have at most ${side} on each side`,
		});
	}
	return found;
}

function refuse(reason: 'already_final' | 'display' | 'site'): ServiceError {
	if (reason === 'already_final') return new ServiceError('already_final');
	const { perDisplay, perSiteDay } = limits.screenshot;
	const message =
		reason === 'display'
			? `At most ${perDisplay} pictures can be sent for one display.`
			: `The site has received ${perSiteDay} pictures within 24 hours.`;
	return new RetryLater(fullSeconds, { message });
}
