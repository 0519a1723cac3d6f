/** Limits of a standing grant with conditions. */
export const conditionLimits = {
	/** Maximum duration of the grant. */
	days: 90,
	/** Maximum number of prompts that one condition names. */
	prompts: 50,
	/** Maximum number of uses. */
	uses: 1_000,
	/** Largest number of people in a condition on the forecast. */
	people: 1_000_000_000,
	/** Minutes for which a stored forecast of a revision counts. */
	forecastMinutes: 60,
	/** Maximum time of a forecast that a condition needs, before the caller has to ask again. */
	forecastSeconds: 10,
} as const;
