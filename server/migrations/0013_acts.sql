-- What an operator's act was told, and what it changed: the rows as they were before and as they are now.
alter table audit_log
  add column input jsonb,
  add column before jsonb,
  add column after jsonb,
  drop column detail;
