-- concurrently
create index text_answers_done on app.text_answers (site_id, answered_at, display_id, question_id) where status = 'done';
