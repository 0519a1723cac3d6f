import { createBuckets, type Buckets } from '../_shared/http/bucket.ts';
import { createOpenRequests, type OpenRequests } from '../_shared/http/open-requests.ts';
import { readSetting } from '../_shared/environment.ts';
import {
	readService as readManageService,
	type Service as ManageService,
} from '../manage/service.ts';

/** Dependencies of the `mcp` function; one per instance. */
export type Service = {
	/** The management API, which runs in this process. */
	manage: ManageService;
	/** Address of the documentation, without a slash at the end; without it, there are no documentation tools. */
	docsUrl: string | undefined;
	/** Address below which the packages are served, without a slash at the end. */
	packagesUrl: string;
	/** Rate limits by address. */
	buckets: Buckets;
	/** Limits of requests without a sign-in. */
	open: OpenRequests;
};

/** @param manage dependencies of the management API, with its address, clock, keys and connections. */
export function createService(manage: ManageService, options: Partial<Service> = {}): Service {
	return {
		manage,
		docsUrl: undefined,
		packagesUrl: options.docsUrl ?? manage.dashboardUrl,
		buckets: createBuckets({ perSecond: 10, burst: 200 }),
		open: createOpenRequests(manage.clock),
		...options,
	};
}

/** The service as the environment describes it. */
export function readService(): Service {
	const docsUrl = readSetting('FEEDBACK_DOCS_URL')?.replace(/\/+$/, '');
	const packagesUrl = readSetting('FEEDBACK_PACKAGES_URL')?.replace(/\/+$/, '');
	return createService(readManageService(), { docsUrl, ...(packagesUrl && { packagesUrl }) });
}
