set role feedback_owner;

comment on column app.released_figures.figures is
    'Numbers, days, and tags of the team: no texts, traits or accounts. `base` of a question is not shown: where its trend continues.';

reset role;
