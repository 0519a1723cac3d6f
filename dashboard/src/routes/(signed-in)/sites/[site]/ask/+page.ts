import type { PageLoad } from './$types';

export const load: PageLoad = () => ({ title: 'Ask in words' });
