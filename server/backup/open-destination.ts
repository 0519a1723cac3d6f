import type { Destination } from './destination.ts';
import { openFolder } from './folder-destination.ts';
import type { DestinationSettings } from './settings.ts';

/** Opens the destination in the settings, without connecting to it yet. */
export async function openDestination(settings: DestinationSettings): Promise<Destination> {
	if (!settings.to.startsWith('s3://')) return openFolder(settings.to);
	// Loaded on demand: the client takes several megabytes.
	const { openS3 } = await import('./s3-destination.ts');
	return openS3(settings);
}
