import type { PageLoad } from './$types';

export const load: PageLoad = () => ({ title: 'Let a program in' });
