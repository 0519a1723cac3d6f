import type { Destination } from './destination.ts';
import { openFolder } from './folder-destination.ts';
import { openS3 } from './s3-destination.ts';
import type { DestinationSettings } from './settings.ts';

/** Opens the destination in the settings, without connecting to it yet. */
export function openDestination(settings: DestinationSettings): Destination {
	return settings.to.startsWith('s3://') ? openS3(settings) : openFolder(settings.to);
}
