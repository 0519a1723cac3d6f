set role feedback_owner;

-- They see it of responses already; rates by device, and conditions on it, compare it of displays.
grant select (context) on app.displays to feedback_agent;

reset role;
