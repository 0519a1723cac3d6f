import { promptNameSchema as lowerCaseName, uuidSchema as lowerCase } from '@feedback/contract';
import { z } from 'zod';

/** A UUID as people paste it: in any case, as some programs print it in capitals. */
export const uuidSchema = z.string().toLowerCase().pipe(lowerCase);

/** A prompt's UUID in any case, or its survey ID, which has no capitals. */
export const promptNameSchema = z.string().toLowerCase().pipe(lowerCaseName);
