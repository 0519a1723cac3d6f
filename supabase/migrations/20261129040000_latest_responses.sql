-- concurrently
create index responses_latest on app.responses (site_id, subject_id, prompt_id, created_at);
