create policy "the identity service reads" on identity."account" for select to feedback_identity using (true);
create policy "the identity service inserts" on identity."account" for insert to feedback_identity with check (true);
create policy "the identity service updates" on identity."account" for update to feedback_identity using (true);
create policy "the identity service deletes" on identity."account" for delete to feedback_identity using (true);

create policy "the identity service reads" on identity."jwks" for select to feedback_identity using (true);
create policy "the identity service inserts" on identity."jwks" for insert to feedback_identity with check (true);
create policy "the identity service updates" on identity."jwks" for update to feedback_identity using (true);
create policy "the identity service deletes" on identity."jwks" for delete to feedback_identity using (true);

create policy "the identity service reads" on identity."passkey" for select to feedback_identity using (true);
create policy "the identity service inserts" on identity."passkey" for insert to feedback_identity with check (true);
create policy "the identity service updates" on identity."passkey" for update to feedback_identity using (true);
create policy "the identity service deletes" on identity."passkey" for delete to feedback_identity using (true);
create policy "the service reads" on identity."passkey" for select to feedback_owner using (true);
create policy "the service inserts" on identity."passkey" for insert to feedback_owner with check (true);
create policy "the service updates" on identity."passkey" for update to feedback_owner using (true);
create policy "the service deletes" on identity."passkey" for delete to feedback_owner using (true);

create policy "the identity service reads" on identity."rateLimit" for select to feedback_identity using (true);
create policy "the identity service inserts" on identity."rateLimit" for insert to feedback_identity with check (true);
create policy "the identity service updates" on identity."rateLimit" for update to feedback_identity using (true);
create policy "the identity service deletes" on identity."rateLimit" for delete to feedback_identity using (true);

create policy "the identity service reads" on identity."session" for select to feedback_identity using (true);
create policy "the identity service inserts" on identity."session" for insert to feedback_identity with check (true);
create policy "the identity service updates" on identity."session" for update to feedback_identity using (true);
create policy "the identity service deletes" on identity."session" for delete to feedback_identity using (true);
create policy "the service reads" on identity."session" for select to feedback_owner using (true);
create policy "the service deletes" on identity."session" for delete to feedback_owner using (true);

create policy "the identity service reads" on identity."user" for select to feedback_identity using (true);
create policy "the identity service inserts" on identity."user" for insert to feedback_identity with check (true);
create policy "the identity service updates" on identity."user" for update to feedback_identity using (true);
create policy "the identity service deletes" on identity."user" for delete to feedback_identity using (true);
create policy "the service reads" on identity."user" for select to feedback_owner using (true);
create policy "the service deletes" on identity."user" for delete to feedback_owner using (true);

create policy "the identity service reads" on identity."verification" for select to feedback_identity using (true);
create policy "the identity service inserts" on identity."verification" for insert to feedback_identity with check (true);
create policy "the identity service updates" on identity."verification" for update to feedback_identity using (true);
create policy "the identity service deletes" on identity."verification" for delete to feedback_identity using (true);
