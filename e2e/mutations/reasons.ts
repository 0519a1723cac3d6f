/** Why a mutant that no test notices may stay, by its ID. A reason says what refuses instead, or why nothing changes. */
export const reasons: Record<string, string> = {};
