import type { PageLoad } from './$types';

export const load: PageLoad = () => ({ title: 'Confirm your e-mail address' });
