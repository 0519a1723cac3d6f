import { inject } from 'vitest';

import { visitSite, type VisitOptions } from './visit-site.ts';

const { apiUrl } = inject('stack');

/** Visits a site of the service that the test files share. */
export const visit = (options: VisitOptions): Promise<string> => visitSite(apiUrl, options);
