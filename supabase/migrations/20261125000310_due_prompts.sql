-- Decides twice a minute about prompts that another event may prevent, with pg_cron if it is installed and this role may use it.
-- The Feedback server has a timer instead, so errors of pg_cron must not stop the migration.
do $schedule$
declare
    v_reason text := 'it is not installed, or not open to ' || current_user;
begin
    if exists (select from pg_extension where extname = 'pg_cron')
        and exists (select from pg_namespace n where n.nspname = 'cron' and has_schema_privilege(n.oid, 'usage'))
    then
        begin
            perform cron.schedule('feedback-decide-due', '30 seconds', 'select app.decide_due()');
            perform cron.schedule('feedback-decide-due-log', '7 * * * *', $job$
                delete from cron.job_run_details d using cron.job j
                where j.jobid = d.jobid and j.jobname = 'feedback-decide-due' and d.end_time < now() - interval '1 hour'
            $job$);
            v_reason := null;
        exception when others then
            v_reason := sqlerrm;
        end;
    end if;
    if v_reason is not null then
        raise notice 'app.decide_due() is not scheduled with pg_cron: %. The Feedback server runs it without pg_cron. Without that server, call it twice a minute.', v_reason;
    end if;
end $schedule$;
