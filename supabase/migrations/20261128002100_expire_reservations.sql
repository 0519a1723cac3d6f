-- The job that decides about due prompts also ends reservations that nobody confirmed: each in its own transaction,
-- because each locks the group and the budgets of its prompt.
do $schedule$
begin
    if exists (select from pg_extension where extname = 'pg_cron')
        and exists (select from pg_namespace n where n.nspname = 'cron' and has_schema_privilege(n.oid, 'usage'))
    then
        perform cron.schedule('feedback-decide-due', '30 seconds', $job$
            do $$
            begin
                perform app.decide_due();
                commit;
                while clock_timestamp() < statement_timestamp() + interval '25 seconds' and app.expire_reservation() loop
                    commit;
                end loop;
            end $$
        $job$);
    end if;
exception when others then
    raise notice 'app.expire_reservation() is not scheduled with pg_cron: %. The Feedback server runs it without pg_cron. Without that server, call it twice a minute until it returns false.', sqlerrm;
end $schedule$;
