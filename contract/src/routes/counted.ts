import { z } from 'zod';

/**
 * How much of the answers is counted, from 0 to 1. Below 1, the figures are of the newest answers: a filter over very many is
 * counted by several requests, and the same one goes on where the last one stopped.
 */
export const countedSchema = z.number();
