import type { PageLoad } from './$types';

export const load: PageLoad = () => ({ title: 'Shared results' });
