/** Tag of tests that `npm test` leaves out, and `npm run rehearse slow` runs. */
export const slow = {
	name: 'slow',
	description:
		'Seconds of CPU time for a walk, or a second look, whose rules other tests guard too',
};
