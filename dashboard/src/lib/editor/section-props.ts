import type { Client } from '@feedback/client';

import type { Site } from '#lib/account/account.ts';

import type { WorkingCopy } from './working-copy.svelte.ts';

/** Props of every collapsible section. */
export type SectionProps = { copy: WorkingCopy; site: Site; client: Client };
