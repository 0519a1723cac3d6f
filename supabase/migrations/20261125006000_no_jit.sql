-- A disabled plan node has a huge cost, for which Postgres compiles the statement (JIT) where LLVM is installed: on
-- Debian's PostgreSQL 17 that made retention about ten times slower. New functions with this setting get both.
alter function app.aggregate_old_displays(timestamptz, integer) set jit = 'off';
alter function app.delete_expired_events(timestamptz, integer) set jit = 'off';
alter function app.delete_expired_of_visitors(text, timestamptz, integer) set jit = 'off';
alter function app.delete_expired_subjects(timestamptz, integer) set jit = 'off';

-- None of our statements runs long enough to be worth its compilation.
alter role feedback_manage set jit = 'off';
alter role feedback_identity set jit = 'off';
