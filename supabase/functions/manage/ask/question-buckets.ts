import { limits } from '@feedback/contract';

import { createBuckets } from '../../_shared/http/bucket.ts';

const { person, site } = limits.ask;
const perMinute = ({ perMinute: count, burst }: { perMinute: number; burst: number }) =>
	createBuckets({ perSecond: count / 60, burst });

/** The limits of questions in words. Each costs the operator a call of a model. */
export function createQuestionBuckets() {
	return { person: perMinute(person), site: perMinute(site) };
}
