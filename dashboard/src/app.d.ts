import type { Reach } from '#lib/session/reach.ts';

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
