import type { PageLoad } from './$types';

export const load: PageLoad = ({ params }) => ({ title: params.audience });
