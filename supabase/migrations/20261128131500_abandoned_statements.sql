-- A statement of the management API ends soon after the function that sent it has closed the connection, because its
-- client left or its deadline passed, or has died. Without this setting it would run until its time-out.
do $$
begin
    alter role feedback_manage set client_connection_check_interval = '500ms';
exception
    -- Some platforms cannot notice it, and refuse every value but 0.
    when invalid_parameter_value then null;
end $$;
