import type { Reach } from '#lib/session/service.ts';

declare global {
	namespace App {
		interface PageData extends Partial<Reach> {
			title?: string;
		}
		interface Error {
			hint?: string;
		}
	}
}
