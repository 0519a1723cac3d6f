import type { Service } from '#lib/session/service.ts';

declare global {
	namespace App {
		interface PageData extends Partial<Service> {
			title?: string;
		}
		interface Error {
			hint?: string;
		}
	}
}
