import { uuidSchema as lowerCase } from '@feedback/contract';
import { z } from 'zod';

/** A UUID as people paste it: in any case, as some programs print it in capitals. */
export const uuidSchema = z.string().toLowerCase().pipe(lowerCase);
