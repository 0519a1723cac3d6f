-- Which branches on earlier prompts held: decided with the display, and part of what its response means.
set role feedback_owner;

alter table app.displays add column met_branches jsonb;
comment on column app.displays.met_branches is
    'Branches whose condition on an earlier prompt held: their indexes, by question ID. Null if the content has none.';
alter table app.responses add column met_branches jsonb;
comment on column app.responses.met_branches is 'Those of its display.';

reset role;
