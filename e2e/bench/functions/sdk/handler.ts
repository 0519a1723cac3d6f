export { handle } from '../../../../supabase/functions/sdk/handler.ts';
